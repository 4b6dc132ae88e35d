/** Work in counts that do not depend on the clock: of the paper's examples, and of edits in a larger file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../server/src/engine/host';
import { type WorkCounts, Workspace } from '../../server/src/engine/workspace';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';

const FOLDER = join(__dirname, '..', '..', 'examples', 'rtr');
const SETTINGS = { ...DEFAULT_SETTINGS, replay: false };
const BUDGET = { rlimit: SETTINGS.rlimit, timeoutMs: 600_000 };
const NEVER = new AbortController().signal;
/** Half a minute of solving by itself: measured by the bench, left out where only counts are wanted. */
const SLOW = 'matrix.rb';

export type Counts = Readonly<Record<string, WorkCounts>>;

export function paperFiles(): readonly string[] {
  return readdirSync(FOLDER).filter(name => name.endsWith('.rb'));
}

export function paperText(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}

/** 40 classes of four methods: a proof, a call by contract, a field with a refinement, a division. */
export function clocks(classes = 40): string {
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
  return Array.from({ length: classes }, (_, i) => one(i)).join('\n');
}

/** Also says how long each step took, for those who want to know. */
export async function countWork(host: Host, timed: (step: string, ms: number) => void = () => {}): Promise<Counts> {
  const counts: Record<string, WorkCounts> = {};
  const workspace = await Workspace.create(host, SETTINGS);
  const step = async (name: string, change: () => void): Promise<void> => {
    const before = workspace.counts;
    const started = performance.now();
    change();
    void workspace.snapshot;
    timed(`${name}: to types`, performance.now() - started);
    await workspace.verify({ budget: BUDGET, signal: NEVER });
    timed(`${name}: to verdicts`, performance.now() - started);
    counts[name] = difference(workspace.counts, before);
  };
  for (const name of paperFiles()) {
    if (name !== SLOW) await step(`paper: ${name}`, () => workspace.open(name, paperText(name)));
  }
  for (const name of paperFiles()) workspace.remove(name);
  const path = 'clocks.rb';
  let text = clocks();
  const replace = (old: string, next: string) => (): void => {
    const start = text.indexOf(old);
    workspace.edit(path, [{ start, end: start + old.length, text: next }]);
    text = text.replace(old, next);
  };
  await step('cold', () => workspace.open(path, text));
  await step('a body', replace('x + 1', '1 + x'));
  await step('a comment', replace('class Clock0', '# A comment.\nclass Clock0'));
  await step('a contract', replace('Integer r { 0 <= r < 60 }', 'Integer r { 0 <= r < 61 }'));
  await step('a field', replace('Integer s { 0 <= s < 60 }', 'Integer s { 0 <= s < 99 }'));
  await step('half-typed', replace('a / b', 'a / '));
  workspace.remove(path);
  await step('all again, answers cached', () => workspace.open(path, text));
  workspace.remove(path);
  return counts;
}

function difference(after: WorkCounts, before: WorkCounts): WorkCounts {
  const entries = Object.entries(after).map(([name, value]) => [name, value - before[name as keyof WorkCounts]]);
  return Object.fromEntries(entries) as WorkCounts;
}
