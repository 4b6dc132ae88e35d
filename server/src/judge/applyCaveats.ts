/**
 * Every assumption has an owner. A proof that depends on a contract, label or invariant whose owner is not itself safe
 * without caveats says so; bounds and caveats of callees are inherited. Works on all current verdicts: an owner that is
 * still being verified is assumed, and named once it has a verdict.
 */
import type { Assumption, Caveat } from '../proof/obligation';
import type { Verdict, VerdictStatus } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';
import { FIELD_KINDS } from './writerCaveats';

export type OwnerStatus =
  | { readonly kind: 'verdict'; readonly verdict: Verdict }
  | { readonly kind: 'no-constructor' } // fields are nil until something sets them
  | { readonly kind: 'learned' } // an annotation of a method that only runs have shown
  | { readonly kind: 'no-body' } // an annotation of the workspace without a visible method
  /**
   * A module's annotation of a method that including classes define: as good as the worst of them; an assumption if no
   * host is visible.
   */
  | { readonly kind: 'hosts'; readonly verdicts: readonly Verdict[] }
  | { readonly kind: 'library' } // in the trust base
  | { readonly kind: 'package'; readonly path: string } // only this file of a package describes it
  | { readonly kind: 'pending' };

/** What a method inherits from owners, and what readers of the fields that it writes inherit. */
export interface SettledMethod {
  readonly caveats: readonly Caveat[];
  readonly writerCaveats: readonly Caveat[];
}

/** `settled`: the results of earlier calls for owners that are not among `verdicts`. */
export function applyCaveats(
  verdicts: ReadonlyMap<MethodKey, Verdict>,
  ownerOf: (assumption: Assumption) => OwnerStatus,
  settled: ReadonlyMap<MethodKey, SettledMethod> = new Map(),
): Map<MethodKey, SettledMethod> {
  const found = new Map<MethodKey, Inheriting>();
  for (const [key, verdict] of verdicts) {
    const own = directCaveats(key, verdict, ownerOf);
    found.set(key, {
      caveats: byKey([...verdict.caveats, ...own]),
      writerCaveats: byKey([...(verdict.writerCaveats ?? verdict.caveats), ...own]),
    });
  }
  inherit(verdicts, found, settled, ownerOf);
  return new Map(
    [...found].map(([key, { caveats, writerCaveats }]) => [
      key,
      { caveats: [...caveats.values()], writerCaveats: [...writerCaveats.values()] },
    ]),
  );
}

type ByKey = Map<string, Caveat>;

interface Inheriting {
  readonly caveats: ByKey;
  readonly writerCaveats: ByKey;
}

function byKey(caveats: readonly Caveat[]): ByKey {
  return new Map(caveats.map(each => [caveatKey(each), each]));
}

/** The caveats from the owners' own verdicts, one step away. */
function directCaveats(key: MethodKey, verdict: Verdict, ownerOf: (assumption: Assumption) => OwnerStatus): Caveat[] {
  return verdict.assumptions.flatMap(assumption => {
    if (assumption.owner === key || assumption.what === 'arguments') return []; // recursion: partial correctness
    return findReservations(assumption, ownerOf(assumption)).map(([what, because, fails]): Caveat => {
      const caveat: Caveat = { type: 'assuming', what, because };
      return fails ? { ...caveat, fails } : caveat;
    });
  });
}

type Reservation = readonly [owner: string, because: string, fails?: true];

/** The owners that a proof may not rely on silently, and why. */
function findReservations(assumption: Assumption, owner: OwnerStatus): readonly Reservation[] {
  const flawed = (verdict: Verdict): readonly Reservation[] => {
    const because = describeFlaw(verdict);
    if (because === null) return [];
    return FAILING.includes(verdict.status) ? [[verdict.key, because, true]] : [[verdict.key, because]];
  };
  switch (owner.kind) {
    case 'verdict':
      return flawed(owner.verdict);
    case 'hosts':
      return owner.verdicts.length > 0
        ? owner.verdicts.flatMap(flawed)
        : [[assumption.owner, 'its hosts must provide']];
    case 'no-constructor':
      return [[assumption.owner, 'is missing, so nothing sets the fields']];
    case 'learned':
      return [[assumption.owner, 'is known only from runs']];
    case 'no-body':
      return [[assumption.owner, 'has no visible body']];
    case 'package':
      return [[assumption.owner, `only ${owner.path} describes`]];
    case 'library':
    case 'pending':
      return [];
  }
}

const FAILING: readonly VerdictStatus[] = ['unsafe', 'type-error'];

function describeFlaw(verdict: Verdict): string | null {
  switch (verdict.status) {
    case 'safe':
    case 'trusted':
      return null;
    case 'unsafe':
      return 'is unsafe';
    case 'undecided':
      return 'is undecided';
    case 'not-modelled':
      return 'is not fully modelled';
    case 'vacuous':
      return 'is vacuous';
    case 'type-error':
      return 'has a type error';
    case 'internal-error':
      return 'could not be verified';
    case 'unchecked':
      return 'is not checked';
  }
}

/** Propagates caveats from owners to their dependents until nothing changes; for fields, those of their writers. */
function inherit(
  verdicts: ReadonlyMap<MethodKey, Verdict>,
  found: ReadonlyMap<MethodKey, Inheriting>,
  settled: ReadonlyMap<MethodKey, SettledMethod>,
  ownerOf: (assumption: Assumption) => OwnerStatus,
): void {
  const caveatsOf = (owner: MethodKey, what: Assumption['what']): Iterable<Caveat> => {
    const role = what === 'field' ? 'writerCaveats' : 'caveats';
    return found.get(owner)?.[role].values() ?? settled.get(owner)?.[role] ?? [];
  };
  let changed = true;
  while (changed) {
    changed = false;
    for (const [key, verdict] of verdicts) {
      const own = found.get(key)!;
      for (const assumption of verdict.assumptions)
        for (const owner of ownersOf(assumption, ownerOf(assumption)))
          for (const inherited of [...caveatsOf(owner, assumption.what)]) {
            const caveat = inheritedBy(assumption, inherited);
            if (caveat !== null) changed = addCaveat(key, own, caveat) || changed;
          }
    }
  }
}

/** An owner's assumption about its own arguments matters only for a call that may pass one container twice. */
function inheritedBy({ what, owner }: Assumption, caveat: Caveat): Caveat | null {
  if (caveat.type !== 'distinct') return what === 'arguments' ? null : caveat;
  return what === 'arguments' ? { ...caveat, of: caveat.of ?? owner } : null;
}

/** Whether the caveat is new to the method, in either role. */
function addCaveat(key: MethodKey, own: Inheriting, caveat: Caveat): boolean {
  const id = caveatKey(caveat);
  if ((caveat.type === 'assuming' && caveat.what === key) || (own.caveats.has(id) && own.writerCaveats.has(id)))
    return false;
  own.caveats.set(id, caveat);
  own.writerCaveats.set(id, caveat);
  return true;
}

/** A module's assumption is as good as what the classes prove that include it, with all that they depend on. */
function ownersOf({ owner }: Assumption, status: OwnerStatus): readonly MethodKey[] {
  return status.kind === 'hosts' ? [owner, ...status.verdicts.map(verdict => verdict.key)] : [owner];
}

function caveatKey(caveat: Caveat): string {
  return JSON.stringify(caveat);
}

/** The verdict of a method as a writer of fields: a possibly wrong result does not affect what it writes. */
export function verdictAsWriter(verdict: Verdict): Verdict {
  const matters = verdict.obligations.filter(each => FIELD_KINDS.has(each.kind) && each.status !== 'safe');
  const forgiven = ['unsafe', 'undecided', 'vacuous'].includes(verdict.status) && matters.length === 0;
  return forgiven && verdict.notModelled.length === 0 ? { ...verdict, status: 'safe' } : verdict;
}
