/** The heap's maps by key. Base symbols are registered when they are created. */
import type { Formula } from '../../logic/formula';
import type { Ctx, Run } from './context';
import type { HeapKey } from './heapKey';
import { mapOf, type NewBase, type State } from './state';

export function registerBase(run: Run): NewBase {
  return (name, key, epoch) => {
    if (run.heapNotes.bases.has(name)) return;
    run.heapNotes.bases.set(name, { key, epoch });
    const index = epoch.taint ?? epoch.open;
    if (index !== undefined) run.results.taints.set(name, index);
  };
}

export function heapMap(ctx: Ctx, state: State, key: HeapKey): Formula {
  return mapOf(state.heap, key, registerBase(ctx.run));
}
