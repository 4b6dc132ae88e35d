/** Breakdown of the time of one edit: a typical method, verified repeatedly by a warm solver without a cache. */
import type { Host, SolverHost } from '../../server/src/engine/host';
import { Workspace } from '../../server/src/engine/workspace';
import { encodeBatch } from '../../server/src/solve/batchQuery';
import { encode } from '../../server/src/solve/solve';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { clocks } from './counts';

const SETTINGS = { ...DEFAULT_SETTINGS, replay: false };
const ROUNDS = 25;
const METHOD = 'Clock7#incr';

/** Milliseconds, the median over all repetitions. */
export interface Breakdown {
  /** Source to declarations: parsing, lowering, annotations. */
  readonly reading: number;
  readonly types: number;
  /** Typed method to obligations, and obligations to SMT-LIB. */
  readonly obligations: number;
  readonly encoding: number;
  /** From query to answer, including the messages to the worker and back. */
  readonly solver: number;
  /** Everything else: scheduling, cache, judging, events, the snapshot. */
  readonly rest: number;
  readonly inAll: number;
}

export async function breakdown(host: Host): Promise<Breakdown> {
  let solving = 0;
  let waiting = 0;
  let since = 0;
  const solver: SolverHost = {
    version: host.solver.version,
    close: () => host.solver.close(),
    async solve(...asked) {
      if (waiting++ === 0) since = performance.now(); // several wait at the same time
      const replies = await host.solver.solve(...asked);
      if (--waiting === 0) solving += performance.now() - since;
      return replies;
    },
  };
  const cache = { get: () => null, set: () => {}, flush: async () => {} };
  const workspace = await Workspace.create({ ...host, solver, cache }, SETTINGS);
  const path = 'clocks.rb';
  let text = clocks();
  workspace.open(path, text);
  const budget = { rlimit: SETTINGS.rlimit, timeoutMs: 600_000 };
  const signal = new AbortController().signal;
  await workspace.verify({ budget, signal });
  const rounds: Breakdown[] = [];
  const at = text.indexOf('x + 1', text.indexOf('class Clock7'));
  for (let i = 0; i < ROUNDS; i++) {
    const next = i % 2 === 0 ? '1 + x' : 'x + 1';
    const marks = [performance.now()];
    workspace.edit(path, [{ start: at, end: at + 5, text: next }]);
    text = text.slice(0, at) + next + text.slice(at + 5);
    marks.push(performance.now());
    void workspace.snapshot.files.get(path);
    marks.push(performance.now());
    solving = 0;
    await workspace.verify({ budget, signal });
    marks.push(performance.now());
    const sets = workspace.obligationsOf(METHOD) ?? [];
    marks.push(performance.now());
    for (const set of sets) void [encodeBatch(set), encode(set)];
    marks.push(performance.now());
    const [reading, types, verifying, obligations, encoding] = marks.slice(1).map((mark, n) => mark - marks[n]!);
    const rest = Math.max(0, verifying! - solving - obligations! - encoding!);
    rounds.push({
      reading: reading!,
      types: types!,
      obligations: obligations!,
      encoding: encoding!,
      solver: solving,
      rest,
      inAll: reading! + types! + verifying!,
    });
  }
  return medians(rounds);
}

function medians(rounds: readonly Breakdown[]): Breakdown {
  const of = (key: keyof Breakdown): number =>
    rounds.map(round => round[key]).sort((a, b) => a - b)[rounds.length >> 1]!;
  const keys = Object.keys(rounds[0]!) as (keyof Breakdown)[];
  return Object.fromEntries(keys.map(key => [key, of(key)])) as unknown as Breakdown;
}
