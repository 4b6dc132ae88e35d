/**
 * RDL's `e.type_cast('T')` and `e.instantiate!('T')`: the object itself, seen as a T. Nothing checks them at run time; the
 * checker believes them, and a proof that needs to says so by name.
 */
import { FALSE } from '../logic/build';
import { hierarchyOf } from '../program/hierarchy';
import { castTo } from '../proof/obligation';
import type { Call, Expr } from '../ril/ril';
import { showType } from '../types/show';
import { isSubtype } from '../types/subtype';
import type { Type } from '../types/type';
import { assume, type Ctx, caveat, notModelled, type Out } from './context';
import { isDynamic, mayBeNil, shapeOf } from './shape';
import type { State } from './state';
import { concrete, fromTerm, tagsOf, typeGuard } from './typing';
import { boxed, typeOf, type Val } from './value';

const CASTS: ReadonlySet<string> = new Set(['type_cast', 'instantiate!']);

/** Null: an ordinary call, as the checker found. */
export function evaluateCast(ctx: Ctx, call: Call, state: State): Out | null {
  if (!CASTS.has(call.method) || call.safe) return null;
  const target = ctx.frame.calls.get(call);
  const type = ctx.frame.types.get(call);
  const subject = subjectOf(call);
  if (!target || target.dynamic || target.candidates.length > 0 || !type || !subject) return null;
  const out = ctx.run.rules.evaluate(ctx, subject, state);
  const wanted = concrete(ctx.run.input.program, type, typeOf(ctx.frame.self));
  return { value: seenAs(ctx, call, out, ctx.frame.types.get(subject), wanted), state: out.state };
}

/** `RDL.type_cast(e, 'T')` is `e.type_cast('T')`. */
function subjectOf({ receiver, args: [first] }: Call): Expr | null {
  const isModule = receiver?.kind === 'const' && (receiver.name === 'RDL' || receiver.name === 'Loupe');
  if (!isModule) return receiver;
  return first?.type === 'positional' ? first.value : null;
}

function seenAs(ctx: Ctx, call: Call, { value, state }: Out, from: Type | undefined, type: Type): Val {
  if (isDynamic(type) || type.kind === 'any') return value;
  const { run } = ctx;
  const isOne = from !== undefined && isSubtype(from, type, hierarchyOf(run.input.program));
  const term = boxed(value);
  if (term === null || (value.kind === 'nil' && mayBeNil(type))) return value;
  if (isOne && value.kind !== 'boxed' && value.kind !== 'nil') return retyped(value, type);
  if (isOne && value.kind === 'boxed' && hasTagsOf(value.type, type)) return fromTerm(term, type);
  const guard = typeGuard(run, term, type, state.heap.alloc);
  if (guard === FALSE || value.kind === 'nil')
    return notModelled(ctx, `a cast of ${showType(typeOf(value))} to ${showType(type)}`, call);
  assume(ctx, state, guard);
  caveat(run, { type: 'assuming', what: castTo(showType(type)), because: 'nothing checks' });
  return value.kind === 'boxed' ? fromTerm(term, type) : retyped(value, type);
}

function retyped(value: Val, type: Type): Val {
  return value.kind === 'ref' && shapeOf(type) === 'ref' ? { ...value, type } : value;
}

function hasTagsOf(from: Type, to: Type): boolean {
  const [given, wanted] = [tagsOf(from), tagsOf(to)];
  return wanted === null || (given !== null && [...given].every(tag => wanted.has(tag)));
}
