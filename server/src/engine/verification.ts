/**
 * One run over the methods that have no verdict yet: hooks first, since verdicts must not be computed while annotations
 * are missing, then types in slices, then proofs in the order of attention. Verdicts arrive as events.
 */
import type { Settings } from '../../../shared/src/settings';
import type { MethodInfo } from '../program/program';
import type { Changes } from './changes';
import { checkInSlices, type Slices, type VerifyOptions } from './checkInSlices';
import { isProved, levelOf } from './checkLevels';
import type { Checks } from './checks';
import type { EngineEvent } from './events';
import type { Hooks } from './hooks';
import type { Host } from './host';
import { isChecked } from './methods';
import type { ProgramBuilder } from './programBuilder';
import type { ProofRun, Proofs } from './proofs';
import { type Attention, filesInOrder, methodsInOrder } from './schedule';
import type { Snapshot } from './snapshot';
import type { SnapshotBuilder } from './snapshotBuilder';
import type { SourceFile, Sources } from './sources';
import type { Stages } from './stages';
import type { Fillings } from './suggest/holes';

export interface VerificationContext {
  readonly host: Host;
  readonly sources: Sources;
  readonly hooks: Hooks;
  readonly builder: ProgramBuilder;
  readonly changes: Changes;
  readonly checks: Checks;
  readonly proofs: Proofs;
  readonly views: SnapshotBuilder;
  readonly fillings: Fillings;
  readonly attention: Attention;
  readonly stages: Stages;
  /** As they are now. */
  readonly settings: () => Settings;
  readonly emit: (event: EngineEvent) => void;
}

/** The workspace as it is when the proofs start. */
export interface ProofStart {
  readonly snapshot: Snapshot;
  readonly input: ProofRun;
}

export class Verification {
  constructor(private readonly ctx: VerificationContext) {}

  async run(options: VerifyOptions, start: () => ProofStart): Promise<void> {
    const { changes, proofs, attention } = this.ctx;
    await this.runHooks(options.signal).catch((error: unknown) => changes.invalidate('running hooks', error));
    changes.update();
    const methods = await checkInSlices(this.slices(this.ctx.settings(), options), options);
    const { snapshot, input } = start();
    const inOrder = methodsInOrder(methods, attention.focus, snapshot.anchorAt);
    await proofs.run(input, inOrder, event => this.noteEvent(event));
  }

  private noteEvent(event: EngineEvent): void {
    const { views, fillings, emit } = this.ctx;
    if (event.kind === 'judged') {
      views.addVerdict(event.path, event.method);
      fillings.noteVerdict(event.verdict);
    }
    if (event.kind === 'state') views.touch(event.path);
    emit(event);
  }

  private async runHooks(signal: AbortSignal): Promise<void> {
    const { hooks, stages, sources, builder, host, changes } = this.ctx;
    if (!this.ctx.settings().replay && hooks.hasRun) return;
    stages.enter('want-hooks');
    if (!hooks.wantsRun(sources.files, builder.program)) return;
    if (!(await hooks.run(host.ruby, sources.files, builder.program, signal))) return;
    builder.invalidate();
    changes.update();
  }

  private slices(settings: Settings, options: VerifyOptions): Slices {
    const { sources, builder, attention, emit } = this.ctx;
    const paths = options.paths ?? [...sources.files.keys()];
    return {
      paths: filesInOrder(paths, attention.focus, path => sources.isOpen(path)),
      fileOf: path => this.fileToProve(path, settings),
      methodsOf: path => builder.methods.get(path) ?? [],
      check: method => this.checkBefore(method, settings),
      progress: (done, total) => emit({ kind: 'progress', done, total, what: 'checking' }),
    };
  }

  private fileToProve(path: string, settings: Settings): SourceFile | undefined {
    const source = this.ctx.sources.files.get(path);
    return source && isProved(levelOf(source, settings)) ? source : undefined;
  }

  /** Whether the method is to be verified; if so, its types are available afterwards. */
  private checkBefore(method: MethodInfo, settings: Settings): boolean {
    const { builder, checks, stages } = this.ctx;
    try {
      if (!isChecked(method, builder.program, settings)) return false;
    } catch (error) {
      stages.report(`looking at ${method.key}`, error);
      return false; // its view reports the failure
    }
    checks.get(method.key, builder.program, settings);
    return true;
  }
}
