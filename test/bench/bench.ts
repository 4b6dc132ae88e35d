/**
 * `npm run bench`: ratios measured side by side in one run, and work counts that do not depend on the clock. Times are
 * for reading, not for tests: machines differ.
 */
import { performance } from 'node:perf_hooks';
import type { EngineEvent } from '../../server/src/engine/events';
import { Workspace } from '../../server/src/engine/workspace';
import { createHost } from '../../server/src/host/createHost';
import type { Verdict } from '../../server/src/proof/verdict';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/src/settings';

const CLASSES = Number(process.env.BENCH_CLASSES ?? 40);
const settings: Settings = { ...DEFAULT_SETTINGS, replay: false };
const log = { debug: () => {}, info: () => {}, error: (message: string) => console.error(message) };
const PATH = 'bench.rb';

/** Four methods each: a proof, a call by contract, a field with a refinement, a division. */
function source(): string {
  const one = (i: number): string => `class Clock${i}
  var_type :@sec, 'Integer s { 0 <= s < 60 }'

  type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }', :pure
  def incr(x) = x == 59 ? 0 : x + 1

  type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 61 + ${i} }'
  def more(x) = incr(x) + ${i}

  type '(Integer x { 0 <= x < 60 }) -> Integer'
  def set(x) = @sec = x

  type '(Integer a { a >= ${i} }, Integer b { b > 0 }) -> Integer r { r >= 0 }'
  def share(a, b) = a / b
end
`;
  return Array.from({ length: CLASSES }, (_, i) => one(i)).join('\n');
}

interface Work {
  readonly milliseconds: number;
  readonly judged: number;
  readonly queries: number;
  readonly rlimit: number;
}

async function measure(workspace: Workspace, change: () => void): Promise<Work> {
  const verdicts: Verdict[] = [];
  const stop = workspace.on((event: EngineEvent) => {
    if (event.kind === 'judged') verdicts.push(event.verdict);
  });
  const started = performance.now();
  change();
  const budget = { rlimit: settings.rlimit, timeoutMs: 60_000 };
  await workspace.verify({ budget, signal: new AbortController().signal });
  const milliseconds = performance.now() - started;
  stop();
  const sum = (of: (verdict: Verdict) => number): number => verdicts.reduce((total, each) => total + of(each), 0);
  return {
    milliseconds,
    judged: verdicts.length,
    queries: sum(verdict => verdict.effort.queries),
    rlimit: sum(verdict => verdict.effort.rlimit),
  };
}

function show(name: string, work: Work, cold: Work, lowered: number): void {
  const columns = [
    name.padEnd(28),
    `${work.milliseconds.toFixed(0)} ms`.padStart(9),
    `${(work.milliseconds / cold.milliseconds).toFixed(3)}x`.padStart(8),
    `${lowered} lowered`.padStart(13),
    `${work.judged} judged`.padStart(12),
    `${work.queries} queries`.padStart(13),
    `${work.rlimit} rlimit`.padStart(16),
  ];
  console.log(columns.join('  '));
}

async function main(): Promise<void> {
  const host = createHost({ settings, log, cache: 'memory', interactive: false, mayRun: false, root: null });
  const text = source();
  const loaded = performance.now();
  const workspace = await Workspace.create(host, settings);
  console.log(`library and parser loaded in ${(performance.now() - loaded).toFixed(0)} ms`);
  console.log(`${CLASSES} classes, ${CLASSES * 4} methods, ${text.split('\n').length} lines\n`);
  const lowered = (): number => workspace.snapshot.files.get(PATH)!.ril.lowered;
  const cold = await measure(workspace, () => workspace.open(PATH, text));
  show('cold', cold, cold, lowered());
  const at = text.indexOf('x + 1');
  const body = await measure(workspace, () => workspace.edit(PATH, [{ start: at, end: at + 5, text: '1 + x' }]));
  show('one body edited', body, cold, lowered());
  const comment = await measure(workspace, () => workspace.edit(PATH, [{ start: 0, end: 0, text: '# a comment\n' }]));
  show('a comment above everything', comment, cold, lowered());
  const contract = text.indexOf('r < 60') + '# a comment\n'.length;
  const signature = await measure(workspace, () =>
    workspace.edit(PATH, [{ start: contract, end: contract + 6, text: 'r < 61' }]),
  );
  show('one contract edited', signature, cold, lowered());
  workspace.remove(PATH);
  const warm = await measure(workspace, () => workspace.open(PATH, text));
  show('all again, answers cached', warm, cold, lowered());
  await workspace.dispose();
}

void main();
