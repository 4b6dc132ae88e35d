/**
 * Reads many Ruby files concurrently in a few short-lived threads. If a thread fails, the calling thread reads its
 * files.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FileOnDisk, ReaderHost } from '../engine/host';
import type { RubyWasm } from '../parse/rubyParser';
import type { ReadJob, ReadMessage } from './readProtocol';

/** Fewer files are read faster than a thread starts. */
const FEWEST = 150;
const AT_A_TIME = 8;

export class ReadPool implements ReaderHost {
  constructor(
    private readonly workerFile: string,
    private readonly wasm: RubyWasm,
    private readonly threads = availableParallelism(),
  ) {}

  async readAll(
    paths: readonly string[],
    each: (file: FileOnDisk) => void,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    if (paths.length < FEWEST) return paths;
    const open = [...paths];
    const left: string[] = [];
    const count = Math.min(this.threads, Math.ceil(paths.length / FEWEST));
    await Promise.all(Array.from({ length: count }, () => this.work(open, left, each, signal)));
    return signal.aborted ? [] : [...left, ...open];
  }

  private work(open: string[], left: string[], each: (file: FileOnDisk) => void, signal: AbortSignal): Promise<void> {
    const worker = new Worker(this.workerFile, { workerData: this.wasm, execArgv: [], stdout: true, stderr: true });
    return new Promise(resolve => {
      let taken: readonly string[] = [];
      const next = (): void => {
        taken = signal.aborted ? [] : open.splice(0, AT_A_TIME);
        if (taken.length === 0) end();
        else worker.postMessage({ paths: taken } satisfies ReadJob);
      };
      const end = (): void => {
        left.push(...taken);
        taken = [];
        signal.removeEventListener('abort', end);
        worker.removeAllListeners();
        void worker.terminate();
        resolve();
      };
      worker.on('message', ({ files }: ReadMessage) => {
        taken = [];
        for (const file of files) each(file);
        next();
      });
      worker.on('error', end);
      worker.on('exit', end);
      signal.addEventListener('abort', end, { once: true });
      next();
    });
  }
}
