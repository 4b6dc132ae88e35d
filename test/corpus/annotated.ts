/**
 * How much of real code Loupe proves: copies libraries of Debian's packages, writes the annotations of `annotated/annotations.txt` into the
 * copies, checks the annotated files, and prints the verdicts with their causes. `npm run corpus:annotated -- CACHE [NAME]`: packages are
 * downloaded into the folder CACHE; NAME selects programs.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fetchPackage } from './packages';

/** Where packages keep what `gems/NAME-VERSION/…` and `stdlib/…` name. */
const ROOTS: Readonly<Record<string, string>> = {
  gems: 'usr/share/rubygems-integration/all/gems',
  stdlib: 'usr/lib/ruby/3.1.0',
};
const LOUPE = join(__dirname, '../../bin/loupe.js');

interface Insertion {
  readonly line: string;
  readonly code: string;
}

/** What is checked at once: one file of an installed gem, or the annotated files of a package. */
interface Program {
  readonly name: string;
  readonly package: boolean;
  readonly files: Map<string, Insertion[]>;
}

function readPrograms(): readonly Program[] {
  const programs = new Map<string, Program>();
  let current: Insertion[] = [];
  for (const line of readFileSync(join(__dirname, 'annotated/annotations.txt'), 'utf8').split('\n')) {
    if (line.startsWith('= ')) {
      const [name = '', file] = line.slice(2).split(': ');
      const program = programs.get(name) ?? { name, package: file !== undefined, files: new Map() };
      current = [];
      programs.set(name, program);
      program.files.set(file ?? basename(name), current);
    }
    const [at, code] = line.split(' :: ');
    if (at && code && !line.startsWith('#')) current.push({ line: at, code });
  }
  return [...programs.values()];
}

/** Each annotation goes to the first line that it names and that has none yet. */
function annotate(source: string, insertions: readonly Insertion[]): { text: string; missing: readonly string[] } {
  const lines = source.split('\n');
  const missing: string[] = [];
  for (const { line, code } of insertions) {
    const at = lines.findIndex((each, i) => each.trim() === line && !lines[i - 1]?.trim().startsWith('##%'));
    if (at < 0) missing.push(line);
    else lines.splice(/^class\s/.test(line) ? at + 1 : at, 0, `${/^ */.exec(lines[at]!)![0]}${code}`);
  }
  return { text: lines.join('\n'), missing };
}

/** Copies the Ruby files of the program into an empty folder; null if it is not installed and cannot be downloaded. */
function copyProgram(program: Program, folder: string, cache: string): readonly string[] | null {
  if (!program.package) {
    const [root = '', ...rest] = program.name.split('/');
    const fetched = fetchPackage(cache, root === 'stdlib' ? 'libruby3.1' : `ruby-${rest[0]!.replace(/-[\d.]+$/, '')}`);
    if (fetched.kind === 'not-available') return null;
    const source = join(fetched.folder, ROOTS[root] ?? '', ...rest);
    if (!existsSync(source)) return null;
    cpSync(source, join(folder, basename(source)));
    return [basename(source)];
  }
  const fetched = fetchPackage(cache, program.name);
  if (fetched.kind === 'not-available') return null;
  const isRuby = (path: string): boolean => path.endsWith('.rb') && !/\/(spec|test|benchmarks?|bench)\//.test(path);
  cpSync(fetched.folder, folder, { recursive: true, filter: path => lstatSync(path).isDirectory() || isRuby(path) });
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isRuby);
}

function annotateProgram(program: Program, folder: string, copied: readonly string[]): readonly string[] {
  return [...program.files].flatMap(([suffix, insertions]) => {
    const file = copied.find(each => each === suffix || each.endsWith(`/${suffix}`));
    if (file === undefined) console.log(`${program.name}: no file ${suffix}`);
    if (file === undefined) return [];
    const { text, missing } = annotate(readFileSync(join(folder, file), 'utf8'), insertions);
    for (const line of missing) console.log(`${suffix}: no line ${line}`);
    writeFileSync(join(folder, file), text);
    return [file];
  });
}

interface Method {
  readonly name: string;
  readonly verdict: string;
  readonly cause: string | null;
  readonly caveats: readonly string[];
  readonly annotated: boolean;
}

interface Report {
  readonly path: string;
  readonly methods: readonly Method[];
  readonly diagnostics: readonly {
    readonly range: { readonly start: { readonly line: number } };
    readonly severity: string;
    readonly code: string;
    readonly message: string;
  }[];
}

function check(program: Program, folder: string, files: readonly string[]): readonly Report[] | null {
  const words = ['check', ...(program.package ? ['.'] : ['--isolated', ...files]), '--format', 'json'];
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 1e9, timeout: 600_000 } as const;
  const { stdout } = spawnSync('node', [LOUPE, ...words], options);
  const reports: readonly Report[] | null = stdout ? JSON.parse(stdout).files : null;
  return reports?.filter(report => files.some(file => report.path.endsWith(file))) ?? null;
}

const counts = new Map<string, number>();
const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

function printReport(report: Report): void {
  for (const method of report.methods) {
    if (!method.annotated) continue;
    const kind = method.verdict === 'safe' && method.caveats.length > 0 ? 'safe with a caveat' : method.verdict;
    count(method.cause ? `${kind} (${method.cause})` : kind);
    if (kind !== 'safe') console.log(`${method.name}: ${kind} ${method.cause ?? ''} ${method.caveats.join('; ')}`);
  }
  for (const { range, severity, code, message } of report.diagnostics)
    console.log(`  ${basename(report.path)}:${range.start.line + 1} ${severity} ${code} ${message}`);
}

const [cache = join(tmpdir(), 'packages'), only = ''] = process.argv.slice(2);
for (const program of readPrograms().filter(each => each.name.includes(only))) {
  const folder = mkdtempSync(join(tmpdir(), 'annotated-'));
  const copied = copyProgram(program, folder, resolve(cache));
  if (copied === null) console.log(`${program.name}: not available`);
  else {
    const reports = check(program, folder, annotateProgram(program, folder, copied));
    if (reports === null) count('did not end');
    reports?.forEach(printReport);
  }
  rmSync(folder, { recursive: true });
}
for (const [kind, times] of [...counts].sort((a, b) => b[1] - a[1]))
  console.log(`${String(times).padStart(4)} ${kind}`);
