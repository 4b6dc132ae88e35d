/** Joins of paths: values and states are joined by if-then-else; many exits become one. */
import { FALSE, or } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { type Ctx, makeUnmodelled, type Out } from './context';
import type { Exit } from './frame';
import { registerBase } from './heapMaps';
import { isDead, joinStates, type State, withPath } from './state';
import { joinValues, NIL_VAL, type Val } from './value';

type Site = { readonly span: { readonly start: number; readonly end: number } };

export function join(ctx: Ctx, condition: Formula, a: Out, b: Out, site: Site): Out {
  if (isDead(a.state)) return b;
  if (isDead(b.state)) return a;
  const meet = (x: Val, y: Val): Val =>
    joinValues(condition, x, y) ?? makeUnmodelled(ctx, { kind: 'either-value', left: x.kind, right: y.kind }, site);
  return {
    value: meet(a.value, b.value),
    state: joinStates(condition, a.state, b.state, meet, registerBase(ctx.run)),
  };
}

/** Exits are mutually exclusive: exactly one path condition holds. */
export function joinExits(ctx: Ctx, exits: readonly (Out | Exit)[], site: Site, otherwise: State): Out {
  const alive = exits.filter(exit => !isDead(exit.state));
  if (alive.length === 0) return { value: NIL_VAL, state: withPath(otherwise, FALSE) };
  const joined = alive
    .slice(0, -1)
    .reduceRight<Out>((rest, exit) => join(ctx, exit.state.path, exit, rest, site), alive[alive.length - 1]!);
  return { ...joined, state: withPath(joined.state, or(...alive.map(exit => exit.state.path))) };
}
