/** What a method may read and write, and what labels say about it. */
import { coversContents } from '../../program/frameContents';
import type { MethodInfo, Program } from '../../program/program';
import type { FrameEntry } from '../../types/annotation';
import { type EffectKey, fieldKey, type HeapKey, memberKey } from '../state/heapKey';
import { KeySet, type ReadonlyKeySet } from '../state/keyedMap';
import { usedEntries } from './frameEntries';
import { keyInLabel, keyInMethod, scopeOfName } from './variableKeys';

/** Slots of self (`own`), and slots of any object or of none (`others`). */
export type Reads =
  | 'everything'
  | { readonly own: ReadonlyKeySet<HeapKey>; readonly others: ReadonlyKeySet<EffectKey> };

export interface Effects {
  readonly reads: Reads;
  readonly writes: 'everything' | ReadonlyKeySet<EffectKey>;
  /** The writes that may affect objects other than self. */
  readonly otherWrites: ReadonlyKeySet<EffectKey>;
  readonly deterministic: boolean;
  readonly loops: boolean;
  /** It, or a method it calls, visibly freezes an object. */
  readonly freezes: boolean;
}

export const NONE: ReadonlyKeySet<HeapKey> = new KeySet();
export const EVERYTHING: Effects = {
  reads: 'everything',
  writes: 'everything',
  otherWrites: NONE,
  deterministic: false,
  loops: true,
  freezes: false,
};

export const NOTHING: Effects = {
  reads: { own: NONE, others: NONE },
  writes: NONE,
  otherWrites: NONE,
  deterministic: true,
  loops: false,
  freezes: false,
};

export function ofSynthetic(info: MethodInfo): Effects {
  const { synthetic } = info;
  if (synthetic?.type === 'attributeReader')
    return { ...NOTHING, reads: { own: new KeySet([fieldKey(synthetic.field)]), others: NONE } };
  if (synthetic?.type === 'attributeWriter') return { ...NOTHING, writes: new KeySet([fieldKey(synthetic.field)]) };
  if (synthetic?.type === 'structReader')
    return { ...NOTHING, reads: { own: new KeySet([memberKey(synthetic.member)]), others: NONE } };
  if (synthetic?.type === 'structWriter') return { ...NOTHING, writes: new KeySet([memberKey(synthetic.member)]) };
  return EVERYTHING;
}

export function ofLabels(program: Program, info: MethodInfo): Effects {
  const labels = info.signature?.labels;
  if (labels?.pure) return { ...NOTHING, reads: 'everything' };
  if (labels?.modifies)
    return {
      ...NOTHING,
      reads: 'everything',
      ...frameOf(program, info, labels.modifies, 'everything'),
      deterministic: false,
    };
  return { ...EVERYTHING, loops: false };
}

/** A label limits the writes; it is checked where the method itself is verified. */
export function withLabels(program: Program, info: MethodInfo, found: Effects): Effects {
  const labels = info.signature?.labels;
  if (labels?.pure) return { ...found, writes: NONE, otherWrites: NONE, deterministic: true };
  return labels?.modifies ? { ...found, ...frameOf(program, info, labels.modifies, found.writes) } : found;
}

function frameOf(
  program: Program,
  info: MethodInfo,
  entries: readonly FrameEntry[],
  writes: Effects['writes'],
): Pick<Effects, 'writes' | 'otherWrites'> {
  const used = usedEntries(program, info, entries, writes).filter(
    ({ heldIn }) => heldIn === null || coversContents(program, info, entries),
  );
  const others = used.filter(entry => entry.owner !== 'self' || entry.heldIn !== null);
  const keyOf = ({ owner, field }: FrameEntry): EffectKey =>
    owner === 'self' || scopeOfName(field) === 'class' ? keyInMethod(program, info, field) : keyInLabel(field);
  return { writes: new KeySet(used.map(keyOf)), otherWrites: new KeySet(others.map(keyOf)) };
}
