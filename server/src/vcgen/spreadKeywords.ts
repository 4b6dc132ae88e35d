/**
 * `**h` of a hash whose keys are not known, given to named parameters: that the required keys are there, and no others but
 * those that have a parameter, is asked (ArgumentError); optional ones branch.
 */
import { add, compare } from '../logic/arithmetic';
import { and, bound, eq, forall, implies, int, ite, not, or } from '../logic/build';
import { select } from '../logic/maps';
import type { MethodInfo } from '../program/program';
import { type Args, IRREGULAR, type Site } from './arguments';
import { fork } from './branch';
import { assume, type Ctx, type Out, placeOf } from './context';
import { contentsOf, type HashVal, valueAt } from './hashes';
import { literalKey } from './hashTypes';
import { namedParams } from './hiddenParams';
import { oblige } from './obligations';
import type { State } from './state';
import { VALUE_SORT } from './value';

/** Each doubles what is read. */
const MOST_OPTIONAL = 3;

type Call = (args: Args, state: State) => Out;

interface Keys {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** Null: there is no such argument, or no such reading. */
export function spreadKeywords(
  ctx: Ctx,
  info: MethodInfo,
  args: Args,
  site: Site,
  state: State,
  call: Call,
): Out | null {
  const { keySpread: hash } = args;
  if (!hash || args.irregular !== IRREGULAR.doubleSplat || args.spread || args.keywords.size > 0 || ctx.spec)
    return null;
  const keys = keysOf(info);
  if (!keys) return null;
  const there = askKeys(ctx, info, keys, hash, site, state);
  return given(ctx, { ...args, irregular: null, keySpread: null }, hash, keys, site, there, call);
}

function keysOf({ definition, signature }: MethodInfo): Keys | null {
  const arms = signature?.arms ?? [];
  const params = definition ? namedParams(definition.params) : arms.length === 1 ? arms[0]!.type.params : [];
  const names = (kind: string): string[] =>
    params.flatMap(param => (param.kind === kind && param.name !== null ? [param.name] : []));
  const keys = { required: names('key'), optional: names('optionalKey') };
  if (params.some(param => param.kind === 'keyRest') || keys.optional.length > MOST_OPTIONAL) return null;
  return keys.required.length + keys.optional.length === 0 ? null : keys;
}

function askKeys(ctx: Ctx, info: MethodInfo, keys: Keys, hash: HashVal, site: Site, state: State): State {
  const { present } = contentsOf(ctx, state, hash);
  const key = (name: string) => literalKey({ type: 'symbol', value: name });
  const name = `k${ctx.run.quantifiers++}`;
  const other = bound(name, VALUE_SORT);
  const known = or(...[...keys.required, ...keys.optional].map(each => eq(other, key(each))));
  const ask = (goal: ReturnType<typeof and>, about: string, s: State): State =>
    oblige(ctx, s, { kind: 'core-precondition', goal, place: placeOf(ctx, site), about, raises: 'ArgumentError' });
  const complete = ask(
    and(...keys.required.map(each => select(present, key(each)))),
    `the hash has the keywords that ${info.name} needs (${keys.required.join(', ') || 'none'})`,
    state,
  );
  // One more than those: what is there besides them is counted, too.
  const { size } = contentsOf(ctx, state, hash);
  const counted = [...keys.required, ...keys.optional]
    .map(each => ite(select(present, key(each)), int(1), int(0)))
    .reduce(add, int(1));
  const law = implies(and(select(present, other), not(known)), compare('>=', size, counted));
  assume(ctx, complete, forall([{ name, sort: VALUE_SORT }], law, [[select(present, other)]]));
  const every = forall([{ name, sort: VALUE_SORT }], implies(select(present, other), known));
  return ask(every, `the hash has no keywords that ${info.name} does not take`, complete);
}

function given(ctx: Ctx, args: Args, hash: HashVal, keys: Keys, site: Site, state: State, call: Call): Out {
  const [next, ...optional] = keys.optional;
  const withKey = (name: string, s: State): Args => {
    const value = valueAt(ctx, s, hash, literalKey({ type: 'symbol', value: name }));
    return { ...args, keywords: new Map([...args.keywords, [name, value]]) };
  };
  const [first, ...required] = keys.required;
  if (first !== undefined) return given(ctx, withKey(first, state), hash, { ...keys, required }, site, state, call);
  if (next === undefined) return call(args, state);
  const rest = { required, optional };
  const { present } = contentsOf(ctx, state, hash);
  return fork(
    ctx,
    select(present, literalKey({ type: 'symbol', value: next })),
    state,
    site,
    s => given(ctx, withKey(next, s), hash, rest, site, s, call),
    s => given(ctx, args, hash, rest, site, s, call),
  );
}
