/** What the entries of `modifies:` cover: what they list, and the contents of the containers that listed variables hold. (ADR 0093) */
import type { MethodInfo, Program } from '../../program/program';
import type { FrameEntry } from '../../types/annotation';
import type { EffectKey } from '../state/heapKey';
import type { ReadonlyKeySet } from '../state/keyedMap';
import { makerOf } from './structClasses';

/** An entry as written (`heldIn` is null), or the contents of the container that this variable of the owner holds on entry. */
export interface CoveredEntry extends FrameEntry {
  readonly heldIn: string | null;
}

export function coveredEntries(entries: readonly FrameEntry[]): readonly CoveredEntry[] {
  return [
    ...explicitEntries(entries),
    ...entries
      .filter(({ owner, field }) => field !== 'contents' && !listsContents(entries, owner, field))
      .map(entry => ({ ...entry, field: 'contents', heldIn: entry.field })),
  ];
}

export function explicitEntries(entries: readonly FrameEntry[]): readonly CoveredEntry[] {
  return entries.map(entry => ({ ...entry, heldIn: null }));
}

function listsContents(entries: readonly FrameEntry[], owner: string, field: string): boolean {
  return owner === 'self' && entries.some(each => each.owner === field && each.field === 'contents');
}

/**
 * The entries that a body with these writes may use. One for a variable of self means the contents if the body never assigns
 * the variable, and the variable if the body writes no contents. In a Struct, writing contents may write members.
 */
export function usedEntries(
  program: Program,
  info: MethodInfo,
  entries: readonly FrameEntry[],
  writes: 'everything' | ReadonlyKeySet<EffectKey>,
): readonly CoveredEntry[] {
  if (writes === 'everything') return coveredEntries(entries);
  const keys = [...writes];
  if (!keys.some(key => key.kind === 'all-contents' || key.kind === 'contents')) return explicitEntries(entries);
  if (makerOf(program, info.owner) !== null) return coveredEntries(entries);
  const assigned = new Set(keys.map(nameOf));
  return coveredEntries(entries).filter(
    ({ owner, field }) => owner !== 'self' || field === 'contents' || assigned.has(field),
  );
}

function nameOf(key: EffectKey): string {
  return 'name' in key ? (key.kind === 'member' ? `@${key.name}` : key.name) : key.id;
}
