/**
 * The solver behind SolverHost: worker threads with one Z3 each. A worker that hangs, crashes or grows too large is
 * terminated and replaced (by a warm spare, if the host keeps one). A query whose worker crashed is retried once.
 * Nothing starts before the first query, and idle workers do not keep the process alive.
 */
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { SolverHost } from '../engine/host';
import type { Budget, Query, Reply } from '../proof/query';
import type { Z3Job, Z3Message, Z3WorkerData } from './z3Protocol';

export interface Z3PoolOptions {
  readonly workerFile: string;
  readonly wasmFile: string;
  readonly version: string;
  /** Maximum number of concurrent queries. */
  readonly size: number;
  /** Keep one more worker warm, so that a cancelled query does not delay the next one. */
  readonly spare: boolean;
  /** By default from the disk. */
  readonly compile?: (wasmFile: string) => Promise<WebAssembly.Module>;
}

/** Z3 gives up on a query at the first limit; a worker beyond the second is replaced. */
const MEMORY_MB = 512;
const RECYCLE_MB = 200;
const MAX_START_FAILURES = 3;

interface Task {
  readonly query: Query;
  readonly budget: Budget;
  readonly signal: AbortSignal;
  readonly done: (reply: Reply) => void;
  retried: boolean;
}

interface Seat {
  readonly worker: Worker;
  state: 'starting' | 'idle' | 'busy' | 'gone';
  task: Task | null;
  /** Stops watching the running task. */
  unwatch: () => void;
}

const CANCELLED: Reply = { status: 'killed', why: 'cancelled' };

export class Z3Pool implements SolverHost {
  private module: Promise<WebAssembly.Module> | null = null;
  private readonly seats = new Set<Seat>();
  private readonly queue: Task[] = [];
  private closed = false;
  private jobs = 0;
  private startFailures = 0;
  private spawning = 0;

  constructor(private readonly options: Z3PoolOptions) {}

  get version(): string {
    return this.options.version;
  }

  /** Number of threads, including starting ones. */
  get workers(): number {
    return this.seats.size + this.spawning;
  }

  solve(queries: readonly Query[], budget: Budget, signal: AbortSignal): Promise<readonly Reply[]> {
    return Promise.all(queries.map(query => this.enqueue(query, budget, signal)));
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const task of this.queue.splice(0)) task.done(CANCELLED);
    const seats = [...this.seats];
    for (const seat of seats) this.remove(seat, CANCELLED);
    await Promise.all(seats.map(seat => seat.worker.terminate()));
  }

  private enqueue(query: Query, budget: Budget, signal: AbortSignal): Promise<Reply> {
    if (this.closed || signal.aborted) return Promise.resolve(CANCELLED);
    return new Promise(done => {
      this.queue.push({ query, budget, signal, done, retried: false });
      this.dispatchQueue();
    });
  }

  /** Assigns waiting queries to idle workers and starts as many workers as the queue needs. */
  private dispatchQueue(): void {
    this.dropCancelled();
    while (this.queue.length > 0 && this.count('busy') < this.options.size) {
      const seat = this.find('idle');
      const task = seat && this.queue.shift();
      if (!task) break;
      this.run(seat, task);
    }
    const wanted = Math.min(this.queue.length + this.count('busy'), this.options.size) + (this.options.spare ? 1 : 0);
    while (!this.closed && this.queue.length + this.count('busy') > 0 && this.seats.size + this.spawning < wanted)
      this.spawn();
  }

  private dropCancelled(): void {
    const cancelled = this.queue.filter(({ signal }) => signal.aborted);
    if (cancelled.length === 0) return;
    this.queue.splice(0, this.queue.length, ...this.queue.filter(({ signal }) => !signal.aborted));
    for (const task of cancelled.reverse()) task.done(CANCELLED);
  }

  private run(seat: Seat, task: Task): void {
    seat.state = 'busy';
    seat.task = task;
    seat.worker.ref();
    const abort = (): void => this.remove(seat, CANCELLED);
    const watchdog = setTimeout(() => this.remove(seat, { status: 'killed', why: 'timeout' }), task.budget.timeoutMs);
    task.signal.addEventListener('abort', abort, { once: true });
    seat.unwatch = () => {
      clearTimeout(watchdog);
      task.signal.removeEventListener('abort', abort);
    };
    const job: Z3Job = { id: ++this.jobs, query: task.query, budget: task.budget };
    seat.worker.postMessage(job);
  }

  private onMessage(seat: Seat, message: Z3Message): void {
    switch (message.type) {
      case 'ready':
        this.startFailures = 0;
        this.markIdle(seat);
        break;
      case 'reply':
        if (message.allocatedMb > RECYCLE_MB) this.remove(seat, message.reply);
        else {
          this.answer(seat, message.reply);
          this.markIdle(seat);
        }
        break;
      case 'crashed':
        this.crashed(seat);
        break;
    }
  }

  private markIdle(seat: Seat): void {
    if (seat.state === 'gone') return;
    seat.state = 'idle';
    seat.worker.unref();
    this.dispatchQueue();
  }

  /** Retries on a fresh worker. A query that kills two workers gets no answer. */
  private crashed(seat: Seat): void {
    if (seat.state === 'gone') return;
    if (seat.state === 'starting' && ++this.startFailures >= MAX_START_FAILURES) this.giveUp();
    const task = seat.task;
    if (task && !task.retried) {
      task.retried = true;
      seat.unwatch();
      seat.task = null;
      this.queue.unshift(task);
    }
    this.remove(seat, { status: 'killed', why: 'crashed' });
  }

  /** Workers cannot start at all: fail every query instead of retrying for ever. */
  private giveUp(): void {
    for (const task of this.queue.splice(0)) task.done({ status: 'error', message: 'the solver does not start' });
  }

  private answer(seat: Seat, reply: Reply): void {
    const task = seat.task;
    seat.unwatch();
    seat.unwatch = () => {};
    seat.task = null;
    task?.done(reply);
  }

  private remove(seat: Seat, reply: Reply): void {
    if (seat.state === 'gone') return;
    seat.state = 'gone';
    this.seats.delete(seat);
    this.answer(seat, reply);
    void seat.worker.terminate();
    this.dispatchQueue();
  }

  private spawn(): void {
    this.spawning++;
    void this.start()
      .catch(() => {
        if (++this.startFailures >= MAX_START_FAILURES) this.giveUp();
      })
      .finally(() => {
        this.spawning--;
        this.dispatchQueue();
      });
  }

  private async start(): Promise<void> {
    this.module ??= (this.options.compile ?? compileFile)(this.options.wasmFile);
    const data: Z3WorkerData = { module: await this.module, memoryMb: MEMORY_MB };
    if (this.closed) return;
    const worker = new Worker(this.options.workerFile, { workerData: data, execArgv: [], stdout: true, stderr: true });
    const seat: Seat = { worker, state: 'starting', task: null, unwatch: () => {} };
    this.seats.add(seat);
    worker.on('message', (message: Z3Message) => this.onMessage(seat, message));
    worker.on('error', () => this.crashed(seat));
    worker.on('exit', () => this.crashed(seat));
  }

  private count(state: Seat['state']): number {
    return [...this.seats].filter(seat => seat.state === state).length;
  }

  private find(state: Seat['state']): Seat | undefined {
    return [...this.seats].find(seat => seat.state === state);
  }
}

async function compileFile(file: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(file));
}
