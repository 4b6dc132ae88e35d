/**
 * Arguments of a generated method, as data: they become Ruby objects for the run and clauses of refinements for the
 * proof.
 */
import type { Chance } from './chance';
import type { Kind, Variable } from './scope';

export type Value =
  | number
  | boolean
  | null
  | string
  | readonly number[]
  | { readonly [key: string]: number }
  | { readonly v: number; readonly xs: readonly number[] }
  | { readonly same: string };

export interface Input {
  /** By the name of the parameter or field. */
  readonly values: Readonly<Record<string, Value>>;
}

export function inputsFor(chance: Chance, variables: readonly Variable[], count: number): readonly Input[] {
  return Array.from({ length: count }, () => {
    const values: Record<string, Value> = {};
    for (const { name, kind } of variables) {
      const alike = variables.filter(
        each => each.kind === kind && each.name in values && !isSame(values[each.name]!) && each.name !== name,
      );
      const mayBeSame = (kind === 'arr' || kind === 'box' || kind === 'hash') && alike.length > 0;
      values[name] = mayBeSame && chance.often(0.25) ? { same: chance.one(alike).name } : someValue(chance, kind);
    }
    return { values };
  });
}

export function isSame(value: Value): value is { readonly same: string } {
  return typeof value === 'object' && value !== null && 'same' in value;
}

function integer(chance: Chance): number {
  return chance.weighted([
    [6, chance.below(5)],
    [3, -1 - chance.below(4)],
    [1, chance.below(40)],
  ]);
}

function integers(chance: Chance): readonly number[] {
  return Array.from({ length: chance.below(4) }, () => integer(chance));
}

function someValue(chance: Chance, kind: Kind): Value {
  if (kind === 'int') return integer(chance);
  if (kind === 'bool') return chance.often(0.5);
  if (kind === 'opt') return chance.often(0.4) ? null : integer(chance);
  if (kind === 'arr') return integers(chance);
  if (kind === 'str') return chance.one(['', 'a', 'b', 'ab', 'ba', 'zz', 'abc']);
  if (kind === 'pair') return { p: integer(chance), q: integer(chance) };
  if (kind === 'box') return { v: integer(chance), xs: integers(chance) };
  return Object.fromEntries(['a', 'b', 'c'].filter(() => chance.often(0.4)).map(key => [key, integer(chance)]));
}
