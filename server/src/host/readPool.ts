/**
 * Reads many Ruby files concurrently in a few short-lived threads. If a thread fails, the calling thread reads its
 * files.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FileOnDisk, ReaderHost } from '../engine/host';
import { KEPT_CHARACTERS } from '../engine/incremental/closedFiles';
import type { RubyWasm } from '../parse/rubyParser';
import type { ReadJob, ReadMessage } from './readProtocol';

/** Fewer files are read faster than a thread starts. */
const FEWEST = 150;
const AT_A_TIME = 8;

/** The files that all threads read together. */
interface Reading {
  readonly open: string[];
  readonly left: string[];
  /** In the files that were read. */
  characters: number;
  readonly each: (file: FileOnDisk) => void;
}

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
    const all: Reading = { open: [...paths], left: [], characters: 0, each };
    const count = Math.min(this.threads, Math.ceil(paths.length / FEWEST));
    await Promise.all(Array.from({ length: count }, () => this.work(all, signal)));
    return signal.aborted ? [] : [...all.left, ...all.open];
  }

  private work(all: Reading, signal: AbortSignal): Promise<void> {
    const worker = new Worker(this.workerFile, { workerData: this.wasm, execArgv: [], stdout: true, stderr: true });
    return new Promise(resolve => {
      let taken: readonly string[] = [];
      const next = (): void => {
        taken = signal.aborted ? [] : all.open.splice(0, AT_A_TIME);
        const withBodies = all.characters < KEPT_CHARACTERS;
        if (taken.length === 0) end();
        else worker.postMessage({ paths: taken, withBodies } satisfies ReadJob);
      };
      const end = (): void => {
        all.left.push(...taken);
        taken = [];
        signal.removeEventListener('abort', end);
        worker.removeAllListeners();
        void worker.terminate();
        resolve();
      };
      worker.on('message', ({ files }: ReadMessage) => {
        taken = [];
        for (const file of files) {
          if ('text' in file) all.characters += file.text.length;
          all.each(file);
        }
        next();
      });
      worker.on('error', end);
      worker.on('exit', end);
      signal.addEventListener('abort', end, { once: true });
      next();
    });
  }
}
