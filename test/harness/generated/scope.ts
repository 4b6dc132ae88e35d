/** What a generated body may refer to: locals by type, helper methods, targets of jumps. */
import type { Chance } from './chance';

export type Kind = 'int' | 'bool' | 'opt' | 'arr' | 'str' | 'hash' | 'box' | 'pair';

export const TYPES: Readonly<Record<Kind, string>> = {
  int: 'Integer',
  bool: '%bool',
  opt: 'Integer or nil',
  arr: 'Array<Integer>',
  str: 'String',
  hash: 'Hash<Symbol, Integer>',
  box: 'Box',
  pair: 'Pair',
};

export interface Variable {
  readonly name: string;
  readonly kind: Kind;
}

export interface Callee {
  readonly name: string;
  readonly params: readonly Kind[];
  readonly result: Kind;
  readonly yields: boolean;
  /** The last parameter is optional. */
  readonly optional: boolean;
  readonly keyword: string | null;
}

export interface Scope {
  readonly chance: Chance;
  /** Grows while a body is generated; inner scopes start with a copy. */
  readonly variables: Variable[];
  readonly lambdas: string[];
  readonly callees: readonly Callee[];
  readonly names: { count: number };
  /** `while` and blocks of iterators: `next`, `break`. */
  readonly inLoop: boolean;
  /** Null: `return` is not possible (inside a lambda). */
  readonly result: Kind | null;
  readonly yields: boolean;
  readonly depth: number;
}

export function inner(scope: Scope, change: Partial<Scope> = {}): Scope {
  return {
    ...scope,
    variables: [...scope.variables],
    lambdas: [...scope.lambdas],
    depth: scope.depth + 1,
    ...change,
  };
}

export function variablesOf(scope: Scope, kind: Kind): readonly string[] {
  return scope.variables.filter(each => each.kind === kind).map(each => each.name);
}

export function freshName(scope: Scope, letter: string): string {
  scope.names.count++;
  return `${letter}${scope.names.count}`;
}
