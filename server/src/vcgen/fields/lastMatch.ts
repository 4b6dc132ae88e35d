/**
 * `$~`, `$1`, `$&`, …: what the last match of this method and its blocks left. `$~` is one of the state's locals, nil on entry. A library
 * method with a `matches` label sets it; any other library method makes it unknown unless it is given nothing to match.
 * What a match says of texts is known for literal regexps (matchedText.ts).
 */
import { and, eq, implies, not } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { MemoKey, memoOf } from '../../program/memos';
import type { LibraryFacts } from '../../program/program';
import type { Var } from '../../ril/ril';
import { NIL, nominal, STRING } from '../../types/type';
import { forEachExpr } from '../analysis/writes';
import { textOf } from '../heap/strings';
import type { Send, Site } from '../state/call';
import { assume, type Ctx, freshSymbol, makeUnmodelled, type Out } from '../state/context';
import type { Frame } from '../state/frame';
import { lastMatchKey } from '../state/localKey';
import { classNameOf, makeUnionType, unionMembers } from '../state/representation';
import { type State, withLocal } from '../state/state';
import { makeArbitraryValue } from '../state/typeGuards';
import { type Closure, isNil, isTruthy, NIL_VAL, typeOf, unboxTerm, type Val } from '../state/value';
import { VALUE_SORT } from '../state/valueSort';
import {
  assumeFound,
  assumeTexts,
  groupMatched,
  isRegexp,
  partNamed,
  type Search,
  searchOf,
  textOfPart,
} from './matchedText';

/** Ruby sets these with every match; they only look like globals. */
const OF_MATCH = /^\$([~&`'+]|\d+)$/;

export function isOfMatch(name: string): boolean {
  return OF_MATCH.test(name);
}

const READERS = new MemoKey(() => new Map<string, boolean>());

/** Methods that never read `$~` do without. */
function readsLastMatch(ctx: Ctx, { method }: Frame): boolean {
  const memo = memoOf(ctx.run.input.program, READERS);
  const known = memo.get(method.key);
  if (known !== undefined) return known;
  let reads = false;
  if (method.definition)
    forEachExpr(method.definition.body(), each => {
      if (each.kind === 'var' && each.scope === 'global' && isOfMatch(each.name)) reads = true;
    });
  memo.set(method.key, reads);
  return reads;
}

export function readLastMatch(ctx: Ctx, expr: Var, state: State): Out {
  const { name } = expr;
  const match = state.locals.get(lastMatchKey(ctx.frame.id)) ?? NIL_VAL;
  const isCaptured = ctx.run.hazards.capturedMatches.has(ctx.frame.id);
  if (isCaptured || ctx.spec || !isMatchOrNil(match))
    return { value: makeUnmodelled(ctx, { kind: 'match-variable', name }, expr), state };
  if (name === '$~' || match.kind === 'nil') return { value: match, state };
  return { value: partOf(ctx, match, name.slice(1), expr, state), state };
}

/** What `m[group]` returns if `group` is a number or a name: the result of that call, which is a String or nil. */
export function assumePart(ctx: Ctx, { receiver, args }: Send, result: Val, state: State): void {
  const [group, ...others] = args.positional;
  if (receiver.kind !== 'ref' || others.length > 0 || result.kind !== 'boxed') return;
  const name = group ? partNamed(group) : null;
  if (name !== null) assumeSame(ctx, receiver.term, name, result, state);
}

/** `part`: a group, or one of the characters that name the match itself and what is around it. */
function partOf(ctx: Ctx, match: Val, part: string, site: Site, state: State): Val {
  const { val, guard } = makeArbitraryValue(ctx, STRING_OR_NIL, `match:${part}`, state.heap.alloc, site);
  assume(ctx, state, guard);
  const there = not(isNil(match));
  assume(ctx, state, implies(not(there), isNil(val)));
  const inside = { ...state, path: and(state.path, there) };
  assumeSame(ctx, refOf(match), part, val, inside);
  return val;
}

/** Reading a part again returns an equal string, or nil again. */
function assumeSame(ctx: Ctx, match: Formula, part: string, val: Val, state: State): void {
  if (val.kind !== 'boxed') return;
  assume(ctx, state, eq(not(isNil(val)), groupMatched(ctx, match, part)));
  const string = { kind: 'ref', term: unboxTerm(val.term, 'ref'), type: STRING, exact: false } as const;
  assume(ctx, state, implies(not(isNil(val)), eq(textOf(ctx, state, string), textOfPart(ctx, match, part))));
}

const MATCH_OR_NIL = makeUnionType([nominal('MatchData'), NIL]);
const STRING_OR_NIL = makeUnionType([STRING, NIL]);

function refOf(match: Val): Formula {
  return match.kind === 'ref' ? match.term : unboxTerm((match as Val & { kind: 'boxed' }).term, 'ref');
}

/** The effect of a library method on `$~`. */
type Matching =
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'match'; readonly search: Search | null; readonly byResult: boolean };

/** `state`: before the call; null: the text that is searched may have changed since. */
export function matchingOf(ctx: Ctx, send: Send, matches: LibraryFacts['matches'], state: State | null): Matching {
  if (ctx.spec || matches === 'nothing') return { kind: 'none' };
  const { receiver, args } = send;
  const given = args.positional;
  const regexp = [receiver, ...given.slice(0, 1)].find(isRegexp) ?? null;
  const isSimple = args.irregular === null && args.keywords.size === 0;
  if (isSimple && !regexp && given.every(isNoPattern) && (matches !== null || args.block === null))
    return { kind: 'none' };
  if (matches === null || !isSimple) return { kind: 'unknown' };
  const isAlone = given.length === 1;
  // Another of the prefixes may be the one that matched.
  if (matches === 'start' && !isAlone) return { kind: 'match', search: null, byResult: false };
  const exact = matches === 'result' || (matches !== 'yielded' && isAlone);
  const search = searchOf(ctx, send, matches === 'start' ? 'start' : 'anywhere', state);
  return { kind: 'match', search, byResult: exact && regexp !== null && args.block === null };
}

function isNoPattern(val: Val): boolean {
  return ['nil', 'bool', 'int', 'real', 'range'].includes(val.kind);
}

/** An exception that leaves the method may come after the match. */
export function stateBeforeMatch(ctx: Ctx, matching: Matching, state: State): State {
  return matching.kind === 'none' ? state : forgetLastMatch(ctx, ctx.frame, state);
}

export function stateAfterMatch(ctx: Ctx, matching: Matching, result: Val, site: Site, state: State): State {
  if (matching.kind !== 'match') return state;
  const { search, byResult } = matching;
  const isResult = byResult && isMatchOrNil(result);
  if (byResult) assumeFound(ctx, search, isTruthy(result), state);
  if (isResult) assumeMatched(ctx, search, result, state);
  if (!readsLastMatch(ctx, ctx.frame)) return state;
  const match = isResult ? result : newMatch(ctx, site, state);
  if (byResult) assume(ctx, state, eq(not(isNil(match)), isTruthy(result)));
  if (!isResult) assumeMatched(ctx, search, match, state);
  return withLocal(state, lastMatchKey(ctx.frame.id), match);
}

/** While the block of a method that matches runs, there is a match. */
export function stateInMatchingBlock(ctx: Ctx, matching: Matching, closure: Closure, site: Site, state: State): State {
  if (matching.kind !== 'match' || !readsLastMatch(ctx, closure.frame)) return state;
  const match = newMatch(ctx, site, state);
  assume(ctx, state, not(isNil(match)));
  assumeMatched(ctx, matching.search, match, state);
  return withLocal(state, lastMatchKey(closure.frame.id), match);
}

function newMatch(ctx: Ctx, site: Site, state: State): Val {
  const { val, guard } = makeArbitraryValue(ctx, MATCH_OR_NIL, 'match', state.heap.alloc, site);
  assume(ctx, state, guard);
  return val;
}

function isMatchOrNil(val: Val): boolean {
  return unionMembers(typeOf(val)).every(each => each.kind === 'nil' || classNameOf(each) === 'MatchData');
}

function assumeMatched(ctx: Ctx, search: Search | null, match: Val, state: State): void {
  if (search && match.kind !== 'nil')
    assumeTexts(ctx, search, { match: refOf(match), there: not(isNil(match)) }, state);
}

/** What is in `$~` if something unknown may have matched; reading it is not modelled. */
const UNKNOWN = nominal('Object');

export function forgetLastMatch(ctx: Ctx, frame: Frame, state: State): State {
  if (ctx.spec || !readsLastMatch(ctx, frame)) return state;
  const unknown: Val = { kind: 'boxed', term: freshSymbol(ctx.run, 'match', VALUE_SORT), type: UNKNOWN };
  return withLocal(state, lastMatchKey(frame.id), unknown);
}
