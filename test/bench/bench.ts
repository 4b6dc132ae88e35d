/**
 * `npm run bench`: ratios measured side by side in one run, and work counts that do not depend on the clock. Times are
 * for people, not for tests: machines differ. Prints, and writes test/out/bench.json.
 *   --baseline writes the counts to test/bench/baseline.json and does nothing else
 *   --quick counts, table 1 with the built-in solver, the breakdown, and small workspaces only
 *   --corpus DIR what a folder of Ruby files costs, and nothing else
 *   --sizes 10,50 thousands of lines to index (default 10,50,250,500)
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nativeVersion } from '../../server/src/host/nativeZ3';
import { createTestHost } from '../harness/workspace';
import type { Spent } from './clock';
import { type CorpusCosts, measureCorpus } from './corpus';
import { type Counts, countWork } from './counts';
import { type RubyRuns, rubyRuns } from './ruby';
import { growthOf, type Indexed, indexApart } from './scale';
import { type Table, table1 } from './table1';
import { type Breakdown, breakdown } from './warm';

const words = process.argv.slice(2);
const isQuick = words.includes('--quick');

async function main(): Promise<void> {
  const corpus = words.indexOf('--corpus');
  if (corpus >= 0) return showCorpus(await measureCorpus(words[corpus + 1] ?? '.'));
  const times: Record<string, number> = {};
  const host = createTestHost();
  const counts = await countWork(host, (step, ms) => {
    times[step] = ms;
  });
  if (words.includes('--baseline')) {
    await host.solver.close();
    writeFileSync(join(__dirname, 'baseline.json'), `${JSON.stringify(counts, null, 2)}\n`);
    return;
  }
  showCounts(counts, times);
  const warm = await breakdown(host);
  await host.solver.close();
  showBreakdown(warm);
  const wasm = await table1('wasm');
  showTable('Table 1, built-in solver', wasm);
  const version = isQuick ? null : nativeVersion('z3');
  const native = version === null ? null : await table1('native');
  if (native) {
    showTable(`Table 1, installed z3 ${version}`, native);
    console.log(`built-in / installed solver: ${(wasm.seconds / native.seconds).toFixed(2)} of the time, cold\n`);
  }
  const ruby = await rubyRuns();
  showRuby(ruby);
  const scale = await indexAll(sizes());
  const growth = growthOf(scale);
  for (const { fromLines, time, cpu, memory } of growth) {
    const exponents = `time ${time.toFixed(2)}, CPU ${cpu.toFixed(2)}, memory ${memory.toFixed(2)}`;
    console.log(`growth from ${fromLines} lines: ${exponents} (exponents: 1 is linear)`);
  }
  const out = join(__dirname, '..', 'out');
  mkdirSync(out, { recursive: true });
  const report = { counts, times, warm, wasm, native, ruby, scale, growth };
  writeFileSync(join(out, 'bench.json'), `${JSON.stringify(report, null, 2)}\n`);
}

function showCorpus(costs: CorpusCosts): void {
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  console.log(
    `${costs.lines} lines in ${costs.files} files: read ${ms(costs.readMs)}, resolved ${ms(costs.resolveMs)} ` +
      `(${costs.linesPerSecond.toFixed(0)} lines a second), ${costs.kbPerLine.toFixed(2)} kB a line without inference; ` +
      `read by a second start ${ms(costs.secondReadMs)} (1/${(costs.readMs / costs.secondReadMs).toFixed(1)})\n` +
      `first view ${ms(costs.firstViewMs)} with turns of at most ${ms(costs.longestTurnMs)}, ` +
      `a body ${ms(costs.bodyEditMs)}, a declaration ${ms(costs.declarationEditMs)} (all of CPU)`,
  );
}

function showRuby({ startMs, replaysPerSecond, memoryMb }: RubyRuns): void {
  const start = `first answer after ${Math.round(startMs)} ms`;
  console.log(`Ruby: ${start}, ${replaysPerSecond.toFixed(1)} replays a second, ${Math.round(memoryMb)} MB\n`);
}

function sizes(): readonly number[] {
  const at = words.indexOf('--sizes');
  if (at >= 0) return (words[at + 1] ?? '').split(',').map(Number);
  return isQuick ? [10, 50] : [10, 50, 250, 500];
}

function showCounts(counts: Counts, times: Readonly<Record<string, number>>): void {
  const cold = times['cold: to verdicts'] ?? 1;
  for (const [step, { lowered, checked, verified, obligations, decided, queries, rlimit }] of Object.entries(counts)) {
    const [types, verdicts] = [times[`${step}: to types`] ?? 0, times[`${step}: to verdicts`] ?? 0];
    const clock = `types ${types.toFixed(0)} ms (${(types / cold).toFixed(3)}), verdicts ${verdicts.toFixed(0)} ms (${(verdicts / cold).toFixed(3)})`;
    console.log(
      `${step.padEnd(28)} ${lowered} lowered, ${checked} checked, ${verified} verified, ${obligations} obligations ` +
        `(${decided} without the solver), ${queries} queries, ${rlimit} rlimit; ${clock}`,
    );
  }
  console.log('(in brackets: ratio to the cold check of clocks.rb)\n');
}

function showBreakdown(warm: Breakdown): void {
  const parts = Object.entries(warm).map(([part, ms]) => `${part} ${ms.toFixed(1)}`);
  console.log(`a body edited in a file of 40 classes, warm, nothing cached, ms: ${parts.join(', ')}\n`);
}

function showTable(title: string, table: Table): void {
  console.log(title);
  for (const row of table.rows) {
    const paper = row.paperSeconds === null ? '-' : row.paperSeconds.toFixed(2);
    console.log(
      `  ${row.method.padEnd(48)} ${paper.padStart(7)} s ${row.seconds.toFixed(3).padStart(8)} s  ${row.status}, ` +
        `${row.annotations} annotations, ${row.obligations} obligations, ${row.queries} queries, ${row.rlimit} rlimit`,
    );
  }
  const ratio = (table.paperSeconds / table.seconds).toFixed(0);
  console.log(
    `  in all ${table.paperSeconds.toFixed(0)} s in the paper, ${table.seconds.toFixed(1)} s cold (1/${ratio}; ${table.cpuSeconds.toFixed(1)} s CPU)`,
  );
  console.log(`  again, answers cached: ${table.warmSeconds.toFixed(1)} s, ${table.warmQueries} queries\n`);
}

async function indexAll(thousands: readonly number[]): Promise<readonly Indexed[]> {
  const runs: Indexed[] = [];
  for (const size of thousands) {
    const run = await indexApart(size * 1000);
    runs.push(run);
    console.log(
      `${run.lines} lines in ${run.files} files: ${run.seconds.toFixed(1)} s (${run.cpuSeconds.toFixed(1)} s CPU), ${run.linesPerSecond.toFixed(0)} lines/s, ` +
        `${run.heapMb.toFixed(0)} MB (${run.mbPer1000Lines.toFixed(2)} per 1,000 lines), ` +
        `a body ${spent(run.bodyEdit)}, a contract ${spent(run.contractEdit)}`,
    );
  }
  return runs;
}

function spent({ ms, cpuMs }: Spent): string {
  return `${ms.toFixed(0)} ms (${cpuMs.toFixed(0)} ms CPU)`;
}

void main();
