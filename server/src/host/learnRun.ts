/**
 * Runs a command while its Ruby processes record: rewritten files and traces are in a private temporary folder, which
 * every process finds through its environment. The command's output, input and exit status are passed through; no
 * shell is involved.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PROFILE_LIMITS } from '../../../shared/src/profile';
import type { Recording } from '../engine/learn/recordFiles';
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

export type LearnOutcome =
  | { readonly kind: 'not-started'; readonly why: string }
  | { readonly kind: 'ended'; readonly status: number; readonly traces: readonly string[]; readonly tooLarge: number };

export async function runAndRecord(run: LearnRun): Promise<LearnOutcome> {
  // A blank in RUBYOPT would end the path, so Ruby finds the library through RUBYLIB.
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'loupe-learn-'));
  try {
    await writeOverlay(run, folder);
    const { command: words, root: cwd, signal } = run;
    const ended = await runCommand({ words, cwd, environment: environmentFor(run.environment, folder), signal });
    if (ended.kind === 'not-started') return ended;
    return { ...ended, ...(await readTraces(folder)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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

async function readTraces(folder: string): Promise<{ readonly traces: readonly string[]; readonly tooLarge: number }> {
  const names = (await readdir(folder)).filter(name => /^trace-\d+-\d+$/.test(name)).sort();
  const traces: string[] = [];
  let left: number = PROFILE_LIMITS.bytes;
  let tooLarge = 0;
  for (const name of names) {
    const path = join(folder, name);
    const info = await stat(path);
    if (!info.isFile() || info.size > left) tooLarge++;
    else {
      left -= info.size;
      traces.push(await readFile(path, 'utf8'));
    }
  }
  return { traces, tooLarge };
}
