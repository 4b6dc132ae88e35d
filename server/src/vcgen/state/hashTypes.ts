/** Types of hashes: the type of the value for a key, and keys of finite hashes as solver terms. */
import { compare } from '../../logic/arithmetic';
import { and, apply, bool, int, same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { ANY, nominal, type Type } from '../../types/type';
import { makeUnionType, withoutAnnotations } from './representation';
import { BOXED_NIL, typeOf, type Val } from './value';
import { VALUE_SORT } from './valueSort';

export function keyTypeOf(type: Type): Type {
  const bare = withoutAnnotations(type);
  if (bare.kind === 'nominal') return bare.args[0] ?? ANY;
  if (bare.kind !== 'finiteHash') return ANY;
  const keys = bare.entries.map(({ key }): Type => (key.type === 'class' ? ANY : { kind: 'literal', value: key }));
  return makeUnionType(bare.rest === null ? keys : [...keys, ANY]);
}

/** The type of the value for a key; in a finite hash that of the key's entry, if the key is known. */
export function valueTypeOf(type: Type, key: Formula | null = null): Type {
  const bare = withoutAnnotations(type);
  if (bare.kind === 'nominal') return bare.args[1] ?? ANY;
  if (bare.kind !== 'finiteHash') return ANY;
  const own = key && bare.entries.find(entry => same(literalKey(entry.key), key));
  if (own) return own.type;
  if (bare.entries.length === 0 && bare.rest === null) return ANY; // `{}`: its element types are inferred elsewhere
  return makeUnionType([...bare.entries.map(entry => entry.type), ...(bare.rest === null ? [] : [bare.rest])]);
}

/** The entries of a finite hash that an unknown key may select. */
export function entriesThatMayBe(type: Type, key: Formula): readonly { readonly key: Formula; readonly type: Type }[] {
  const bare = withoutAnnotations(type);
  if (bare.kind !== 'finiteHash') return [];
  const named = bare.entries.filter(entry => entry.key.type !== 'class');
  const all = named.map(entry => ({ key: literalKey(entry.key), type: entry.type }));
  return all.some(entry => same(entry.key, key)) ? [] : all;
}

type FiniteHash = Type & { readonly kind: 'finiteHash' };

/** Keys that a term can express: classes as keys have none. */
export function requiredKeys(type: FiniteHash): readonly Formula[] {
  return type.entries
    .filter(({ optional, key }) => !optional && key.type !== 'class')
    .map(({ key }) => literalKey(key));
}

/** The required keys are present; without a rest there are no others, as far as the size determines that. */
export function hasDeclaredKeys(
  type: FiniteHash,
  { present, size }: { readonly present: Formula; readonly size: Formula },
): Formula {
  const required = requiredKeys(type).map(key => select(present, key));
  return and(...required, ...(type.rest === null ? [compare('<=', size, int(type.entries.length))] : []));
}

type EntryKey = (Type & { kind: 'finiteHash' })['entries'][number]['key'];

export function literalKey(key: EntryKey): Formula {
  switch (key.type) {
    case 'symbol':
      return apply('v-sym', [{ kind: 'text', value: key.value, sort: { kind: 'string' } }], VALUE_SORT);
    case 'string':
      return apply('v-text', [{ kind: 'text', value: key.value, sort: { kind: 'string' } }], VALUE_SORT);
    case 'integer':
      return apply('v-int', [int(key.value)], VALUE_SORT);
    case 'true':
    case 'false':
      return apply('v-bool', [bool(key.type === 'true')], VALUE_SORT);
    default:
      return BOXED_NIL;
  }
}

export function hashTypeFor(keys: readonly Val[], values: readonly Val[]): Type {
  const of = (vals: readonly Val[]): Type => (vals.length === 0 ? ANY : makeUnionType(vals.map(typeOf)));
  return nominal('Hash', [of(keys), of(values)]);
}
