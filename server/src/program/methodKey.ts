/** Names of methods: `Clock#incr_sec`, `Clock.now`, `#toplevel` (a private method of Object). */
import type { MethodKey } from '../types/typedMethod';

export function methodKey(owner: string, name: string, singleton: boolean): MethodKey {
  return `${owner}${singleton ? '.' : '#'}${name}`;
}

export function topLevelKey(name: string): MethodKey {
  return `#${name}`;
}

/** A `def` outside of any class. */
export function isTopLevel({ key }: { readonly key: MethodKey }): boolean {
  return key.startsWith('#');
}

export interface KeyParts {
  readonly owner: string;
  readonly name: string;
  readonly singleton: boolean;
}

/** Class names contain neither `#` nor `.`, so the first one separates. */
export function keyParts(key: MethodKey): KeyParts {
  const at = key.search(/[#.]/);
  if (at < 0) return { owner: 'Object', name: key, singleton: false };
  return { owner: at === 0 ? 'Object' : key.slice(0, at), name: key.slice(at + 1), singleton: key[at] === '.' };
}
