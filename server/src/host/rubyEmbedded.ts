/**
 * The embedded Ruby as seen from the main thread: one worker, started by the first job, one job at a time. A job that
 * times out, is cancelled or kills its worker ends that worker; the next job starts a new one from the memory image. A
 * start that fails is repeated: a busy machine may be the cause. A job in which the interpreter crashes is repeated once
 * in a new Ruby: its fibers (external enumerators) crash now and then for the same input.
 */
import { Worker } from 'node:worker_threads';
import type { ReplayFile, RubyReply } from '../proof/replay';
import type { RubyAssets } from './assets';
import type { RubyJob, RubyMessage, RubyStart, RubyWorkerData } from './rubyProtocol';
import type { RunDependencyList } from './runDependencies';

export interface EmbeddedRubyOptions extends RubyAssets {
  readonly root: string | null;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** Of each job (fuel.ts), the same on every machine; null: only the clock limits it. */
  readonly mostWork: number | null;
}

interface Task {
  readonly source: string;
  readonly files: readonly ReplayFile[];
  readonly signal: AbortSignal;
  readonly isRepeated: boolean;
  readonly done: (reply: RubyReply, seen: RunDependencyList | null) => void;
}

/** A reply, and what it depends on besides the script; null: not known, or on more than the given files. */
export interface WatchedReply {
  readonly reply: RubyReply;
  readonly seen: RunDependencyList | null;
}

type Seat = { readonly worker: Worker; ready: boolean };

const QUOTA = 16 << 20;
/** The first start takes seconds on a busy machine; this guards only against a start that never ends. */
const START_TIMEOUT = 60_000;
/** After so many failed starts in a row, the waiting jobs fail. Each later job tries once more. */
const STARTS = 3;
const PAGES_PER_MB = 16;
const CANCELLED: RubyReply = { kind: 'failed', why: 'cancelled' };

export class EmbeddedRuby {
  private readonly queue: Task[] = [];
  private running: { readonly task: Task; readonly unwatch: () => void } | null = null;
  private seat: Seat | null = null;
  private start: RubyStart | null = null;
  private failedStarts = 0;
  private closed = false;
  private jobs = 0;
  /** The last step that the running job announced. */
  private step: string | undefined;
  private startTimer: NodeJS.Timeout | null = null;

  constructor(private readonly options: EmbeddedRubyOptions) {}

  async evaluate(source: string, files: readonly ReplayFile[], signal: AbortSignal): Promise<RubyReply> {
    return (await this.watch(source, files, signal)).reply;
  }

  watch(source: string, files: readonly ReplayFile[], signal: AbortSignal): Promise<WatchedReply> {
    if (this.closed || signal.aborted) return Promise.resolve({ reply: CANCELLED, seen: null });
    return new Promise(done => {
      this.queue.push({ source, files, signal, isRepeated: false, done: (reply, seen) => done({ reply, seen }) });
      this.pump();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const task of this.queue.splice(0)) task.done(CANCELLED, null);
    const worker = this.seat?.worker;
    this.drop(CANCELLED);
    await worker?.terminate();
  }

  private pump(): void {
    if (this.running || this.closed) return;
    while (this.queue[0]?.signal.aborted) this.queue.shift()!.done(CANCELLED, null);
    if (this.queue.length === 0) return;
    this.seat ??= this.spawn();
    if (this.seat.ready) this.run(this.seat, this.queue.shift()!);
  }

  private run(seat: Seat, task: Task): void {
    const { timeoutMs } = this.options;
    const late = (): void =>
      this.drop({ kind: 'failed', why: `it did not end within ${timeoutMs / 1000} s`, timedOut: true });
    const abort = (): void => this.drop(CANCELLED);
    const timer = setTimeout(late, timeoutMs);
    task.signal.addEventListener('abort', abort, { once: true });
    const unwatch = (): void => {
      clearTimeout(timer);
      task.signal.removeEventListener('abort', abort);
    };
    this.running = { task, unwatch };
    this.step = undefined;
    seat.worker.ref();
    const job: RubyJob = { id: ++this.jobs, source: task.source, files: task.files };
    seat.worker.postMessage(job);
  }

  private onMessage(seat: Seat, message: RubyMessage): void {
    if (this.seat !== seat) return;
    switch (message.type) {
      case 'ready':
        seat.ready = true;
        this.failedStarts = 0;
        this.start = message.start;
        this.stopWatchingStart();
        seat.worker.unref();
        this.pump();
        break;
      case 'step':
        this.step = message.step;
        break;
      case 'value':
        this.answer({ kind: 'value', text: message.text, output: message.output }, message.seen);
        break;
      case 'failed':
        if (message.crashed && this.repeat()) break;
        this.answer({ kind: 'failed', why: message.why }, null);
        break;
      case 'broken':
        this.died(seat, message.why);
        break;
    }
  }

  private answer(reply: RubyReply, seen: RunDependencyList | null): void {
    this.seat?.worker.unref();
    this.finish(reply, seen);
    this.pump();
  }

  /** Puts the running job in front of the queue, unless it was repeated already. */
  private repeat(): boolean {
    const running = this.running;
    if (!running || running.task.isRepeated) return false;
    this.running = null;
    running.unwatch();
    this.queue.unshift({ ...running.task, isRepeated: true });
    this.pump();
    return true;
  }

  private finish(reply: RubyReply, seen: RunDependencyList | null = null): void {
    const running = this.running;
    this.running = null;
    running?.unwatch();
    const { step } = this;
    running?.task.done(reply.kind === 'failed' && step !== undefined ? { ...reply, step } : reply, seen);
  }

  /** Terminates the worker. Its job gets this reply. */
  private drop(reply: RubyReply): void {
    const seat = this.seat;
    this.seat = null;
    this.stopWatchingStart();
    void seat?.worker.terminate();
    this.finish(reply);
    this.pump();
  }

  private died(seat: Seat, why: string): void {
    if (this.seat !== seat) return;
    if (!seat.ready && ++this.failedStarts >= STARTS)
      for (const task of this.queue.splice(0)) task.done({ kind: 'failed', why: `Ruby does not start: ${why}` }, null);
    this.drop({ kind: 'failed', why: `Ruby died: ${why}` });
  }

  private spawn(): Seat {
    const { workerFile, wasmFile, imageFile, libraryFolder, root, memoryMb, mostWork } = this.options;
    const maxPages = memoryMb * PAGES_PER_MB;
    const workerData: RubyWorkerData = {
      wasmFile,
      imageFile,
      libraryFolder,
      root,
      maxPages,
      quota: QUOTA,
      mostWork,
      start: this.start,
    };
    const worker = new Worker(workerFile, {
      workerData,
      env: {},
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { stackSizeMb: 16, maxOldGenerationSizeMb: 512 },
    });
    const seat: Seat = { worker, ready: false };
    worker.on('message', (message: RubyMessage) => this.onMessage(seat, message));
    worker.on('error', (error: Error) => this.died(seat, error.message));
    worker.on('exit', () => this.died(seat, 'its thread ended'));
    this.startTimer = setTimeout(() => this.died(seat, 'no answer'), START_TIMEOUT);
    return seat;
  }

  private stopWatchingStart(): void {
    if (this.startTimer) clearTimeout(this.startTimer);
    this.startTimer = null;
  }
}
