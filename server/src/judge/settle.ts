/**
 * Every assumption has an owner. A proof that leans on a contract, label or invariant whose owner is not itself plainly
 * safe says so; bounds and caveats of callees are inherited. Works on all verdicts known so far: an owner that is
 * still being verified is assumed, and named once its verdict is there.
 */
import type { Assumption, Caveat } from '../proof/obligation';
import type { Verdict } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';

export type OwnerStatus =
  | { readonly kind: 'verdict'; readonly verdict: Verdict }
  | { readonly kind: 'no-constructor' } // fields are nil until something sets them
  | { readonly kind: 'no-body' } // an annotation of the workspace without a method in sight
  /** A module's annotation of a method that its hosts define: as good as the worst of them; none in sight: an assumption. */
  | { readonly kind: 'hosts'; readonly verdicts: readonly Verdict[] }
  | { readonly kind: 'library' } // in the trust base
  | { readonly kind: 'pending' };

/** `settled`: what is known of owners that are not among `verdicts`, from an earlier round. */
export function settle(
  verdicts: ReadonlyMap<MethodKey, Verdict>,
  ownerOf: (assumption: Assumption) => OwnerStatus,
  settled: ReadonlyMap<MethodKey, readonly Caveat[]> = new Map(),
): Map<MethodKey, readonly Caveat[]> {
  const caveats = new Map<MethodKey, Map<string, Caveat>>();
  for (const [key, verdict] of verdicts) {
    caveats.set(
      key,
      new Map([...verdict.caveats, ...direct(key, verdict, ownerOf)].map(each => [caveatKey(each), each])),
    );
  }
  inherit(verdicts, caveats, settled, ownerOf);
  return new Map([...caveats].map(([key, found]) => [key, [...found.values()]]));
}

/** What the owners' own verdicts say, one step away. */
function direct(key: MethodKey, verdict: Verdict, ownerOf: (assumption: Assumption) => OwnerStatus): Caveat[] {
  return verdict.assumptions.flatMap(assumption => {
    if (assumption.owner === key) return []; // recursion: partial correctness
    return reservations(assumption, ownerOf(assumption)).map(
      ([what, because]): Caveat => ({ type: 'assuming', what, because }),
    );
  });
}

/** Whom the proof should not have leaned on without a word, and why. */
function reservations(assumption: Assumption, owner: OwnerStatus): readonly (readonly [string, string])[] {
  const flawed = (verdict: Verdict): readonly (readonly [string, string])[] => {
    const because = flaw(verdict);
    return because === null ? [] : [[verdict.key, because]];
  };
  switch (owner.kind) {
    case 'verdict':
      return flawed(owner.verdict);
    case 'hosts':
      return owner.verdicts.length > 0
        ? owner.verdicts.flatMap(flawed)
        : [[assumption.owner, 'its hosts must provide']];
    case 'no-constructor':
      return [[assumption.owner, 'is not there to set the fields']];
    case 'no-body':
      return [[assumption.owner, 'has no body in sight']];
    case 'library':
    case 'pending':
      return [];
  }
}

function flaw(verdict: Verdict): string | null {
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

/** Caveats flow from owners to those who lean on them, until nothing changes. */
function inherit(
  verdicts: ReadonlyMap<MethodKey, Verdict>,
  caveats: Map<MethodKey, Map<string, Caveat>>,
  settled: ReadonlyMap<MethodKey, readonly Caveat[]>,
  ownerOf: (assumption: Assumption) => OwnerStatus,
): void {
  const caveatsOf = (owner: MethodKey): Iterable<readonly [string, Caveat]> =>
    caveats.get(owner) ?? (settled.get(owner) ?? []).map(each => [caveatKey(each), each] as const);
  let changed = true;
  while (changed) {
    changed = false;
    for (const [key, verdict] of verdicts) {
      const own = caveats.get(key)!;
      for (const owner of verdict.assumptions.flatMap(each => ownersOf(each, ownerOf(each)))) {
        for (const [id, caveat] of caveatsOf(owner)) {
          const self = caveat.type === 'assuming' && caveat.what === key;
          if (!self && !own.has(id)) {
            own.set(id, caveat);
            changed = true;
          }
        }
      }
    }
  }
}

/** What a module assumes is as good as what its hosts prove, with all that they lean on. */
function ownersOf({ owner }: Assumption, status: OwnerStatus): readonly MethodKey[] {
  return status.kind === 'hosts' ? [owner, ...status.verdicts.map(verdict => verdict.key)] : [owner];
}

function caveatKey(caveat: Caveat): string {
  return JSON.stringify(caveat);
}

const FIELD_KINDS: ReadonlySet<string> = new Set(['field-refinement', 'non-nil', 'class-invariant']);

/** A method as one that sets fields: that its result may be wrong takes nothing away from what it writes. */
export function asWriter(verdict: Verdict): Verdict {
  const matters = verdict.obligations.filter(each => FIELD_KINDS.has(each.kind) && each.status !== 'safe');
  const forgiven = ['unsafe', 'undecided', 'vacuous'].includes(verdict.status) && matters.length === 0;
  return forgiven && verdict.notModelled.length === 0 ? { ...verdict, status: 'safe' } : verdict;
}
