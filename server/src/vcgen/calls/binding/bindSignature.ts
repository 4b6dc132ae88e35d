/** Binds arguments to the binders of a signature. */
import type { CalleeName } from '../../../problems/reason';
import { isKeywordParam } from '../../../types/keywordsAsHash';
import { type MethodType, nominal, type ParamType } from '../../../types/type';
import { copyOf, elementType, makeArray } from '../../heap/arrays';
import { keywordsAsHash } from '../../heap/hashLiterals';
import { flowInto } from '../../obligations/flowInto';
import { type Args, type Bound, type Site, type Splat, soleSplat } from '../../state/call';
import { assume, type Ctx, type Out, placeOf } from '../../state/context';
import { classNameOf, mentionsFixedShape, representationOf, unionMembers } from '../../state/representation';
import type { State } from '../../state/state';
import { makeArbitraryValue, resolveTypeFor, tagsOf } from '../../state/typeGuards';
import { NIL_VAL, typeOf, type Val } from '../../state/value';
import { acceptsKeywords, assignPositional, fillsRest, restArguments, unmatchedKeywords } from './matchParameters';

/** The arguments of a call and the method type to bind them to. */
export interface Binding {
  readonly type: MethodType;
  readonly args: Args;
  readonly self: Val;
  readonly site: Site;
  /** How the callee is named in messages. */
  readonly callee: CalleeName;
}

/** Binds positional and keyword arguments to a signature; null if they cannot be matched individually. */
export function bindToSignature(ctx: Ctx, state: State, binding: Binding): Bound | null {
  const { type, args, self, site, callee } = binding;
  const spread = soleSplat(args);
  const kinds = type.params.map(param => param.kind);
  if (args.irregular && !(spread && fillsRest(kinds, args, spread))) return null;
  if (!acceptsKeywords(type.params, args)) return null;
  const assigned = assignPositional(kinds, args.positional.length);
  if (!assigned || type.params.some(param => isRest(param) && param.type.kind === 'refined')) return null;
  const binders = new Map<string, Val>();
  let next = state;
  const values = type.params.map((param, index) => {
    const position = assigned[index];
    const given = isKeywordParam(param)
      ? args.keywords.get(param.name ?? '')
      : position === undefined || position === null
        ? undefined
        : args.positional[position];
    if (param.kind === 'rest') {
      const rest = spread ? bindSplatToRest(ctx, next, param, spread, self) : bindRest(ctx, next, binding, param);
      if (!rest) return undefined;
      next = rest.state;
      for (const name of namesOf(param)) binders.set(name, rest.value);
      return rest.value;
    }
    if (param.kind === 'keyRest') {
      const rest = bindKeyRest(ctx, next, type.params, param, binding);
      next = rest?.state ?? next;
      for (const name of rest ? namesOf(param) : []) binders.set(name, rest!.value);
      return rest?.value;
    }
    if (given === undefined) {
      bindOmitted(ctx, state, param, binders, binding);
      return undefined;
    }
    const at = placeOf(ctx, (typeof position === 'number' ? args.sites[position] : undefined) ?? site);
    const declared = resolveTypeFor(ctx.run.input.program, param.type, typeOf(self));
    const val = flowInto(ctx, state, {
      value: given,
      type: declared,
      place: at,
      subject: { kind: 'argument', param: param.name ?? index + 1, callee },
    });
    if (param.name) binders.set(param.name, val);
    if (param.refinement?.binder) binders.set(param.refinement.binder, val);
    return val;
  });
  // Distinguish splatted arguments from omitted ones.
  if (spread && values.some((value, index) => value === undefined && kinds[index] === 'rest')) return null;
  return { binders, values, state: next };
}

function namesOf(param: ParamType): readonly string[] {
  return [param.name, param.refinement?.binder].filter((name): name is string => !!name);
}

/** `m(1, *a)`: a new array of the splatted elements, if each certainly has the declared type. */
function bindSplatToRest(ctx: Ctx, state: State, param: ParamType, { array }: Splat, self: Val): Out | null {
  const declared = resolveTypeFor(ctx.run.input.program, param.type, typeOf(self));
  const own = elementType(array.type);
  const [tags, allowed] = [tagsOf(own), tagsOf(declared)];
  const fits = allowed === null || (tags !== null && [...tags].every(tag => allowed.has(tag)));
  const classes = unionMembers(own).every(
    member =>
      representationOf(member) !== 'ref' ||
      unionMembers(declared).some(each => classNameOf(each) === classNameOf(member)),
  );
  if (!fits || (allowed !== null && !classes) || mentionsFixedShape(declared)) return null;
  return copyOf(ctx, state, array);
}

/** Requires the declared type of each rest argument; the array that contains them is allocated for the callee. */
function bindRest(ctx: Ctx, state: State, { type, args, self, site, callee }: Binding, param: ParamType): Out {
  const declared = resolveTypeFor(ctx.run.input.program, param.type, typeOf(self));
  const kinds = type.params.map(each => each.kind);
  const values = restArguments(kinds, args.positional).map(value =>
    flowInto(ctx, state, {
      value,
      type: declared,
      place: placeOf(ctx, site),
      subject: { kind: 'rest-argument', callee },
    }),
  );
  if (namesOf(param).length === 0) return { value: NIL_VAL, state };
  return makeArray(ctx, state, values, nominal('Array', [declared]), site);
}

function bindKeyRest(
  ctx: Ctx,
  state: State,
  params: readonly ParamType[],
  param: ParamType,
  { args, self, site, callee }: Binding,
): Out | null {
  const declared = resolveTypeFor(ctx.run.input.program, param.type, typeOf(self));
  const keywords = new Map(
    [...unmatchedKeywords(params, args)].map(([name, value]) => [
      name,
      flowInto(ctx, state, {
        value,
        type: declared,
        place: placeOf(ctx, site),
        subject: { kind: 'keyword-argument', name, callee },
      }),
    ]),
  );
  return keywordsAsHash(ctx, { ...args, keywords }, state, declared);
}

function isRest(param: { readonly kind: string }): boolean {
  return param.kind === 'rest' || param.kind === 'keyRest';
}

/** An omitted argument has its default, which a contract does not show: any value of its type. */
function bindOmitted(
  ctx: Ctx,
  state: State,
  param: ParamType,
  binders: Map<string, Val>,
  { self, site }: Binding,
): void {
  const names = namesOf(param);
  if (names.length === 0) return;
  const type = resolveTypeFor(ctx.run.input.program, param.type, typeOf(self));
  const { val, guard } = makeArbitraryValue(ctx, type, names[0]!, state.heap.alloc, site);
  assume(ctx, state, guard);
  for (const name of names) binders.set(name, val);
}
