/**
 * An installed Z3 behind SolverHost: one process per query, with the same input as the built-in one, so that answers
 * agree. A process that hangs or whose query was cancelled is killed.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { SolverHost } from '../engine/host';
import { type Budget, hasLanguages, type Query, type Reply } from '../proof/query';
import { NativeSession } from './nativeSession';

/** "4.13.3"; null: the program does not answer. */
export function nativeVersion(command: string): string | null {
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return status === 0 ? (/\d+\.\d+(\.\d+)*/.exec(stdout)?.[0] ?? null) : null;
}

export interface NativeOptions {
  readonly command: string;
  readonly version: string;
  /** Maximum number of concurrent queries; 0: by the number of cores. */
  readonly size: number;
}

/** Minimising a counterexample is optional, so each step has a small budget. */
const PREFERENCE_RLIMIT = 100_000;
const CANCELLED: Reply = { status: 'killed', why: 'cancelled' };

export class NativeZ3 implements SolverHost {
  readonly version: string;
  private readonly sessions = new Set<NativeSession>();
  private readonly waiting: (() => void)[] = [];
  private readonly size: number;
  private busy = 0;
  private closed = false;

  constructor(private readonly options: NativeOptions) {
    this.version = `native z3 ${options.version}`;
    this.size = options.size || availableParallelism();
  }

  solve(queries: readonly Query[], budget: Budget, signal: AbortSignal): Promise<readonly Reply[]> {
    return Promise.all(queries.map(query => this.inTurn(query, budget, signal)));
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const next of this.waiting.splice(0)) next();
    await Promise.all([...this.sessions].map(session => session.end('cancelled')));
  }

  private async inTurn(query: Query, budget: Budget, signal: AbortSignal): Promise<Reply> {
    if (this.busy >= this.size) await new Promise<void>(resolve => this.waiting.push(resolve));
    else this.busy++;
    try {
      return this.closed || signal.aborted ? CANCELLED : await this.ask(query, budget, signal);
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.busy--;
    }
  }

  /** Tries the incremental core first, then the tactics of a one-shot check, like the built-in solver. */
  private async ask(query: Query, budget: Budget, signal: AbortSignal): Promise<Reply> {
    const proof = hasLanguages(query) ? await this.attempt(query, budget, signal, false) : null;
    if (proof?.status === 'unsat') return proof;
    const first = await this.attempt(query, budget, signal, true);
    if (first.status !== 'unknown' || isSpent(first.reason)) return first;
    const second = await this.attempt(query, budget, signal, false);
    return second.status === 'unknown' ? first : second;
  }

  private async attempt(query: Query, budget: Budget, signal: AbortSignal, incremental: boolean): Promise<Reply> {
    const session = new NativeSession(this.options.command);
    this.sessions.add(session);
    const abort = (): void => void session.end('cancelled');
    const watchdog = setTimeout(() => void session.end('timeout'), budget.timeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await dialogue(session, query, budget, incremental);
    } finally {
      clearTimeout(watchdog);
      signal.removeEventListener('abort', abort);
      await session.end('cancelled');
      this.sessions.delete(session);
    }
  }
}

async function dialogue(session: NativeSession, query: Query, budget: Budget, incremental: boolean): Promise<Reply> {
  const loaded = await session.run(
    `(set-option :rlimit ${budget.rlimit})\n${query.text}\n${incremental ? '(push 1)' : ''}`,
  );
  if (loaded?.includes('(error')) return failureReply(loaded);
  const status = await session.run('(check-sat)');
  const rlimit = Number(/\d+/.exec((await session.run('(get-info :rlimit)')) ?? '')?.[0] ?? 0);
  switch (status) {
    case 'unsat':
      return { status, rlimit };
    case 'sat': {
      if (incremental) await shrink(session, query);
      const get = `(set-option :rlimit 0)\n(get-value (${query.values.join(' ')}))`; // reading the model is not limited
      const values = query.values.length > 0 ? await session.run(get) : '';
      if (values?.includes('(error "line')) return failureReply(values);
      return values === null ? { status: 'killed', why: session.why } : { status, values, rlimit };
    }
    case 'unknown': {
      const reason = await session.run('(get-info :reason-unknown)');
      return reason === null ? { status: 'killed', why: session.why } : { status, reason, rlimit };
    }
    case null:
      return { status: 'killed', why: session.why };
    default:
      return failureReply(status);
  }
}

/** Keeps each preference that leaves the query satisfiable. Ends in a state whose model can be read. */
async function shrink(session: NativeSession, query: Query): Promise<void> {
  if (query.preferences.length === 0) return;
  await session.run(`(set-option :rlimit ${PREFERENCE_RLIMIT})`);
  for (const preference of query.preferences) {
    await session.run(`(push 1)(assert ${preference})`);
    if ((await session.run('(check-sat)')) !== 'sat') await session.run('(pop 1)');
  }
  await session.run('(check-sat)');
}

/** Like the built-in solver: the limit may be reached while the query is still being read. */
function failureReply(message: string): Reply {
  return isSpent(message) ? { status: 'unknown', reason: message, rlimit: 0 } : { status: 'error', message };
}

function isSpent(reason: string): boolean {
  return /canceled|resource|rlimit|max\. memory/.test(reason);
}
