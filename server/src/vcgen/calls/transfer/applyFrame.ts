/**
 * The state after a call by contract: by its frame, by the writes of its body, or with everything reachable havocked.
 */
import type { Subject } from '../../../problems/reason';
import type { FrameEntry } from '../../../types/annotation';
import { noteContentsWrite } from '../../analysis/aliasedContainers';
import type { CallMode } from '../../analysis/callMode';
import { writesOfBody } from '../../analysis/effects';
import { type CoveredEntry, explicitEntries, usedEntries } from '../../analysis/frameEntries';
import { keyInLabel, scopeOfName, sharedKey } from '../../analysis/variableKeys';
import { type FrameSubjects, findFrameOwner } from '../../fields/frameOwner';
import { growAllocation, havocAt, havocHeap } from '../../fields/havoc';
import { requireUnfrozen } from '../../heap/frozen';
import { restoreMapAt } from '../../heap/objects';
import { checkWrite } from '../../obligations/checkWrite';
import type { BoundCall } from '../../state/call';
import { type Ctx, placeOf } from '../../state/context';
import { ANYTHING, expandContents } from '../../state/heapKey';
import { KeySet } from '../../state/keyedMap';
import type { State } from '../../state/state';
import type { Val } from '../../state/value';

export function applyFrame(ctx: Ctx, state: State, call: BoundCall, mode: CallMode): State {
  const { bound, self: receiver, site, info } = call;
  const subjects = { self: receiver, binders: bound.binders, className: info.owner };
  switch (mode.kind) {
    case 'pure':
      return state;
    case 'modifies':
      return usedEntries(ctx.run.input.program, info, mode.entries, writesOfBody(ctx.run, info))
        .map(entry => ({ entry, owner: findFrameOwner(ctx, state, entry, subjects) }))
        .reduce((next, { entry, owner }) => havocEntry(ctx, next, call, entry, owner), growAllocation(ctx, state));
    case 'writes': {
      for (const key of mode.keys) checkWrite(ctx, state, key, null, placeOf(ctx, site));
      return havocHeap(ctx, state, { keys: new KeySet(expandContents(mode.keys)) });
    }
    case 'protects':
      checkWrite(ctx, state, ANYTHING, null, placeOf(ctx, site));
      return protect(ctx, state, mode.entries, subjects);
    case 'havoc':
      checkWrite(ctx, state, ANYTHING, null, placeOf(ctx, site));
      return havocHeap(ctx, state, { open: mode.open });
  }
}

/** havoc(x.f) of figure 3. */
function havocEntry(ctx: Ctx, state: State, { info, site }: BoundCall, entry: CoveredEntry, owner: Val | null): State {
  const place = placeOf(ctx, site);
  const scope = scopeOfName(entry.field);
  const isOfClass = owner?.kind === 'class' && (scope === 'class' || scope === 'instance');
  if (scope === 'global' || scope === 'class' || isOfClass) {
    const key = sharedKey(ctx.run.input.program, isOfClass ? (owner.name ?? info.owner) : info.owner, entry.field);
    checkWrite(ctx, state, key, null, place);
    return havocHeap(ctx, state, { keys: new KeySet([key]) });
  }
  if (owner?.kind !== 'ref') return owner === null || owner.kind === 'boxed' ? havocHeap(ctx, state) : state;
  const key = keyInLabel(entry.field);
  checkWrite(ctx, state, key, owner.term, place);
  if (key.kind === 'all-contents') noteContentsWrite(ctx, state, owner, null);
  return havocAt(ctx, requireUnfrozen(ctx, state, owner.term, place, ownerOf(entry)), owner, key);
}

function ownerOf({ owner, heldIn }: CoveredEntry): Subject {
  if (heldIn !== null) return { kind: 'written-field', name: heldIn };
  if (owner === 'self') return { kind: 'receiver', method: null };
  return scopeOfName(owner) === 'instance'
    ? { kind: 'written-field', name: owner }
    : { kind: 'written-argument', param: owner };
}

/** Havocs everything except the protected fields, which get their values back. */
function protect(ctx: Ctx, state: State, entries: readonly FrameEntry[], subjects: FrameSubjects): State {
  const kept = explicitEntries(entries).flatMap(entry => {
    const owner = findFrameOwner(ctx, state, entry, subjects);
    return owner?.kind === 'ref' ? [{ owner, entry }] : [];
  });
  const after = havocHeap(ctx, state);
  return kept.reduce((next, { owner, entry }) => restore(ctx, state, next, owner, entry.field), after);
}

function restore(ctx: Ctx, before: State, after: State, owner: Val & { kind: 'ref' }, field: string): State {
  if (scopeOfName(field) === 'class') return after; // not a variable of the object
  return expandContents([keyInLabel(field)]).reduce(
    (next, key) => restoreMapAt(ctx, before, next, owner.term, key),
    after,
  );
}
