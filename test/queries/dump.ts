/**
 * Everything that one built tree says about the inputs: the hashes of its queries, its verdicts and its diagnostics.
 * The tree is watched from outside (`bin/loupe.js check --format json` under recorder.mjs), so any revision can be
 * dumped. All trees share one folder of answers: the key of an answer is the hash of its query.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fingerprintOf, type QueryInput, writeInput } from './inputs';

export interface MethodDump {
  readonly path: string;
  readonly name: string;
  readonly verdict: string;
  /** Everything else that does not depend on time or on the cache. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface InputDump {
  readonly queries: readonly string[];
  readonly status: number | null;
  readonly diagnostics: readonly Readonly<Record<string, unknown>>[];
  readonly methods: readonly MethodDump[];
  /** Of a process that printed no report. */
  readonly failure: string | null;
}

export interface Dump {
  readonly schema: 1;
  readonly revision: string;
  readonly fingerprint: string;
  readonly inputs: Readonly<Record<string, InputDump>>;
}

export interface DumpOptions {
  /** A checkout that was built. */
  readonly tree: string;
  readonly revision: string;
  readonly inputs: readonly QueryInput[];
  readonly answers: string;
  readonly onDone: (name: string) => void;
  readonly signal: AbortSignal;
}

interface Report {
  readonly files: readonly {
    readonly path: string;
    readonly diagnostics: readonly Record<string, unknown>[];
    readonly methods: readonly (Record<string, unknown> & { readonly name: string; readonly verdict: string })[];
  }[];
}

/** Depends on what was cached and on the clock. */
const VARYING = ['queries', 'rlimit', 'cached', 'milliseconds'];
/** A guard against hangs only: a loaded machine must not change a verdict. */
const TIMEOUT_SECONDS = 600;

export async function dumpTree(options: DumpOptions): Promise<Dump> {
  const scratch = mkdtempSync(join(tmpdir(), 'loupe-queries-'));
  mkdirSync(options.answers, { recursive: true });
  const dumps = new Map<string, InputDump>();
  const waiting = options.inputs.entries();
  const work = async (): Promise<void> => {
    for (const [index, input] of waiting) {
      dumps.set(input.name, await dumpInput(options, input, join(scratch, String(index))));
      options.onDone(input.name);
    }
  };
  try {
    await Promise.all(Array.from({ length: availableParallelism() }, work));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const inputs = Object.fromEntries(options.inputs.map(({ name }) => [name, dumps.get(name)!]));
  return { schema: 1, revision: options.revision, fingerprint: fingerprintOf(options.inputs), inputs };
}

async function dumpInput(options: DumpOptions, input: QueryInput, folder: string): Promise<InputDump> {
  const record = `${folder}.json`;
  const paths = writeInput(folder, input);
  const words = ['check', '--format', 'json', '--jobs', '1', '--timeout', String(TIMEOUT_SECONDS), ...paths];
  if (!input.run) words.push('--no-run');
  const recorder = pathToFileURL(join(__dirname, 'recorder.mjs')).href;
  const { status, out, err } = await runNode(['--import', recorder, join(options.tree, 'bin', 'loupe.js'), ...words], {
    cwd: folder,
    env: { ...process.env, LOUPE_CACHE_DIR: options.answers, LOUPE_RECORD: record },
    signal: options.signal,
  });
  const text = out.replaceAll(folder, '.');
  const failure = text.startsWith('{') ? null : `no report (exit status ${status}): ${err.trim()}`;
  const { files } = failure === null ? (JSON.parse(text) as Report) : { files: [] };
  return {
    queries: readKeys(record),
    status,
    diagnostics: files.flatMap(({ path, diagnostics }) => diagnostics.map(each => ({ path, ...each }))),
    methods: files.flatMap(({ path, methods }) => methods.map(each => methodDump(path, each))),
    failure,
  };
}

function methodDump(path: string, method: Report['files'][number]['methods'][number]): MethodDump {
  const { name, verdict, ...rest } = method;
  const details = Object.fromEntries(Object.entries(rest).filter(([key]) => !VARYING.includes(key)));
  return { path, name, verdict, details };
}

function readKeys(record: string): readonly string[] {
  try {
    return JSON.parse(readFileSync(record, 'utf8'));
  } catch {
    return [];
  }
}

function runNode(
  words: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Promise<{ status: number | null; out: string; err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', chunk => out.push(chunk));
    child.stderr.on('data', chunk => err.push(chunk));
    child.on('error', reject);
    child.on('close', status =>
      resolve({ status, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
    );
  });
}
