/** Parts of a string and where they stand: `s[i..j]`, `index`, `insert`, `chop`, `chomp`, `chr`; as a number: `to_i`. */
import { add, compare, lt, neg, sub } from '../../logic/arithmetic';
import { and, apply, eq, int, isApply, ite, same, text } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { BOOL_SORT, INT_SORT, TEXT_SORT } from '../../logic/sorts';
import { INTEGER } from '../../types/type';
import type { Ctx, Out } from '../context';
import { largest } from '../indexed';
import { unionOf } from '../shape';
import type { State } from '../state';
import { decimal } from '../strings';
import { BOXED_NIL, boxed, type Val } from '../value';
import { endsWith, joinedText, partOf, startsWith, textLength } from './texts';

/** A negative position counts from the end. */
function fromEnd(own: Formula, index: Formula): Formula {
  return ite(compare('<', index, int(0)), add(index, textLength(own)), index);
}

/** Where `s[a..b]` begins (as it was given) and how many characters it has at most; null: the ends are no integers. */
export function spanOf(own: Formula, range: Val & { kind: 'range' }): { start: Formula; count: Formula } | null {
  const first = range.from ?? ({ kind: 'int', term: int(0) } as const);
  const last = range.to ?? ({ kind: 'int', term: int(-1) } as const);
  if (first.kind !== 'int' || last.kind !== 'int') return null;
  const [start, end] = [fromEnd(own, first.term), fromEnd(own, last.term)];
  const inclusive = !range.exclusive || range.to === null;
  return { start: first.term, count: largest(int(0), add(sub(end, start), int(inclusive ? 1 : 0))) };
}

/** The first position at or after the offset, or nil. */
export function indexOfText(own: Formula, wanted: Formula, offset: Formula, state: State): Out {
  const at = apply('str.indexof', [own, wanted, fromEnd(own, offset)], INT_SORT);
  const term = ite(compare('<', at, int(0)), BOXED_NIL, boxed({ kind: 'int', term: at })!);
  return { value: { kind: 'boxed', term, type: unionOf([INTEGER, { kind: 'nil' }]) }, state };
}

/** With another text put in; a negative position counts from behind the last character. */
export function inserted(own: Formula, index: Formula, other: Formula): { inRange: Formula; contents: Formula } {
  const length = textLength(own);
  const at = ite(compare('<', index, int(0)), add(add(index, length), int(1)), index);
  return {
    inRange: and(compare('>=', at, int(0)), compare('<=', at, length)),
    contents: joinedText(joinedText(partOf(own, int(0), at), other), partOf(own, at, sub(length, at))),
  };
}

const without = (own: Formula, count: number): Formula => partOf(own, int(0), sub(textLength(own), int(count)));

/** Without its last character; `\r\n` counts as one. */
export function chopped(own: Formula): Formula {
  const short = ite(lt(textLength(own), int(1)), text(''), without(own, 1));
  return ite(endsWith(own, text('\r\n')), without(own, 2), short);
}

/** Without the end of a line, of whatever kind. */
export function chomped(own: Formula): Formula {
  const one = ite(endsWith(own, text('\n')), without(own, 1), ite(endsWith(own, text('\r')), without(own, 1), own));
  return ite(endsWith(own, text('\r\n')), without(own, 2), one);
}

/** -1, 0 or 1: by characters, as bytes of UTF-8 have it. */
export function compared(a: Formula, b: Formula): Formula {
  return ite(apply('str.<', [a, b], BOOL_SORT), int(-1), ite(eq(a, b), int(0), int(1)));
}

const LEADING_NUMBER = /^[ \t\n\v\f\r]*([+-]?\d+(?:_\d+)*)/;

/** The number whose digits a text is made of (strings.ts, decimal). */
function writtenNumber(own: Formula): Formula | null {
  const digits = isApply(own, 'ite') ? own.args[1]! : own;
  if (!isApply(digits, 'str.from_int')) return null;
  const number = digits.args[0]!;
  return same(own, decimal(number)) ? number : null;
}

/** Digits, with a minus sign perhaps, are known; of anything else only that it has one value. */
export function asInteger(ctx: Ctx, own: Formula): Formula {
  if (own.kind === 'text') return int(BigInt(LEADING_NUMBER.exec(own.value)?.[1]?.replace(/[_+]/g, '') ?? 0));
  const number = writtenNumber(own);
  if (number) return number;
  ctx.run.functions.set('text-to-i', { name: 'text-to-i', params: [TEXT_SORT], result: INT_SORT });
  const digits = (term: Formula): Formula => apply('str.to_int', [term], INT_SORT);
  const rest = digits(partOf(own, int(1), sub(textLength(own), int(1))));
  const isNatural = compare('>=', digits(own), int(0));
  const isNegative = and(startsWith(own, text('-')), compare('>=', rest, int(0)));
  return ite(isNatural, digits(own), ite(isNegative, neg(rest), apply('text-to-i', [own], INT_SORT)));
}

/** A constant that stands for the separator of `chomp`, if it means nothing special there. */
export function isPlainEnd(term: Formula): boolean {
  return term.kind === 'text' && term.value !== '' && term.value !== '\n';
}
