/**
 * A splat whose length is not known, given to parameters of which some are not the rest: how long it must be is asked
 * (ArgumentError), optional parameters branch on it, and what is left goes to the rest parameter.
 */
import { compare } from '../logic/arithmetic';
import { and, eq, int, TRUE } from '../logic/build';
import type { MethodInfo } from '../program/program';
import { type Args, onlySpread, type Site, type Spread } from './arguments';
import { type ArrayVal, arrayTypeFor, elementInRange, isArray, lengthOf, makeArray } from './arrays';
import { fork } from './branch';
import { type Ctx, type Out, placeOf } from './context';
import { namedParams } from './hiddenParams';
import { oblige } from './obligations';
import { fillsRest } from './positions';
import type { State } from './state';
import type { Val } from './value';

/** Optional parameters that may or may not be reached: each doubles what is read. */
const MOST_OPTIONAL = 3;
const MOST_REQUIRED = 12;

type Call = (args: Args, state: State) => Out;

/** Null: there is no such splat, or it goes to the rest whole, or there is no such reading. */
export function spreadOver(ctx: Ctx, info: MethodInfo, args: Args, site: Site, state: State, call: Call): Out | null {
  const spread = onlySpread(args);
  const kinds = spread && kindsOf(info);
  if (!spread || !kinds || ctx.spec || fillsRest(kinds, args, spread)) return null;
  const fit = fitOf(kinds, args, spread);
  if (!fit) return null;
  const there = askLength(ctx, info, fit, spread, site, state);
  const exactly = (count: number): ((s: State) => Out) => {
    return s => call(withParts(ctx, args, spread, count, s), s);
  };
  let last = fit.hasRest ? (s: State): Out => intoRest(ctx, args, spread, fit, site, s, call) : exactly(fit.most);
  const length = lengthOf(ctx, there, spread.array);
  for (let count = fit.most - 1; count >= fit.least; count--) {
    const [otherwise, is] = [last, exactly(count)];
    last = s => fork(ctx, eq(length, int(count)), s, site, is, otherwise);
  }
  return last(there);
}

function kindsOf({ definition, signature }: MethodInfo): readonly string[] | null {
  if (definition) return namedParams(definition.params).map(param => param.kind);
  const arms = signature?.arms ?? [];
  return arms.length === 1 ? arms[0]!.type.params.map(param => param.kind) : null;
}

interface Fit {
  /** Fewest elements that fill what is required; most that parameters of their own take. */
  readonly least: number;
  readonly most: number;
  readonly hasRest: boolean;
  /** Arguments before the splat that go to the rest, too. */
  readonly extra: number;
}

function fitOf(kinds: readonly string[], args: Args, spread: Spread): Fit | null {
  const count = (kind: string): number => kinds.filter(each => each === kind).length;
  const [required, optional, post] = [count('required'), count('optional'), count('post')];
  const hasRest = kinds.includes('rest');
  const given = args.positional.length;
  const after = given - spread.after;
  if (required + post > MOST_REQUIRED || optional > MOST_OPTIONAL) return null;
  // What stands behind the splat fills the posts, one each: else elements would be counted from the end.
  if (hasRest && after !== post) return null;
  const [least, most] = [required + post - given, required + optional + post - given];
  if (!hasRest && most < 0) return null;
  return { least: Math.max(0, least), most: Math.max(0, most), hasRest, extra: Math.max(0, -most) };
}

function askLength(ctx: Ctx, info: MethodInfo, fit: Fit, { array }: Spread, site: Site, state: State): State {
  const length = lengthOf(ctx, state, array);
  const enough = fit.least === 0 ? TRUE : compare('>=', length, int(fit.least));
  const goal = fit.hasRest ? enough : and(enough, compare('<=', length, int(fit.most)));
  const wanted = fit.hasRest
    ? `at least ${fit.least}`
    : fit.least === fit.most
      ? `${fit.most}`
      : `${fit.least} to ${fit.most}`;
  if (goal === TRUE) return state;
  return oblige(ctx, state, {
    kind: 'core-precondition',
    goal: fit.least === fit.most && !fit.hasRest ? eq(length, int(fit.most)) : goal,
    place: placeOf(ctx, site),
    about: `what is spread over the parameters of ${info.name} has as many elements as they take (${wanted})`,
    raises: 'ArgumentError',
  });
}

/** As if the first elements had been written one by one, and no more were there. */
function withParts(ctx: Ctx, args: Args, { after, array }: Spread, count: number, state: State): Args {
  const parts = firstOf(ctx, array, count, state);
  const at = args.sites[Math.max(0, after - 1)];
  return {
    ...args,
    positional: [...args.positional.slice(0, after), ...parts, ...args.positional.slice(after)],
    sites: at ? [...args.sites.slice(0, after), ...parts.map(() => at), ...args.sites.slice(after)] : [],
    irregular: null,
    spread: null,
  };
}

function firstOf(ctx: Ctx, array: ArrayVal, count: number, state: State): readonly Val[] {
  return Array.from({ length: count }, (_, index) => elementInRange(ctx, state, array, int(index)));
}

/** The first elements have parameters of their own; the others, behind arguments that have none, are the rest. */
function intoRest(ctx: Ctx, args: Args, spread: Spread, fit: Fit, site: Site, state: State, call: Call): Out {
  const own = firstOf(ctx, spread.array, fit.most, state);
  const left = ctx.run.rules.send(ctx, spread.array, 'drop', [{ kind: 'int', term: int(fit.most) }], site, state);
  const from = spread.after - fit.extra;
  const joined = behind(ctx, args.positional.slice(from, spread.after), left, site);
  if (!isArray(joined.value)) return joined;
  const positional = [...args.positional.slice(0, from), ...own, ...args.positional.slice(spread.after)];
  return call(
    { ...args, positional, sites: [], spread: { after: from + own.length, array: joined.value } },
    joined.state,
  );
}

function behind(ctx: Ctx, before: readonly Val[], left: Out, site: Site): Out {
  if (before.length === 0 || !isArray(left.value)) return left;
  const made = makeArray(ctx, left.state, before, arrayTypeFor(before), site);
  return ctx.run.rules.send(ctx, made.value, '+', [left.value], site, made.state);
}
