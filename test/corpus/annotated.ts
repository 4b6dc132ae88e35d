/**
 * How much of real code Loupe proves: copies files of Debian's packages, writes the annotations of `annotated/annotations.txt` into the
 * copies, checks each file alone, and prints the verdicts with the causes: `npm run corpus:annotated [-- FILE]`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const ROOTS: Readonly<Record<string, string>> = {
  gems: '/usr/share/rubygems-integration/all/gems',
  stdlib: '/usr/lib/ruby/3.1.0',
};
const LOUPE = join(__dirname, '../../bin/loupe.js');

interface Insertion {
  readonly line: string;
  readonly code: string;
}

function readAnnotations(): ReadonlyMap<string, readonly Insertion[]> {
  const files = new Map<string, Insertion[]>();
  let current: Insertion[] = [];
  for (const line of readFileSync(join(__dirname, 'annotated/annotations.txt'), 'utf8').split('\n')) {
    if (line.startsWith('= ')) {
      current = [];
      files.set(line.slice(2), current);
    }
    const [at, code] = line.split(' :: ');
    if (at && code && !line.startsWith('#')) current.push({ line: at, code });
  }
  return files;
}

/** Each annotation goes to the first line that it names and that has none yet. */
function annotate(source: string, insertions: readonly Insertion[]): { text: string; missing: readonly string[] } {
  const lines = source.split('\n');
  const missing: string[] = [];
  for (const { line, code } of insertions) {
    const at = lines.findIndex((each, i) => each.trim() === line && !lines[i - 1]?.trim().startsWith('##%'));
    if (at < 0) missing.push(line);
    else lines.splice(line.startsWith('class ') ? at + 1 : at, 0, `${/^ */.exec(lines[at]!)![0]}${code}`);
  }
  return { text: lines.join('\n'), missing };
}

interface Method {
  readonly name: string;
  readonly verdict: string;
  readonly cause: string | null;
  readonly caveats: readonly string[];
  readonly annotated: boolean;
  readonly range: { readonly start: { readonly line: number } };
}

const folder = mkdtempSync(join(tmpdir(), 'annotated-'));
const counts = new Map<string, number>();
const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
for (const [file, insertions] of readAnnotations()) {
  if (process.argv[2] && !file.includes(process.argv[2])) continue;
  const [root = '', ...rest] = file.split('/');
  const path = join(ROOTS[root] ?? '', ...rest);
  if (!existsSync(path)) {
    console.log(`${file}: not installed`);
    continue;
  }
  const { text, missing } = annotate(readFileSync(path, 'utf8'), insertions);
  for (const line of missing) console.log(`${file}: no line ${line}`);
  const copy = join(folder, basename(file));
  writeFileSync(copy, text);
  const { stdout } = spawnSync('node', [LOUPE, 'check', '--isolated', '--format', 'json', copy], {
    encoding: 'utf8',
    maxBuffer: 1e9,
    timeout: 300_000,
  });
  const report = stdout ? JSON.parse(stdout).files[0] : null;
  if (!report) count('did not end');
  for (const method of (report?.methods ?? []) as readonly Method[]) {
    if (!method.annotated) continue;
    const kind = method.verdict === 'safe' && method.caveats.length > 0 ? 'safe with a caveat' : method.verdict;
    count(method.cause ? `${kind} (${method.cause})` : kind);
    if (kind !== 'safe') console.log(`${method.name}: ${kind} ${method.cause ?? ''} ${method.caveats.join('; ')}`);
  }
  for (const problem of report?.diagnostics ?? [])
    console.log(
      `  ${basename(file)}:${problem.range.start.line + 1} ${problem.severity} ${problem.code} ${problem.message}`,
    );
}
rmSync(folder, { recursive: true });
for (const [kind, times] of [...counts].sort((a, b) => b[1] - a[1]))
  console.log(`${String(times).padStart(4)} ${kind}`);
