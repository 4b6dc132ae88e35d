/** `*`, `**` and `...` without names: locals under names that no program can write. */
import type { Param } from '../../ril/ril';

export const ANONYMOUS_REST = '%*';
export const ANONYMOUS_KEYWORDS = '%**';

/** Names each rest; `...` is both of them. The block of `...` belongs to the frame, like that of `&`. */
export function nameAnonymousParams(params: readonly Param[]): readonly Param[] {
  return params.flatMap((param): readonly Param[] => {
    const as = (kind: 'rest' | 'keyRest', name: string): Param => ({ ...param, kind, name });
    if (param.kind === 'forward') return [as('rest', ANONYMOUS_REST), as('keyRest', ANONYMOUS_KEYWORDS)];
    if (param.kind === 'rest' && param.name === null) return [as('rest', ANONYMOUS_REST)];
    return param.kind === 'keyRest' && param.name === null ? [as('keyRest', ANONYMOUS_KEYWORDS)] : [param];
  });
}

export function isAnonymousParam(name: string): boolean {
  return name === ANONYMOUS_REST || name === ANONYMOUS_KEYWORDS;
}

/** The local that keeps an argument's value on entry if no parameter names it alone. */
export function entryLocalName(name: string): string {
  return `%given:${name}`;
}
