/**
 * An installed Ruby as the second way to run scripts: a child process per job, with the same library and protocol. It
 * is not a sandbox, so it is used only if the user chose it in a trusted workspace. The library overlays the editor's
 * versions on the files on disk (loupe/workspace.rb), so nothing is written.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { ReplayFile, RubyReply } from '../proof/replay';
import { findProgram } from './findProgram';
import { stepIn } from './rubyProtocol';

/** Whether a Ruby on the PATH answers. */
export function isRubyInstalled(): boolean {
  const command = findProgram('ruby');
  return command !== null && spawnSync(command, ['--version'], { timeout: 10_000 }).status === 0;
}

export interface SystemRubyOptions {
  /** The path of the program. */
  readonly command: string;
  readonly libraryFolder: string;
  readonly root: string | null;
  readonly timeoutMs: number;
  /** Limit of the program's memory; not on Windows. */
  readonly memoryMb: number;
}

const MAX_OUTPUT = 8 << 20;
const CANCELLED: RubyReply = { kind: 'failed', why: 'cancelled' };

export class SystemRuby {
  private readonly running = new Set<ChildProcess>();
  /** One job at a time, to leave the user's machine responsive. */
  private last: Promise<unknown> = Promise.resolve();
  private closed = false;

  constructor(private readonly options: SystemRubyOptions) {}

  evaluate(source: string, files: readonly ReplayFile[], signal: AbortSignal): Promise<RubyReply> {
    const reply = this.last.then(() => (this.closed || signal.aborted ? CANCELLED : this.run(source, files, signal)));
    this.last = reply;
    return reply;
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const child of this.running) endAll(child);
    await this.last;
  }

  private run(source: string, files: readonly ReplayFile[], signal: AbortSignal): Promise<RubyReply> {
    const { command, libraryFolder, root, timeoutMs, memoryMb } = this.options;
    const child = spawn(
      command,
      [
        '--disable=did_you_mean,error_highlight',
        '-I',
        join(libraryFolder, 'lib'),
        '-r',
        'loupe/child',
        '-e',
        'Loupe::Child.run',
      ],
      {
        cwd: root ?? libraryFolder,
        env: environment(),
        stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
        // A process group of its own, so that forked processes end with it.
        detached: process.platform !== 'win32',
      },
    );
    this.running.add(child);
    const job = JSON.stringify({ source, root, memoryMb, files: files.map(file => [file.path, file.text]) });
    child.stdin?.on('error', () => {}); // the child ended early; its exit is reported
    child.stdin?.end(job);
    return watch(child, timeoutMs, signal).finally(() => this.running.delete(child));
  }
}

/** Only what Ruby needs to find itself and its gems. */
function environment(): Record<string, string> {
  const names = [
    'PATH',
    'HOME',
    'LANG',
    'LC_ALL',
    'TMPDIR',
    'TEMP',
    'SystemRoot',
    'GEM_HOME',
    'GEM_PATH',
    'RBENV_VERSION',
  ];
  return Object.fromEntries(names.flatMap(name => (process.env[name] ? [[name, process.env[name]!]] : [])));
}

function watch(child: ChildProcess, timeoutMs: number, signal: AbortSignal): Promise<RubyReply> {
  return new Promise(done => {
    const value = collect(child, 3);
    const errors = collect(child, 2);
    const end = (reply: RubyReply): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      done(reply);
    };
    const stop = (reply: RubyReply): void => {
      endAll(child);
      end(withStep(reply, errors.text()));
    };
    const abort = (): void => stop(CANCELLED);
    const late = (): void =>
      stop({ kind: 'failed', why: `it did not end within ${timeoutMs / 1000} s`, timedOut: true });
    const timer = setTimeout(late, timeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    child.on('error', error => end({ kind: 'failed', why: `Ruby does not start: ${error.message}` }));
    // Forked processes may hold its streams open.
    child.on('exit', () => endAll(child));
    child.on('close', () => end(withStep(readReply(value.text(), errors.text()), errors.text())));
  });
}

/** Ends the child and everything in its process group. */
function endAll(child: ChildProcess): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}

function withStep(reply: RubyReply, errors: string): RubyReply {
  const step = stepIn(errors);
  return reply.kind === 'failed' && step !== undefined ? { ...reply, step } : reply;
}

function readReply(value: string, errors: string): RubyReply {
  if (value.startsWith('value ')) return { kind: 'value', text: value.slice('value '.length), output: errors };
  if (value.startsWith('failed ')) return { kind: 'failed', why: value.slice('failed '.length) };
  if (/NoMemoryError|failed to allocate/.test(errors)) return { kind: 'failed', why: 'it needs too much memory' };
  const [first] = errors.split('\n').flatMap(line => (line.startsWith('\u0001') ? [] : line.trim()));
  return { kind: 'failed', why: first ? `the program ended itself: ${first}` : 'the program ended itself (exit)' };
}

function collect(child: ChildProcess, fd: 2 | 3): { text(): string } {
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = child.stdio[fd];
  if (stream && 'on' in stream) {
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_OUTPUT) chunks.push(chunk);
    });
    stream.on('error', () => {});
  }
  return { text: () => Buffer.concat(chunks).toString('utf8') };
}
