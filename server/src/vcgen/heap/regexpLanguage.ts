/**
 * What a regexp matches as regular languages. An anchor is a condition on the text to its left or to its right, so the texts in which a
 * pattern is found are `left · pattern · right` with these conditions.
 */
import { apply, eq, text } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import {
  ANY_TEXT,
  bothOf,
  charIn,
  concatOf,
  EMPTY_TEXT,
  isIn,
  onlyText,
  repeated,
  unionOf,
} from '../../logic/languages';
import { BOOL_SORT } from '../../logic/sorts';
import { ANY_CHAR } from '../../ril/regexp/characters';
import {
  type Anchor,
  hasAnchor,
  leastLength,
  type Pattern,
  type RegexpPattern,
  sequenceOf,
} from '../../ril/regexp/pattern';
import { endsWith, startsWith } from './stringTheory';

export interface Found {
  readonly holds: Formula;
  /** Otherwise it holds for more texts than those in which the regexp is found. */
  readonly exact: boolean;
}

/** That the regexp is found in the text: anywhere, or at the start. */
export function isFoundIn({ pattern, exact }: RegexpPattern, from: 'anywhere' | 'start', own: Formula): Found {
  const before = from === 'start' ? EMPTY_TEXT : ANY_TEXT;
  const paths = pathsOf(pattern);
  const [only, ...others] = paths ?? [];
  const plain = only && others.length === 0 ? isPlainTextIn(only, from, own) : null;
  if (plain) return { holds: plain, exact };
  const found = paths?.map(path => textsOnPath(path, before)) ?? null;
  if (!found?.every(each => each !== null))
    return { holds: isIn(own, concatOf([before, matchedTexts(pattern), ANY_TEXT])), exact: false };
  return { holds: isIn(own, unionOf(found)), exact };
}

/** The solver knows more of texts that contain, start or end with a constant text. Null: the pattern is none. */
function isPlainTextIn(path: Path, from: 'anywhere' | 'start', own: Formula): Formula | null {
  const [middle, ...others] = path.filter(step => step.kind === 'text');
  const wanted = middle && others.length === 0 ? plainText(middle.pattern) : null;
  if (wanted === null) return null;
  const at = path.findIndex(step => step.kind === 'text');
  const conditions = path.map(step => (step.kind === 'condition' ? step.on : null));
  const isOnly = (on: Condition | null | undefined, side: 'left' | 'right'): boolean =>
    on !== null && on !== undefined && on[side] === EMPTY_TEXT && on[side === 'left' ? 'right' : 'left'] === ANY_TEXT;
  const atStart = path.length > 1 && at === 1 && isOnly(conditions[0], 'left');
  const atEnd = path.length > 1 && at === path.length - 2 && isOnly(conditions[path.length - 1], 'right');
  if (path.length !== 1 + Number(atStart) + Number(atEnd)) return null;
  const isFirst = atStart || from === 'start';
  if (isFirst && atEnd) return eq(own, text(wanted));
  if (isFirst) return startsWith(own, text(wanted));
  return atEnd ? endsWith(own, text(wanted)) : apply('str.contains', [own, text(wanted)], BOOL_SORT);
}

/** The only text that it matches; null: there are others, or conditions. */
export function plainText(pattern: Pattern): string | null {
  if (pattern.kind === 'repeat' && pattern.least === 1 && pattern.most === 1) return plainText(pattern.body);
  if (pattern.kind === 'char') return onlyChar(pattern.set);
  if (pattern.kind === 'group') return plainText(pattern.group.body);
  if (pattern.kind !== 'sequence') return null;
  const parts = pattern.parts.map(plainText);
  return parts.every(each => each !== null) ? parts.join('') : null;
}

/** What a part of a regexp matches if anchors are left out of account: the text that it matched is one of these. */
export function matchedTexts(pattern: Pattern): Formula {
  switch (pattern.kind) {
    case 'char':
      return charIn(pattern.set);
    case 'anchor':
      return EMPTY_TEXT;
    case 'any-text':
      return ANY_TEXT;
    case 'sequence':
      return concatOf(
        joinChars(pattern.parts).map(part => (typeof part === 'string' ? onlyText(part) : matchedTexts(part))),
      );
    case 'choice':
      return unionOf(pattern.options.map(matchedTexts));
    case 'repeat':
      return repeated(matchedTexts(pattern.body), pattern.least, pattern.most);
    case 'group':
      return matchedTexts(pattern.group.body);
  }
}

/** Neighbouring single characters as one text. */
function joinChars(parts: readonly Pattern[]): readonly (Pattern | string)[] {
  const joined: (Pattern | string)[] = [];
  for (const part of parts) {
    const last = joined[joined.length - 1];
    const char = part.kind === 'char' ? onlyChar(part.set) : null;
    if (char === null) joined.push(part);
    else if (typeof last === 'string') joined[joined.length - 1] = last + char;
    else joined.push(char);
  }
  return joined;
}

/** Characters that the solver does not have are left to the ranges. */
function onlyChar(set: readonly (readonly [number, number])[]): string | null {
  const [only, ...others] = set;
  return only && others.length === 0 && only[0] === only[1] && only[0] < 0x2ffff ? String.fromCodePoint(only[0]) : null;
}

/** A condition on the texts to the left and to the right of a place. */
interface Condition {
  readonly left: Formula;
  readonly right: Formula;
}

type Step =
  | { readonly kind: 'text'; readonly pattern: Pattern }
  | { readonly kind: 'condition'; readonly on: Condition };

type Path = readonly Step[];

const MOST_PATHS = 16;

/** The ways through the pattern such that each anchor is passed at most once; null: too many, or an anchor is repeated. */
function pathsOf(pattern: Pattern): readonly Path[] | null {
  if (!hasAnchor(pattern)) return [[{ kind: 'text', pattern }]];
  switch (pattern.kind) {
    case 'anchor':
      return conditionsOf(pattern.at).map(on => [{ kind: 'condition', on }]);
    case 'sequence':
      return runsOf(pattern.parts).reduce<readonly Path[] | null>(
        (paths, part) => followedBy(paths, pathsOf(part)),
        [[]],
      );
    case 'choice':
      return limited(pattern.options.map(pathsOf));
    case 'group':
      return pathsOf(pattern.group.body);
    case 'repeat':
      return pattern.least === 0 && pattern.most === 1 ? limited([[[]], pathsOf(pattern.body)]) : null;
    default:
      return null;
  }
}

/** Neighbouring parts without anchors as one. */
function runsOf(parts: readonly Pattern[]): readonly Pattern[] {
  const runs: Pattern[][] = [];
  let open: Pattern[] | null = null;
  for (const part of parts)
    if (hasAnchor(part)) {
      runs.push([part]);
      open = null;
    } else if (open) {
      open.push(part);
    } else {
      open = [part];
      runs.push(open);
    }
  return runs.map(sequenceOf);
}

function followedBy(paths: readonly Path[] | null, next: readonly Path[] | null): readonly Path[] | null {
  if (!paths || !next || paths.length * next.length > MOST_PATHS) return null;
  return paths.flatMap(path => next.map(rest => [...path, ...rest]));
}

function limited(all: readonly (readonly Path[] | null)[]): readonly Path[] | null {
  if (!all.every(each => each !== null)) return null;
  const flat = all.flat();
  return flat.length > MOST_PATHS ? null : flat;
}

const NEW_LINE = onlyText('\n');
const SOME_TEXT = concatOf([charIn(ANY_CHAR), ANY_TEXT]);

/** One of them holds where the anchor matches. */
function conditionsOf(anchor: Anchor): readonly Condition[] {
  const AT_START = { left: EMPTY_TEXT, right: ANY_TEXT };
  switch (anchor) {
    case 'start':
      return [AT_START];
    case 'end':
      return [{ left: ANY_TEXT, right: EMPTY_TEXT }];
    case 'end-or-newline':
      return [{ left: ANY_TEXT, right: unionOf([EMPTY_TEXT, NEW_LINE]) }];
    case 'line-end':
      return [{ left: ANY_TEXT, right: unionOf([EMPTY_TEXT, concatOf([NEW_LINE, ANY_TEXT])]) }];
    case 'line-start': // after a newline, unless that is the last character
      return [AT_START, { left: concatOf([ANY_TEXT, NEW_LINE]), right: SOME_TEXT }];
  }
}

/** Null: a condition on what is to the left comes after one on what is to the right. */
function textsOnPath(path: Path, before: Formula): Formula | null {
  const turn = path.findIndex((step, i) => step.kind === 'condition' && isOnRight(step.on, path.slice(i + 1)));
  const split = turn < 0 ? path.length : turn;
  let left = before;
  for (const step of path.slice(0, split))
    left = step.kind === 'text' ? concatOf([left, matchedTexts(step.pattern)]) : limitedTo(left, step.on.left);
  let right: Formula = ANY_TEXT;
  for (const [i, step] of [...path.entries()].slice(split).reverse()) {
    if (step.kind === 'text') {
      right = concatOf([matchedTexts(step.pattern), right]);
      continue;
    }
    if (step.on.left !== ANY_TEXT) {
      if (i > split) return null;
      left = limitedTo(left, step.on.left);
    }
    right = limitedTo(right, step.on.right);
  }
  return concatOf([left, right]);
}

function limitedTo(language: Formula, condition: Formula): Formula {
  if (language === EMPTY_TEXT && (condition === EMPTY_TEXT || condition === ANY_TEXT)) return EMPTY_TEXT;
  return language === ANY_TEXT ? condition : bothOf(language, condition);
}

/** That something follows is sure before a part that matches at least one character. */
function isOnRight({ right }: Condition, rest: Path): boolean {
  if (right === ANY_TEXT) return false;
  return right !== SOME_TEXT || !rest.some(step => step.kind === 'text' && leastLength(step.pattern) > 0);
}
