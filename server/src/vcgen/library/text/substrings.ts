/** Substrings and their positions: `s[i..j]`, `index`, `insert`, `chop`, `chomp`, `chr`; as a number: `to_i`. */
import { add, compare, lt, neg, sub } from '../../../logic/arithmetic';
import { and, apply, eq, int, isApply, ite, same, text } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { charIn, concatOf, isIn, onlyText, repeated } from '../../../logic/languages';
import { BOOL_SORT, INT_SORT, TEXT_SORT } from '../../../logic/sorts';
import { INTEGER } from '../../../types/type';
import { maxOf } from '../../heap/indexedArrays';
import { decimalText } from '../../heap/strings';
import { concatTexts, endsWith, substringOf, textLength } from '../../heap/stringTheory';
import type { Ctx, Out } from '../../state/context';
import { makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { BOXED_NIL, boxValue, type Val } from '../../state/value';

/** A negative position counts from the end. */
function normaliseIndex(own: Formula, index: Formula): Formula {
  return ite(compare('<', index, int(0)), add(index, textLength(own)), index);
}

/**
 * The start of `s[a..b]` (not normalized) and the largest number of its characters; null: the ends are not integers.
 */
export function spanOf(own: Formula, range: Val & { kind: 'range' }): { start: Formula; count: Formula } | null {
  const first = range.from ?? ({ kind: 'int', term: int(0) } as const);
  const last = range.to ?? ({ kind: 'int', term: int(-1) } as const);
  if (first.kind !== 'int' || last.kind !== 'int') return null;
  const [start, end] = [normaliseIndex(own, first.term), normaliseIndex(own, last.term)];
  const inclusive = !range.exclusive || range.to === null;
  return { start: first.term, count: maxOf(int(0), add(sub(end, start), int(inclusive ? 1 : 0))) };
}

/** The first position at or after the offset, or nil. */
export function indexOfText(own: Formula, wanted: Formula, offset: Formula, state: State): Out {
  const at = apply('str.indexof', [own, wanted, normaliseIndex(own, offset)], INT_SORT);
  const term = ite(compare('<', at, int(0)), BOXED_NIL, boxValue({ kind: 'int', term: at })!);
  return { value: { kind: 'boxed', term, type: makeUnionType([INTEGER, { kind: 'nil' }]) }, state };
}

/** Inserts another string; a negative position counts from after the last character. */
export function insertText(own: Formula, index: Formula, other: Formula): { inRange: Formula; contents: Formula } {
  const length = textLength(own);
  const at = ite(compare('<', index, int(0)), add(add(index, length), int(1)), index);
  return {
    inRange: and(compare('>=', at, int(0)), compare('<=', at, length)),
    contents: concatTexts(concatTexts(substringOf(own, int(0), at), other), substringOf(own, at, sub(length, at))),
  };
}

const without = (own: Formula, count: number): Formula => substringOf(own, int(0), sub(textLength(own), int(count)));

/** Removes the last character; `\r\n` counts as one. */
export function chopText(own: Formula): Formula {
  const short = ite(lt(textLength(own), int(1)), text(''), without(own, 1));
  return ite(endsWith(own, text('\r\n')), without(own, 2), short);
}

/** Removes the line terminator, of any kind. */
export function chompText(own: Formula): Formula {
  const one = ite(endsWith(own, text('\n')), without(own, 1), ite(endsWith(own, text('\r')), without(own, 1), own));
  return ite(endsWith(own, text('\r\n')), without(own, 2), one);
}

/** -1, 0 or 1: by code points, which is the order of UTF-8 bytes. */
export function compareTexts(a: Formula, b: Formula): Formula {
  return ite(apply('str.<', [a, b], BOOL_SORT), int(-1), ite(eq(a, b), int(0), int(1)));
}

const LEADING_NUMBER = /^[ \t\n\v\f\r]*([+-]?\d+(?:_\d+)*)/;

/** The number whose digits the string consists of (strings.ts, decimal). */
function numberWritten(own: Formula): Formula | null {
  const digits = isApply(own, 'ite') ? own.args[1]! : own;
  if (!isApply(digits, 'str.from_int')) return null;
  const number = digits.args[0]!;
  return same(own, decimalText(number)) ? number : null;
}

/** Digits, with an optional minus sign, are decoded; for other strings the result is an uninterpreted function. */
export function textToInteger(ctx: Ctx, own: Formula): Formula {
  if (own.kind === 'text') return int(BigInt(LEADING_NUMBER.exec(own.value)?.[1]?.replace(/[_+]/g, '') ?? 0));
  const number = numberWritten(own);
  if (number) return number;
  ctx.run.hypotheses.functions.set('text-to-i', { name: 'text-to-i', params: [TEXT_SORT], result: INT_SORT });
  // The solver does not know by itself that its number of digits is not negative.
  const digits = (term: Formula): Formula => maxOf(int(0), apply('str.to_int', [term], INT_SORT));
  const rest = substringOf(own, int(1), sub(textLength(own), int(1)));
  const isNegative = isIn(own, concatOf([onlyText('-'), DIGITS]));
  const other = apply('text-to-i', [own], INT_SORT);
  return ite(isIn(own, DIGITS), digits(own), ite(isNegative, neg(digits(rest)), other));
}

const DIGITS = repeated(charIn([[0x30, 0x39]]), 1, null);

/** Whether the term is a constant separator of `chomp` without a special meaning. */
export function isPlainEnd(term: Formula): boolean {
  return term.kind === 'text' && term.value !== '' && term.value !== '\n';
}
