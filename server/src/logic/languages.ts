/** Regular languages: the terms of SMT-LIB's sort RegLan. */
import { apply, text } from './build';
import type { Formula, Sort } from './formula';
import { BOOL_SORT, namedSort } from './sorts';

const LANGUAGE_SORT: Sort = namedSort('RegLan');

const language = (operator: string, ...args: readonly Formula[]): Formula => apply(operator, args, LANGUAGE_SORT);

/** The solver's last character. */
const LAST_CHAR = 0x2ffff;

export const ANY_TEXT = language('re.all');

export function onlyText(value: string): Formula {
  return language('str.to_re', text(value));
}

export const EMPTY_TEXT = onlyText('');

/** One of the characters in these ranges of code points. */
export function charIn(ranges: readonly (readonly [first: number, last: number])[]): Formula {
  const known = ranges.filter(([first]) => first <= LAST_CHAR);
  const [only, ...others] = known;
  if (!only) return language('re.none');
  if (others.length > 0) return unionOf(known.map(each => charIn([each])));
  const [first, last] = [only[0], Math.min(only[1], LAST_CHAR)];
  if (first === 0 && last === LAST_CHAR) return language('re.allchar');
  const char = (code: number): string => String.fromCodePoint(code);
  return first === last ? onlyText(char(first)) : language('re.range', text(char(first)), text(char(last)));
}

export function concatOf(parts: readonly Formula[]): Formula {
  const all = parts.filter(part => part !== EMPTY_TEXT);
  return all.length > 1 ? language('re.++', ...all) : (all[0] ?? EMPTY_TEXT);
}

export function unionOf(options: readonly Formula[]): Formula {
  const [only, ...others] = options;
  return only && others.length === 0 ? only : language('re.union', ...options);
}

export function bothOf(a: Formula, b: Formula): Formula {
  if (a === ANY_TEXT) return b;
  return b === ANY_TEXT ? a : language('re.inter', a, b);
}

export function repeated(body: Formula, least: number, most: number | null): Formula {
  if (most === null) {
    if (least <= 1) return language(least === 0 ? 're.*' : 're.+', body);
    return concatOf([repeated(body, least, least), repeated(body, 0, null)]);
  }
  if (most === 0) return EMPTY_TEXT;
  if (least === 0 && most === 1) return language('re.opt', body);
  return least === 1 && most === 1 ? body : language(`(_ re.loop ${least} ${most})`, body);
}

export function isIn(contents: Formula, of: Formula): Formula {
  return apply('str.in_re', [contents, of], BOOL_SORT);
}
