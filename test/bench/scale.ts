/** Indexing of generated workspaces: lines per second, memory per 1,000 lines, and how both grow with the size. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Workspace } from '../../server/src/engine/workspace';
import { createHost } from '../../server/src/host/createHost';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { type Spent, startClock } from './clock';

const EDITS = 11;
const SETTINGS = { ...DEFAULT_SETTINGS, replay: false };

export interface Indexed {
  readonly lines: number;
  readonly files: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly linesPerSecond: number;
  readonly heapMb: number;
  readonly mbPer1000Lines: number;
  /** One body edited, until its types are computed; and one contract. */
  readonly bodyEdit: Spent;
  readonly contractEdit: Spent;
  /** How often the whole program was built: once, however often it is edited. */
  readonly wholes: number;
}

/** About 500 lines: 20 classes, a fifth of the methods annotated, calls to neighbours. */
function fileText(n: number): string {
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

/** In a separate process, where nothing else uses memory or time. */
export async function indexApart(lines: number): Promise<Indexed> {
  const args = ['--import', 'tsx', join(__dirname, 'scaleRun.ts'), String(lines)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Indexed;
}

/** A workspace of about this many lines on disk, read as editors and the command line read it. */
export async function index(lines: number): Promise<Indexed> {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-scale-'));
  try {
    return await indexFolder(folder, writeFiles(folder, lines));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeFiles(folder: string, lines: number): { readonly paths: readonly string[]; readonly lines: number } {
  const paths: string[] = [];
  let count = 0;
  while (count < lines) {
    const text = fileText(paths.length);
    const path = join(folder, `part${paths.length}.rb`);
    writeFileSync(path, text);
    paths.push(path);
    count += text.split('\n').length;
  }
  return { paths, lines: count };
}

async function indexFolder(
  folder: string,
  { paths, lines }: { readonly paths: readonly string[]; readonly lines: number },
): Promise<Indexed> {
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: (message: string) => console.error(message) };
  const host = createHost({ settings: SETTINGS, log, cache: 'memory', interactive: false, mayRun: false, root: null });
  const workspace = await Workspace.create(host, SETTINGS);
  const before = await measureHeap();
  const clock = startClock();
  await workspace.index(paths, new AbortController().signal);
  void workspace.snapshot.program;
  const { ms, cpuMs } = clock();
  const seconds = ms / 1000;
  const heapMb = ((await measureHeap()) - before) / 1e6;
  const path = join(folder, 'part0.rb');
  let text = fileText(0);
  workspace.open(path, text);
  void workspace.snapshot.files.get(path);
  const edit = (old: string, next: string): Spent => {
    const start = text.indexOf(old);
    text = text.replace(old, next);
    const edited = startClock();
    workspace.edit(path, [{ start, end: start + old.length, text: next }]);
    void workspace.snapshot.files.get(path);
    return edited();
  };
  const both = (a: string, b: string): Spent => {
    const spent = Array.from({ length: EDITS }, (_, i) => (i % 2 ? edit(b, a) : edit(a, b)));
    return { ms: median(spent.map(each => each.ms)), cpuMs: median(spent.map(each => each.cpuMs)) };
  };
  const bodyEdit = both('x + 1', 'x + 7');
  const contractEdit = both('r >= 0', 'r >  0');
  const { wholes } = workspace.holdings;
  await workspace.dispose();
  const rate = { linesPerSecond: lines / seconds, mbPer1000Lines: (heapMb / lines) * 1000 };
  const cpuSeconds = cpuMs / 1000;
  return { lines, files: paths.length, seconds, cpuSeconds, heapMb, ...rate, bodyEdit, contractEdit, wholes };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

/** Exponents of growth between the smallest and the largest: 1 is linear. */
export interface Growth {
  readonly fromLines: number;
  readonly time: number;
  readonly cpu: number;
  readonly memory: number;
}

/** From each size except the largest: fixed costs would hide the growth. */
export function growthOf(runs: readonly Indexed[]): readonly Growth[] {
  const last = runs.at(-1)!;
  return runs.slice(0, -1).map(first => {
    const of = (what: (run: Indexed) => number): number =>
      Math.log(what(last) / what(first)) / Math.log(last.lines / first.lines);
    return {
      fromLines: first.lines,
      time: of(run => run.seconds),
      cpu: of(run => run.cpuSeconds),
      memory: of(run => run.heapMb),
    };
  });
}

/** In a separate turn of the event loop: a dereferenced weak reference is kept until the end of the turn. */
export async function measureHeap(): Promise<number> {
  await new Promise(setImmediate);
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
