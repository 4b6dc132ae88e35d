/** The numbers that a loop changes, for invariant candidates: integer locals and fields, lengths of arrays, sizes of hashes. */
import { same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { readField } from '../fields/fields';
import type { Site } from '../state/call';
import type { Ctx } from '../state/context';
import { LENGTH, SIZE } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { type LocalKey, programNameOf } from '../state/localKey';
import { mayBeNil, representationOf, unionMembers, withoutNil } from '../state/representation';
import type { State } from '../state/state';
import { unboxTerm } from '../state/value';
import type { LoopEffects } from './loopEffects';

export interface CandidateTerm {
  /** Its source form; null: it has none. */
  readonly text: string | null;
  readonly local?: boolean;
  readonly at: (state: State) => Formula | null;
}

const MOST = 6;

export function findCandidateTerms(ctx: Ctx, state: State, changed: LoopEffects, site: Site): readonly CandidateTerm[] {
  return [...locals(changed), ...lengths(state, ctx, changed), ...fields(ctx, changed, site)]
    .filter(quantity => quantity.at(state) !== null)
    .slice(0, MOST);
}

function locals(changed: LoopEffects): readonly CandidateTerm[] {
  return [...changed.locals]
    .filter(([, type]) => representationOf(withoutNil(type)) === 'int')
    .map(([key]) => ({
      text: programNameOf(key),
      local: true,
      at: state => {
        const val = state.locals.get(key);
        if (val?.kind === 'boxed' && representationOf(withoutNil(val.type)) === 'int')
          return unboxTerm(val.term, 'int');
        return val?.kind === 'int' ? val.term : null;
      },
    }));
}

/** Locals that may be nil, as candidates for being non-nil. */
export function findNilableLocals(
  changed: LoopEffects,
): readonly { readonly key: LocalKey; readonly text: string | null }[] {
  return [...changed.locals]
    .filter(([, type]) => mayBeNil(type) && unionMembers(type).length === 2)
    .slice(0, MOST)
    .map(([key]) => ({ key, text: programNameOf(key) }));
}

function lengths(before: State, ctx: Ctx, changed: LoopEffects): readonly CandidateTerm[] {
  return [LENGTH, SIZE].flatMap(key =>
    (changed.cells.get(key) ?? []).map(ref => ({
      text: containerName(before, ref),
      at: (state: State) => select(heapMap(ctx, state, key), ref),
    })),
  );
}

function containerName(state: State, ref: Formula): string | null {
  for (const [key, val] of state.locals) {
    const name = val.kind === 'ref' && same(val.term, ref) ? programNameOf(key) : null;
    if (name) return `${name}.size`;
  }
  return null;
}

function fields(ctx: Ctx, changed: LoopEffects, site: Site): readonly CandidateTerm[] {
  const { self } = ctx.frame;
  if (self.kind !== 'ref') return [];
  return [...changed.maps]
    .filter(key => key.kind === 'field')
    .map(key => ({
      text: key.name,
      at: state => {
        const val = readField(ctx, state, self, key, site);
        return val.kind === 'int' ? val.term : null;
      },
    }));
}

/** A name for a value that the loop does not change: a number, or a local that holds it. */
export function nameOfUnchanged(state: State, changed: LoopEffects, term: Formula): string | null {
  if (term.kind === 'numeral') return term.value;
  for (const [key, val] of state.locals)
    if (val.kind === 'int' && same(val.term, term) && !changed.locals.has(key)) return programNameOf(key);
  return null;
}
