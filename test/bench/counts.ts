/**
 * Work counts that do not depend on the clock: for the paper's examples, and for edits in a larger file. Each example
 * is a program with its own cache, so its counts are the same alone, after others, and in any order.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../server/src/engine/host';
import type { WorkCounts } from '../../server/src/engine/workCounts';
import { Workspace } from '../../server/src/engine/workspace';
import { MemoryCache } from '../../server/src/host/memoryCache';
import { encode } from '../../server/src/solve/solve';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';

const FOLDER = join(__dirname, '..', '..', 'examples', 'rtr');
const SETTINGS = { ...DEFAULT_SETTINGS, replay: false };
const BUDGET = { rlimit: SETTINGS.rlimit, timeoutMs: 600_000 };
const NEVER = new AbortController().signal;

/** Takes many seconds of solving: measured by the bench, left out if only counts are needed. */
const SLOW = 'matrix.rb';

/** `obligations`: of all verified methods. `decided`: those that simplification decides without the solver. */
type StepCounts = WorkCounts & { readonly obligations: number; readonly decided: number };
export type Counts = Readonly<Record<string, StepCounts>>;

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

type Timed = (step: string, ms: number) => void;

/** Also reports the duration of each step. */
export async function countWork(solving: Host, timed: Timed = () => {}): Promise<Counts> {
  const counts: Record<string, StepCounts> = {};
  for (const name of paperFiles().filter(each => each !== SLOW)) {
    const example = await Steps.start(solving, counts, timed);
    await example.take(`paper: ${name}`, workspace => workspace.open(name, paperText(name)));
  }
  const path = 'clocks.rb';
  let text = clocks();
  const steps = await Steps.start(solving, counts, timed);
  const replace = (old: string, next: string) => (workspace: Workspace) => {
    const start = text.indexOf(old);
    workspace.edit(path, [{ start, end: start + old.length, text: next }]);
    text = text.replace(old, next);
  };
  await steps.take('cold', workspace => workspace.open(path, text));
  await steps.take('a body', replace('x + 1', '1 + x'));
  await steps.take('a comment', replace('class Clock0', '# A comment.\nclass Clock0'));
  await steps.take('a contract', replace('Integer r { 0 <= r < 60 }', 'Integer r { 0 <= r < 61 }'));
  await steps.take('a field', replace('Integer s { 0 <= s < 60 }', 'Integer s { 0 <= s < 99 }'));
  await steps.take('half-typed', replace('a / b', 'a / '));
  steps.workspace.remove(path);
  await steps.take('all again, answers cached', workspace => workspace.open(path, text));
  return counts;
}

/** Successive changes of one workspace, each counted. */
class Steps {
  static async start(solving: Host, counts: Record<string, StepCounts>, timed: Timed): Promise<Steps> {
    return new Steps(await Workspace.create({ ...solving, cache: new MemoryCache() }, SETTINGS), counts, timed);
  }

  private constructor(
    readonly workspace: Workspace,
    private readonly counts: Record<string, StepCounts>,
    private readonly timed: Timed,
  ) {}

  async take(name: string, change: (workspace: Workspace) => void): Promise<void> {
    const { workspace } = this;
    const before = workspace.counts;
    const verified = new Set<string>();
    const stop = workspace.on(event => event.kind === 'judged' && verified.add(event.method));
    const started = performance.now();
    change(workspace);
    for (const path of workspace.snapshot.files.keys()) void workspace.snapshot.files.get(path);
    this.timed(`${name}: to types`, performance.now() - started);
    await workspace.verify({ budget: BUDGET, signal: NEVER });
    this.timed(`${name}: to verdicts`, performance.now() - started);
    stop();
    this.counts[name] = { ...difference(workspace.counts, before), ...obligationsOf(workspace, verified) };
  }
}

/** The obligations of these methods, and how many need no solver. */
function obligationsOf(
  workspace: Workspace,
  methods: Iterable<string>,
): { readonly obligations: number; readonly decided: number } {
  const sets = [...methods].flatMap(key => workspace.obligationsOf(key) ?? []);
  const queries = sets.flatMap(encode);
  return { obligations: queries.length, decided: queries.filter(query => query.text === '(assert false)').length };
}

function difference(after: WorkCounts, before: WorkCounts): WorkCounts {
  const entries = Object.entries(after).map(([name, value]) => [name, value - before[name as keyof WorkCounts]]);
  return Object.fromEntries(entries) as WorkCounts;
}
