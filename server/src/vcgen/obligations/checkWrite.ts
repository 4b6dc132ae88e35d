/** Checks each write against the labels of the verified method (allowedWrites.ts). */

import type { Place } from '../../base/span';
import { or, same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import type { WriteTarget } from '../../problems/reason';
import type { Ctx } from '../state/context';
import type { WrittenKey } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { programNameOf } from '../state/localKey';
import type { State } from '../state/state';
import { unboxTerm } from '../state/value';
import { addObligation } from './obligations';

/** Requires that the labels of the verified method permit the write. Objects that it allocated may always be written. */
export function checkWrite(ctx: Ctx, state: State, key: WrittenKey, ref: Formula | null, place: Place): void {
  const { limit } = ctx.mode;
  if (limit === null || ctx.spec) return;
  const made = ref === null ? limit.allows(key, null) : or(isNew(ref, limit.allocOnEntry), limit.allows(key, ref));
  addObligation(ctx, state, {
    kind: limit.kind,
    goal: made,
    place,
    clause: limit.clause,
    reason: { kind: 'write', target: writeTarget(ctx, state, key, ref), label: limit.label },
  });
}

/** What is written, by its name in the program. */
function writeTarget(ctx: Ctx, state: State, key: WrittenKey, ref: Formula | null): WriteTarget {
  if (key.kind === 'anything') return { kind: 'anything' };
  const name = showHeapKey(key);
  if (name !== 'contents') return { kind: 'variable', name };
  const held = ref && fieldHolding(ctx, ctx.mode.entry ?? state, ref);
  const of = ref && (held ?? nameOfObject(ctx, state, ref));
  return { kind: 'contents', of, field: held };
}

function nameOfObject(ctx: Ctx, state: State, ref: Formula): string | null {
  const { self } = ctx.frame;
  if (self.kind === 'ref' && same(self.term, ref)) return 'self';
  for (const [key, val] of state.locals) {
    const name = val.kind === 'ref' && same(val.term, ref) ? programNameOf(key) : null;
    if (name !== null) return name;
  }
  return fieldHolding(ctx, state, ref);
}

/** The field of self that holds the object in this state. */
function fieldHolding(ctx: Ctx, state: State, ref: Formula): string | null {
  const { self } = ctx.frame;
  if (self.kind !== 'ref') return null;
  for (const key of [...state.heap.maps.keys(), ...[...ctx.run.heapNotes.bases.values()].map(base => base.key)])
    if (key.kind === 'field' && same(unboxTerm(select(heapMap(ctx, state, key), self.term), 'ref'), ref))
      return key.name;
  return null;
}

function isNew(ref: Formula, allocOnEntry: Formula): Formula {
  return { kind: 'apply', operator: '>', args: [ref, allocOnEntry], sort: { kind: 'bool' } };
}

export function showHeapKey(key: WrittenKey): string {
  switch (key.kind) {
    case 'contents':
    case 'all-contents':
    case 'frozen':
    case 'stamp':
      return 'contents';
    case 'member':
      return key.name;
    case 'anything':
      return 'anything';
    default:
      return key.id;
  }
}
