/**
 * The effects of an edit: the file is read again, the Program is rebuilt in part or as a whole, and earlier results are
 * kept, checked again or dropped. Types and verdicts are computed elsewhere, on demand.
 */

import { haveSameContract } from '../program/sameContract';
import type { MethodKey } from '../types/typedMethod';
import { homeOf } from './caveats';
import { statedLevel } from './checkLevels';
import type { Checks } from './checks';
import type { EngineEvent } from './events';
import type { Host } from './host';
import type { History } from './incremental/history';
import { type Failures, readAll } from './indexing';
import type { InferenceReports } from './inferenceReports';
import { keysIn } from './methods';
import type { ParseCache } from './parseCache';
import type { ProgramBuilder } from './programBuilder';
import type { Proofs } from './proofs';
import type { SignatureOrigin, Signatures } from './signatures';
import type { SnapshotBuilder } from './snapshotBuilder';
import type { SourceFile, Sources } from './sources';
import { messageOf, type Stages } from './stages';
import type { Summaries } from './summaries';
import type { SuppliedFieldCache } from './suppliedFieldCache';

export interface ChangesContext {
  readonly host: Host;
  readonly sources: Sources;
  readonly signatures: Signatures;
  readonly builder: ProgramBuilder;
  readonly checks: Checks;
  readonly inference: InferenceReports;
  readonly proofs: Proofs;
  readonly views: SnapshotBuilder;
  readonly history: History;
  readonly summaries: Summaries;
  readonly supplied: SuppliedFieldCache;
  readonly stages: Stages;
  readonly readings: ParseCache | null;
  readonly emit: (event: EngineEvent) => void;
  /** Takes over what an earlier start inferred about this program. */
  readonly restoreInference: () => void;
}

export class Changes {
  /** An exception was thrown: no earlier result may be used. */
  private isInvalid = false;

  constructor(private readonly ctx: ChangesContext) {}

  /** Changes one Ruby file by calling `apply`. */
  change(path: string, apply: () => void): void {
    const { sources, emit } = this.ctx;
    const before = sources.files.get(path);
    try {
      apply();
    } catch (error) {
      this.invalidate(`changing ${path}`, error);
    }
    const after = sources.files.get(path);
    if (before === after) return;
    try {
      this.applyChange(path, before, after);
    } catch (error) {
      this.invalidate(`taking over ${path}`, error);
    }
    if (after) emit({ kind: 'parsed', path, problems: after.problems });
  }

  private applyChange(path: string, before: SourceFile | undefined, after: SourceFile | undefined): void {
    const { views, builder, supplied } = this.ctx;
    views.touch(path);
    supplied.invalidate();
    if (before && after && statedLevel(before) !== statedLevel(after)) views.touchAll();
    if (!before || !after) builder.invalidate();
    else if (before.shape !== after.shape) builder.invalidateDeclarations(path);
    else this.replaceBodies(path, after);
  }

  /** Sets the source of an RBS file. */
  setSignatures(path: string, text: string, origin: SignatureOrigin): void {
    if (this.ctx.signatures.set(path, text, origin)) this.invalidateProgram();
  }

  remove(path: string): void {
    const { views, signatures, sources, inference } = this.ctx;
    views.remove(path);
    inference.forget(path);
    if (signatures.remove(path)) this.invalidateProgram();
    else this.change(path, () => sources.remove(path));
  }

  async index(paths: readonly string[], signal: AbortSignal): Promise<Failures> {
    const { host, sources, builder, views, emit } = this.ctx;
    const known = sources.files;
    const { files, signatures, failures } = await readAll(host, this.ctx, paths, signal, done =>
      emit({ kind: 'progress', done, total: paths.length, what: 'indexing' }),
    );
    for (const { path, text } of signatures) this.setSignatures(path, text, 'workspace');
    const isNew = ({ path, text }: SourceFile): boolean => {
      const now = sources.files.get(path);
      return now === known.get(path) && now?.text !== text && !sources.isOpen(path);
    };
    const found = files.filter(isNew);
    if (found.length === 0) return failures;
    sources.add(found);
    this.ctx.supplied.invalidate();
    builder.invalidate();
    views.touchAll();
    for (const { path, problems } of found) emit({ kind: 'parsed', path, problems });
    return failures;
  }

  /** Brings the Program up to date with the sources and drops the results that it invalidates. */
  update(): void {
    if (this.isInvalid || this.ctx.builder.isStale) this.recover('making the program', () => this.updateProgram());
    this.recover('looking at callers', () => this.updateSupply());
  }

  /** Visible callers may supply other types for fields. */
  private updateSupply(): void {
    const { builder, checks, proofs, views, supplied } = this.ctx;
    const changed = supplied.update();
    if (changed.size === 0) return;
    const retyped = checks.dropReadersOf(changed);
    for (const key of [...retyped, ...proofs.dropReadersOf(changed, retyped)]) {
      const home = homeOf(builder.program, key);
      if (home !== null) views.touch(home);
    }
  }

  /**
   * Returns the result of `make`. If `make` throws, everything is rebuilt from scratch and `make` runs again. If it
   * throws again, there is no program: no method has a verdict, and every file says so.
   */
  recover<T>(what: string, make: () => T): T {
    try {
      if (!this.isInvalid) return make();
    } catch (error) {
      this.ctx.stages.report(what, error);
    }
    try {
      this.rebuildFromScratch();
      return make();
    } catch (error) {
      this.ctx.stages.report(`${what}, from scratch`, error);
      this.dropResults();
      this.ctx.builder.fail(messageOf(error));
      return make();
    }
  }

  /** Invalidates all earlier results. */
  invalidate(what: string, error: unknown): void {
    this.ctx.stages.report(what, error);
    this.isInvalid = true;
    this.ctx.views.touchAll();
  }

  private rebuildFromScratch(): void {
    this.ctx.sources.reparseReused();
    this.dropResults();
    this.updateProgram();
  }

  private dropResults(): void {
    const { builder, checks, inference, proofs, views, summaries } = this.ctx;
    this.isInvalid = false;
    summaries.clear();
    this.ctx.supplied.clear();
    builder.reset();
    checks.clear();
    inference.clear();
    proofs.clear();
    views.clear();
  }

  private updateProgram(): void {
    const { builder, checks, proofs, views, stages } = this.ctx;
    const remade = builder.update();
    if (!remade) return;
    const { before, classes } = remade;
    stages.enter('prune-results');
    const among = classes && keysIn(before, classes);
    checks.prune(builder.program, among);
    proofs.prune(builder.program, among);
    if (classes) views.invalidateClasses(before, builder.program, classes);
    else {
      this.ctx.restoreInference();
      views.touchAll();
    }
  }

  /** Only bodies of one file changed: the methods that read them are marked; the results of all others stay valid. */
  private replaceBodies(path: string, after: SourceFile): void {
    const { builder, checks, inference, proofs, views, history, summaries } = this.ctx;
    const before = builder.program;
    const changed = builder.replaceBodies(path, after);
    const now = builder.program;
    if (now === before) return;
    if (!changed.every(([old, method]) => old && haveSameContract(old, method))) {
      views.touchAll();
      return;
    }
    const bodies = new Set(changed.map(([, method]) => method.key));
    // Those that depend on a body are marked before anything compares itself with the version before.
    const [others, retyped] = [new Set<string>(), new Set<MethodKey>()];
    history.add(before, now, { bodies, summaries: others, retyped });
    for (const name of summaries.replaceBodies(bodies, now)) others.add(name);
    for (const key of checks.findDependents({ bodies, summaries: others })) retyped.add(key);
    for (const home of inference.findDependents([...bodies, ...others])) views.touch(home);
    for (const key of [...retyped, ...proofs.findDependents({ bodies, summaries: others, retyped })]) {
      const home = homeOf(now, key);
      if (home !== null) views.touch(home);
    }
  }

  invalidateProgram(): void {
    this.ctx.supplied.invalidate();
    this.ctx.builder.invalidate();
    this.ctx.views.touchAll();
  }
}
