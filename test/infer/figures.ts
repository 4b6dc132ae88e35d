/**
 * The figures of inference on the programs of test/fixtures/infer: errors found, clean programs reported, signatures
 * as a reader would write them, mutants found. Ruby is the oracle of the mutants.
 *
 *   node --import tsx test/infer/figures.ts [--list] [--no-signatures] [--no-mutants]
 *
 * `--list` names every miss. Needs `node build.mjs`.
 */
import { inferPrograms, UNSEEN, unseenPrograms } from '../harness/inferPrograms';
import { createProgramChecker, type ProgramChecker, type Report } from '../harness/loupePrograms';
import { measureMutants } from './mutants';
import { measureSignatures } from './signatures';

const words = process.argv.slice(2);
const isListing = words.includes('--list');

function row(name: string, count: number, total: number, rest = ''): void {
  const share = total === 0 ? '-' : `${((100 * count) / total).toFixed(1)} %`;
  console.log(`${name.padEnd(56)}${`${count} of ${total}`.padStart(14)}${share.padStart(10)}${rest && `   ${rest}`}`);
}

function list(entries: readonly string[]): void {
  if (isListing) for (const entry of entries) console.log(`    ${entry}`);
}

function showReports(reports: readonly Report[]): string {
  return reports.map(({ line, code, level, message }) => `${line + 1} ${code} ${level}: ${message}`).join('; ');
}

async function measureErrors(checker: ProgramChecker, confirming: ProgramChecker): Promise<void> {
  const programs = inferPrograms();
  for (const kind of ['types', 'values', 'mistakes'] as const) {
    const found = { certain: 0, confirmed: 0, likely: 0 };
    const missed: string[] = [];
    const beside: string[] = [];
    let total = 0;
    for (const program of programs.filter(each => each.kind === kind)) {
      const reports = await (kind === 'values' ? confirming : checker).check(program.text);
      for (const { span } of program.raises) {
        total++;
        const level = reports.find(report => report.line === span.start.line && report.level !== null)?.level;
        if (level) found[level]++;
        if (level !== 'certain' && !(kind === 'values' && level === 'confirmed'))
          missed.push(`${level ?? 'missed'}: ${program.name}:${span.start.line + 1}`);
      }
      const lines = new Set(program.raises.map(mark => mark.span.start.line));
      const others = reports.filter(report => !lines.has(report.line));
      if (others.length > 0) beside.push(`on another line: ${program.name} ${showReports(others)}`);
    }
    row(`errors that ${kind} decide: certain`, found.certain, total);
    if (found.confirmed > 0 || kind === 'values') row(`errors that ${kind} decide: confirmed`, found.confirmed, total);
    list(missed);
    if (beside.length > 0) row('  programs with a report on another line', beside.length, total);
    list(beside);
  }
  const clean = [...programs, ...UNSEEN.flatMap(unseenPrograms)].filter(each => each.kind === 'clean');
  const reported: string[] = [];
  for (const program of clean) {
    const reports = await checker.check(program.text);
    if (reports.length > 0) reported.push(`reported: ${program.name} ${showReports(reports)}`);
  }
  row('clean programs with any report', reported.length, clean.length);
  list(reported);
}

async function showSignatures(): Promise<void> {
  const unseen = UNSEEN.map(group => [` of ${group} programs`, unseenPrograms(group)] as const);
  for (const [of, programs] of [['', inferPrograms()] as const, ...unseen]) {
    const { exact, unknown, total, different } = await measureSignatures(programs);
    row(`signatures${of} exact`, exact, total);
    row(`signatures${of} with an unknown part`, unknown, total);
    list(different);
  }
}

async function main(): Promise<void> {
  const checker = createProgramChecker();
  const confirming = createProgramChecker({ mayRun: true });
  try {
    await measureErrors(checker, confirming);
    if (!words.includes('--no-signatures')) await showSignatures();
    if (words.includes('--no-mutants')) return;
    for (const { kind, found, total, missed, silent } of await measureMutants(checker)) {
      row(`mutants found: ${kind}`, found, total, `${silent} others do not raise`);
      list(missed);
    }
  } finally {
    await Promise.all([checker.close(), confirming.close()]);
  }
}

void main();
