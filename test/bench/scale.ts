/** Indexing of generated workspaces: lines per second, memory per 1,000 lines, and how both grow with the size. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Workspace } from '../../server/src/engine/workspace';
import { createHost } from '../../server/src/host/createHost';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';

const SETTINGS = { ...DEFAULT_SETTINGS, replay: false };

export interface Indexed {
  readonly lines: number;
  readonly files: number;
  readonly seconds: number;
  readonly linesPerSecond: number;
  readonly heapMb: number;
  readonly mbPer1000Lines: number;
  /** One body edited, until its types are there; and one contract. */
  readonly bodyEditMs: number;
  readonly contractEditMs: number;
}

/** Some 500 lines: 20 classes, a fifth of the methods annotated, calls to neighbours. */
export function fileText(n: number): string {
  const method = (c: number, m: number): string =>
    `${m % 5 === 0 ? `  type '(Integer x { x >= 0 }) -> Integer r { r >= 0 }'\n` : ''}  def step_${m}(x)
    y = x + ${m}
    y = 0 if y > ${c + 100}
    y
  end
`;
  const one = (c: number): string =>
    `class Part${n}x${c}${c > 0 ? ` < Part${n}x${c - 1}` : ''}\n${Array.from({ length: 4 }, (_, m) => method(c, m)).join('\n')}end\n`;
  return Array.from({ length: 20 }, (_, c) => one(c)).join('\n');
}

export async function index(lines: number): Promise<Indexed> {
  const log = { debug: () => {}, info: () => {}, error: (message: string) => console.error(message) };
  const host = createHost({ settings: SETTINGS, log, cache: 'memory', interactive: false, mayRun: false, root: null });
  const workspace = await Workspace.create(host, SETTINGS);
  const before = heap();
  const started = performance.now();
  let count = 0;
  let files = 0;
  while (count < lines) {
    const text = fileText(files);
    workspace.setDisk(`part${files++}.rb`, text);
    count += text.split('\n').length;
  }
  workspace.focus('part0.rb', []);
  void workspace.snapshot.program;
  const seconds = (performance.now() - started) / 1000;
  const heapMb = (heap() - before) / 1e6;
  const text = fileText(0);
  workspace.open('part0.rb', text);
  void workspace.snapshot;
  const edit = (old: string, next: string): number => {
    const begun = performance.now();
    const start = text.indexOf(old);
    workspace.edit('part0.rb', [{ start, end: start + old.length, text: next }]);
    void workspace.snapshot;
    return performance.now() - begun;
  };
  const bodyEditMs = edit('x + 1', 'x + 7');
  const contractEditMs = edit('r >= 0', 'r >  0');
  await workspace.dispose();
  const rate = { linesPerSecond: count / seconds, mbPer1000Lines: (heapMb / count) * 1000 };
  return { lines: count, files, seconds, heapMb, ...rate, bodyEditMs, contractEditMs };
}

/** The exponent of growth between the smallest and the largest: 1 is linear. */
export function exponent(runs: readonly Indexed[], of: (run: Indexed) => number): number {
  const [first, last] = [runs[0]!, runs.at(-1)!];
  return Math.log(of(last) / of(first)) / Math.log(last.lines / first.lines);
}

function heap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
