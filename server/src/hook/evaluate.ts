/**
 * A hook's block + a call's arguments -> the annotations it creates, as lines of Ruby, without running Ruby. Supports
 * locals, strings, Rails' inflections, conditions and loops over the arguments. Null if it needs more than that.
 */
import { constantName } from '../program/constants';
import type { RubyValue } from '../proof/rubyValue';
import type { Call, Expr, Param } from '../ril/ril';
import { evaluatePlain } from '../typing/staticEvaluation';
import { array, hash, NIL, NotStaticError, send, showSource, symbol, throwNotStatic } from '../typing/staticValues';

interface Evaluation {
  readonly className: string;
  /** The full name of a class named in the hook; null if the name is not a class. */
  readonly classNamed: (name: string) => string | null;
  readonly locals: Map<string, RubyValue>;
  readonly lines: string[];
  steps: number;
}

const MAX_STEPS = 2000;
const ANNOTATION = /^(rdl_)?(type|var_type|type_params|type_alias|attr_(accessor|reader|writer)_type)$/;

export interface HookBlock {
  readonly params: readonly Param[];
  readonly body: Expr;
}

/** For a call in the body of this class. */
export function evaluateHook(
  hook: HookBlock,
  call: Call,
  className: string,
  classNamed: (name: string) => string | null,
): readonly string[] | null {
  const ctx: Evaluation = { className, classNamed, locals: new Map(), lines: [], steps: 0 };
  try {
    bindParams(ctx, hook.params, argumentsOf(ctx, call));
    evaluate(ctx, hook.body);
    return ctx.lines;
  } catch (error) {
    if (error instanceof NotStaticError) return null;
    throw error;
  }
}

interface Given {
  readonly positional: readonly RubyValue[];
  readonly keywords: readonly (readonly [RubyValue, RubyValue])[];
}

function argumentsOf(ctx: Evaluation, call: Call): Given {
  const positional: RubyValue[] = [];
  const keywords: (readonly [RubyValue, RubyValue])[] = [];
  for (const arg of call.args) {
    if (arg.type === 'positional') positional.push(evaluateArgument(ctx, arg.value));
    else if (arg.type === 'keyword') keywords.push([symbol(arg.name), evaluateArgument(ctx, arg.value)]);
    else if (arg.type === 'pair') keywords.push([evaluateArgument(ctx, arg.key), evaluateArgument(ctx, arg.value)]);
    else throw new NotStaticError();
  }
  return { positional, keywords };
}

/** Arguments that a hook never reads may be anything: `scope :recent, -> { … }`. */
function evaluateArgument(ctx: Evaluation, expr: Expr): RubyValue {
  return expr.kind === 'lambda' ? { kind: 'opaque', text: '-> {}' } : evaluate(ctx, expr);
}

/** A block with several parameters destructures a single array. */
function isOneArray(positional: readonly RubyValue[]): boolean {
  return positional.length === 1 && positional[0]!.kind === 'array';
}

/** As for any block, missing arguments are nil and extra ones are dropped. */
function bindParams(ctx: Evaluation, params: readonly Param[], { positional, keywords }: Given): void {
  if (params.some(param => param.destructure) || (params.length > 1 && isOneArray(positional)))
    throw new NotStaticError();
  const takesKeywords = params.some(({ kind }) => kind === 'key' || kind === 'optionalKey' || kind === 'keyRest');
  const rest = keywords.length > 0 && !takesKeywords ? [...positional, hash(keywords)] : [...positional];
  const open = [...keywords];
  for (const param of params) {
    const name = param.name ?? '_';
    switch (param.kind) {
      case 'required':
      case 'post':
        ctx.locals.set(name, rest.shift() ?? NIL);
        break;
      case 'optional':
        ctx.locals.set(name, rest.shift() ?? (param.default ? evaluate(ctx, param.default) : NIL));
        break;
      case 'rest':
        ctx.locals.set(name, array(rest.splice(0)));
        break;
      case 'key':
      case 'optionalKey': {
        const at = open.findIndex(([key]) => key.kind === 'symbol' && key.value === name);
        const given = at >= 0 ? open.splice(at, 1)[0]![1] : null;
        if (!given && !param.default) throw new NotStaticError();
        ctx.locals.set(name, given ?? evaluate(ctx, param.default!));
        break;
      }
      case 'keyRest':
        ctx.locals.set(name, hash(open.splice(0)));
        break;
      default:
        throw new NotStaticError();
    }
  }
}

function evaluate(ctx: Evaluation, expr: Expr): RubyValue {
  if (++ctx.steps > MAX_STEPS) throw new NotStaticError();
  switch (expr.kind) {
    case 'self':
      return { kind: 'class', name: ctx.className };
    case 'var':
      return (expr.scope === 'local' ? ctx.locals.get(expr.name) : null) ?? throwNotStatic();
    case 'const':
      return { kind: 'class', name: ctx.classNamed(constantName(expr) ?? '') ?? throwNotStatic() };
    case 'assign': {
      if (expr.target.kind !== 'var' || expr.target.scope !== 'local') throw new NotStaticError();
      const assigned = evaluate(ctx, expr.value);
      ctx.locals.set(expr.target.name, assigned);
      return assigned;
    }
    case 'seq':
      return expr.body.reduce<RubyValue>((_, each) => evaluate(ctx, each), NIL);
    case 'call':
      return evaluateCall(ctx, expr);
    default:
      return evaluatePlain(expr, part => evaluate(ctx, part));
  }
}

function evaluateCall(ctx: Evaluation, expr: Call): RubyValue {
  const onSelf = expr.receiver === null || expr.receiver.kind === 'self';
  if (onSelf && ANNOTATION.test(expr.method)) return evaluateAnnotation(ctx, expr);
  if (expr.receiver === null && !(expr.bare && expr.method === 'name')) throw new NotStaticError();
  const receiver = expr.receiver ? evaluate(ctx, expr.receiver) : ({ kind: 'class', name: ctx.className } as const);
  if (expr.method === 'each' && receiver.kind === 'array') return evaluateEach(ctx, expr, receiver.elements);
  if (expr.block) throw new NotStaticError();
  if (expr.safe && receiver.kind === 'nil') return NIL;
  const args = expr.args.map(arg => (arg.type === 'positional' ? evaluate(ctx, arg.value) : throwNotStatic()));
  return send(receiver, expr.method, args);
}

/** Adds an equivalent line without the hook. */
function evaluateAnnotation(ctx: Evaluation, expr: Call): RubyValue {
  if (expr.block) throw new NotStaticError();
  const args = expr.args.map(arg => {
    if (arg.type === 'positional') return showSource(evaluate(ctx, arg.value));
    if (arg.type === 'keyword') return `${arg.name}: ${showSource(evaluate(ctx, arg.value))}`;
    if (arg.type === 'pair') return `${showSource(evaluate(ctx, arg.key))} => ${showSource(evaluate(ctx, arg.value))}`;
    throw new NotStaticError();
  });
  ctx.lines.push(`${expr.method} ${args.join(', ')}`);
  return NIL;
}

function evaluateEach(ctx: Evaluation, expr: Call, elements: readonly RubyValue[]): RubyValue {
  if (expr.block?.type !== 'block') throw new NotStaticError();
  const { params, body } = expr.block.block;
  for (const element of elements) {
    bindParams(ctx, params, { positional: [element], keywords: [] });
    evaluate(ctx, body);
  }
  return array(elements);
}
