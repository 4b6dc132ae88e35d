/**
 * `*xs`, `**opts` on entry: a fresh array or hash of the arguments, which has no other reference. The method owns it:
 * no frame forbids writing it, and callers rely on that (callByContract.ts). If the type lists the arguments
 * individually, it contains exactly these.
 */
import { and, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import type { SignatureArm } from '../program/program';
import type { Param } from '../ril/ril';
import { isKeywordParam, isNamedKeyword, positionOfKeywordHash } from '../types/keywordsAsHash';
import { nominal, type ParamType, SYMBOL, type Type } from '../types/type';
import { arrayTypeFor, elementsOf, lengthOf, makeArray, withContents } from './heap/arrays';
import { contentsOf, EMPTY, makeHash, putEntry } from './heap/hashes';
import { allocate } from './heap/objects';
import { recordReceived } from './heap/receivedShapes';
import { withinBits } from './library/numbers/boundedIntegers';
import { assumeAlways, type Ctx, makeUnmodelled } from './state/context';
import { hashTypeFor, literalKey } from './state/hashTypes';
import { classNameOf, mentionsFixedShape } from './state/representation';
import type { State } from './state/state';
import { makeArbitraryValue, resolveTypeFor } from './state/typeGuards';
import { boxValue, type Val } from './state/value';

export interface Entered {
  readonly val: Val;
  readonly given: Formula;
  readonly source: Val | null;
  readonly state: State;
}

export function enterRest(ctx: Ctx, state: State, param: Param, type: Type, alloc: Formula): Entered {
  const source = classNameOf(type) ? makeArbitraryValue(ctx, type, param.name!, alloc, param) : null;
  if (source?.val.kind !== 'ref')
    return {
      val: makeUnmodelled(ctx, { kind: 'parameter', name: param.name }, param),
      given: TRUE,
      source: null,
      state,
    };
  const from: Val & { kind: 'ref' } = source.val;
  assumeAlways(ctx.run, source.guard, true);
  if (param.kind === 'keyRest') {
    const parts = { ...contentsOf(ctx, state, from), default: EMPTY.default };
    const made = makeHash(ctx, state, type, parts);
    return { val: made.object, given: TRUE, source: from, state: made.state };
  }
  const made = allocate(ctx, state, 'Array', type);
  const length = lengthOf(ctx, state, from);
  const filled = withContents(ctx, made.state, made.object, elementsOf(ctx, state, from), length);
  return { val: made.object, given: TRUE, source: from, state: filled };
}

/** The arguments of a rest parameter that the type lists individually; null: it does not list them. */
export function listedParameters(
  params: readonly Param[],
  index: number,
  arm: SignatureArm | null,
): readonly ParamType[] | null {
  const param = params[index]!;
  if (!arm || arm.type.anyArgs || (param.kind !== 'rest' && param.kind !== 'keyRest')) return null;
  if (positionOfKeywordHash(params, arm.type) !== null) return null;
  const named = new Set(params.filter(isNamedKeyword).map(each => each.name));
  const taken = params.slice(0, index).filter(each => !isKeywordParam(each) && each.kind !== 'block').length;
  const declared = arm.type.params;
  const listed =
    param.kind === 'rest'
      ? declared.filter(each => !isKeywordParam(each)).slice(taken)
      : declared.filter(each => isKeywordParam(each) && !named.has(each.name));
  const wanted = param.kind === 'rest' ? 'required' : 'key';
  if (listed.some(each => each.kind !== wanted || each.type.kind === 'refined')) return null;
  return params.slice(index + 1).some(each => each.kind === 'post') ? null : listed;
}

export interface Listed {
  readonly name: string;
  readonly val: Val;
  readonly binders: readonly string[];
}

/** A rest parameter whose arguments the method type lists individually. */
export interface ListedRest {
  readonly param: Param;
  readonly listed: readonly ParamType[];
}

/** A fresh array or hash of exactly these arguments. */
export function enterListedRest(
  ctx: Ctx,
  state: State,
  { param, listed }: ListedRest,
  self: Type,
  alloc: Formula,
): { readonly parts: readonly Listed[]; readonly val: Val; readonly state: State } | null {
  const parts = listed.map((each, index): Listed => {
    const type = resolveTypeFor(ctx.run.input.program, each.type, self);
    const name = each.name ?? `arg${index + 1}`;
    const { val, guard } = makeArbitraryValue(ctx, type, name, alloc, param);
    assumeAlways(ctx.run, and(guard, withinBits(ctx, val)), true);
    if (mentionsFixedShape(type)) recordReceived(ctx, state, val);
    return { name, val, binders: [each.name, each.refinement?.binder].filter((one): one is string => !!one) };
  });
  const values = parts.map(each => each.val);
  if (param.kind === 'rest') {
    const made = makeArray(ctx, state, values, arrayTypeFor(values), param);
    return { parts, val: made.value, state: made.state };
  }
  let contents = EMPTY;
  for (const { name, val } of parts) {
    const term = boxValue(val);
    if (term === null) return null;
    contents = putEntry(contents, literalKey({ type: 'symbol', value: name }), term);
  }
  const held = (hashTypeFor([], values) as { args: readonly Type[] }).args[1]!;
  const made = makeHash(ctx, state, nominal('Hash', [SYMBOL, held]), contents);
  return { parts, val: made.object, state: made.state };
}
