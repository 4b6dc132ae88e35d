/**
 * Runs a command while its Ruby processes record: rewritten files and traces are in a private temporary folder, which
 * every process finds through its environment. The command's output, input and exit status are passed through; no
 * shell is involved. If the folder cannot be written or read, the command runs as usual, and what is missing is named.
 */
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PROFILE_LIMITS } from '../../../shared/src/profile';
import type { Recording } from '../engine/learn/recordFiles';
import type { RecordingGap } from '../problems/learn';
import { runCommand } from './runCommand';

export interface LearnRun {
  readonly command: readonly string[];
  /** The workspace. */
  readonly root: string;
  readonly recording: Recording;
  /** dist/ruby */
  readonly libraryFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export interface RunTraces {
  readonly traces: readonly string[];
  /** What was not read, and why nothing could be recorded. */
  readonly gaps: readonly RecordingGap[];
}

export type LearnOutcome =
  | { readonly kind: 'not-started'; readonly why: string }
  | ({ readonly kind: 'ended'; readonly status: number } & RunTraces);

export async function runAndRecord(run: LearnRun): Promise<LearnOutcome> {
  const { command: words, root: cwd, environment, signal } = run;
  const prepared = await prepareFolder(run);
  if (typeof prepared !== 'string') {
    const ended = await runCommand({ words, cwd, environment, signal });
    return ended.kind === 'not-started' ? ended : { ...ended, traces: [], gaps: [prepared] };
  }
  try {
    const ended = await runCommand({ words, cwd, environment: environmentFor(environment, prepared), signal });
    return ended.kind === 'not-started' ? ended : { ...ended, ...(await readTraces(prepared)) };
  } finally {
    await remove(prepared);
  }
}

/** The folder, or why there is none. */
async function prepareFolder(run: LearnRun): Promise<string | RecordingGap> {
  let folder: string | null = null;
  try {
    // A blank in RUBYOPT would end the path, so Ruby finds the library through RUBYLIB.
    folder = await mkdtemp(join(await realpath(tmpdir()), 'loupe-learn-'));
    await writeOverlay(run, folder);
    return folder;
  } catch (error) {
    if (folder !== null) await remove(folder);
    return { kind: 'no-folder', why: codeOf(error) };
  }
}

/** A process that still runs may write into it. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

/** `index`: the run, the root, then one path per rewritten file. Only the recording library is on Ruby's load path. */
async function writeOverlay({ recording, root, libraryFolder }: LearnRun, folder: string): Promise<void> {
  const real = await realpath(root);
  const lines = [recording.run, `${real}/`];
  for (const [index, file] of recording.files.entries()) {
    const path = await realpath(join(root, file.path));
    // The file is compared with this copy when it is loaded.
    await cp(path, join(folder, `${index}.src`));
    await writeFile(join(folder, `${index}.rb`), file.rewritten);
    lines.push(path);
  }
  await writeFile(join(folder, 'index'), `${lines.join('\n')}\n`);
  const from = join(libraryFolder, 'lib', 'loupe');
  const to = join(folder, 'lib', 'loupe');
  await mkdir(to, { recursive: true });
  await cp(join(from, 'learn.rb'), join(to, 'learn.rb'));
  await cp(join(from, 'learn'), join(to, 'learn'), { recursive: true });
  await writeFile(join(folder, 'lib', `${basename(folder)}.rb`), "require_relative 'loupe/learn'\n");
}

function environmentFor(environment: LearnRun['environment'], folder: string): Record<string, string | undefined> {
  const { RUBYLIB, RUBYOPT } = environment;
  const separator = process.platform === 'win32' ? ';' : ':';
  return {
    ...environment,
    RUBYLIB: [join(folder, 'lib'), ...(RUBYLIB ? [RUBYLIB] : [])].join(separator),
    // A name of its own: the program may have the library in another version, before RUBYLIB.
    RUBYOPT: [`-r${basename(folder)}`, ...(RUBYOPT ? [RUBYOPT] : [])].join(' '),
    LOUPE_LEARN: folder,
    // Bootsnap's cache would hide rewritten files.
    DISABLE_BOOTSNAP_COMPILE_CACHE: '1',
  };
}

/** The command may have changed the folder in any way. */
async function readTraces(folder: string): Promise<RunTraces> {
  const traces: string[] = [];
  const gaps: RecordingGap[] = [];
  let left: number = PROFILE_LIMITS.bytes;
  for (const name of await listTraces(folder, gaps)) {
    const path = join(folder, name);
    try {
      const info = await lstat(path);
      if (!info.isFile()) gaps.push({ kind: 'trace', problem: { kind: 'not-a-trace' } });
      else if (info.size > left) gaps.push({ kind: 'trace', problem: { kind: 'too-large', limit: LIMIT } });
      else {
        left -= info.size;
        traces.push(await readFile(path, 'utf8'));
      }
    } catch (error) {
      gaps.push({ kind: 'trace', problem: { kind: 'unreadable', why: codeOf(error) } });
    }
  }
  return { traces, gaps };
}

const LIMIT = `${PROFILE_LIMITS.bytes >> 20} MB, which all traces share`;

async function listTraces(folder: string, gaps: RecordingGap[]): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter(name => /^trace-\d+-\d+$/.test(name)).sort();
  } catch (error) {
    gaps.push({ kind: 'traces-lost', why: codeOf(error) });
    return [];
  }
}
