/**
 * RDL's `e.type_cast('T')` and `e.instantiate!('T')`: the object itself with type T. Nothing checks them at run time;
 * the checker trusts them, and a proof that depends on one names it.
 */
import { FALSE } from '../../logic/build';
import { ancestors } from '../../program/ancestors';
import { isAnnotationModule } from '../../program/annotationModule';
import { hierarchyOf } from '../../program/hierarchy';
import type { Program } from '../../program/program';
import type { Call, Expr } from '../../ril/ril';
import { showType } from '../../types/show';
import { isSubtype } from '../../types/subtype';
import type { Type } from '../../types/type';
import { addCaveat, assume, type Ctx, makeUnmodelled, type Out } from '../state/context';
import { isDynamic, mayBeNil, representationOf } from '../state/representation';
import type { State } from '../state/state';
import { resolveTypeFor, tagsOf, typeGuard, valueFromTerm } from '../state/typeGuards';
import { boxValue, NIL_VAL, typeOf, type Val } from '../state/value';

const CASTS: ReadonlySet<string> = new Set(['type_cast', 'instantiate!']);

/** Null: the checker resolved it as an ordinary call. */
export function evaluateCast(ctx: Ctx, call: Call, state: State): Out | null {
  // `RDL.var_type :x, 'T'` declares the type of a local.
  if (call.method === 'var_type' && isAnnotationModule(call.receiver)) return { value: NIL_VAL, state };
  if (!CASTS.has(call.method) || call.safe) return null;
  const target = ctx.frame.calls.get(call);
  const type = ctx.frame.types.get(call);
  const subject = subjectOf(call);
  if (!target || target.dynamic || target.candidates.length > 0 || !type || !subject) return null;
  const out = ctx.run.rules.evaluate(ctx, subject, state);
  const wanted = resolveTypeFor(ctx.run.input.program, type, typeOf(ctx.frame.self));
  return { value: withCastType(ctx, call, out, ctx.frame.types.get(subject), wanted), state: out.state };
}

/** `RDL.type_cast(e, 'T')` is `e.type_cast('T')`. */
function subjectOf({ receiver, args: [first] }: Call): Expr | null {
  if (!isAnnotationModule(receiver)) return receiver;
  return first?.type === 'positional' ? first.value : null;
}

/** The value with this type, which nothing checks. */
export function withCastType(ctx: Ctx, call: Call, { value, state }: Out, from: Type | undefined, type: Type): Val {
  if (isDynamic(type) || type.kind === 'any') return value;
  const { run } = ctx;
  const isOne = from !== undefined && isSubtype(from, type, hierarchyOf(run.input.program));
  const term = boxValue(value);
  if (term === null || (value.kind === 'nil' && mayBeNil(type))) return value;
  if (isOne && value.kind !== 'boxed' && value.kind !== 'nil') return castValue(value, type);
  if (isOne && value.kind === 'boxed' && hasTagsOf(value.type, type)) return valueFromTerm(term, type);
  const guard = typeGuard(run, term, type, state.heap.alloc);
  if (guard === FALSE || value.kind === 'nil' || areUnrelated(run.input.program, typeOf(value), type))
    return makeUnmodelled(ctx, { kind: 'cast', from: showType(typeOf(value)), to: showType(type) }, call);
  assume(ctx, state, guard);
  addCaveat(run, { type: 'assuming', what: `the cast to ${showType(type)}`, because: 'nothing checks', cast: true });
  return value.kind === 'boxed' ? valueFromTerm(term, type) : castValue(value, type);
}

/** No object is an instance of both: to assume that one is would prove anything. */
function areUnrelated(program: Program, from: Type, to: Type): boolean {
  if (from.kind !== 'nominal' || to.kind !== 'nominal') return false;
  const isClass = ({ name }: typeof from): boolean => program.classes.get(name)?.kind === 'class';
  if (!isClass(from) || !isClass(to)) return false;
  return !ancestors(program, from.name).includes(to.name) && !ancestors(program, to.name).includes(from.name);
}

function castValue(value: Val, type: Type): Val {
  return value.kind === 'ref' && representationOf(type) === 'ref' ? { ...value, type } : value;
}

function hasTagsOf(from: Type, to: Type): boolean {
  const [given, wanted] = [tagsOf(from), tagsOf(to)];
  return wanted === null || (given !== null && [...given].every(tag => wanted.has(tag)));
}
