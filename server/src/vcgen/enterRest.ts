/**
 * `*xs`, `**opts` on entry: a new array or hash that holds what the arguments were spread from (which nobody here has a name
 * for). It is the method's own: no frame forbids to write it, and callers know that (contract.ts). Where the type lists the
 * arguments one by one, it holds just these.
 */
import { and, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import type { SignatureArm } from '../program/program';
import type { Param } from '../ril/ril';
import { nominal, type ParamType, SYMBOL, type Type } from '../types/type';
import { arrayTypeFor, elementsOf, lengthOf, makeArray, withContents } from './arrays';
import { withinBits } from './boundedIntegers';
import { assumeAlways, type Ctx, notModelled } from './context';
import { handOver } from './givenLengths';
import { contentsOf, EMPTY, makeHash, put } from './hashes';
import { hashTypeFor, literalKey } from './hashTypes';
import { allocate } from './objects';
import { classNameOf, saysLengths } from './shape';
import type { State } from './state';
import { anyOf, concrete } from './typing';
import { boxed, type Val } from './value';

export interface Entered {
  readonly val: Val;
  readonly given: Formula;
  readonly source: Val | null;
  readonly state: State;
}

export function enterRest(ctx: Ctx, state: State, param: Param, type: Type, alloc: Formula): Entered {
  const source = classNameOf(type) ? anyOf(ctx, type, param.name!, alloc, param) : null;
  if (source?.val.kind !== 'ref')
    return { val: notModelled(ctx, `the parameter ${param.name}`, param), given: TRUE, source: null, state };
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

/** The arguments that a rest parameter takes one by one, as the type lists them; null: it does not. */
export function listedFor(
  params: readonly Param[],
  index: number,
  arm: SignatureArm | null,
): readonly ParamType[] | null {
  const param = params[index]!;
  if (!arm || arm.type.anyArgs || (param.kind !== 'rest' && param.kind !== 'keyRest')) return null;
  const isKey = (each: { readonly kind: string }): boolean => /key/i.test(each.kind);
  const isNamed = (each: { readonly kind: string }): boolean => each.kind === 'key' || each.kind === 'optionalKey';
  const named = new Set(params.filter(isNamed).map(each => each.name));
  const taken = params.slice(0, index).filter(each => !isKey(each) && each.kind !== 'block').length;
  const declared = arm.type.params;
  const listed =
    param.kind === 'rest'
      ? declared.filter(each => !isKey(each)).slice(taken)
      : declared.filter(each => isKey(each) && !named.has(each.name));
  const wanted = param.kind === 'rest' ? 'required' : 'key';
  if (listed.some(each => each.kind !== wanted || each.type.kind === 'refined')) return null;
  return params.slice(index + 1).some(each => each.kind === 'post') ? null : listed;
}

export interface Listed {
  readonly name: string;
  readonly val: Val;
  readonly binders: readonly string[];
}

/** A new array or hash of just these arguments. */
export function enterListed(
  ctx: Ctx,
  state: State,
  param: Param,
  listed: readonly ParamType[],
  self: Type,
  alloc: Formula,
): { readonly parts: readonly Listed[]; readonly val: Val; readonly state: State } | null {
  const parts = listed.map((each, index): Listed => {
    const type = concrete(ctx.run.input.program, each.type, self);
    const name = each.name ?? `arg${index + 1}`;
    const { val, guard } = anyOf(ctx, type, name, alloc, param);
    assumeAlways(ctx.run, and(guard, withinBits(ctx, val)), true);
    if (saysLengths(type)) handOver(ctx, state, val);
    return { name, val, binders: [each.name, each.refinement?.binder].filter((one): one is string => !!one) };
  });
  const values = parts.map(each => each.val);
  if (param.kind === 'rest') {
    const made = makeArray(ctx, state, values, arrayTypeFor(values), param);
    return { parts, val: made.value, state: made.state };
  }
  let contents = EMPTY;
  for (const { name, val } of parts) {
    const term = boxed(val);
    if (term === null) return null;
    contents = put(contents, literalKey({ type: 'symbol', value: name }), term);
  }
  const held = (hashTypeFor([], values) as { args: readonly Type[] }).args[1]!;
  const made = makeHash(ctx, state, nominal('Hash', [SYMBOL, held]), contents);
  return { parts, val: made.object, state: made.state };
}
