/**
 * The source of a Ruby regexp -> what it matches. A construct that is not expressed exactly (lookaround, `\b`, back references, possessive
 * repetition, `\p{…}`) is read as something that matches more; null: not even that.
 */
import type { LiteralValue } from '../ril';
import { ANY_CHAR, type CharSet, codeOf, foldCase, LAST_OF_SOLVER, NO_LINE_END, oneChar } from './characters';
import { readClass } from './charClass';
import { readEscapedChar, takeNamedSet } from './escapes';
import { type Anchor, choiceOf, NOTHING, type Pattern, type RegexpPattern, sequenceOf } from './pattern';
import { type Options, Scanner, Unreadable } from './scanner';

type RegexpLiteral = Extract<LiteralValue, { readonly type: 'regexp' }>;

export function readRegexp({ value: source, flags }: Omit<RegexpLiteral, 'type'>): RegexpPattern | null {
  if (/[^imxou]/.test(flags) || mayFoldTogether(source, flags)) return null;
  const scanner = new Scanner(source, /\(\?(<[^=!]|')/.test(source));
  const options = { i: flags.includes('i'), m: flags.includes('m'), x: flags.includes('x') };
  try {
    const pattern = readChoice(scanner, options);
    const groups = scanner.groups.filter(each => each !== null);
    return scanner.isAtEnd ? { pattern, groups, exact: scanner.exact } : null;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Where case is ignored, Ruby takes some pairs of letters for one character: `ss` and `ß`, `fi` and `ﬁ`. */
function mayFoldTogether(source: string, flags: string): boolean {
  if (!flags.includes('i') && !/\(\?[a-z]*i/.test(source)) return false;
  const letters = source.toLowerCase().replace(/\(\?(<\w+>|[a-z-]*:)|[()\s]/g, '');
  return /ss|st|f[fil]|[sf][*+?{]|\\[xu]/.test(letters);
}

function readChoice(scanner: Scanner, given: Options): Pattern {
  const options = readLeadingOptions(scanner, given);
  const choices = [readSequence(scanner, options)];
  while (scanner.skip('|')) choices.push(readSequence(scanner, options));
  return choiceOf(choices);
}

/** `(?i)` in front of everything else. */
function readLeadingOptions(scanner: Scanner, options: Options): Options {
  const found = scanner.take(/\(\?([imx]*)(?:-([imx]*))?\)/y);
  return found ? changeOptions(options, found) : options;
}

function changeOptions(options: Options, [, on = '', off = '']: RegExpExecArray): Options {
  const is = (name: keyof Options): boolean => (options[name] || on.includes(name)) && !off.includes(name);
  return { i: is('i'), m: is('m'), x: is('x') };
}

function readSequence(scanner: Scanner, options: Options): Pattern {
  const parts: Pattern[] = [];
  for (;;) {
    scanner.skipBlanks(options);
    if (scanner.isAtEnd || scanner.peek() === '|' || scanner.peek() === ')') return sequenceOf(parts);
    parts.push(readRepetition(scanner, readAtom(scanner, options), options));
  }
}

const COUNTS = /\{(\d+)\}|\{(\d*),(\d*)\}/y;
const MOST_COUNTED = 1000;

function readRepetition(scanner: Scanner, body: Pattern, options: Options): Pattern {
  scanner.skipBlanks(options);
  const counts = readCounts(scanner);
  if (!counts) return body;
  if (body.kind === 'anchor') throw new Unreadable();
  const isLazy = !counts.isFixed && scanner.skip('?');
  if (!isLazy && !counts.isInterval && scanner.skip('+')) scanner.exact = false; // possessive
  scanner.skipBlanks(options);
  if (/^[*+?{]$/.test(scanner.peek())) throw new Unreadable(); // what a second one means depends
  return { kind: 'repeat', body, ...counts.range };
}

interface Counts {
  readonly range: { readonly least: number; readonly most: number | null };
  readonly isInterval: boolean;
  /** `{n}?` is optional, not lazy. */
  readonly isFixed: boolean;
}

function readCounts(scanner: Scanner): Counts | null {
  const mark = scanner.take(/[*+?]/y)?.[0];
  if (mark) {
    const range = { least: mark === '+' ? 1 : 0, most: mark === '?' ? 1 : null };
    return { range, isInterval: false, isFixed: false };
  }
  const found = scanner.take(COUNTS);
  if (!found) return null;
  const [, fixed, least, most] = found;
  if (fixed === undefined && !least && !most) {
    scanner.at -= found[0].length; // `{,}` is text
    return null;
  }
  const count = (text: string): number => Math.min(Number(text), MOST_COUNTED + 1);
  const upTo = fixed ?? most;
  const range = { least: count(fixed ?? (least || '0')), most: upTo ? count(upTo) : null };
  if (range.least > (range.most ?? range.least) || (range.most ?? range.least) > MOST_COUNTED) throw new Unreadable();
  return { range, isInterval: true, isFixed: fixed !== undefined };
}

const ANCHORS: Readonly<Record<string, Anchor>> = { '^': 'line-start', $: 'line-end' };
const ESCAPED_ANCHORS: Readonly<Record<string, Anchor>> = { A: 'start', z: 'end', Z: 'end-or-newline' };

function readAtom(scanner: Scanner, options: Options): Pattern {
  const char = scanner.next();
  const anchor = ANCHORS[char];
  if (anchor) return { kind: 'anchor', at: anchor };
  switch (char) {
    case '.':
      return { kind: 'char', set: options.m ? ANY_CHAR : NO_LINE_END };
    case '[': {
      const set = readClass(scanner, options);
      return set ? oneOf(set) : inexact(scanner, { kind: 'char', set: ANY_CHAR });
    }
    case '(':
      return readGroup(scanner, options);
    case '\\':
      return readEscape(scanner, options);
    case '*':
    case '+':
    case '?':
      throw new Unreadable();
    default:
      return oneOf(charSet(codeOf(char), options));
  }
}

/** The solver has no characters of the last planes of Unicode. */
function oneOf(set: CharSet): Pattern {
  if (set.every(([first]) => first > LAST_OF_SOLVER)) throw new Unreadable();
  return { kind: 'char', set };
}

function charSet(code: number, options: Options): CharSet {
  const set = options.i ? foldCase(oneChar(code)) : oneChar(code);
  if (!set) throw new Unreadable();
  return set;
}

function inexact(scanner: Scanner, pattern: Pattern): Pattern {
  scanner.exact = false;
  return pattern;
}

function readEscape(scanner: Scanner, options: Options): Pattern {
  const anchor = ESCAPED_ANCHORS[scanner.take(/[AzZ]/y)?.[0] ?? ''];
  if (anchor) return { kind: 'anchor', at: anchor };
  const named = takeNamedSet(scanner, /([dDwWsShH])/y);
  if (named) return { kind: 'char', set: named };
  if (scanner.take(/[bB]/y)) return inexact(scanner, NOTHING);
  if (scanner.take(/[pP]\{\^?\w+\}/y)) return inexact(scanner, { kind: 'char', set: ANY_CHAR });
  if (scanner.take(/[1-9]\d*|k(<[^>]*>|'[^']*')|[RX]/y)) return inexact(scanner, { kind: 'any-text' });
  return oneOf(charSet(readEscapedChar(scanner), options));
}

/** After the opening parenthesis. */
function readGroup(scanner: Scanner, options: Options): Pattern {
  const named = scanner.take(/\?(?:<([^=!>][^>]*)>|'([^']+)')/y);
  if (named) return readCapture(scanner, named[1] ?? named[2] ?? null, options);
  if (!scanner.skip('?')) {
    if (!scanner.isNamed) return readCapture(scanner, null, options);
    return readRest(scanner, options);
  }
  if (scanner.take(/=|!|<=|<!/y)) {
    readRest(scanner, options);
    return inexact(scanner, NOTHING);
  }
  if (scanner.skip('>')) return inexact(scanner, readRest(scanner, options));
  const changed = scanner.take(/([imx]*)(?:-([imx]*))?:/y);
  if (!changed) throw new Unreadable();
  return readRest(scanner, changeOptions(options, changed));
}

function readCapture(scanner: Scanner, name: string | null, options: Options): Pattern {
  const index = scanner.groups.push(null) - 1;
  const group = { number: index + 1, name, body: readRest(scanner, options) };
  scanner.groups[index] = group;
  return { kind: 'group', group };
}

function readRest(scanner: Scanner, options: Options): Pattern {
  const body = readChoice(scanner, options);
  if (!scanner.skip(')')) throw new Unreadable();
  return body;
}
