/**
 * `**h` of a hash with unknown keys, passed to named parameters: an obligation (ArgumentError) requires that the
 * required keys are present and that every other key has a parameter; optional ones branch.
 */

import { add, compare } from '../../../logic/arithmetic';
import { and, bound, eq, forall, implies, int, ite, not, or } from '../../../logic/build';
import { select } from '../../../logic/maps';
import type { Reason } from '../../../problems/reason';
import type { MethodInfo } from '../../../program/program';
import { nameAnonymousParams } from '../../analysis/anonymousParams';
import { contentsOf, valueAt } from '../../heap/hashes';
import { addObligation } from '../../obligations/obligations';
import type { Args, Send, Site } from '../../state/call';
import { assume, type Ctx, type Out, placeOf } from '../../state/context';
import { forkState } from '../../state/fork';
import { literalKey } from '../../state/hashTypes';
import type { State } from '../../state/state';
import type { HashVal } from '../../state/value';
import { VALUE_SORT } from '../../state/valueSort';

/** Each one doubles the number of paths. */
const MOST_OPTIONAL = 3;

type Call = (args: Args, state: State) => Out;

interface Keys {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** A double splat and the keyword parameters that it may fill. */
interface KeywordSpread {
  readonly hash: HashVal;
  readonly keys: Keys;
}

/** Null: there is no such argument, or it is not modelled. */
export function callWithDoubleSplat(ctx: Ctx, send: Send, info: MethodInfo, state: State, call: Call): Out | null {
  const { args, site } = send;
  const { keySpread: hash } = args;
  if (!hash || args.irregular !== 'double-splat' || args.spread || args.keywords.size > 0 || ctx.spec) return null;
  const keys = keysOf(info);
  if (!keys) return null;
  const there = requireKeys(ctx, info, { hash, keys }, site, state);
  return bindSplatKeywords(
    ctx,
    { ...send, args: { ...args, irregular: null, keySpread: null } },
    { hash, keys },
    there,
    call,
  );
}

function keysOf({ definition, signature }: MethodInfo): Keys | null {
  const arms = signature?.arms ?? [];
  const params = definition ? nameAnonymousParams(definition.params) : arms.length === 1 ? arms[0]!.type.params : [];
  const names = (kind: string): string[] =>
    params.flatMap(param => (param.kind === kind && param.name !== null ? [param.name] : []));
  const keys = { required: names('key'), optional: names('optionalKey') };
  if (params.some(param => param.kind === 'keyRest') || keys.optional.length > MOST_OPTIONAL) return null;
  return keys.required.length + keys.optional.length === 0 ? null : keys;
}

function requireKeys(ctx: Ctx, info: MethodInfo, { hash, keys }: KeywordSpread, site: Site, state: State): State {
  const { present } = contentsOf(ctx, state, hash);
  const key = (name: string) => literalKey({ type: 'symbol', value: name });
  const name = `k${ctx.run.names.quantifiers++}`;
  const other = bound(name, VALUE_SORT);
  const known = or(...[...keys.required, ...keys.optional].map(each => eq(other, key(each))));
  const addRequirement = (goal: ReturnType<typeof and>, reason: Reason, s: State): State =>
    addObligation(ctx, s, {
      kind: 'core-precondition',
      goal,
      place: placeOf(ctx, site),
      reason,
      raises: 'ArgumentError',
    });
  const complete = addRequirement(
    and(...keys.required.map(each => select(present, key(each)))),
    { kind: 'required-keywords', method: info.name, keywords: keys.required },
    state,
  );
  // One more than the parameters, so that an additional key is counted.
  const { size } = contentsOf(ctx, state, hash);
  const counted = [...keys.required, ...keys.optional]
    .map(each => ite(select(present, key(each)), int(1), int(0)))
    .reduce(add, int(1));
  const law = implies(and(select(present, other), not(known)), compare('>=', size, counted));
  assume(ctx, complete, forall([{ name, sort: VALUE_SORT }], law, [[select(present, other)]]));
  const every = forall([{ name, sort: VALUE_SORT }], implies(select(present, other), known));
  return addRequirement(every, { kind: 'no-unknown-keywords', method: info.name }, complete);
}

function bindSplatKeywords(ctx: Ctx, send: Send, spread: KeywordSpread, state: State, call: Call): Out {
  const { hash, keys } = spread;
  const { args, site } = send;
  const [next, ...optional] = keys.optional;
  const withKey = (name: string, s: State): Args => {
    const value = valueAt(ctx, s, hash, literalKey({ type: 'symbol', value: name }));
    return { ...args, keywords: new Map([...args.keywords, [name, value]]) };
  };
  const [first, ...required] = keys.required;
  if (first !== undefined)
    return bindSplatKeywords(
      ctx,
      { ...send, args: withKey(first, state) },
      { ...spread, keys: { ...keys, required } },
      state,
      call,
    );
  if (next === undefined) return call(args, state);
  const rest = { required, optional };
  const { present } = contentsOf(ctx, state, hash);
  return forkState(ctx, select(present, literalKey({ type: 'symbol', value: next })), state, site, {
    yes: s => bindSplatKeywords(ctx, { ...send, args: withKey(next, s) }, { ...spread, keys: rest }, s, call),
    no: s => bindSplatKeywords(ctx, send, { ...spread, keys: rest }, s, call),
  });
}
