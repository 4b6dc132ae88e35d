/**
 * Inferred signatures, as `loupe check --format json` prints them, against the `infers` marks. The order of a union's
 * members, the names of variables and the names of parameters do not count.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inferPrograms } from '../harness/inferPrograms';
import { fixtureText, type Mark, readMarks } from '../harness/marks';

const root = join(__dirname, '..', '..');

interface SignatureFigures {
  readonly exact: number;
  readonly unknown: number;
  readonly total: number;
  readonly different: readonly string[];
}

interface CheckedFile {
  readonly files: readonly { readonly methods: readonly CheckedMethod[] }[];
}

interface CheckedMethod {
  readonly name: string;
  readonly range: { readonly start: { readonly line: number } };
  readonly inferred?: string | null;
}

export async function measureSignatures(): Promise<SignatureFigures> {
  const different: string[] = [];
  let exact = 0;
  let unknown = 0;
  let total = 0;
  for (const { name } of inferPrograms()) {
    const marks = readMarks(fixtureText(name)).filter(mark => mark.kind === 'infers');
    const methods = marks.length === 0 ? [] : await readMethods(name);
    for (const mark of marks) {
      total++;
      const inferred = findInferred(methods, mark);
      if (inferred === null || /%dyn|untyped/.test(inferred)) unknown++;
      if (inferred !== null && normalise(inferred) === normalise(mark.signature)) exact++;
      else different.push(`${name}:${mark.span.start.line + 1}: ${inferred ?? 'nothing'}, not ${mark.signature}`);
    }
  }
  return { exact, unknown, total, different };
}

async function readMethods(name: string): Promise<readonly CheckedMethod[]> {
  const words = [
    join(root, 'bin', 'loupe.js'),
    'check',
    '--format',
    'json',
    '--no-run',
    join('test', 'fixtures', name),
  ];
  const run = promisify(execFile);
  const text = await run(process.execPath, words, { cwd: root, maxBuffer: 1 << 26 }).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout?: string }) => error.stdout ?? '',
  );
  const parsed = JSON.parse(text) as CheckedFile;
  return parsed.files.flatMap(file => file.methods);
}

function findInferred(methods: readonly CheckedMethod[], mark: Mark): string | null {
  return methods.find(method => method.range.start.line === mark.span.start.line)?.inferred ?? null;
}

/** Variables are numbered in the order of their appearance; unions are sorted. */
export function normalise(signature: string): string {
  const names: string[] = [];
  const renamed = signature.replace(/(?<![\w:@%'])[a-z]\d*(?![\w:(])/g, name => {
    if (!names.includes(name)) names.push(name);
    return `t${names.indexOf(name)}`;
  });
  return renamed
    .replace(/\btrue or false\b|\bfalse or true\b/g, '%bool')
    .replace(/[\w:<>%]+(?: or [\w:<>%]+)+/g, union => union.split(' or ').sort().join(' or '))
    .replace(/\s+/g, ' ')
    .trim();
}
