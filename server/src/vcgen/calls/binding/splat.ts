/**
 * A splat of unknown length passed to parameters other than a rest: an obligation (ArgumentError) requires a length
 * that fits, optional parameters branch on it, and the remaining elements go to the rest parameter.
 */
import { compare } from '../../../logic/arithmetic';
import { and, eq, int, TRUE } from '../../../logic/build';
import type { MethodInfo } from '../../../program/program';
import { nameAnonymousParams } from '../../analysis/anonymousParams';
import { arrayTypeFor, elementInRange, isArray, lengthOf, makeArray } from '../../heap/arrays';
import { addObligation } from '../../obligations/obligations';
import { type Args, positionalArgs, type Send, type Site, type Splat, soleSplat } from '../../state/call';
import { type Ctx, type Out, placeOf } from '../../state/context';
import { forkState } from '../../state/fork';
import type { State } from '../../state/state';
import type { ArrayVal, Val } from '../../state/value';
import { fillsRest } from './matchParameters';

/** Limit on optional parameters that may or may not be reached: each one doubles the number of paths. */
const MOST_OPTIONAL = 3;
const MOST_REQUIRED = 12;

type Call = (args: Args, state: State) => Out;

/** Null: there is no such splat, it goes to the rest as a whole, or it is not modelled. */
export function callWithSplat(ctx: Ctx, send: Send, info: MethodInfo, state: State, call: Call): Out | null {
  const { args, site } = send;
  const spread = soleSplat(args);
  const kinds = spread && kindsOf(info);
  if (!spread || !kinds || ctx.spec || fillsRest(kinds, args, spread)) return null;
  const fit = lengthRangeOf(kinds, args, spread);
  if (!fit) return null;
  const there = requireLength(ctx, info, { spread, fit }, site, state);
  const exactly = (count: number): ((s: State) => Out) => {
    return s => call(replaceSplatByElements(ctx, args, spread, count, s), s);
  };
  let last = fit.hasRest ? (s: State): Out => bindIntoRest(ctx, send, { spread, fit }, s, call) : exactly(fit.most);
  const length = lengthOf(ctx, there, spread.array);
  for (let count = fit.most - 1; count >= fit.least; count--) {
    const [otherwise, is] = [last, exactly(count)];
    last = s => forkState(ctx, eq(length, int(count)), s, site, { yes: is, no: otherwise });
  }
  return last(there);
}

function kindsOf({ definition, signature }: MethodInfo): readonly string[] | null {
  if (definition) return nameAnonymousParams(definition.params).map(param => param.kind);
  const arms = signature?.arms ?? [];
  return arms.length === 1 ? arms[0]!.type.params.map(param => param.kind) : null;
}

/** A splat and how its elements fill the parameters. */
interface FittedSpread {
  readonly spread: Splat;
  readonly fit: Fit;
}

interface Fit {
  /** The fewest elements that fill the required parameters, and the most that individual parameters take. */
  readonly least: number;
  readonly most: number;
  readonly hasRest: boolean;
  /** The number of arguments before the splat that also go to the rest. */
  readonly extra: number;
}

function lengthRangeOf(kinds: readonly string[], args: Args, spread: Splat): Fit | null {
  const count = (kind: string): number => kinds.filter(each => each === kind).length;
  const [required, optional, post] = [count('required'), count('optional'), count('post')];
  const hasRest = kinds.includes('rest');
  const given = args.positional.length;
  const after = given - spread.after;
  if (required + post > MOST_REQUIRED || optional > MOST_OPTIONAL) return null;
  // Arguments after the splat fill the posts, one each: else elements would be counted from the end.
  if (hasRest && after !== post) return null;
  const [least, most] = [required + post - given, required + optional + post - given];
  if (!hasRest && most < 0) return null;
  return { least: Math.max(0, least), most: Math.max(0, most), hasRest, extra: Math.max(0, -most) };
}

function requireLength(
  ctx: Ctx,
  info: MethodInfo,
  { spread: { array }, fit }: FittedSpread,
  site: Site,
  state: State,
): State {
  const length = lengthOf(ctx, state, array);
  const enough = fit.least === 0 ? TRUE : compare('>=', length, int(fit.least));
  const goal = fit.hasRest ? enough : and(enough, compare('<=', length, int(fit.most)));
  if (goal === TRUE) return state;
  return addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: fit.least === fit.most && !fit.hasRest ? eq(length, int(fit.most)) : goal,
    place: placeOf(ctx, site),
    reason: { kind: 'splat-length', method: info.name, least: fit.least, most: fit.hasRest ? null : fit.most },
    raises: 'ArgumentError',
  });
}

/** The arguments as if exactly the first `count` elements had been written individually. */
function replaceSplatByElements(ctx: Ctx, args: Args, { after, array }: Splat, count: number, state: State): Args {
  const parts = firstElements(ctx, array, count, state);
  const at = args.sites[Math.max(0, after - 1)];
  return {
    ...args,
    positional: [...args.positional.slice(0, after), ...parts, ...args.positional.slice(after)],
    sites: at ? [...args.sites.slice(0, after), ...parts.map(() => at), ...args.sites.slice(after)] : [],
    irregular: null,
    spread: null,
  };
}

function firstElements(ctx: Ctx, array: ArrayVal, count: number, state: State): readonly Val[] {
  return Array.from({ length: count }, (_, index) => elementInRange(ctx, state, array, int(index)));
}

/** The first elements have individual parameters; the others, after arguments without one, are the rest. */
function bindIntoRest(ctx: Ctx, send: Send, { spread, fit }: FittedSpread, state: State, call: Call): Out {
  const { args, site } = send;
  const own = firstElements(ctx, spread.array, fit.most, state);
  const left = ctx.run.rules.send(
    ctx,
    { ...send, receiver: spread.array, method: 'drop', args: positionalArgs([{ kind: 'int', term: int(fit.most) }]) },
    state,
  );
  const from = spread.after - fit.extra;
  const joined = prependElements(ctx, args.positional.slice(from, spread.after), left, site);
  if (!isArray(joined.value)) return joined;
  const positional = [...args.positional.slice(0, from), ...own, ...args.positional.slice(spread.after)];
  return call(
    { ...args, positional, sites: [], spread: { after: from + own.length, array: joined.value } },
    joined.state,
  );
}

function prependElements(ctx: Ctx, before: readonly Val[], left: Out, site: Site): Out {
  if (before.length === 0 || !isArray(left.value)) return left;
  const made = makeArray(ctx, left.state, before, arrayTypeFor(before), site);
  return ctx.run.rules.send(
    ctx,
    { receiver: made.value, method: '+', args: positionalArgs([left.value]), site },
    made.state,
  );
}
