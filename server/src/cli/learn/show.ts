/** `loupe learn --show [paths]`: what is known, as text or JSON. */
import { relative, resolve, sep } from 'node:path';
import type { LearnReport, ReportedMethod, ReportedSite } from '../../engine/learn/report';
import { loadSettings } from '../session';
import { type CommandInput, type Io, textOption } from '../usage';
import { analyseLearned } from './analyse';
import { showConflict } from './conflicts';
import { recordWorkspace } from './sources';
import { loadProfile } from './storedProfile';

export async function showLearned(io: Io, input: CommandInput): Promise<number> {
  const profile = loadProfile(io);
  if (profile === null) {
    io.err('loupe: nothing was learned yet; run the tests with: loupe learn -- COMMAND\n');
    return 1;
  }
  const settings = loadSettings(io, textOption(input, 'config'));
  const recording = await recordWorkspace(io, settings, '');
  const isShown = pathFilter(io, input.operands);
  const isJson = textOption(input, 'format') === 'json';
  const shown = { settings, profile, recording, isShown, findsCalls: true, findsRefinements: isJson };
  const report = await analyseLearned(io, shown);
  io.out(isJson ? `${JSON.stringify(report, null, 2)}\n` : showReport(report));
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
  if (report.fields.length > 0) lines.push('fields');
  for (const { name, type, word } of report.fields) lines.push(`  ${name}: ${type} · ${word}`);
  if (report.conflicts.length > 0) lines.push('conflicts');
  lines.push(...report.conflicts.flatMap(showConflict));
  if (report.contradictions.length > 0) lines.push('runs that contradict an annotation');
  for (const { method, annotation, seen, at } of report.contradictions)
    lines.push(`  ${method} is declared as ${annotation}, but ${seen} was seen${at === null ? '' : ` (${at})`}`);
  if (report.sites.length > 0) lines.push('dynamic calls');
  for (const site of [...report.sites].sort(byPlace)) lines.push(showSite(site));
  lines.push(showWords(report.methods), '');
  return lines.join('\n');
}

/** `12 proved, 3 complete, 4 likely, 1 partial` */
function showWords(methods: readonly Pick<ReportedMethod, 'word' | 'stale'>[]): string {
  const fresh = methods.filter(({ stale }) => !stale);
  return WORDS.map(word => `${fresh.filter(each => each.word === word).length} ${word}`).join(', ');
}

const WORDS: readonly ReportedMethod['word'][] = ['proved', 'complete', 'likely', 'partial'];

type Placed = Pick<ReportedMethod, 'path' | 'line'>;

const MOST_NAMES = 6;

function showSite(site: ReportedSite): string {
  const { path, line, kind, method, strings, receivers, runs, category, stale, nested } = site;
  const names = kind === 'eval' ? [`${strings.length} ${strings.length === 1 ? 'source' : 'sources'}`] : strings;
  const more = names.length > MOST_NAMES ? `, … (${names.length} names)` : '';
  const on = receivers.length === 0 ? '' : ` of ${receivers.slice(0, MOST_NAMES).join(', ')}`;
  const times = `${runs.toLocaleString('en-US')} ${runs === 1 ? 'call' : 'calls'}`;
  const seen = `${names.slice(0, MOST_NAMES).join(', ')}${more}`;
  const inner = nested.length === 0 ? '' : ` · not understood: what ${nested.slice(0, MOST_NAMES).join(', ')} does`;
  const old = stale ? ' · learned before this edit' : '';
  return `  ${path}:${line + 1}: ${method}${on}: ${seen} · ${times} · ${category}${inner}${old}`;
}

function byPlace(a: Placed, b: Placed): number {
  return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;
}

function showMethod(method: ReportedMethod): readonly string[] {
  const { seen, all, exact } = method.paths;
  const calls = `${method.calls.toLocaleString('en-US')} ${method.calls === 1 ? 'call' : 'calls'}`;
  const counted = exact ? `path${all === 1 ? '' : 's'}` : 'outcomes';
  const word = method.stale ? 'learned before this edit' : method.word;
  const head = `  ${method.line + 1}: ${method.name} ${method.type} · ${calls} · ${seen} of ${all} ${counted} · ${word}`;
  const agree = method.word === 'likely' ? ', but agrees' : '';
  return [
    head,
    ...method.overloads.map(type => `      ${type}`),
    ...method.missing.map(({ line, outcome }) => `      line ${line + 1}: ${outcome} never ran${agree}`),
    ...(method.leansOn.length === 0 || method.word === 'partial'
      ? []
      : [`      relies on ${method.leansOn.slice(0, MOST_NAMES).join(', ')}`]),
  ];
}
