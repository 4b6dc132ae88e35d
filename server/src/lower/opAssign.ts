/**
 * `x += e`, `x ||= e`, `x &&= e` for every target. Receiver and index are evaluated once: anything other than a name or
 * a literal is first put into a temporary. `||=` tests `defined?` where a read would raise (constants, class
 * variables).
 */
import type { Arg, Call, Expr } from '../ril/ril';
import { childOf, type SyntaxNode } from '../syntax/node';
import { lowerRightSide, write } from './assignments';
import { assign, call, local, nilAt, positional, seq } from './build';
import type { LowerContext, LowererTable } from './context';
import { spanOf, temporaryName } from './context';
import { assignedNames, opaque } from './opaque';
import { lowerTarget, type Target } from './targets';

export const opAssignLowerers: LowererTable = { operator_assignment: lowerOpAssign };

function lowerOpAssign(ctx: LowerContext, node: SyntaxNode): Expr {
  const left = childOf(node, 'left');
  const right = childOf(node, 'right');
  const operator = childOf(node, 'operator');
  if (!left || !right || !operator) return opaque(ctx, node, { kind: 'missing-code' });
  const written = lowerTarget(ctx, left);
  if (!written || (written.kind === 'call' && written.block)) return opaque(ctx, node, { kind: 'operator-assignment' });
  const before: Expr[] = [];
  const rewritten = new Set(assignedNames(ctx.file.text, right));
  const target = evaluateOnce(ctx, written, rewritten, before);
  const value = lowerRightSide(ctx, right);
  const update = combine(ctx, node, operator, target, value);
  const guarded =
    written.kind === 'call' && written.safe && target.kind === 'call' ? guardNilReceiver(target, update) : update;
  return before.length === 0 ? guarded : seq(spanOf(ctx, node), [...before, guarded]);
}

/** The target with temporaries for everything that must be evaluated once; their assignments are added to `before`. */
function evaluateOnce(ctx: LowerContext, target: Target, rewritten: ReadonlySet<string>, before: Expr[]): Target {
  const once = (value: Expr): Expr => {
    if (isStable(value, rewritten)) return value;
    const name = temporaryName(ctx);
    before.push(assign(value.span, local(value.span, name), value));
    return local(value.span, name);
  };
  if (target.kind === 'var') return target;
  if (target.kind === 'const')
    return target.scope === null || target.scope === 'root' ? target : { ...target, scope: once(target.scope) };
  const receiver = target.receiver && once(target.receiver);
  const args = target.args.map(arg => evaluateArgOnce(arg, once));
  return { ...target, receiver, args, safe: false };
}

function evaluateArgOnce(arg: Arg, once: (value: Expr) => Expr): Arg {
  switch (arg.type) {
    case 'positional':
    case 'keyword':
      return { ...arg, value: once(arg.value) };
    case 'pair':
      return { ...arg, key: once(arg.key), value: once(arg.value) };
    case 'splat':
      // `a[*e]`: the array that the splat creates must not change.
      return arg.value ? { ...arg, value: once({ kind: 'array', span: arg.span, elements: [arg] }) } : arg;
    case 'doubleSplat':
      return arg.value ? { ...arg, value: once(arg.value) } : arg;
    case 'forward':
      return arg;
  }
}

/** Evaluating it again yields the same value and has no effect. */
function isStable(value: Expr, rewritten: ReadonlySet<string>): boolean {
  if (value.kind === 'lit') return value.value.type !== 'string';
  if (value.kind === 'var') return value.scope === 'local' && !rewritten.has(value.name);
  if (value.kind === 'const') return value.scope === null || value.scope === 'root' || isStable(value.scope, rewritten);
  return value.kind === 'self';
}

function combine(ctx: LowerContext, node: SyntaxNode, operator: SyntaxNode, target: Target, value: Expr): Expr {
  const span = spanOf(ctx, node);
  const name = operator.type.slice(0, -1);
  const current = read(target);
  const writeResult = (result: Expr) => write(span, target, result);
  if (name === '||') return { kind: 'or', span, left: readIfDefined(current), right: writeResult(value) };
  if (name === '&&') return { kind: 'and', span, left: current, right: writeResult(value) };
  const methodSpan = spanOf(ctx, { start: operator.start, end: operator.end - 1 });
  const args = [positional(value)];
  return writeResult(call({ span, receiver: current, method: name, methodSpan, args, madeBy: 'opAssign' }));
}

function read(target: Target): Expr {
  return target.kind === 'call' ? { ...target, method: target.method.slice(0, -1), madeBy: 'opAssign' } : target;
}

function readIfDefined(current: Expr): Expr {
  const mayRaise = current.kind === 'const' || (current.kind === 'var' && current.scope === 'class');
  if (!mayRaise) return current;
  const { span } = current;
  return { kind: 'and', span, left: { kind: 'defined', span, value: current }, right: current };
}

/** `a&.b += e`: if a is nil, nothing is evaluated, not even `e`. */
function guardNilReceiver(target: Call, update: Expr): Expr {
  const receiver = target.receiver ?? nilAt(target.span.start);
  const { span } = receiver;
  const methodSpan = { start: span.end, end: span.end };
  const isNil = call({ span, receiver, method: 'nil?', methodSpan, madeBy: 'opAssign' });
  return { kind: 'if', span: update.span, condition: isNil, then: nilAt(update.span.end), else: update };
}
