/**
 * Keywords passed to a definition without keyword parameters: Ruby passes them as one more positional argument, a Hash.
 * Which parameter receives it depends on how many other arguments the caller passes.
 */
import type { Param } from '../ril/ril';
import type { MethodType } from './type';

const KEYWORDS: ReadonlySet<string> = new Set(['key', 'optionalKey', 'keyRest']);
/** `**nil` rejects keywords, `...` forwards them as keywords. */
const NEVER_COLLECTS: ReadonlySet<string> = new Set([...KEYWORDS, 'noKey', 'forward']);

export function isKeywordParam({ kind }: { readonly kind: string }): boolean {
  return KEYWORDS.has(kind);
}

/** `k:`, with or without a default. */
export function isNamedKeyword({ kind }: { readonly kind: string }): boolean {
  return kind === 'key' || kind === 'optionalKey';
}

/** Whether Ruby passes keywords to a method with these parameters as a Hash. */
export function collectsKeywords(params: readonly Param[]): boolean {
  return !params.some(({ kind }) => NEVER_COLLECTS.has(kind));
}

/**
 * The first position at which the Hash may arrive; null if there are no keywords, or if they arrive as keywords. Every
 * positional parameter from there on may receive it.
 */
export function positionOfKeywordHash(params: readonly Param[], type: MethodType): number | null {
  if (type.anyArgs || !type.params.some(isKeywordParam)) return null;
  if (!collectsKeywords(params)) return null;
  const optional = type.params.findIndex(({ kind }) => kind === 'optional' || kind === 'rest');
  return optional < 0 ? type.params.filter(param => !isKeywordParam(param)).length : optional;
}
