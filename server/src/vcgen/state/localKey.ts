/** Keys of a state's locals. As with heap keys, they are made only here and are equal when their ids are. */
import type { SharedKey } from './heapKey';

export type LocalKey =
  /** A variable of the program, under the number of the scope that first wrote it. */
  | { readonly kind: 'variable'; readonly scope: number; readonly name: string; readonly id: string }
  /** A temporary of a library model, such as the accumulator of a fold. */
  | { readonly kind: 'temporary'; readonly serial: number; readonly id: string }
  /** Whether a class variable has been set in this method. */
  | { readonly kind: 'is-set'; readonly variable: SharedKey; readonly id: string }
  /** `$~` of a method and its blocks, under the number of the method's scope. */
  | { readonly kind: 'last-match'; readonly scope: number; readonly id: string };

/** The scope of the verified method's own locals. */
export const METHOD_SCOPE = 1;

export function localKey(scope: number, name: string): LocalKey {
  return { kind: 'variable', scope, name, id: `${scope}/${name}` };
}

/** `purpose` is for readers; the serial distinguishes temporaries. */
export function temporaryKey(purpose: string, serial: number): LocalKey {
  return { kind: 'temporary', serial, id: `${purpose}/${serial}` };
}

export function isSetKey(variable: SharedKey): LocalKey {
  return { kind: 'is-set', variable, id: `set/${variable.id}` };
}

export function lastMatchKey(scope: number): LocalKey {
  return { kind: 'last-match', scope, id: `match/${scope}` };
}

/** A name for the symbols that stand for the local. */
export function hintOf(key: LocalKey): string {
  switch (key.kind) {
    case 'variable':
      return key.name;
    case 'temporary':
      return String(key.serial);
    case 'is-set':
      return key.variable.id;
    case 'last-match':
      return 'match';
  }
}

/** The name that the program gives the local; null: the program has no plain name for it. */
export function programNameOf(key: LocalKey): string | null {
  return key.kind === 'variable' && /^[a-z_]\w*$/.test(key.name) ? key.name : null;
}
