/**
 * Which names are local variables. Ruby decides this lexically: an earlier assignment makes a name a local, in the same
 * scope and in nested blocks. So lowering visits the source strictly in order and declares names on the way. A scope is
 * mutable while it is visited; it never outlives the lowering of its file.
 */

/** Parameters that a block without a parameter list declares by using them: `it`, `_1` … `_9`. */
export interface ImplicitParams {
  numbered: number;
  it: boolean;
}

export interface Scope {
  readonly names: Set<string>;
  /** The scope around a block; null for a method, a class body and the top level. */
  readonly parent: Scope | null;
  /** Not null for a block without a parameter list. */
  readonly implicit: ImplicitParams | null;
}

export function methodScope(): Scope {
  return { names: new Set(), parent: null, implicit: null };
}

export function blockScope(parent: Scope, hasParams: boolean): Scope {
  return { names: new Set(), parent, implicit: hasParams ? null : { numbered: 0, it: false } };
}

export function isLocal(scope: Scope, name: string): boolean {
  for (let at: Scope | null = scope; at; at = at.parent) if (at.names.has(name)) return true;
  return false;
}

export function declare(scope: Scope, name: string): void {
  if (!isLocal(scope, name)) scope.names.add(name);
}

/** Declares in this scope even if an enclosing scope has the name: parameters and block-locals. */
export function declareHere(scope: Scope, name: string): void {
  scope.names.add(name);
}

/**
 * Returns true if a bare name is the implicit parameter of the innermost block, and adds that parameter to the block.
 */
export function useImplicitParam(scope: Scope, name: string): boolean {
  if (!scope.implicit) return false;
  const numbered = /^_([1-9])$/.exec(name);
  if (numbered) {
    scope.implicit.numbered = Math.max(scope.implicit.numbered, Number(numbered[1]));
    return true;
  }
  if (name === 'it') scope.implicit.it = true;
  return name === 'it';
}
