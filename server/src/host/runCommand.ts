/** Runs a command with the terminal's own streams, without a shell; its exit status is passed on. */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';

export interface Command {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export type Ended =
  | { readonly kind: 'ended'; readonly status: number }
  | { readonly kind: 'not-started'; readonly why: string };

export function runCommand({ words, cwd, environment, signal }: Command): Promise<Ended> {
  const [program = '', ...args] = words;
  return new Promise(done => {
    const child = spawn(program, args, { cwd, stdio: 'inherit', env: environment });
    const stop = (): void => forwardInterrupt(child);
    signal.addEventListener('abort', stop, { once: true });
    child.on('error', error =>
      done({ kind: 'not-started', why: (error as NodeJS.ErrnoException).code ?? error.message }),
    );
    child.on('exit', (code, killedBy) => {
      signal.removeEventListener('abort', stop);
      done({ kind: 'ended', status: code ?? 128 + (killedBy === null ? 0 : constants.signals[killedBy]) });
    });
  });
}

/** A terminal sends an interrupt to the child as well; without one the child would go on. */
function forwardInterrupt(child: ChildProcess): void {
  if (process.stdin.isTTY !== true) child.kill('SIGTERM');
}
