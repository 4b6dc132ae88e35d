/** Infers what is reported about files before it is asked for: of many files, or of the one whose view comes next. */
import { takeSteps } from './checkInSlices';
import type { EngineEvent } from './events';
import type { Slices } from './incremental/interruption';
import type { InferenceInput, InferenceReports } from './inferenceReports';
import type { ProgramBuilder } from './programBuilder';
import type { Sources } from './sources';
import type { Stages } from './stages';

export interface FileInferenceContext {
  readonly sources: Pick<Sources, 'files'>;
  readonly builder: Pick<ProgramBuilder, 'hasFailed'>;
  readonly inference: Pick<InferenceReports, 'stepsOf' | 'stop'>;
  readonly stages: Pick<Stages, 'report'>;
  /** The present version. */
  readonly input: () => InferenceInput;
  /** Of the present snapshot. */
  readonly version: () => number;
  /** How inference that takes long is cut, so that other work gets its turn. */
  readonly slices: () => Slices;
  readonly emit: (event: EngineEvent) => void;
}

export class FileInference {
  /** For which version of the snapshot a view of the file can be made at once. */
  private readonly prepared = new Map<string, number>();

  constructor(private readonly ctx: FileInferenceContext) {}

  /**
   * A unit at a time, so that a signal gets through. When aborted (the result is then false), snapshots have the
   * reports that are known by then, and no others.
   */
  async infer(paths: readonly string[], signal: AbortSignal): Promise<boolean> {
    const { sources, inference, emit } = this.ctx;
    const input = this.ctx.input();
    for (const [i, path] of paths.entries()) {
      const source = sources.files.get(path);
      if (source) await takeSteps(inference.stepsOf(source, input, this.ctx.slices()), signal);
      if (signal.aborted) {
        inference.stop();
        return false;
      }
      emit({ kind: 'progress', done: i + 1, total: paths.length, what: 'inferring' });
    }
    return true;
  }

  /** In slices, so that the view is made at once. False: something changed meanwhile. */
  async prepare(path: string): Promise<boolean> {
    const { sources, builder, inference, stages } = this.ctx;
    const version = this.ctx.version();
    const source = sources.files.get(path);
    if (source === undefined || builder.hasFailed || this.prepared.get(path) === version) return true;
    const steps = inference.stepsOf(source, this.ctx.input(), this.ctx.slices());
    try {
      while (this.ctx.version() === version) {
        const isOver = this.ctx.slices()(0);
        let isDone = false;
        do isDone = steps.next().done === true;
        while (!isDone && !isOver());
        if (isDone) this.prepared.set(path, version);
        if (isDone) return true;
        await new Promise(setImmediate);
      }
      return false;
    } catch (error) {
      stages.report(`inferring ${path}`, error); // the view tries again, and says so
      return true;
    } finally {
      steps.return([]);
    }
  }
}
