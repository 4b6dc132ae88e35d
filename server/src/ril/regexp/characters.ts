/** Sets of characters as sorted, disjoint ranges of code points. */

/** From the first to the last code point, both included. */
export type CharRange = readonly [first: number, last: number];

export type CharSet = readonly CharRange[];

const LAST = 0x10ffff;

/** The solver's last character. */
export const LAST_OF_SOLVER = 0x2ffff;

export const ANY_CHAR: CharSet = [[0, LAST]];

/** Of the only character, or the first one. */
export function codeOf(text: string): number {
  return text.codePointAt(0)!;
}

export function oneChar(code: number): CharSet {
  return [[code, code]];
}

export function unionOfSets(...sets: readonly CharSet[]): CharSet {
  const sorted = sets.flat().sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [first, last] of sorted) {
    const top = merged[merged.length - 1];
    if (top && first <= top[1] + 1) top[1] = Math.max(top[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

export function complementOf(set: CharSet): CharSet {
  const rest: CharRange[] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) rest.push([next, first - 1]);
    next = last + 1;
  }
  return next <= LAST ? [...rest, [next, LAST]] : rest;
}

export function intersectionOf(a: CharSet, b: CharSet): CharSet {
  return complementOf(unionOfSets(complementOf(a), complementOf(b)));
}

const codes = (text: string): CharSet => unionOfSets(...[...text].map(each => oneChar(codeOf(each))));

const DIGIT: CharSet = [[0x30, 0x39]];

/** `\d`, `\s`, … are about ASCII. */
const BY_LETTER: Readonly<Record<string, CharSet>> = {
  d: DIGIT,
  w: unionOfSets(DIGIT, [[0x41, 0x5a]], [[0x61, 0x7a]], codes('_')),
  s: codes(' \t\r\n\f\v'),
  h: unionOfSets(DIGIT, [[0x41, 0x46]], [[0x61, 0x66]]),
};

/** What `\w`, `\W`, … stand for. */
export function namedSet(letter: string): CharSet | null {
  const lower = letter.toLowerCase();
  const set = BY_LETTER[lower] ?? null;
  return set && lower !== letter ? complementOf(set) : set;
}

const LINE_END = 0x0a;

export const NO_LINE_END: CharSet = complementOf(oneChar(LINE_END));

/** The letters outside of ASCII that Ruby takes for these in another case. */
const ALSO: Readonly<Record<string, number>> = { k: 0x212a, s: 0x17f };

/** With the other case of each letter; null: the set has characters outside of ASCII. */
export function foldCase(set: CharSet): CharSet | null {
  if (set.some(([, last]) => last > 0x7f)) return null;
  const folded: CharSet[] = [set];
  for (const [first, last] of set)
    for (let code = first; code <= last; code++) {
      const char = String.fromCharCode(code);
      const lower = char.toLowerCase();
      const other = lower === char ? char.toUpperCase() : lower;
      if (other !== char) folded.push(oneChar(other.charCodeAt(0)));
      if (other !== char && ALSO[lower]) folded.push(oneChar(ALSO[lower]));
    }
  return unionOfSets(...folded);
}
