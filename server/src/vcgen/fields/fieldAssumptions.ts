/**
 * Assumes the type and refinement of a field for values that this method did not write: for every base symbol that a read
 * may reach, and for fields that were havocked. Records the methods that must establish them.
 */
import { le } from '../../logic/arithmetic';
import { and, implies, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { fieldWriters, findFillers } from '../../program/fieldWriters';
import { mayStore } from '../../program/libraryFacts';
import { findMethod, methodByKey } from '../../program/lookup';
import type { FieldInfo } from '../../program/program';
import type { Type } from '../../types/type';
import { fieldDependenciesOf } from '../analysis/fieldDependencies';
import { findSlot, recordInference, type Slot } from '../analysis/inferredFields';
import { preservesFieldType } from '../analysis/plainWriters';
import { translateFieldRefinement } from '../clauses/fieldClauses';
import { assumeAndShow, placeClause } from '../obligations/knownFacts';
import {
  addCaveat,
  assume,
  assumeAlways,
  type Ctx,
  type FieldRead,
  markAssumed,
  type Run,
  recordAssumption,
} from '../state/context';
import type { SlotKey } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { KeyMap } from '../state/keyedMap';
import { classNameOf, containedTypes, isUnknown, mayBeNil, unionMembers } from '../state/representation';
import { baseSymbols, type State } from '../state/state';
import { resolveTypeFor, typeGuard, valueFromTerm } from '../state/typeGuards';
import type { Val } from '../state/value';

/** Assumes the field's type and refinement for every base symbol that the read may reach, if the object existed then. */
export function assumeFieldType(ctx: Ctx, state: State, { object, field }: FieldRead, info: Slot, type: Type): void {
  const { run } = ctx;
  for (const map of baseSymbols(heapMap(ctx, state, field))) {
    const base = run.heapNotes.bases.get(map.name);
    if (!base || base.epoch.taint !== null) continue;
    if (!markAssumed(run, object.term, map.name)) continue;
    const term = select(map, object.term);
    const there = le(object.term, base.epoch.alloc);
    const entry = base.epoch.id === 0 && state.path === TRUE;
    assumeAlways(run, implies(and(state.path, there), typeGuard(run, term, type, base.epoch.alloc)), entry);
    if (info.refinement) {
      if (fieldDependenciesOf(run.input.program, classNameOf(object.type) ?? 'Object', info).beyond)
        addRefinementCaveat(run, info);
      const then: State = {
        ...state,
        path: and(state.path, there),
        heap: { ...state.heap, maps: new KeyMap(), epoch: base.epoch, alloc: base.epoch.alloc },
      };
      for (const { formula, clause } of translateFieldRefinement(ctx, then, object, info, valueFromTerm(term, type)))
        assumeAndShow(ctx, then, { source: { kind: 'field' }, ...placeClause(ctx, clause) }, formula, state.path);
    }
    if (info.reservation !== undefined) {
      recordInference(run, classNameOf(object.type) ?? 'Object', info);
      continue;
    }
    if (holdsTypes(type))
      for (const owner of findFillers(run.input.program, classNameOf(object.type) ?? 'Object', field.id, method =>
        mayStore(run.input.program, method),
      ))
        recordAssumption(run, { owner, what: 'field', place: info.place });
    if (field.kind === 'member' && !hasOwnInitialize(ctx, object)) continue;
    const className = classNameOf(object.type) ?? 'Object';
    for (const owner of fieldWriters(run.input.program, className, field.id)) {
      // No method sets the field, so it is nil, which its type allows.
      if (mayBeNil(type) && !info.refinement && !methodByKey(run.input.program, owner)) continue;
      if (!info.refinement && preservesFieldType(run.input, owner, { className, field: info.name, type })) continue;
      recordAssumption(run, { owner, what: 'field', place: info.place });
    }
  }
}

/** Whether the type says something about elements, which the methods that add elements must establish. */
function holdsTypes(type: Type): boolean {
  return unionMembers(type).some(member => containedTypes(member).some(part => !isUnknown(part)));
}

/** Adds a caveat: contents may change without a write to the field, so no proof covers the refinement. */
function addRefinementCaveat(run: Run, { name, refinement }: FieldInfo): void {
  const what = `\`${refinement!.text.trim()}\` of ${name}`;
  addCaveat(run, { type: 'assuming', what, because: 'only methods of its class are asked to keep' });
}

/** Whether a Struct or Data class has its own `initialize`, which establishes the types of its members. */
function hasOwnInitialize(ctx: Ctx, object: Val & { kind: 'ref' }): boolean {
  return findMethod(ctx.run.input.program, classNameOf(object.type) ?? 'Object', 'initialize')?.origin === 'workspace';
}

export function assumeHavockedFieldType(
  ctx: Ctx,
  state: State,
  object: Val & { kind: 'ref' },
  field: SlotKey,
  term: Formula,
): void {
  const info = findSlot(ctx.run.input, classNameOf(object.type) ?? 'Object', field);
  if (!info?.type) return;
  const type = resolveTypeFor(ctx.run.input.program, info.type, object.type);
  assume(ctx, state, typeGuard(ctx.run, term, type, state.heap.alloc));
  if (!info.refinement) return;
  for (const { formula, clause } of translateFieldRefinement(ctx, state, object, info, valueFromTerm(term, type)))
    assumeAndShow(ctx, state, { source: { kind: 'field' }, ...placeClause(ctx, clause) }, formula);
}
