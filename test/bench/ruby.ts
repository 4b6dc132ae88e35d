/** The cost of running Ruby: the first result, warm replays, and memory. */

import { createHost } from '../../server/src/host/createHost';
import { replayScript } from '../../server/src/judge/replayScript';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { integer, scenario } from '../harness/scenario';

export interface RubyRuns {
  readonly startMs: number;
  /** Counterexamples, each in a fresh Ruby. */
  readonly replaysPerSecond: number;
  readonly memoryMb: number;
}

const REPLAYS = 40;
const PROGRAM = `require 'loupe'
type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }'
def incr_sec(x)
  if x == 58
    0
  else
    x + 1
  end
end
`;

export async function rubyRuns(): Promise<RubyRuns> {
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const host = createHost({
    settings: DEFAULT_SETTINGS,
    log,
    cache: 'memory',
    interactive: false,
    mayRun: true,
    root: null,
  });
  const { signal } = new AbortController();
  const before = process.memoryUsage().rss;
  const began = performance.now();
  await host.ruby.evaluate('1.to_s', [], signal);
  const startMs = performance.now() - began;
  const request = await scenario({ text: PROGRAM, key: '#incr_sec', args: { x: integer(59) }, breaks: 'r < 60' });
  const { search: _, ...script } = replayScript(request)!;
  const from = performance.now();
  for (let i = 0; i < REPLAYS; i++) {
    const result = await host.ruby.replay(script, signal);
    if (result.kind !== 'ran' || !result.violated) throw new Error('the replay did not break the clause');
  }
  const seconds = (performance.now() - from) / 1000;
  const memoryMb = (process.memoryUsage().rss - before) / (1 << 20);
  await Promise.all([host.ruby.close(), host.solver.close()]);
  return { startMs, replaysPerSecond: REPLAYS / seconds, memoryMb };
}
