/** The numbers that a loop changes: integer locals and fields, lengths of arrays, sizes of hashes; what guesses are made of. */
import { same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import type { Site } from '../arguments';
import { heapMap } from '../bases';
import type { Ctx } from '../context';
import { readField } from '../fields';
import { mayBeNil, members, shapeOf, withoutNil } from '../shape';
import type { State } from '../state';
import { unboxed } from '../value';
import type { Changed } from './changed';

export interface Quantity {
  /** How a reader would write it; null: it has no name. */
  readonly text: string | null;
  readonly local?: boolean;
  readonly at: (state: State) => Formula | null;
}

const MOST = 6;

export function quantitiesOf(ctx: Ctx, state: State, changed: Changed, site: Site): readonly Quantity[] {
  return [...locals(changed), ...lengths(state, ctx, changed), ...fields(ctx, changed, site)]
    .filter(quantity => quantity.at(state) !== null)
    .slice(0, MOST);
}

function locals(changed: Changed): readonly Quantity[] {
  return [...changed.locals]
    .filter(([, type]) => shapeOf(withoutNil(type)) === 'int')
    .map(([key]) => ({
      text: shownLocal(key),
      local: true,
      at: state => {
        const val = state.locals.get(key);
        if (val?.kind === 'boxed' && shapeOf(withoutNil(val.type)) === 'int') return unboxed(val.term, 'int');
        return val?.kind === 'int' ? val.term : null;
      },
    }));
}

/** Locals that may be nil, by name: are they, once the loop has begun? */
export function nilableLocals(changed: Changed): readonly { readonly key: string; readonly text: string | null }[] {
  return [...changed.locals]
    .filter(([, type]) => mayBeNil(type) && members(type).length === 2)
    .slice(0, MOST)
    .map(([key]) => ({ key, text: shownLocal(key) }));
}

function shownLocal(key: string): string | null {
  const name = key.slice(key.indexOf('/') + 1);
  return /^[a-z_]\w*$/.test(name) && !key.startsWith('carried/') ? name : null;
}

function lengths(before: State, ctx: Ctx, changed: Changed): readonly Quantity[] {
  return ['#length', '#size'].flatMap(key =>
    (changed.cells.get(key) ?? []).map(ref => ({
      text: containerName(before, ref),
      at: (state: State) => select(heapMap(ctx, state, key), ref),
    })),
  );
}

function containerName(state: State, ref: Formula): string | null {
  for (const [key, val] of state.locals) {
    const name = val.kind === 'ref' && same(val.term, ref) ? shownLocal(key) : null;
    if (name) return `${name}.size`;
  }
  return null;
}

function fields(ctx: Ctx, changed: Changed, site: Site): readonly Quantity[] {
  const { self } = ctx.frame;
  if (self.kind !== 'ref') return [];
  return [...changed.maps]
    .filter(key => /^@\w/.test(key))
    .map(key => ({
      text: key,
      at: state => {
        const val = readField(ctx, state, self, key, site);
        return val.kind === 'int' ? val.term : null;
      },
    }));
}

/** A name for a value that the loop does not change: a number, or a local that holds it. */
export function nameOf(state: State, changed: Changed, term: Formula): string | null {
  if (term.kind === 'numeral') return term.value;
  for (const [key, val] of state.locals)
    if (val.kind === 'int' && same(val.term, term) && !changed.locals.has(key)) return shownLocal(key);
  return null;
}
