/** `*`, `**` and `...` without names: locals under names that no program can write. */
import type { Param } from '../ril/ril';

export const HIDDEN_REST = '%*';
export const HIDDEN_KEYS = '%**';

/** Each rest has a name, `...` is both of them. The block of `...` is the frame's, like that of `&`. */
export function namedParams(params: readonly Param[]): readonly Param[] {
  return params.flatMap((param): readonly Param[] => {
    const as = (kind: 'rest' | 'keyRest', name: string): Param => ({ ...param, kind, name });
    if (param.kind === 'forward') return [as('rest', HIDDEN_REST), as('keyRest', HIDDEN_KEYS)];
    if (param.kind === 'rest' && param.name === null) return [as('rest', HIDDEN_REST)];
    return param.kind === 'keyRest' && param.name === null ? [as('keyRest', HIDDEN_KEYS)] : [param];
  });
}

export function isHidden(name: string): boolean {
  return name === HIDDEN_REST || name === HIDDEN_KEYS;
}

/** The local that keeps what an argument was on entry, where the parameters have no name for it alone. */
export function givenName(name: string): string {
  return `%given:${name}`;
}
