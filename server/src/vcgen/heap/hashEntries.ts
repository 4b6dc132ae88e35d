/** Hashes whose entries are all known, in Ruby's order: built in this method from constant keys, or constants. */
import { eq, int, isConstant, same, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select, store } from '../../logic/maps';
import type { Expr } from '../../ril/ril';
import type { Ctx } from '../state/context';
import { literalKey } from '../state/hashTypes';
import type { State } from '../state/state';
import { BOXED_NIL, boxValue, type HashVal, type Val } from '../state/value';
import { contentsOf, EMPTY } from './hashes';

export interface KnownEntry {
  readonly key: Formula;
  readonly value: Formula;
}

/** All entries, in Ruby's order, of a hash built in this method from constant keys; null: unknown. */
export function knownEntries(ctx: Ctx, state: State, hash: HashVal): readonly KnownEntry[] | null {
  if (hash.term.kind === 'symbol') return ctx.run.heapNotes.constantHashes.get(hash.term.name) ?? null;
  const { present, values } = contentsOf(ctx, state, hash);
  return entriesOf(present)?.map(key => ({ key, value: select(values, key) })) ?? null;
}

/** The keys that are present, in order of insertion; null: unknown. */
export function entriesOf(present: Formula): readonly Formula[] | null {
  const written: { key: Formula; there: boolean }[] = [];
  let map = present;
  while (map.kind === 'apply' && map.operator === 'store') {
    const [below, key, there] = map.args as [Formula, Formula, Formula];
    if (!isConstantKey(key) || there.kind !== 'boolean') return null;
    written.unshift({ key, there: there.value });
    map = below;
  }
  if (map.kind !== 'apply' || !map.operator.startsWith('(as const ')) return null;
  const kept: Formula[] = [];
  for (const { key, there } of written) {
    const at = kept.findIndex(each => same(each, key));
    if (there && at >= 0) return null; // deleted and inserted again: its position is unknown
    if (there) kept.push(key);
    else if (at >= 0) kept.splice(at, 1);
  }
  return kept;
}

function isConstantKey(key: Formula): boolean {
  return key.kind === 'apply' && key.operator.startsWith('v-') && key.args.every(isConstant);
}

/** The contents of a constant that is a frozen hash: its size, and the entries with plain keys and values. */
export function frozenEntries(
  ctx: Ctx,
  literal: Expr & { readonly kind: 'hash' },
  hash: HashVal,
  state: State,
  read: (expr: Expr) => Val | null,
): readonly Formula[] {
  const entries = literal.entries.map(entry => constantEntry(entry, read));
  const keys = entries.map(entry => entry?.key ?? null);
  if (entries.some(entry => entry === null) || keys.some((key, i) => keys.findIndex(k => same(k!, key!)) !== i))
    return [];
  const { present, values, size, default: otherwise } = contentsOf(ctx, state, hash);
  const facts = entries.flatMap(entry => [
    select(present, entry!.key),
    ...(entry!.value ? [eq(select(values, entry!.key), entry!.value)] : []),
  ]);
  if (entries.every(entry => entry!.value !== null) && hash.term.kind === 'symbol')
    ctx.run.heapNotes.constantHashes.set(hash.term.name, entries as readonly KnownEntry[]);
  return [eq(size, int(entries.length)), eq(otherwise, BOXED_NIL), ...facts, hasOnlyEntries(ctx, present, entries)];
}

function constantEntry(
  entry: (Expr & { readonly kind: 'hash' })['entries'][number],
  read: (expr: Expr) => Val | null,
): { key: Formula; value: Formula | null } | null {
  const valued = (expr: Expr): Formula | null => {
    const val = read(expr);
    return val && boxValue(val);
  };
  if (entry.type === 'keyword')
    return { key: literalKey({ type: 'symbol', value: entry.name }), value: valued(entry.value) };
  if (entry.type !== 'pair' || entry.key.kind !== 'lit') return null;
  const { value: literal } = entry.key;
  if (literal.type !== 'symbol' && literal.type !== 'string' && literal.type !== 'integer') return null;
  return { key: literalKey({ type: literal.type, value: literal.value }), value: valued(entry.value) };
}

/** No other key is present. */
function hasOnlyEntries(ctx: Ctx, present: Formula, entries: readonly ({ key: Formula } | null)[]): Formula {
  const all = entries.reduce<Formula>((map, entry) => store(map, entry!.key, TRUE), EMPTY.present);
  return ctx.spec ? TRUE : eq(present, all);
}
