/** Trying something out: what a run has gathered can be put back to where it was. */
import type { Ctx, Exit, Frame, Run } from './context';

/** `gathers`: further lists of exits that what is tried adds to. */
export function checkpoint(ctx: Ctx, gathers: readonly Exit[][] = []): () => void {
  const { run, sinks } = ctx;
  const lists = [
    run.facts,
    run.obligations,
    run.onTrust,
    run.watched,
    run.lambda,
    run.divisions,
    run.bits,
    run.conjunctions,
    run.edges,
    run.general.guesses,
    ...gathers,
    ...returnsOfBlocks(ctx.frame),
    sinks.returns,
    sinks.raises,
  ] as unknown[][];
  const wellDefined = ctx.spec ? [ctx.spec.wellDefined as unknown[]] : [];
  const exits: Exit[][] = [sinks.breaks, sinks.nexts].filter((list): list is Exit[] => list !== null);
  const lengths = [...lists, ...wellDefined, ...exits].map(list => ({ list, length: list.length }));
  const maps = [run.taints, run.functions, run.bases, run.assumptions, run.caveats] as Map<unknown, unknown>[];
  const entries = maps.map(map => ({ map, before: new Map(map) }));
  const sets = [run.classes, run.inlined, run.contracts, run.mayRaise] as Set<string>[];
  const members = sets.map(set => ({ set, before: new Set(set) }));
  const notModelled = run.notModelled.map(each => ({ ...each, affects: [...each.affects] }));
  const assumed = new Map([...run.assumed].map(([term, names]) => [term, new Set(names)]));
  const { steps, allocates } = run;
  const { loops } = run.general;
  return () => {
    for (const { list, length } of lengths) list.length = length;
    for (const { map, before } of entries) refill(map, before);
    for (const { set, before } of members) {
      set.clear();
      for (const each of before) set.add(each);
    }
    run.notModelled.splice(0, run.notModelled.length, ...notModelled);
    refill(run.assumed as Map<unknown, unknown>, assumed);
    run.general.loops = loops;
    restoreCounters(run, steps, allocates);
  };
}

/** A block returns from the method that it was written in, and breaks off the call that it was written at. */
function returnsOfBlocks(frame: Frame): Exit[][] {
  const { block } = frame;
  return [frame.returns, ...(block?.breaks ? [block.breaks] : []), ...(block ? returnsOfBlocks(block.frame) : [])];
}

function refill(map: Map<unknown, unknown>, before: ReadonlyMap<unknown, unknown>): void {
  map.clear();
  for (const [key, value] of before) map.set(key, value);
}

/** The counter of fresh names is not put back: names stay unique, and solve/ numbers them anew anyway. */
function restoreCounters(run: Run, steps: number, allocates: boolean): void {
  run.steps = steps;
  run.allocates = allocates;
}
