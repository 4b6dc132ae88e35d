/**
 * A workspace over time: texts come in, types are there at once, verdicts stream in as events. Everything that is known
 * is read through `snapshot`. One edit re-reads one file, re-checks the methods whose text or callees changed, and
 * re-verifies those; a change of declarations does so for the methods that looked at what changed.
 */
import type { Settings } from '../../../shared/src/settings';
import { applyEdit, type TextEdit } from '../base/edit';
import type { Place, Span } from '../base/span';
import { createRubyParser } from '../parse/rubyParser';
import type { Program } from '../program/program';
import type { MethodObligations } from '../proof/obligation';
import type { MethodKey, TypedClauses } from '../types/typedMethod';
import { Assembly } from './assembly';
import { type AuditCounts, type AuditOptions, Audits, provedAmong } from './audits';
import { Changes } from './changes';
import { Checks } from './checks';
import type { Holdings, WorkCounts } from './counts';
import type { EngineEvent, Listener } from './events';
import { Hooks } from './hooks';
import type { Host } from './host';
import type { Failures } from './indexing';
import { loadLibrary } from './library';
import { Lineage } from './lineage';
import { isChecked } from './methods';
import { type CheckedMethod, obligationsOf } from './pipeline';
import { Proofs, type Typing } from './proofs';
import { Recording } from './reads';
import { Attention, filesInOrder, methodsInOrder } from './schedule';
import { isSignatureFile, type SignatureOrigin, Signatures } from './signatures';
import { checkInSlices, type Slices, type VerifyOptions } from './slices';
import { locate, type Snapshot } from './snapshot';
import { Sources } from './sources';
import { Views } from './views';

export class Workspace {
  private readonly listeners = new Set<Listener>();
  private readonly checks: Checks;
  private readonly proofs: Proofs;
  private readonly views = new Views();
  private readonly lineage = new Lineage();
  private readonly assembly: Assembly;
  private readonly changes: Changes;
  private readonly audits = new Audits();
  private readonly attention = new Attention();

  /** `wholeUpTo`: see Sources. */
  static async create(host: Host, settings: Settings, wholeUpTo?: number): Promise<Workspace> {
    const parser = await createRubyParser({
      runtime: host.assets.treeSitterWasm,
      language: host.assets.rubyGrammarWasm,
    });
    const signatures = new Signatures(await loadLibrary(host, parser));
    return new Workspace(
      host,
      settings,
      new Sources(parser, wholeUpTo),
      signatures,
      new Hooks(parser),
      new Recording(),
    );
  }

  private constructor(
    private readonly host: Host,
    private settings: Settings,
    private readonly sources: Sources,
    private readonly signatures: Signatures,
    private readonly hooks: Hooks,
    private readonly recording: Recording,
  ) {
    this.assembly = new Assembly(sources, signatures, hooks, recording);
    this.checks = new Checks(host.log, this.recording, this.lineage);
    this.proofs = new Proofs(host, this.recording, this.lineage);
    const { assembly, checks, proofs, views, lineage } = this;
    const emit = (event: EngineEvent): void => this.emit(event);
    this.changes = new Changes({ host, sources, signatures, assembly, checks, proofs, views, lineage, emit });
  }

  /**
   * The same texts, types and verdicts, to try something out in: nothing of it is seen here, no code is run, and only
   * what the change reaches is checked and verified again. It is never disposed: it owns nothing.
   */
  fork(): Workspace {
    this.changes.update();
    const settings = { ...this.settings, replay: false };
    const fork = new Workspace(
      this.host,
      settings,
      this.sources.fork(),
      this.signatures,
      this.hooks.fork(),
      this.recording,
    );
    fork.checks.startFrom(this.checks);
    fork.proofs.startFrom(this.proofs);
    fork.assembly.startFrom(this.assembly);
    return fork;
  }

  on(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** What an RBS file says holds for every method that has no annotation of its own. */
  setSignatures(path: string, text: string, origin: SignatureOrigin): void {
    this.changes.setSignatures(path, text, origin);
  }

  open(path: string, text: string): void {
    if (isSignatureFile(path)) this.setSignatures(path, text, 'workspace');
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
    if (isSignatureFile(path)) this.setSignatures(path, text, 'workspace');
    else this.changes.change(path, () => this.sources.setDisk(path, text));
  }

  /**
   * Reads Ruby files from disk, in other threads where they are many, and takes them in all at once: half of a program
   * is of no use to anybody. Returns what could not be read. Files that are open, or that changed meanwhile, stay.
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
    this.proofs.clear();
    this.views.touchAll();
  }

  /** What is edited or visible is verified first. */
  focus(path: string, offsets: readonly number[]): void {
    this.attention.edited(path, offsets);
  }

  see(path: string, visible: Span): void {
    this.attention.seen(path, visible);
  }

  /** Work done since the beginning, in counts that do not depend on the clock. */
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

  get holdings(): Holdings {
    const { sources, assembly } = this;
    const { trees, reread } = sources;
    return { trees, files: sources.files.size, reread, wholes: assembly.wholes, parts: assembly.made };
  }

  get snapshot(): Snapshot {
    this.changes.update();
    return this.views.snapshot(() => ({
      files: this.signatures.beside(this.sources.files),
      program: this.program,
      programProblems: this.audits.beside(this.assembly.problems, key => this.proofs.last(key)),
      methods: this.assembly.methods,
      settings: this.settings,
      checks: this.checks,
      proofs: this.proofs,
      typing: this.typing(),
    }));
  }

  /** Verifies what has no verdict yet (or one of a smaller budget); verdicts come as events. Ends early when aborted. */
  async verify(options: VerifyOptions): Promise<void> {
    this.changes.update();
    await this.runHooks(options.signal);
    const { settings } = this;
    const methods = await checkInSlices(this.slices(options), options);
    const anchorAt = this.snapshot.anchorAt;
    await this.proofs.run(
      {
        ...this.typing(),
        settings,
        budget: options.budget,
        signal: options.signal,
        files: () => [...this.sources.files.values()].map(({ path, text }) => ({ path, text })),
        lineOf: place => this.lineOf(place),
      },
      methodsInOrder(methods, this.attention.focus, anchorAt),
      event => {
        if (event.kind === 'judged') this.views.judged(event.path, event.method);
        if (event.kind === 'state') this.views.touch(event.path);
        this.emit(event);
      },
    );
    await this.host.cache.flush();
    if (!options.signal.aborted) this.emit({ kind: 'idle' });
  }

  /** Runs what is proved on many inputs, what was not yet; what breaks is shown as a problem. Ends early when aborted. */
  async audit(options: AuditOptions): Promise<AuditCounts> {
    const { files, program } = this.snapshot;
    const proved = provedAmong(files, key => this.proofs.last(key));
    const texts = [...this.sources.files.values()].map(({ path, text }) => ({ path, text }));
    const lineOf = (place: Place): { line: number } | null => this.lineOf(place);
    return this.audits.run({ ...options, ruby: this.host.ruby, program, files: texts, lineOf }, proved, path => {
      this.views.touch(path);
      this.emit({ kind: 'checked', path, problems: [] });
    });
  }

  /** What would be asked of the solver for a method, for developers; null: it is not checked, or has a type error. */
  obligationsOf(key: MethodKey): readonly MethodObligations[] | null {
    this.changes.update();
    const { program, settings } = this;
    const checkedOf = (each: MethodKey): CheckedMethod | null => {
      const result = this.checks.get(each, program, settings);
      return result?.kind === 'checked' ? result.method : null;
    };
    const clausesOf = (each: MethodKey): TypedClauses | null => this.checks.clausesOf(each, program, settings);
    const checked = checkedOf(key);
    return checked && !checked.hasTypeError
      ? obligationsOf({ program, settings, checkedOf, clausesOf }, checked).map(asked => asked.set)
      : null;
  }

  async dispose(): Promise<void> {
    this.sources.dispose();
    await Promise.all([this.host.solver.close(), this.host.ruby.close(), this.host.cache.flush()]);
  }

  private slices(options: VerifyOptions): Slices {
    const { sources, assembly } = this;
    return {
      paths: filesInOrder(options.paths ?? [...sources.files.keys()], this.attention.focus, path =>
        sources.isOpen(path),
      ),
      fileOf: path => sources.files.get(path),
      methodsOf: path => assembly.methods.get(path) ?? [],
      check: method => {
        if (!isChecked(method, this.program, this.settings)) return false;
        this.checks.get(method.key, this.program, this.settings);
        return true;
      },
      progress: (done, total) => this.emit({ kind: 'progress', done, total, what: 'checking' }),
    };
  }

  private get program(): Program {
    return this.assembly.program;
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
    };
  }

  /** Verdicts must not be made from annotations that are missing: what only Ruby can say is asked first. */
  private async runHooks(signal: AbortSignal): Promise<void> {
    if (!this.settings.replay && this.hooks.hasRun) return;
    if (!this.hooks.wantsRun(this.sources.files, this.program)) return;
    if (!(await this.hooks.run(this.host.ruby, this.sources.files, this.program, signal))) return;
    this.assembly.invalidate();
    this.changes.update();
  }

  private emit(event: EngineEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}
