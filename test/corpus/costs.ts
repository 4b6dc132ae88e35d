/**
 * What inference costs on a folder of Ruby files: CPU time and memory of reading, resolving and inferring, counts of
 * runs, and the same for an edit that leaves its summary as it was.
 *
 *   node --expose-gc --import tsx test/corpus/costs.ts FOLDER [FOUND]
 *
 * FOUND is a file for all reports and summaries, to be compared before and after a change of the machinery.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTask } from 'node:timers/promises';
import { Workspace } from '../../server/src/engine/workspace';
import { createHost } from '../../server/src/host/createHost';
import { optimiseLater } from '../../server/src/host/delayOptimisation';
import { printSummary } from '../../server/src/infer/printSummary';
import { workspaceClasses } from '../../server/src/program/workspace';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { startClock } from '../bench/clock';

const EDITS = 9;

/** A method with a body, up to its first statement. */
const BODY = /\n *def [a-z_]+(?:\([a-z_, ]*\))?\n +(?=[a-z@])/;

async function main([folder, file]: readonly string[]): Promise<void> {
  if (folder === undefined) throw new Error('usage: node --expose-gc --import tsx test/corpus/costs.ts FOLDER [FOUND]');
  optimiseLater();
  const paths = rubyFiles(folder);
  const texts = new Map(paths.map(path => [path, readFileSync(path, 'utf8')]));
  const lines = [...texts.values()].reduce((sum, text) => sum + text.split('\n').length, 0);
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: (message: string) => console.error(message) };
  const settings = { ...DEFAULT_SETTINGS, replay: false };
  const host = createHost({ settings, log, cache: 'memory', interactive: false, mayRun: false, root: folder });
  const workspace = await Workspace.create(host, settings);
  const step = async (name: string, run: () => Promise<unknown> | unknown): Promise<void> => {
    const stop = startClock();
    await run();
    const { cpuMs } = stop();
    const heap = await measureMemory();
    console.log(`${name.padEnd(12)} ${(cpuMs / 1000).toFixed(2)} s CPU, ${heap.toFixed(0)} MB`);
  };
  console.log(`${paths.length} files, ${lines} lines`);
  await step('reading', () => workspace.index(paths, new AbortController().signal));
  await step('resolving', () => workspace.snapshot.program);
  const found: string[] = [];
  await step('inferring', () => {
    for (const [path, { problems }] of workspace.snapshot.files)
      for (const { code, level, place } of problems)
        if (level !== undefined) found.push(`${path} ${place.anchor} ${place.span.start} ${code} ${level}`);
  });
  const { inferenceCounts } = workspace;
  console.log(JSON.stringify(inferenceCounts));
  if (file !== undefined) writeFileSync(file, [...found.sort(), ...summariesOf(workspace), ''].join('\n'));
  console.log(`${found.length} reports`);
  const [edited] = paths.slice(Math.floor(paths.length / 2)).filter(path => BODY.test(texts.get(path) ?? ''));
  if (edited !== undefined) await measureEdits(workspace, edited, texts.get(edited) ?? '');
  await host.solver.close();
}

/** In MB, with what lies outside of the heap of objects. What a WeakRef was asked for is alive until the present task ends. */
async function measureMemory(): Promise<number> {
  await nextTask();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

/** As text, for all methods of the folder. */
function summariesOf(workspace: Workspace): readonly string[] {
  const methods = [...workspaceClasses(workspace.snapshot.program)].flatMap(info => [
    ...info.methods.values(),
    ...info.singletonMethods.values(),
  ]);
  return methods.flatMap(({ key }) => {
    const summary = workspace.summaryOf(key);
    return summary === null ? [] : [`${key}\n${printSummary(summary)}`];
  });
}

/** Inserts `nil; ` into a body, each time once more: its summary stays the same. */
async function measureEdits(workspace: Workspace, path: string, text: string): Promise<void> {
  workspace.open(path, text);
  const look = (): void => void workspace.snapshot.files.get(path)?.problems;
  look();
  const found = BODY.exec(text);
  const at = found ? found.index + found[0].length : 0;
  const costs: number[] = [];
  let most = { runs: 0, reports: 0 };
  for (let i = 0; i < EDITS; i++) {
    const before = workspace.inferenceCounts;
    const stop = startClock();
    workspace.edit(path, [{ start: at, end: at, text: 'nil; ' }]);
    look();
    costs.push(stop().cpuMs);
    const { open, given, reports } = workspace.inferenceCounts;
    most = {
      runs: Math.max(most.runs, open + given - before.open - before.given),
      reports: Math.max(most.reports, reports - before.reports),
    };
  }
  const median = costs.sort((a, b) => a - b)[Math.floor(EDITS / 2)] ?? 0;
  const work = `at most ${most.runs} runs for summaries and ${most.reports} units for reports`;
  console.log(`edit         ${median.toFixed(1)} ms CPU (median of ${EDITS}), ${work}`);
}

function rubyFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.rb'))
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile())
    .sort();
}

void main(process.argv.slice(2));
