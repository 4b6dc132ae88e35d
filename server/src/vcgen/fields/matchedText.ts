/**
 * What is known of texts where a literal regexp is searched: that it is found in the texts of a language (heap/regexpLanguage.ts), and what
 * its match consists of (matchParts.ts).
 */
import { and, apply, eq, implies, not, TRUE } from '../../logic/build';
import type { Formula, Sort } from '../../logic/formula';
import { BOOL_SORT, INT_SORT, TEXT_SORT } from '../../logic/sorts';
import type { LibraryFacts } from '../../program/program';
import { STRING } from '../../types/type';
import { isFoundIn } from '../heap/regexpLanguage';
import { textOf } from '../heap/strings';
import { isString } from '../heap/stringTheory';
import type { Send } from '../state/call';
import { assume, type Ctx, freshSymbol } from '../state/context';
import { classNameOf } from '../state/representation';
import type { KnownRegexp } from '../state/runState';
import type { State } from '../state/state';
import { isNil, isTruthy, unboxTerm, type Val } from '../state/value';
import { describeParts, type MatchParts } from './matchParts';

export interface Search {
  readonly regexp: KnownRegexp;
  /** The text that is searched; null: it may have changed since. */
  readonly subject: Formula | null;
  /** The whole text is searched, and nothing else. */
  readonly isWhole: boolean;
  readonly from: 'anywhere' | 'start';
}

export function isRegexp(val: Val): val is Val & { readonly kind: 'ref' } {
  return val.kind === 'ref' && classNameOf(val.type) === 'Regexp';
}

/** Null: it is not known which regexp it is. */
export function knownRegexp(ctx: Ctx, val: Val): KnownRegexp | null {
  return isRegexp(val) && val.term.kind === 'symbol' ? (ctx.run.heapNotes.regexps.get(val.term.name) ?? null) : null;
}

/** The search of a call with a literal regexp as its receiver or first argument. `state`: before the call. */
export function searchOf(ctx: Ctx, { receiver, args }: Send, from: Search['from'], state: State | null): Search | null {
  const [first] = args.positional;
  if (!first) return null;
  const [by, subject] = isRegexp(receiver) ? [receiver, first] : [first, receiver];
  const regexp = knownRegexp(ctx, by);
  if (!regexp) return null;
  const searched = state && !args.block ? searchedText(ctx, subject, state) : null;
  return { regexp, subject: searched, isWhole: args.positional.length === 1, from };
}

/** Null: neither a string nor a symbol. */
export function searchedText(ctx: Ctx, subject: Val, state: State): Formula | null {
  if (subject.kind === 'sym') return subject.term;
  return isString(subject) ? textOf(ctx, state, subject) : null;
}

/** `found`: whether there is a match. */
export function assumeFound(ctx: Ctx, search: Search | null, found: Formula, state: State): void {
  if (!search?.subject || !search.regexp.read) return;
  const { holds, exact } = isFoundIn(search.regexp.read, search.from, search.subject);
  assume(ctx, state, exact && search.isWhole ? eq(found, holds) : implies(found, holds));
}

/** What the label of the method says of its result. */
export function assumeAnswer(
  ctx: Ctx,
  search: Search | null,
  { answers, send: { args } }: { readonly answers: LibraryFacts['answers']; readonly send: Send },
  result: Val,
  state: State,
): void {
  if (answers === 'found') assumeFound(ctx, search, isTruthy(result), state);
  if (answers !== 'matched' || !search || result.kind !== 'boxed') return;
  const { parts, facts } = partsOf(ctx, search);
  const [, group] = args.positional;
  const part = group ? partNamed(group) : '0';
  const there = not(isNil(result));
  const own = part === null ? undefined : parts.get(part);
  const string = { kind: 'ref', term: unboxTerm(result.term, 'ref'), type: STRING, exact: false } as const;
  if (own) assume(ctx, state, implies(there, and(...facts, own.takesPart, eq(textOf(ctx, state, string), own.text))));
}

/** A group by its number or name. */
export function partNamed(val: Val): string | null {
  if (val.kind !== 'int' && val.kind !== 'sym') return null;
  return val.term.kind === 'numeral' || val.term.kind === 'text' ? val.term.value : null;
}

/** `there`: that it is a match. */
export function assumeTexts(
  ctx: Ctx,
  search: Search,
  { match, there }: { readonly match: Formula; readonly there: Formula },
  state: State,
): void {
  for (const { number, name } of search.regexp.certain)
    for (const part of name === null ? [String(number), '+'] : [String(number), name, '+'])
      assume(ctx, state, implies(there, groupMatched(ctx, match, part)));
  const { parts, facts } = partsOf(ctx, search);
  const same = [...parts].flatMap(([part, own]) => {
    const takes = groupMatched(ctx, match, part);
    return [
      implies(takes, and(own.takesPart, eq(textOfPart(ctx, match, part), own.text))),
      implies(own.mustTakePart, takes),
    ];
  });
  assume(ctx, state, implies(there, and(...facts, ...same)));
}

/** Whether the group is not nil. The match itself, and what is before and after it, always are strings. */
export function groupMatched(ctx: Ctx, match: Formula, part: string): Formula {
  if (WHOLE.has(part)) return TRUE;
  return apply(declare(ctx, `match-group:${part}`, BOOL_SORT), [match], BOOL_SORT);
}

const WHOLE: ReadonlySet<string> = new Set(['0', '&', '`', "'"]);

export function textOfPart(ctx: Ctx, match: Formula, part: string): Formula {
  return apply(declare(ctx, `match-text:${part}`, TEXT_SORT), [match], TEXT_SORT);
}

function declare(ctx: Ctx, name: string, result: typeof BOOL_SORT | typeof TEXT_SORT): string {
  ctx.run.hypotheses.functions.set(name, { name, params: [INT_SORT], result });
  return name;
}

function partsOf(ctx: Ctx, { regexp: { read }, subject, from }: Search): MatchParts {
  const fresh = (hint: string, sort: Sort): Formula => freshSymbol(ctx.run, hint, sort);
  return read ? describeParts(read, { subject, from, fresh }) : { parts: new Map(), facts: [] };
}
