/** Arguments as the values of a signature's binders. */
import { type MethodType, nominal, type ParamType } from '../types/type';
import { type Args, onlySpread, type Site, type Spread } from './arguments';
import { copyOf, elementType, makeArray } from './arrays';
import { assume, type Ctx, type Out, placeOf } from './context';
import { flowInto } from './flow';
import { keywordsAsHash } from './hashLiterals';
import { assignPositional, fillsRest, otherKeywords, restOf, takesKeywords } from './positions';
import { classNameOf, members, saysLengths, shapeOf } from './shape';
import type { State } from './state';
import { anyOf, concrete, tagsOf } from './typing';
import { NIL_VAL, typeOf, type Val } from './value';

export interface Bound {
  /** By the binder's name in the signature. */
  readonly binders: ReadonlyMap<string, Val>;
  /** By position in the signature's list; undefined: not given. */
  readonly values: readonly (Val | undefined)[];
  /** With the array of the rest in it, where the signature speaks of that. */
  readonly state: State;
}

/** Positional and keyword arguments against a signature; null where they cannot be matched one by one. */
export function bindToSignature(
  ctx: Ctx,
  state: State,
  type: MethodType,
  args: Args,
  self: Val,
  site: Site,
  callee: string,
): Bound | null {
  const spread = onlySpread(args);
  const kinds = type.params.map(param => param.kind);
  if (args.irregular && !(spread && fillsRest(kinds, args, spread))) return null;
  if (!takesKeywords(type.params, args)) return null;
  const assigned = assignPositional(kinds, args.positional.length);
  if (!assigned || type.params.some(param => isRest(param) && param.type.kind === 'refined')) return null;
  const binders = new Map<string, Val>();
  let next = state;
  const values = type.params.map((param, index) => {
    const position = assigned[index];
    const given = isKeyword(param)
      ? args.keywords.get(param.name ?? '')
      : position === undefined || position === null
        ? undefined
        : args.positional[position];
    if (param.kind === 'rest') {
      const rest = spread
        ? bindSpread(ctx, next, param, spread, self)
        : bindRest(ctx, next, type, param, args, self, site, callee);
      if (!rest) return undefined;
      next = rest.state;
      for (const name of namesOf(param)) binders.set(name, rest.value);
      return rest.value;
    }
    if (param.kind === 'keyRest') {
      const rest = bindKeyRest(ctx, next, type.params, param, args, self, site, callee);
      next = rest?.state ?? next;
      for (const name of rest ? namesOf(param) : []) binders.set(name, rest!.value);
      return rest?.value;
    }
    if (given === undefined) {
      leaveOpen(ctx, state, param, binders, self, site);
      return undefined;
    }
    const at = placeOf(ctx, (typeof position === 'number' ? args.sites[position] : undefined) ?? site);
    const declared = concrete(ctx.run.input.program, param.type, typeOf(self));
    const val = flowInto(ctx, state, given, declared, at, `argument ${param.name ?? index + 1} of ${callee}`);
    if (param.name) binders.set(param.name, val);
    if (param.refinement?.binder) binders.set(param.refinement.binder, val);
    return val;
  });
  // What is spread must be told apart from what is not given at all.
  if (spread && values.some((value, index) => value === undefined && kinds[index] === 'rest')) return null;
  return { binders, values, state: next };
}

function namesOf(param: ParamType): readonly string[] {
  return [param.name, param.refinement?.binder].filter((name): name is string => !!name);
}

/** `m(1, *a)`: a new array of what is spread, as long as each element certainly has the declared type. */
function bindSpread(ctx: Ctx, state: State, param: ParamType, { array }: Spread, self: Val): Out | null {
  const declared = concrete(ctx.run.input.program, param.type, typeOf(self));
  const own = elementType(array.type);
  const [tags, allowed] = [tagsOf(own), tagsOf(declared)];
  const fits = allowed === null || (tags !== null && [...tags].every(tag => allowed.has(tag)));
  const classes = members(own).every(
    member => shapeOf(member) !== 'ref' || members(declared).some(each => classNameOf(each) === classNameOf(member)),
  );
  if (!fits || (allowed !== null && !classes) || saysLengths(declared)) return null;
  return copyOf(ctx, state, array);
}

/** Each of the rest has the type that is declared; the array that holds them is made for the callee. */
function bindRest(
  ctx: Ctx,
  state: State,
  type: MethodType,
  param: ParamType,
  args: Args,
  self: Val,
  site: Site,
  callee: string,
): Out {
  const declared = concrete(ctx.run.input.program, param.type, typeOf(self));
  const kinds = type.params.map(each => each.kind);
  const values = restOf(kinds, args.positional).map(value =>
    flowInto(ctx, state, value, declared, placeOf(ctx, site), `an argument of ${callee}`),
  );
  if (namesOf(param).length === 0) return { value: NIL_VAL, state };
  return makeArray(ctx, state, values, nominal('Array', [declared]), site);
}

function bindKeyRest(
  ctx: Ctx,
  state: State,
  params: readonly ParamType[],
  param: ParamType,
  args: Args,
  self: Val,
  site: Site,
  callee: string,
): Out | null {
  const declared = concrete(ctx.run.input.program, param.type, typeOf(self));
  const keywords = new Map(
    [...otherKeywords(params, args)].map(([name, value]) => [
      name,
      flowInto(ctx, state, value, declared, placeOf(ctx, site), `${name} of ${callee}`),
    ]),
  );
  return keywordsAsHash(ctx, { ...args, keywords }, state, declared);
}

function isRest(param: { readonly kind: string }): boolean {
  return param.kind === 'rest' || param.kind === 'keyRest';
}

/** An argument that is not given has its default, which a contract does not show: any value of its type. */
function leaveOpen(ctx: Ctx, state: State, param: ParamType, binders: Map<string, Val>, self: Val, site: Site): void {
  const names = namesOf(param);
  if (names.length === 0) return;
  const type = concrete(ctx.run.input.program, param.type, typeOf(self));
  const { val, guard } = anyOf(ctx, type, names[0]!, state.heap.alloc, site);
  assume(ctx, state, guard);
  for (const name of names) binders.set(name, val);
}

export function isKeyword(param: ParamType): boolean {
  return param.kind === 'key' || param.kind === 'optionalKey' || param.kind === 'keyRest';
}
