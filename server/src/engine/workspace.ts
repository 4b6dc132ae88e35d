/**
 * A workspace over time: sources come in, types are available at once, verdicts arrive as events. All results are read
 * through `snapshot`. One edit re-reads one file, re-checks the methods whose source or callees changed, and
 * re-verifies those; a change of declarations does so for the methods that read what changed.
 */
import type { Profile } from '../../../shared/src/profile';
import type { Settings } from '../../../shared/src/settings';
import { applyEdit, type TextEdit } from '../base/edit';
import { anchorPath, type Place, type Span } from '../base/span';
import { parseTypeInBody } from '../parse/annotations';
import { createRubyParser } from '../parse/rubyParser';
import { methodByKey } from '../program/lookup';
import type { Program } from '../program/program';
import type { MethodObligations } from '../proof/obligation';
import type { Summary } from '../types/summary';
import type { MethodKey } from '../types/typedMethod';
import { type AuditCounts, type AuditOptions, Audits, type ProofsToAudit } from './audits';
import { Changes } from './changes';
import type { VerifyOptions } from './checkInSlices';
import { Checks } from './checks';
import { Confirmations, mayConfirm } from './confirmations';
import { CurrentInference } from './currentInference';
import { type EngineEvent, type Listener, Listeners } from './events';
import { FileInference } from './fileInference';
import { Hooks } from './hooks';
import type { Host } from './host';
import { History } from './incremental/history';
import { inOnePiece } from './incremental/interruption';
import { Recorder } from './incremental/recorder';
import type { Failures } from './indexing';
import { InferenceCache, type KeptVersion } from './inferenceCache';
import { type InferenceInput, InferenceReports } from './inferenceReports';
import type { Inferred } from './inferredSignatures';
import { addContradictions } from './learn/contradictionProblems';
import { type Learned, LearnedTypes } from './learn/learnedTypes';
import { loadLibrary } from './library';
import { obligationSourcesOf } from './methodObligations';
import { findMissingRequires } from './missingRequire';
import { addProblems, findBodyProblems } from './packages/packageProblems';
import { ParseCache } from './parseCache';
import type { ObligationSource } from './pipeline';
import { ProfiledCode } from './profiledCode';
import { ProgramBuilder } from './programBuilder';
import { findProofFacts, NO_FACTS, type ProofFacts } from './proofFacts';
import { type ProofRun, Proofs, type Typing } from './proofs';
import { Attention } from './schedule';
import { type SignatureOrigin, Signatures } from './signatures';
import { locate, type Snapshot } from './snapshot';
import { SnapshotBuilder } from './snapshotBuilder';
import type { SnapshotInput } from './snapshotInput';
import { Sources } from './sources';
import { type Stages, stagesOf } from './stages';
import { Fillings } from './suggest/holes';
import { Summaries } from './summaries';
import { SuppliedFieldCache } from './suppliedFieldCache';
import { parametersWithSupply } from './suppliedParams';
import { Verification } from './verification';
import type { Holdings, InferenceCounts, WorkCounts } from './workCounts';

/** What a workspace reads, and the record of which result read what. */
interface WorkspaceInputs {
  readonly sources: Sources;
  readonly signatures: Signatures;
  readonly hooks: Hooks;
  readonly profiled: ProfiledCode;
  readonly recorder: Recorder;
}

export class Workspace {
  private readonly sources: Sources;
  private readonly signatures: Signatures;
  private readonly hooks: Hooks;
  private readonly profiled: ProfiledCode;
  private readonly recorder: Recorder;
  private readonly listeners: Listeners;
  private readonly stages: Stages;
  private readonly checks: Checks;
  private readonly summaries: Summaries;
  private readonly supplied: SuppliedFieldCache;
  private readonly present: CurrentInference;
  private readonly proofs: Proofs;
  private readonly inference: InferenceReports;
  private readonly views = new SnapshotBuilder();
  private readonly history = new History();
  private readonly builder: ProgramBuilder;
  private readonly changes: Changes;
  private readonly verification: Verification;
  private readonly fileInference: FileInference;
  private readonly audits = new Audits();
  private readonly confirmations = new Confirmations();
  private readonly fillings = new Fillings();
  private isFork = false;
  private readonly attention = new Attention();
  private readonly kept: InferenceCache | null;
  private readonly readings: ParseCache | null;
  /** False: some files of the project are not read, so what seems undefined may be defined there. */
  hasAllFiles = true;
  /** False: the library that defines `type` must be required by one of the files. */
  isRuntimeLoaded = true;
  /** How inference that takes long is cut, so that other work gets its turn. */
  slices = inOnePiece;

  /** `wholeUpTo`: see Sources. */
  static async create(host: Host, settings: Settings, wholeUpTo?: number): Promise<Workspace> {
    const parser = await createRubyParser({
      runtime: host.assets.treeSitterWasm,
      language: host.assets.rubyGrammarWasm,
    });
    const stages = stagesOf(host);
    const library = await loadLibrary(host, parser);
    const signatures = new Signatures(library, parser, await host.assets.packages(), stages);
    const sources = new Sources(parser, wholeUpTo, stages, library.memos);
    const profiled = new ProfiledCode(parser);
    const recorder = new Recorder();
    return new Workspace(host, settings, { sources, signatures, hooks: new Hooks(parser), profiled, recorder });
  }

  private constructor(
    private readonly host: Host,
    private settings: Settings,
    { sources, signatures, hooks, profiled, recorder }: WorkspaceInputs,
  ) {
    this.sources = sources;
    this.signatures = signatures;
    this.hooks = hooks;
    this.profiled = profiled;
    this.recorder = recorder;
    this.stages = stagesOf(host);
    this.builder = new ProgramBuilder({ sources, signatures, hooks, profiled }, recorder, this.stages);
    const report = (what: string, error: unknown): void => this.stages.report(what, error);
    this.summaries = new Summaries(recorder, this.history, settings, report);
    this.checks = new Checks(this.stages, this.recorder, this.history, this.summaries);
    this.inference = new InferenceReports(this.stages, this.recorder, this.summaries, this.history);
    this.proofs = new Proofs(host, this.recorder, this.history, this.summaries, this.stages);
    this.supplied = new SuppliedFieldCache(
      recorder,
      of => this.recorder.run(this.program, () => this.present.of(this.settings).suppliedField(of)).value,
    );
    this.summaries.supplied = this.supplied;
    this.listeners = new Listeners(report);
    const { builder, checks, inference, proofs, views, history, stages, summaries, supplied } = this;
    this.present = new CurrentInference({ sources, builder, checks, summaries, stages });
    const emit = (event: EngineEvent): void => this.listeners.emit(event);
    this.readings = host.readings && new ParseCache(host.readings);
    this.changes = new Changes({
      host,
      sources,
      signatures,
      builder,
      checks,
      inference,
      proofs,
      views,
      history,
      summaries,
      supplied,
      stages,
      readings: this.readings,
      emit,
      restoreInference: () => this.useInferenceCache((kept, version) => kept.restore(version)),
    });
    const { changes, fillings, attention } = this;
    this.verification = new Verification({
      host,
      sources,
      hooks,
      builder,
      changes,
      checks,
      proofs,
      views,
      fillings,
      attention,
      stages,
      settings: () => this.settings,
      emit,
    });
    this.fileInference = new FileInference({
      sources,
      builder,
      inference,
      stages,
      input: () => this.inferenceInput(),
      version: () => this.snapshot.version,
      slices: () => this.slices,
      emit,
    });
    this.kept = host.results && new InferenceCache(host.results, { summaries, inference, history }, report);
  }

  /** With what earlier starts inferred, or this one for later ones. */
  private useInferenceCache(use: (kept: InferenceCache, version: KeptVersion) => void): void {
    const { kept, settings, program, builder } = this;
    const declarations = kept && settings.infer !== 'off' ? builder.fingerprint : null;
    const paths = [...this.sources.files.keys()];
    if (kept && declarations !== null && paths.length > 0) use(kept, { program, declarations, paths, settings });
  }

  /**
   * A copy with the same sources, types and verdicts, for trying a change: it does not affect this workspace, runs no
   * code without a request, and re-checks and re-verifies only what the change reaches. It owns nothing, so it is never
   * disposed. `wholeUpTo`: see Sources.
   */
  fork({ wholeUpTo, runsCode = false }: { readonly wholeUpTo?: number; readonly runsCode?: boolean } = {}): Workspace {
    this.changes.update();
    const settings = { ...this.settings, replay: runsCode && this.settings.replay };
    const fork = new Workspace({ ...this.host, results: null, readings: null }, settings, {
      sources: this.sources.fork(wholeUpTo),
      signatures: this.signatures.fork(),
      hooks: this.hooks.fork(),
      profiled: this.profiled.fork(),
      recorder: this.recorder,
    });
    fork.isFork = true;
    fork.isRuntimeLoaded = this.isRuntimeLoaded;
    fork.summaries.startFrom(this.summaries);
    fork.supplied.startFrom(this.supplied);
    fork.checks.startFrom(this.checks);
    fork.proofs.startFrom(this.proofs);
    fork.builder.startFrom(this.builder);
    return fork;
  }

  on(listener: Listener): () => void {
    return this.listeners.add(listener);
  }

  /** What runs showed about dynamic calls; paths in it are relative to `root`. Null: nothing. */
  setProfile(profile: Profile | null, root: string): void {
    this.profiled.set(profile, root);
    this.changes.invalidateProgram();
  }

  /** Ruby files in this folder describe libraries (docs/library.md). */
  addPackageFolder(folder: string): void {
    this.signatures.addPackageFolder(folder);
  }

  /** An RBS file, or a file of a package. Its types hold for every method that has no annotation of its own. */
  setSignatures(path: string, text: string, origin: SignatureOrigin): void {
    this.changes.setSignatures(path, text, origin);
  }

  open(path: string, text: string): void {
    if (this.signatures.isSignatureFile(path)) this.setSignatures(path, text, 'workspace');
    else this.changes.change(path, () => this.sources.open(path, text));
  }

  edit(path: string, edits: readonly TextEdit[]): void {
    const signatures = this.signatures.textOf(path);
    if (signatures !== null) this.setSignatures(path, edits.reduce(applyEdit, signatures), 'workspace');
    else this.changes.change(path, () => this.sources.edit(path, edits));
  }

  close(path: string): void {
    this.sources.close(path);
  }

  setDisk(path: string, text: string): void {
    if (this.signatures.isSignatureFile(path)) this.setSignatures(path, text, 'workspace');
    else this.changes.change(path, () => this.sources.setDisk(path, text));
  }

  /**
   * Reads Ruby files from disk, in other threads if there are many, and adds them all at once, since results for half
   * of a program are useless. Returns the files that could not be read. Files that are open, or changed meanwhile, stay
   * as they are.
   */
  index(paths: readonly string[], signal: AbortSignal): Promise<Failures> {
    return this.changes.index(paths, signal);
  }

  remove(path: string): void {
    this.changes.remove(path);
  }

  configure(settings: Settings): void {
    this.settings = settings;
    this.checks.clear();
    this.inference.clear();
    this.summaries.clear(settings);
    this.supplied.clear();
    this.present.clear();
    this.proofs.clear();
    this.fillings.clear();
    this.views.touchAll();
  }

  /** What is edited or visible is verified first. */
  focus(path: string, offsets: readonly number[]): void {
    this.attention.edited(path, offsets);
  }

  see(path: string, visible: Span): void {
    this.attention.seen(path, visible);
  }

  /** Work done so far, in counts that do not depend on the clock. */
  get counts(): WorkCounts {
    const { proofs } = this;
    return {
      lowered: this.sources.lowered,
      checked: this.checks.count,
      verified: proofs.count,
      queries: proofs.queries,
      rlimit: proofs.rlimit,
    };
  }

  /** Runs of inference since the beginning, and how its cycles settled. */
  get inferenceCounts(): InferenceCounts {
    const { open, given, field, constant } = this.summaries.counts;
    const { cycles, most } = this.summaries.cycles;
    const reports = this.inference.count;
    return { open, given, fields: field, constants: constant, reports, cycles, mostIterations: most };
  }

  get holdings(): Holdings {
    const { sources, builder } = this;
    const { trees, reread } = sources;
    return { trees, files: sources.files.size, reread, wholes: builder.wholes, parts: builder.made };
  }

  /** Resolves what has changed. Otherwise the next question does. */
  update(): void {
    this.changes.update();
  }

  get snapshot(): Snapshot {
    this.changes.update();
    const inferred = this.present.of(this.settings);
    const learned = this.learned(inferred);
    const input = (): SnapshotInput => ({
      files: this.signatures.addTo(this.sources.files),
      program: this.program,
      programProblems: addContradictions(this.programProblems(), learned.contradictions()),
      methods: this.builder.methods,
      settings: this.settings,
      checks: this.checks,
      inference: this.inference,
      proofs: this.proofs,
      fillings: this.fillings,
      typing: this.typing(),
      stages: this.stages,
      inferred,
      learned,
      seenCalls: this.profiled.callsIn(this.sources.files),
      hasFailed: this.builder.hasFailed,
    });
    return this.changes.recover('making a snapshot', () => this.views.snapshot(input));
  }

  private programProblems(): SnapshotInput['programProblems'] {
    const { program, settings, checks, signatures } = this;
    const audited = this.audits.addProblems(this.builder.problems, key => this.proofs.last(key));
    const confirmed = this.confirmations.addProblems(audited, this.sources.files);
    const missing = this.hasAllFiles ? signatures.problemsIn(program) : [];
    const unloaded = this.isRuntimeLoaded ? [] : findMissingRequires(program, this.sources.files.values());
    const ofBodies = findBodyProblems(signatures.ownBodies(), program, key => checks.get(key, program, settings));
    return addProblems(confirmed, [...missing, ...unloaded, ...ofBodies]);
  }

  /** What callers see of a method; null: it has no body. */
  summaryOf(key: MethodKey): Summary | null {
    this.changes.update();
    return this.summaries.summaryOf(key, this.program);
  }

  private learned({ suppliedTo }: Inferred): Learned {
    const { program, settings, summaries, profiled } = this;
    const check = { program, settings, readType: parseTypeInBody, summaries: summaries.readerOf(program) };
    return new LearnedTypes({
      profile: profiled.profile,
      root: profiled.root,
      program,
      files: this.sources.files,
      check,
      summaryOf: key => summaries.summaryOf(key, program),
      suppliedTo,
      report: (what, error) => this.stages.report(what, error),
    });
  }

  /**
   * Verifies the methods that have no verdict yet (or one of a smaller budget); verdicts arrive as events. Ends early
   * when aborted.
   */
  async verify(options: VerifyOptions): Promise<void> {
    this.changes.update();
    await this.verification.run(options, () => ({ snapshot: this.snapshot, input: this.proofRun(options) }));
    await this.fillHoles(options).catch((error: unknown) => this.stages.report('filling holes', error));
    await this.confirm(options).catch((error: unknown) => this.changes.invalidate('confirming reports', error));
    await this.host.cache.flush();
    if (!options.signal.aborted) this.listeners.emit({ kind: 'idle' });
  }

  private proofRun({ budget, signal, patienceMs }: VerifyOptions): ProofRun {
    return {
      ...this.typing(),
      settings: this.settings,
      budget,
      signal,
      patienceMs,
      files: () => [...this.sources.files.values()].map(({ path, text }) => ({ path, text })),
      lineOf: place => this.lineOf(place),
    };
  }

  /** Suggestions are computed in forks, which fill nothing themselves. */
  private async fillHoles({ budget, signal, methods }: VerifyOptions): Promise<void> {
    if (this.isFork || methods !== undefined) return;
    await this.fillings.fill(this, this.proofs.verdicts, { budget, signal }, key => {
      const anchor = methodByKey(this.program, key)?.definition?.anchor;
      if (anchor !== undefined) this.refreshView(anchorPath(anchor));
    });
  }

  /**
   * Infers the reports of these files, a unit at a time, so that a signal gets through. When aborted, snapshots have
   * the reports that are known by then, and no others.
   */
  async infer(paths: readonly string[], signal: AbortSignal): Promise<void> {
    this.changes.update();
    const isComplete = await this.fileInference.infer(paths, signal);
    if (isComplete) this.useInferenceCache((kept, version) => kept.keep(version));
  }

  /**
   * Infers what a view of this file shows, in slices, so that the view is made at once. False: something changed
   * meanwhile.
   */
  prepare(path: string): Promise<boolean> {
    return this.fileInference.prepare(path);
  }

  private inferenceInput(): InferenceInput {
    const { program, settings } = this;
    return { program, settings, files: this.signatures.addTo(this.sources.files), methods: this.builder.methods };
  }

  /** Runs scripts that inference finds likely to raise. */
  private async confirm(options: VerifyOptions): Promise<void> {
    if (!mayConfirm(this.settings) || options.methods !== undefined) return;
    const { host, inference } = this;
    const reports = { ruby: host.ruby, files: this.sources.files, inference, input: this.inferenceInput() };
    await this.confirmations.confirm({ ...reports, snapshot: this.snapshot }, options, path => this.refreshView(path));
  }

  /**
   * Runs proved methods that were not audited yet on many inputs; failures are shown as problems. Ends early when
   * aborted.
   */
  async audit(options: AuditOptions): Promise<AuditCounts> {
    const { snapshot, proofs, sources, host } = this;
    const { program, inferred } = snapshot;
    const proved: ProofsToAudit = {
      ruby: host.ruby,
      program,
      snapshot,
      sources: sources.files,
      last: key => proofs.last(key),
      lineOf: place => this.lineOf(place),
      paramsOf: method => parametersWithSupply(inferred, method),
    };
    return this.audits.audit(proved, options, path => this.refreshView(path));
  }

  /** The obligations of a method, for developers; null: it is not checked, or has a type error. */
  obligationsOf(key: MethodKey): readonly MethodObligations[] | null {
    return this.obligationSourcesOf(key)?.map(source => source.set) ?? null;
  }

  /** What is known to the obligations of a method and at an offset of its file, and what the proofs use. */
  async proofFactsOf(key: MethodKey, at: number | null, { budget, signal }: VerifyOptions): Promise<ProofFacts> {
    const definition = methodByKey(this.program, key)?.definition;
    const start = definition && locate(this.snapshot, { anchor: definition.anchor, span: { start: 0, end: 0 } });
    const sources = this.obligationSourcesOf(key, at !== null && start ? at - start.span.start : undefined);
    return sources ? findProofFacts({ host: this.host, budget, signal, pending: new Map() }, sources) : NO_FACTS;
  }

  private obligationSourcesOf(key: MethodKey, lookAt?: number): readonly ObligationSource[] | null {
    this.changes.update();
    return obligationSourcesOf(this.typing(), this.settings, key, lookAt);
  }

  async dispose(): Promise<void> {
    this.useInferenceCache((kept, version) => kept.keep(version));
    this.readings?.close();
    this.sources.dispose();
    await Promise.all([this.host.solver.close(), this.host.ruby.close(), this.host.cache.flush()]);
  }

  private get program(): Program {
    return this.builder.program;
  }

  private lineOf(place: Place): { path: string; line: number; offset: number } | null {
    const location = locate(this.snapshot, place);
    const file = location && this.sources.files.get(location.path);
    if (!file) return null;
    const offset = location.span.start;
    return { path: file.path, line: file.lines.position(offset).line, offset };
  }

  private typing(): Typing {
    const { program, settings } = this;
    return {
      program,
      checkedOf: key => this.checks.get(key, program, settings),
      clausesOf: key => this.checks.clausesOf(key, program, settings),
      summaries: this.summaries.proofReaderOf(program),
    };
  }

  /** The file has something new to show that its text does not explain. */
  private refreshView(path: string): void {
    this.views.touch(path);
    this.listeners.emit({ kind: 'checked', path, problems: [] });
  }
}
