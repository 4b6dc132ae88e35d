/** What the labels of the verified method allow it to write: nothing (`:pure`), only this (`modifies:`), all but this (`protects:`). */
import { and, eq, FALSE, not, or, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import type { SignatureArm } from '../program/program';
import type { FrameEntry } from '../types/annotation';
import type { Ctx, WriteLimit } from './context';
import { frameOwner } from './frameOwner';
import type { State } from './state';
import { memberKey } from './structs';
import type { Val } from './value';

export function limitOf(
  ctx: Ctx,
  entry: State,
  arm: SignatureArm | null,
  binders: ReadonlyMap<string, Val>,
  alloc: Formula,
): WriteLimit | null {
  if (!arm) return null;
  const { pure, modifies, protects } = arm.labels;
  const owners = new Map(
    [...(modifies ?? []), ...(protects ?? [])].map(each => [
      each,
      frameOwner(ctx, entry, each, ctx.frame.self, binders),
    ]),
  );
  const ownerOf: OwnerOf = each => owners.get(each) ?? null;
  if (pure)
    return { kind: 'purity', allocOnEntry: alloc, allows: () => FALSE, clause: { text: ':pure', place: arm.place } };
  if (modifies)
    return {
      kind: 'frame',
      allocOnEntry: alloc,
      allows: (key, ref) => within(modifies, ownerOf, key, ref),
      clause: { text: 'modifies', place: modifies[0]?.place ?? arm.place },
    };
  if (protects)
    return {
      kind: 'frame',
      allocOnEntry: alloc,
      allows: (key, ref) => outside(protects, ownerOf, key, ref),
      clause: { text: 'protects', place: protects[0]?.place ?? arm.place },
    };
  return null;
}

type OwnerOf = (entry: FrameEntry) => Val | null;

function within(entries: readonly FrameEntry[], ownerOf: OwnerOf, key: string, ref: Formula | null): Formula {
  const fitting = entries.filter(entry => fits(entry.field, key));
  if (ref === null)
    return fitting.some(entry => isShared(entry.field) || ownerOf(entry)?.kind === 'class') ? TRUE : FALSE;
  return or(...fitting.map(entry => owns(ownerOf(entry), ref)));
}

/** A write everywhere, or to what cannot be told from the protected object, is none that is allowed. */
function outside(entries: readonly FrameEntry[], ownerOf: OwnerOf, key: string, ref: Formula | null): Formula {
  const fitting = entries.filter(entry => fits(entry.field, key) || key === '*');
  if (ref === null) return fitting.length === 0 ? TRUE : FALSE;
  return and(
    ...fitting.map(entry => {
      const owner = ownerOf(entry);
      return owner?.kind === 'ref' ? not(eq(owner.term, ref)) : FALSE;
    }),
  );
}

function isShared(field: string): boolean {
  return /^(\$|@@)/.test(field);
}

function fits(field: string, key: string): boolean {
  return (
    field === key ||
    (field.startsWith('@') && key === memberKey(field.slice(1))) ||
    (field === 'contents' && key.startsWith('#')) ||
    (key.endsWith(field) && field.startsWith('@@')) ||
    (field.startsWith('@') && key.endsWith(`.${field}`))
  );
}

function owns(owner: Val | null, ref: Formula): Formula {
  return owner?.kind === 'ref' ? eq(owner.term, ref) : FALSE;
}
