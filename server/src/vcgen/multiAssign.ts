/**
 * Multiple assignment, and what blocks take apart. As in Ruby, the receivers and indices of the targets are evaluated
 * first, then the values, then the writes happen from left to right. A splat takes what the targets around it leave.
 */
import { add, compare, sub } from '../logic/arithmetic';
import { int, ite, or } from '../logic/build';
import { candidates, dynamicsOf } from '../program/lookup';
import type { Call, Const, Expr, MultiAssign, MultiTarget, Var } from '../ril/ril';
import type { Type } from '../types/type';
import { type ArrayVal, arrayTypeFor, isArray, lengthOf, makeArray, readElement } from './arrays';
import { assignTo } from './assign';
import { fork } from './branch';
import { type Ctx, notModelled, type Out, taintFor } from './context';
import { havoc } from './havoc';
import { classNameOf, isDynamic, members, shapeOf } from './shape';
import type { State } from './state';
import { fromTerm, tagsOf, typeGuard } from './typing';
import { NIL_VAL, typeOf, type Val } from './value';

type Site = { readonly span: Expr['span'] };

/** A target whose receiver and indices are known: what is left to do is the write. */
type Ready =
  | { readonly type: 'one' | 'splat'; readonly write: (value: Val, state: State) => State }
  | { readonly type: 'list'; readonly items: readonly Ready[] };

export function evaluateMultiAssign(ctx: Ctx, expr: MultiAssign, state: State): Out {
  const { ready, state: next } = prepared(ctx, expr.targets, state);
  const parts = literalParts(expr.value);
  if (!parts) {
    const out = ctx.run.rules.evaluate(ctx, expr.value, next);
    return { value: out.value, state: takeApart(ctx, ready, out.value, out.state, expr) };
  }
  const values: Val[] = [];
  let after = next;
  for (const part of parts) {
    const out = ctx.run.rules.evaluate(ctx, part, after);
    values.push(out.value);
    after = out.state;
  }
  const made = makeArray(ctx, after, values, arrayTypeFor(values), expr);
  return { value: made.value, state: spread(ctx, ready, values, made.state, expr) };
}

export function destructure(ctx: Ctx, targets: readonly MultiTarget[], value: Val, state: State, site: Site): State {
  const { ready, state: next } = prepared(ctx, targets, state);
  return takeApart(ctx, ready, value, next, site);
}

function literalParts(value: Expr): readonly Expr[] | null {
  if (value.kind !== 'array') return null;
  const parts = value.elements.map(element => (element.type === 'positional' ? element.value : null));
  return parts.every(part => part !== null) && parts.length > 0 ? (parts as Expr[]) : null;
}

function prepared(
  ctx: Ctx,
  targets: readonly MultiTarget[],
  state: State,
): { readonly ready: readonly Ready[]; readonly state: State } {
  let next = state;
  const ready = targets.map((target): Ready => {
    if (target.type === 'list') {
      const inner = prepared(ctx, target.items, next);
      next = inner.state;
      return { type: 'list', items: inner.ready };
    }
    if (target.target?.kind !== 'call') return { type: target.type, write: writeTo(ctx, target.target) };
    const call = preparedCall(ctx, target.target, next);
    next = call.state;
    return { type: target.type, write: call.write };
  });
  return { ready, state: next };
}

function writeTo(ctx: Ctx, target: Var | Const | null): (value: Val, state: State) => State {
  return (value, state) => (target ? assignTo(ctx, target, value, state) : state);
}

/** `x.y, z[0] = …`: the target is the call without its last argument. */
function preparedCall(
  ctx: Ctx,
  target: Call,
  state: State,
): { readonly write: (value: Val, state: State) => State; readonly state: State } {
  const receiver = target.receiver
    ? ctx.run.rules.evaluate(ctx, target.receiver, state)
    : { value: ctx.frame.self, state };
  let next = receiver.state;
  const args: Val[] = [];
  for (const arg of target.args) {
    if (arg.type !== 'positional') {
      const write = (_: Val, s: State): State =>
        havoc(ctx, s, { taint: taintFor(ctx, 'a splat in an assignment', target) });
      return { write, state: next };
    }
    const out = ctx.run.rules.evaluate(ctx, arg.value, next);
    args.push(out.value);
    next = out.state;
  }
  const write = (value: Val, s: State): State =>
    ctx.run.rules.send(ctx, receiver.value, target.method, [...args, value], target, s).state;
  return { write, state: next };
}

/** So many values as there are. */
function spread(ctx: Ctx, targets: readonly Ready[], values: readonly Val[], state: State, site: Site): State {
  const at = targets.findIndex(target => target.type === 'splat');
  const after = at < 0 ? 0 : targets.length - at - 1;
  const rest = at < 0 ? [] : values.slice(at, Math.max(at, values.length - after));
  return targets.reduce((next, target, index) => {
    if (target.type === 'splat') {
      const made = makeArray(ctx, next, rest, arrayTypeFor(rest), site);
      return target.write(made.value, made.state);
    }
    const value = values[at >= 0 && index > at ? index - 1 + rest.length : index] ?? NIL_VAL;
    return write(ctx, target, value, next, site);
  }, state);
}

function write(ctx: Ctx, target: Ready, value: Val, state: State, site: Site): State {
  return target.type === 'list' ? takeApart(ctx, target.items, value, state, site) : target.write(value, state);
}

/** An array gives its elements, anything else itself; what may turn itself into an array is not modelled. */
function takeApart(ctx: Ctx, targets: readonly Ready[], value: Val, state: State, site: Site): State {
  if (isArray(value)) return spreadArray(ctx, targets, value, state, site);
  const types = value.kind === 'boxed' || value.kind === 'ref' ? members(typeOf(value)) : [];
  if (isUnknown(value) || types.some(type => mayTurnIntoArray(ctx, type)))
    return spread(
      ctx,
      targets,
      targets.map(() => notModelled(ctx, NO_ARRAY, site)),
      state,
      site,
    );
  const arrays = types.filter(type => classNameOf(type) === 'Array');
  if (value.kind !== 'boxed' || arrays.length === 0) return spread(ctx, targets, [value], state, site);
  if (arrays.length > 1)
    return spread(
      ctx,
      targets,
      targets.map(() => notModelled(ctx, NO_ARRAY, site)),
      state,
      site,
    );
  const isOne = or(...arrays.map(type => typeGuard(ctx.run, value.term, type, state.heap.alloc)));
  const out = fork(
    ctx,
    isOne,
    state,
    site,
    s => ({
      value: NIL_VAL,
      state: takeApart(ctx, targets, fromTerm(value.term, arrays[0]!), s, site),
    }),
    s => ({ value: NIL_VAL, state: spread(ctx, targets, [value], s, site) }),
  );
  return out.state;
}

const NO_ARRAY = 'destructuring of something that is no array';

function isUnknown(value: Val): boolean {
  if (value.kind === 'proc' || value.kind === 'range' || value.kind === 'class') return true;
  return value.kind === 'boxed' && (isDynamic(value.type) || tagsOf(value.type) === null);
}

/** `to_ary` decides; nobody has it but arrays and who defines it. */
function mayTurnIntoArray(ctx: Ctx, type: Type): boolean {
  const className = classNameOf(type);
  if (shapeOf(type) !== 'ref' || className === 'Array') return false;
  if (className === null) return true;
  const { program } = ctx.run.input;
  return (
    className === 'Object' ||
    program.classes.get(className)?.kind !== 'class' ||
    dynamicsOf(program, className).length > 0 ||
    candidates(program, className, 'to_ary').length > 0
  );
}

/** So many elements as there are: a splat takes those in the middle, the targets after it the last ones. */
function spreadArray(ctx: Ctx, targets: readonly Ready[], array: ArrayVal, state: State, site: Site): State {
  const at = targets.findIndex(target => target.type === 'splat');
  const element = (index: number, s: State): Val => readElement(ctx, s, array, int(index));
  const values: Val[] = [];
  let next = state;
  if (at < 0) values.push(...targets.map((_, index) => element(index, state)));
  else {
    const after = targets.length - at - 1;
    const length = lengthOf(ctx, state, array);
    const enough = compare('>=', length, int(at + after));
    for (let index = 0; index < at; index++) values.push(element(index, state));
    const rest = middle(ctx, array, at, after, state, site);
    values.push(rest.value);
    next = rest.state;
    for (let index = 0; index < after; index++) {
      const from = ite(enough, add(sub(length, int(after)), int(index)), int(at + index));
      values.push(readElement(ctx, state, array, from));
    }
  }
  return targets.reduce((s, target, index) => write(ctx, target, values[index]!, s, site), next);
}

function middle(ctx: Ctx, array: ArrayVal, before: number, after: number, state: State, site: Site): Out {
  const dropped = ctx.run.rules.send(ctx, array, 'drop', [{ kind: 'int', term: int(before) }], site, state);
  if (after === 0) return dropped;
  const left = sub(lengthOf(ctx, state, array), int(before + after));
  const count: Val = { kind: 'int', term: ite(compare('>=', left, int(0)), left, int(0)) };
  return ctx.run.rules.send(ctx, dropped.value, 'first', [count], site, dropped.state);
}
