/** Joins the labels of the arms of one method. */
import { type Labels, NO_LABELS } from './annotation';

export function joinLabels(all: readonly Labels[]): Labels {
  return all.reduce(joinTwo, NO_LABELS);
}

function joinTwo(a: Labels, b: Labels): Labels {
  return {
    pure: a.pure || b.pure,
    exact: a.exact || b.exact,
    modular: a.modular || b.modular,
    modifies: joinLists(a.modifies, b.modifies),
    protects: joinLists(a.protects, b.protects),
    raises: joinLists(a.raises, b.raises),
    typecheck: a.typecheck ?? b.typecheck,
    verify: a.verify ?? b.verify,
    wrap: a.wrap ?? b.wrap,
    version: a.version ?? b.version,
  };
}

function joinLists<T>(a: readonly T[] | null, b: readonly T[] | null): readonly T[] | null {
  return a && b ? [...a, ...b] : (a ?? b);
}
