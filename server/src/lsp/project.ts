/**
 * One program in the editor: a workspace folder, or the files that lie outside of all folders. Knows which of its files
 * are open, reads the others from disk, and verifies: what was edited first, an outdated run is cancelled.
 */
import type { Settings } from '../../../shared/src/settings';
import type { TextEdit } from '../base/edit';
import type { Span } from '../base/span';
import type { EngineEvent } from '../engine/events';
import type { Host, Log } from '../engine/host';
import type { Snapshot } from '../engine/snapshot';
import { Workspace } from '../engine/workspace';
import { createHost } from '../host/createHost';
import { isListed } from '../host/files';
import { findSignatureFiles, isWorkspaceSignature } from '../host/signatureFiles';
import type { Fix, TestHome } from '../ide/fixes/fix';
import { proposalsAt } from '../ide/fixes/fixes';
import { tried } from '../ide/fixes/trial';
import { type ProofForm, proofForm } from '../ide/forms';
import type { MethodKey } from '../types/typedMethod';
import { KnownProblems } from './knownProblems';

export interface ProjectOptions {
  /** Null: no folder. */
  readonly root: string | null;
  readonly settings: Settings;
  readonly log: Log;
  readonly mayRun: boolean;
  readonly onEvent: (project: Project, event: EngineEvent) => void;
}

export type Effort = 'typing' | 'full';

const QUIET_MS = 120;
/** Nothing happened for so long: then the audit may begin. */
const IDLE_MS = 5000;
const AUDIT_INPUTS = 50;

export class Project {
  readonly open = new Map<string, string>();
  /** Of the open files, as the editor counts them. */
  readonly versions = new Map<string, number>();
  /** Becomes true when all files of the folder were read; before that, types of other files are not known. */
  indexed = false;
  private signatures: ReadonlySet<string> = new Set();
  private run: AbortController | null = null;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private audit: AbortController | null = null;
  private auditTimer: NodeJS.Timeout | null = null;
  private auditing: Promise<void> = Promise.resolve();
  readonly known: KnownProblems;
  private lastFixes: { readonly key: string; readonly fixes: readonly Fix[] } | null = null;

  static async create(options: ProjectOptions): Promise<Project> {
    const { settings, log, mayRun, root } = options;
    const host = createHost({
      settings,
      log,
      cache: 'disk',
      interactive: true,
      mayRun: mayRun && settings.replay,
      root,
    });
    return new Project(options, host, await Workspace.create(host, settings));
  }

  private constructor(
    private readonly options: ProjectOptions,
    readonly host: Host,
    private readonly workspace: Workspace,
  ) {
    this.settings = options.settings;
    this.known = new KnownProblems(options.root, options.log);
    this.known.read(options.settings.baseline);
    workspace.on(event => options.onEvent(this, event));
  }

  settings: Settings;

  get root(): string | null {
    return this.options.root;
  }

  get snapshot(): Snapshot {
    return this.workspace.snapshot;
  }

  /** Reads every Ruby file of the folder. */
  async index(report: (done: number, total: number) => void, signal: AbortSignal): Promise<void> {
    const { root, settings } = this;
    await this.readSignatures();
    const paths = root === null ? [] : await this.host.files.list(root, settings.include, settings.exclude);
    const stop = this.onProgress('indexing', report);
    await this.workspace.index(paths, signal).finally(stop);
    // With half of the files, much would seem to be missing: then only what a file says by itself is shown.
    this.indexed = !signal.aborted;
  }

  /** RBS files of the folder and of its gems; those that are gone are forgotten. */
  async readSignatures(): Promise<void> {
    const found = this.root === null ? [] : await findSignatureFiles(this.root);
    for (const { path, origin } of found) {
      const content = this.open.has(path) ? null : await this.host.files.read(path);
      if (content && 'text' in content) this.workspace.setSignatures(path, content.text, origin);
    }
    const paths = new Set(found.map(({ path }) => path));
    for (const path of this.signatures) if (!paths.has(path)) this.workspace.remove(path);
    this.signatures = paths;
  }

  /** A `.rbs` file that no folder of signatures holds says nothing. */
  reads(path: string): boolean {
    return !path.endsWith('.rbs') || this.signatures.has(path) || isWorkspaceSignature(this.root ?? '', path);
  }

  private lists(path: string): boolean {
    const { include, exclude } = this.settings;
    return isListed(this.root ?? '', path, include, exclude);
  }

  async readFromDisk(path: string): Promise<void> {
    if (this.open.has(path) || !this.reads(path)) return;
    if (this.root !== null && !path.endsWith('.rbs') && !this.lists(path)) return;
    const content = await this.host.files.read(path);
    if (this.open.has(path)) return; // opened meanwhile
    if ('text' in content) this.workspace.setDisk(path, content.text);
    else this.workspace.remove(path);
  }

  openFile(path: string, text: string, version: number): void {
    this.open.set(path, text);
    this.versions.set(path, version);
    if (this.reads(path)) this.workspace.open(path, text);
  }

  edit(path: string, edits: readonly TextEdit[], text: string, version: number): void {
    this.stopAudit();
    this.open.set(path, text);
    this.versions.set(path, version);
    this.workspace.edit(path, edits);
    this.workspace.focus(
      path,
      edits.map(edit => edit.start),
    );
  }

  /** Editors ask for hints where the user looks. */
  see(path: string, visible: Span): void {
    this.workspace.see(path, visible);
  }

  async close(path: string): Promise<void> {
    this.open.delete(path);
    this.versions.delete(path);
    this.workspace.close(path);
    if (this.root !== null && this.lists(path)) await this.readFromDisk(path);
    else this.workspace.remove(path);
  }

  /** Settings that are built into what the project was made from: others may change while it lives. */
  mustRestartFor(settings: Settings): boolean {
    const built = ({ include, exclude, jobs, solver, ruby, replay }: Settings) => [
      include,
      exclude,
      jobs,
      solver,
      ruby,
      replay,
    ];
    return JSON.stringify(built(settings)) !== JSON.stringify(built(this.settings));
  }

  configure(settings: Settings): void {
    this.settings = settings;
    this.known.read(settings.baseline);
    this.workspace.configure(settings);
  }

  /** Verifies the open files soon; a call while one is waiting or running replaces it. */
  verifySoon(effort: Effort): void {
    this.stopAudit();
    this.run?.abort();
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.verify([...this.open.keys()], effort, new AbortController());
    }, QUIET_MS);
  }

  /** Replaces whatever run there is. Resolves when this run is over or was cancelled. */
  async verify(paths: readonly string[], effort: Effort, run: AbortController): Promise<void> {
    this.stopAudit();
    this.run?.abort();
    this.run = run;
    const { settings } = this;
    const rlimit = effort === 'typing' ? Math.min(settings.rlimitTyping, settings.rlimit) : settings.rlimit;
    const budget = { rlimit, timeoutMs: settings.timeoutSeconds * 1000 };
    this.running = this.workspace.verify({ paths, budget, signal: run.signal }).catch((error: unknown) => {
      this.options.log.error(`verification stopped: ${error instanceof Error ? error.stack : String(error)}`);
    });
    await this.running;
    if (this.run !== run) return;
    this.run = null;
    if (!run.signal.aborted) this.auditSoon();
  }

  /** When nothing was asked for a while, what is proved runs on many inputs; whatever comes next ends that. */
  private auditSoon(): void {
    const { settings, options, workspace } = this;
    if (!options.mayRun || !settings.replay || !settings.audit) return;
    const audit = new AbortController();
    this.audit = audit;
    this.auditTimer = setTimeout(() => {
      this.auditing = workspace.audit({ wanted: AUDIT_INPUTS, signal: audit.signal }).catch((error: unknown) => {
        options.log.error(`audit stopped: ${error instanceof Error ? error.stack : String(error)}`);
      });
    }, IDLE_MS);
  }

  private stopAudit(): void {
    this.audit?.abort();
    this.audit = null;
    if (this.auditTimer !== null) clearTimeout(this.auditTimer);
    this.auditTimer = null;
  }

  /** What is asked of the solver about a method, for the curious. */
  form(method: MethodKey, form: ProofForm): string | null {
    return proofForm(this.workspace, method, form);
  }

  /** What would be known of another text of this file; nothing of it is shown. */
  readonly probe = (path: string, text: string): Snapshot => {
    const fork = this.workspace.fork();
    fork.setDisk(path, text);
    return fork.snapshot;
  };

  /** Fixes that were tried and work. The answer is kept while nothing changes: editors ask at every move of the cursor. */
  async fixesAt(path: string, span: Span, tests: TestHome | null, signal: AbortSignal): Promise<readonly Fix[]> {
    const { workspace, settings, snapshot } = this;
    const proposals = proposalsAt(snapshot, path, span, settings, tests);
    const key = JSON.stringify([snapshot.version, path, proposals.map(({ title, edits }) => [title, edits])]);
    if (this.lastFixes?.key === key) return this.lastFixes.fixes;
    const fixes = await tried({ workspace, settings, signal }, proposals);
    if (!signal.aborted) this.lastFixes = { key, fixes };
    return fixes;
  }

  /** Tells how far it has come; returns the way to stop listening. */
  onProgress(what: 'indexing' | 'verifying', report: (done: number, total: number) => void): () => void {
    return this.workspace.on(event => {
      if (event.kind === 'progress' && event.what === what) report(event.done, event.total);
    });
  }

  get isVerifying(): boolean {
    return this.run !== null || this.timer !== null;
  }

  async dispose(): Promise<void> {
    this.stopAudit();
    this.run?.abort();
    if (this.timer !== null) clearTimeout(this.timer);
    await this.running;
    await this.auditing;
    await this.workspace.dispose();
  }
}
