/** The solver's theory of strings, for strings and symbols. */
import { add, compare, lt } from '../../logic/arithmetic';
import { and, apply, int, ite } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { BOOL_SORT, INT_SORT, TEXT_SORT } from '../../logic/sorts';
import type { Ctx } from '../state/context';
import { classNameOf } from '../state/representation';
import type { State } from '../state/state';
import type { Val } from '../state/value';
import { textOf } from './strings';

export type StringVal = Val & { readonly kind: 'ref' };

export function isString(val: Val): val is StringVal {
  return val.kind === 'ref' && classNameOf(val.type) === 'String';
}

export function textLength(own: Formula): Formula {
  return own.kind === 'text' ? int([...own.value].length) : apply('str.len', [own], INT_SORT);
}

export function concatTexts(a: Formula, b: Formula): Formula {
  return apply('str.++', [a, b], TEXT_SORT);
}

export function substringOf(own: Formula, start: Formula, count: Formula): Formula {
  return apply('str.substr', [own, start, count], TEXT_SORT);
}

export function startsWith(own: Formula, prefix: Formula): Formula {
  return apply('str.prefixof', [prefix, own], BOOL_SORT);
}

export function endsWith(own: Formula, suffix: Formula): Formula {
  return apply('str.suffixof', [suffix, own], BOOL_SORT);
}

/** `start_with?`, `end_with?` of a symbol or a string. */
export function affixTest(ctx: Ctx, method: string, own: Formula, other: Val, state: State): Formula | null {
  if (!isString(other)) return null;
  const given = textOf(ctx, state, other);
  if (method === 'start_with?') return startsWith(own, given);
  return method === 'end_with?' ? endsWith(own, given) : null;
}

/** The position that an index denotes, and whether there is a character. */
export function characterAt(own: Formula, index: Formula): { at: Formula; there: Formula } {
  const length = textLength(own);
  const at = ite(compare('<', index, int(0)), add(index, length), index);
  return { at, there: and(compare('>=', at, int(0)), lt(at, length)) };
}
