/** Finite hashes: covariant, no width subtyping; optional keys may be absent, `**R` covers unnamed keys. */

import { equalKeys } from './equal';
import { isHashInHash, keyType } from './subtypeNominals';
import type { Comparison } from './subtypingQuery';
import { ANY, type HashEntry, type Type } from './type';
import { makeUnion } from './union';

type FiniteHash = Type & { kind: 'finiteHash' };

export function isHashSubtype(ctx: Comparison, left: FiniteHash, right: FiniteHash): boolean {
  if (left.rest !== null && (right.rest === null || !ctx.fits(ctx, left.rest, right.rest))) return false;
  const named = left.entries.every(entry => entryFits(ctx, entry, right));
  return named && right.entries.every(wanted => hasEntry(ctx, left, wanted));
}

function entryFits(ctx: Comparison, entry: HashEntry, right: FiniteHash): boolean {
  const wanted = right.entries.find(other => equalKeys(other.key, entry.key));
  if (wanted === undefined) return right.rest !== null && ctx.fits(ctx, entry.type, right.rest);
  return (wanted.optional || !entry.optional) && ctx.fits(ctx, entry.type, wanted.type);
}

/** A key that the left does not name is absent, or covered by its rest. */
function hasEntry(ctx: Comparison, left: FiniteHash, wanted: HashEntry): boolean {
  if (left.entries.some(entry => equalKeys(entry.key, wanted.key))) return true;
  return wanted.optional && (left.rest === null || ctx.fits(ctx, left.rest, wanted.type));
}

/** {a: T, 'k' => U} <= Hash<K, V>: every key is a K, every value a V. */
export function isHashOfEntries(ctx: Comparison, left: FiniteHash, right: Type & { kind: 'nominal' }): boolean {
  const rest = left.rest === null ? [] : [left.rest];
  const keys = left.entries.map(entry => keyType(entry.key));
  const key = makeUnion(left.rest === null ? keys : [...keys, ANY]);
  return isHashInHash(ctx, key, makeUnion([...left.entries.map(entry => entry.type), ...rest]), right);
}
