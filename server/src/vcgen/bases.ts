/** The heap's maps by key, with their base symbols registered as they come into being. */
import type { Formula } from '../logic/formula';
import type { Ctx, Run } from './context';
import { mapOf, type NewBase, type State } from './state';

export function baseKnown(run: Run): NewBase {
  return (name, key, epoch) => {
    if (run.bases.has(name)) return;
    run.bases.set(name, { key, epoch });
    if (epoch.taint !== null) run.taints.set(name, epoch.taint);
  };
}

export function heapMap(ctx: Ctx, state: State, key: string): Formula {
  return mapOf(state.heap, key, baseKnown(ctx.run));
}
