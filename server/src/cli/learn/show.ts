/** `loupe learn --show [paths]`: what is known, as text or JSON. */
import { relative, resolve, sep } from 'node:path';
import { type LearnReport, type ReportedMethod, type ReportedSite, reportProfile } from '../../engine/learn/report';
import { loadSettings } from '../session';
import { type CommandInput, type Io, textOption } from '../usage';
import { recordWorkspace } from './sources';
import { loadProfile } from './stored';

export async function showLearned(io: Io, input: CommandInput): Promise<number> {
  const profile = loadProfile(io);
  if (profile === null) {
    io.err('loupe: nothing was learned yet; run the tests with: loupe learn -- COMMAND\n');
    return 1;
  }
  const settings = loadSettings(io, textOption(input, 'config'));
  const recording = await recordWorkspace(io, settings, '');
  const report = reportProfile(profile, recording, pathFilter(io, input.operands));
  io.out(textOption(input, 'format') === 'json' ? `${JSON.stringify(report, null, 2)}\n` : showReport(report));
  return 0;
}

/** Files and folders given by the user; all if there are none. */
export function pathFilter(io: Io, operands: readonly string[]): (path: string) => boolean {
  const wanted = operands.map(operand => relative(io.cwd, resolve(io.cwd, operand)).split(sep).join('/'));
  return path =>
    wanted.length === 0 || wanted.some(each => each === '' || path === each || path.startsWith(`${each}/`));
}

function showReport(report: LearnReport): string {
  const lines: string[] = [];
  let path = '';
  for (const method of [...report.methods].sort(byPlace)) {
    if (method.path !== path) lines.push(method.path);
    path = method.path;
    lines.push(...showMethod(method));
  }
  if (report.fields.length > 0) lines.push('fields on entry to the methods that read them');
  for (const { name, type } of report.fields) lines.push(`  ${name}: ${type}`);
  if (report.sites.length > 0) lines.push('dynamic calls');
  for (const site of report.sites) lines.push(showSite(site));
  lines.push('These are the classes that were seen. They are not checked.', '');
  return lines.join('\n');
}

const MOST_NAMES = 6;

function showSite({ path, line, kind, method, strings, receivers, runs, category, stale }: ReportedSite): string {
  const names = kind === 'eval' ? [`${strings.length} ${strings.length === 1 ? 'source' : 'sources'}`] : strings;
  const more = names.length > MOST_NAMES ? `, … (${names.length} names)` : '';
  const on = receivers.length === 0 ? '' : ` of ${receivers.slice(0, MOST_NAMES).join(', ')}`;
  const times = `${runs.toLocaleString('en-US')} ${runs === 1 ? 'call' : 'calls'}`;
  const seen = `${names.slice(0, MOST_NAMES).join(', ')}${more}`;
  return `  ${path}:${line + 1}: ${method}${on}: ${seen} · ${times} · ${category}${stale ? ' · learned before this edit' : ''}`;
}

function byPlace(a: ReportedMethod, b: ReportedMethod): number {
  return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;
}

function showMethod(method: ReportedMethod): readonly string[] {
  const { seen, all, exact } = method.paths;
  const calls = `${method.calls.toLocaleString('en-US')} ${method.calls === 1 ? 'call' : 'calls'}`;
  const covered = exact ? 'no branches' : `${seen} of ${all} outcomes`;
  const stale = method.stale ? ' · learned before this edit' : '';
  const head = `  ${method.line + 1}: ${method.name} ${method.type} · ${calls} · ${covered}${stale}`;
  return [head, ...method.missing.map(({ line, outcome }) => `      line ${line + 1}: ${outcome} never ran`)];
}
