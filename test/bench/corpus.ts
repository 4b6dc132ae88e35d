/**
 * `npm run bench -- --corpus DIR`: what any folder of Ruby files costs. CPU time of reading, resolving, the first view of
 * a file, edits and a second start; memory without inference; the longest turn in which other work had to wait.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Host, ResultStore } from '../../server/src/engine/host';
import { slicesOf } from '../../server/src/engine/incremental/interruption';
import { Workspace } from '../../server/src/engine/workspace';
import { createHost } from '../../server/src/host/createHost';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/src/settings';
import { startClock } from './clock';
import { measureHeap } from './scale';

const EDITS = 7;
const NEVER = new AbortController().signal;

export interface CorpusCosts {
  readonly files: number;
  readonly lines: number;
  readonly readMs: number;
  readonly resolveMs: number;
  readonly linesPerSecond: number;
  readonly kbPerLine: number;
  /** With what is inferred of all that the file calls. */
  readonly firstViewMs: number;
  readonly longestTurnMs: number;
  readonly bodyEditMs: number;
  readonly declarationEditMs: number;
  readonly secondReadMs: number;
}

/** Between starts, as on disk. */
class KeptBytes implements ResultStore {
  private readonly kept = new Map<string, Buffer>();
  get(key: string): unknown {
    const bytes = this.kept.get(key);
    return bytes ? deserialize(bytes) : null;
  }
  set(key: string, value: unknown): void {
    this.kept.set(key, serialize(value));
  }
}

export async function measureCorpus(folder: string): Promise<CorpusCosts> {
  const paths = rubyFiles(folder);
  const texts = new Map(paths.map(path => [path, readFileSync(path, 'utf8')]));
  const lines = [...texts.values()].reduce((sum, text) => sum + text.split('\n').length, 0);
  const readings = new KeptBytes();
  const plain = await open({ ...DEFAULT_SETTINGS, replay: false, infer: 'off' }, readings);
  const empty = await measureHeap();
  const readMs = await cpuOf(() => plain.index(paths, NEVER));
  const resolveMs = await cpuOf(() => plain.update());
  const kbPerLine = ((await measureHeap()) - empty) / 1000 / lines;
  await plain.dispose();

  const workspace = await open({ ...DEFAULT_SETTINGS, replay: false }, readings);
  const secondReadMs = await cpuOf(() => workspace.index(paths, NEVER));
  workspace.update();
  const [path = '', text = ''] = typicalFile(texts);
  workspace.open(path, text);
  const turns = watchTurns();
  const firstViewMs = await cpuOf(() => look(workspace, path));
  const longestTurnMs = turns();
  const edit = (added: string): Promise<number> => measureEdits(workspace, path, text, added);
  const bodyEditMs = await edit('    _ = N\n');
  const declarationEditMs = await edit('    def added_N = 1\n');
  await workspace.dispose();
  const linesPerSecond = lines / ((readMs + resolveMs) / 1000);
  const first = { files: paths.length, lines, readMs, resolveMs, linesPerSecond, kbPerLine };
  return { ...first, firstViewMs, longestTurnMs, bodyEditMs, declarationEditMs, secondReadMs };
}

async function open(settings: Settings, readings: ResultStore): Promise<Workspace> {
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: (message: string) => console.error(message) };
  const host: Host = createHost({ settings, log, cache: 'memory', interactive: false, mayRun: false, root: null });
  const workspace = await Workspace.create({ ...host, readings }, settings);
  workspace.slices = slicesOf(25);
  return workspace;
}

/** As the server does it. */
async function look(workspace: Workspace, path: string): Promise<void> {
  while (!(await workspace.prepare(path)));
  void workspace.snapshot.files.get(path)?.problems;
}

/** The median of edits that put another number in place of N, below the first `def` that is not on one line. */
async function measureEdits(workspace: Workspace, path: string, text: string, added: string): Promise<number> {
  const isBody = !added.includes('def ');
  const def = text.search(/^ +def [a-z_]+(\(.*\))?$/m);
  if (def < 0) return 0;
  const at = isBody ? text.indexOf('\n', def) + 1 : def;
  const costs: number[] = [];
  let length = 0;
  for (let i = 0; i < EDITS; i++) {
    const line = added.replace('N', String(i));
    costs.push(
      await cpuOf(() => {
        workspace.edit(path, [{ start: at, end: at + length, text: line }]);
        return look(workspace, path);
      }),
    );
    length = line.length;
  }
  workspace.edit(path, [{ start: at, end: at + length, text: '' }]);
  return costs.sort((a, b) => a - b)[EDITS >> 1] ?? 0;
}

/** The longest time in ms of CPU between two turns of the event loop. */
function watchTurns(): () => number {
  let longest = 0;
  let isOver = false;
  let turn = startClock();
  const next = (): void => {
    longest = Math.max(longest, turn().cpuMs);
    turn = startClock();
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  return () => {
    isOver = true;
    return longest;
  };
}

async function cpuOf(work: () => unknown): Promise<number> {
  const stop = startClock();
  await work();
  return stop().cpuMs;
}

/** Neither large nor small. */
function typicalFile(texts: ReadonlyMap<string, string>): readonly [string, string] | [] {
  const all = [...texts].filter(([, text]) => text.length > 5000 && text.length < 15_000);
  return all[all.length >> 1] ?? [...texts][0] ?? [];
}

function rubyFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.rb'))
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile())
    .sort();
}
