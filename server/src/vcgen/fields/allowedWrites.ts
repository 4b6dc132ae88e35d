/** The writes that the labels of the verified method permit: none (`:pure`), only these (`modifies:`), all but these (`protects:`). */
import { and, eq, FALSE, not, or, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import type { SignatureArm } from '../../program/program';
import { type CoveredEntry, coveredEntries, explicitEntries } from '../analysis/frameEntries';
import { scopeOfName } from '../analysis/variableKeys';
import type { Ctx, WriteLimit } from '../state/context';
import type { WrittenKey } from '../state/heapKey';
import type { State } from '../state/state';
import type { Val } from '../state/value';
import { findFrameOwner } from './frameOwner';

export function allowedWritesOf(
  ctx: Ctx,
  entry: State,
  arm: SignatureArm | null,
  binders: ReadonlyMap<string, Val>,
  alloc: Formula,
): WriteLimit | null {
  if (!arm) return null;
  const { pure } = arm.labels;
  const modifies = arm.labels.modifies && coveredEntries(arm.labels.modifies);
  const protects = arm.labels.protects && explicitEntries(arm.labels.protects);
  const subjects = { self: ctx.frame.self, binders, className: ctx.frame.method.owner };
  const owners = new Map(
    [...(modifies ?? []), ...(protects ?? [])].map(each => [each, findFrameOwner(ctx, entry, each, subjects)]),
  );
  const ownerOf: OwnerOf = each => owners.get(each) ?? null;
  if (pure)
    return {
      kind: 'purity',
      label: 'pure',
      allocOnEntry: alloc,
      allows: () => FALSE,
      clause: { text: ':pure', place: arm.place },
    };
  if (modifies)
    return {
      kind: 'frame',
      label: 'modifies',
      allocOnEntry: alloc,
      allows: (key, ref) => isWithinEntries(modifies, ownerOf, key, ref),
      clause: { text: 'modifies', place: modifies[0]?.place ?? arm.place },
    };
  if (protects)
    return {
      kind: 'frame',
      label: 'protects',
      allocOnEntry: alloc,
      allows: (key, ref) => isOutsideEntries(protects, ownerOf, key, ref),
      clause: { text: 'protects', place: protects[0]?.place ?? arm.place },
    };
  return null;
}

type OwnerOf = (entry: CoveredEntry) => Val | null;

function isWithinEntries(
  entries: readonly CoveredEntry[],
  ownerOf: OwnerOf,
  key: WrittenKey,
  ref: Formula | null,
): Formula {
  const fitting = entries.filter(entry => coversKey(entry, key));
  if (ref === null)
    return fitting.some(entry => isShared(entry.field) || ownerOf(entry)?.kind === 'class') ? TRUE : FALSE;
  return or(...fitting.map(entry => isOwner(ownerOf(entry), ref)));
}

/** A write to an unknown object, or to one that may be the protected object, is not permitted. */
function isOutsideEntries(
  entries: readonly CoveredEntry[],
  ownerOf: OwnerOf,
  key: WrittenKey,
  ref: Formula | null,
): Formula {
  const fitting = entries.filter(entry => coversKey(entry, key) || key.kind === 'anything');
  if (ref === null) return fitting.length === 0 ? TRUE : FALSE;
  return and(
    ...fitting.map(entry => {
      const owner = ownerOf(entry);
      return owner?.kind === 'ref' ? not(eq(owner.term, ref)) : FALSE;
    }),
  );
}

function isShared(field: string): boolean {
  const scope = scopeOfName(field);
  return scope === 'global' || scope === 'class';
}

/** Whether what a label names (`contents`, or a variable) includes the key. What a variable holds is a container, not a Struct. */
function coversKey({ field, heldIn }: CoveredEntry, key: WrittenKey): boolean {
  switch (key.kind) {
    case 'anything':
      return false;
    case 'all-contents':
    case 'contents':
    case 'frozen':
    case 'stamp':
      return field === 'contents';
    case 'member':
      return (field === 'contents' && heldIn === null) || field === `@${key.name}`;
    case 'field':
    case 'global':
    case 'class-variable':
    case 'class-field':
      return field === key.name;
  }
}

function isOwner(owner: Val | null, ref: Formula): Formula {
  return owner?.kind === 'ref' ? eq(owner.term, ref) : FALSE;
}
