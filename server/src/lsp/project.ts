/**
 * One program in the editor: a workspace folder, or the files outside of all folders. Tracks open files and reads the
 * others from disk; verificationRuns.ts decides what is verified when.
 */
import { basename, sep } from 'node:path';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Settings } from '../../../shared/src/settings';
import type { TextEdit } from '../base/edit';
import type { Span } from '../base/span';
import type { EngineEvent } from '../engine/events';
import type { Assets, Host, Log } from '../engine/host';
import { slicesOf } from '../engine/incremental/interruption';
import { NO_FACTS, type ProofFacts } from '../engine/proofFacts';
import type { MethodSnapshot, Snapshot } from '../engine/snapshot';
import type { Suggestion } from '../engine/suggest/suggestion';
import { Workspace } from '../engine/workspace';
import type { HostOptions } from '../host/createHost';
import { isListed } from '../host/files';
import { profilePath, readProfileText } from '../host/profileFile';
import { findSignatureFiles, isRuntimeInBundle, isWorkspaceSignature, packageFolder } from '../host/signatureFiles';
import type { Fix, TestHome } from '../ide/fixes/fix';
import { proposalsAt } from '../ide/fixes/fixes';
import { tryFixes } from '../ide/fixes/trial';
import { type ProofForm, printProofForm } from '../ide/intermediateForms';
import { testMissingPath } from '../ide/missingPath';
import { editFor, saysMoreThanTypes, suggestFor } from '../ide/suggest';
import { parseProfile, type ReadProfile } from '../parse/profile';
import { showProfileProblem } from '../problems/learn';
import type { MethodKey } from '../types/typedMethod';
import { pathOf } from './convert';
import { applyChanges } from './documents';
import { KnownProblems } from './knownProblems';
import { Runs } from './verificationRuns';

export interface ProjectOptions {
  /** Null: no folder. */
  readonly root: string | null;
  readonly settings: Settings;
  readonly log: Log;
  readonly mayRun: boolean;
  readonly refuseHooks: boolean;
  readonly assets: Assets;
  readonly createHost: (options: HostOptions) => Host;
  readonly onEvent: (project: Project, event: EngineEvent) => void;
}

/** Not noticeable. */
const SLICE_MS = 25;
const NOTHING = { paths: [], outside: [] };
const NO_FILE: ReturnType<typeof readProfileText> = { kind: 'missing' };
const NO_PROFILE: ReadProfile = { profile: null, problems: [] };

export class Project {
  /** The files that are open in the editor, by path. */
  readonly open = new Map<string, TextDocument>();
  /** Becomes true when all files of the folder were read; before that, types of other files are not known. */
  indexed = false;
  private signatures: ReadonlySet<string> = new Set();
  private hasProfile = false;
  readonly runs: Runs;
  readonly known: KnownProblems;
  private lastFixes: { readonly key: string; readonly fixes: readonly Fix[] } | null = null;

  static async create(options: ProjectOptions): Promise<Project> {
    const { settings, log, mayRun, refuseHooks, root, assets } = options;
    const host = options.createHost({
      settings,
      log,
      cache: 'disk',
      interactive: true,
      mayRun: mayRun && settings.replay,
      refuseHooks,
      root,
      assets,
    });
    return new Project(options, host, await Workspace.create(host, settings));
  }

  private constructor(
    private readonly options: ProjectOptions,
    readonly host: Host,
    private readonly workspace: Workspace,
  ) {
    this.settings = options.settings;
    workspace.slices = slicesOf(SLICE_MS);
    this.known = new KnownProblems(options.root, options.log);
    this.known.use(options.settings.baseline);
    this.runs = new Runs({
      workspace,
      settings: () => this.settings,
      openPaths: () => [...this.open.keys()],
      isReady: () => this.indexed,
      mayRun: options.mayRun,
      log: options.log,
    });
    workspace.on(event => options.onEvent(this, event));
    if (options.root !== null) workspace.addPackageFolder(packageFolder(options.root));
  }

  settings: Settings;
  private readonly preparing = new Map<string, Promise<boolean>>();
  isDisposed = false;

  /** Whether counterexamples and hooks may run. */
  get mayRun(): boolean {
    return this.options.mayRun && this.settings.replay;
  }

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
    this.readProfile();
    const { paths, outside } =
      root === null ? NOTHING : await this.host.files.list(root, settings.include, settings.exclude);
    for (const link of outside) this.host.log.info(`${link} was skipped: it links to a place outside of the folder`);
    const stop = this.onProgress('indexing', report);
    await this.workspace.index(paths, signal).finally(stop);
    this.workspace.isRuntimeLoaded = root === null || signal.aborted || (await isRuntimeInBundle(root));
    // If only some files were read, much would be missing: then only diagnostics that need no other file are shown.
    this.indexed = !signal.aborted;
  }

  /** Reads RBS files of the folder and its gems; removes deleted ones. */
  async readSignatures(): Promise<void> {
    const found = this.root === null ? [] : await findSignatureFiles(this.root);
    for (const { path, origin } of found) {
      const content = this.open.has(path) ? null : await this.host.files.read(path);
      if (content && 'text' in content) this.workspace.setSignatures(path, content.text, origin);
      else if (content && origin === 'workspace') this.host.log.warn(`${path} was not read: ${content.detail}`);
    }
    const paths = new Set(found.map(({ path }) => path));
    for (const path of this.signatures) if (!paths.has(path)) this.workspace.remove(path);
    this.signatures = paths;
  }

  /** What `loupe learn` has found in the folder, unless it is not to be used. */
  private readProfile(): void {
    const { root } = this;
    if (root === null) return;
    const content = this.settings.profile ? readProfileText(profilePath(root)) : NO_FILE;
    if (content.kind === 'unreadable') this.host.log.warn(`${profilePath(root)} was not read: ${content.why}`);
    const { profile, problems } = content.kind === 'text' ? parseProfile(content.text) : NO_PROFILE;
    for (const problem of problems) this.host.log.warn(`${profilePath(root)}: ${showProfileProblem(problem)}`);
    if (profile !== null || this.hasProfile) this.workspace.setProfile(profile, root);
    this.hasProfile = profile !== null;
  }

  /** A `.rbs` or `.rbi` file outside of the signature folders is ignored. */
  reads(path: string): boolean {
    return !isSignature(path) || this.signatures.has(path) || isWorkspaceSignature(this.root ?? '', path);
  }

  private lists(path: string): boolean {
    const { include, exclude } = this.settings;
    return isListed(this.root ?? '', path, include, exclude);
  }

  /** Applies changes on disk together; a folder includes all files in it. Returns the affected files. */
  async readAgain(paths: readonly string[]): Promise<readonly string[]> {
    const locks = paths.filter(path => basename(path) === 'Gemfile.lock');
    if (locks.length > 0) await this.readSignatures();
    const profiles = paths.filter(path => this.root !== null && path === profilePath(this.root));
    if (profiles.length > 0) this.readProfile();
    const files = [...paths.filter(isRuby), ...(await this.filesBelow(paths.filter(mayBeFolder)))];
    const ours = [...new Set(files)].filter(path => this.isOurs(path));
    const contents = await Promise.all(ours.map(path => this.host.files.read(path)));
    for (const [i, path] of ours.entries()) {
      const content = contents[i]!;
      if (this.open.has(path)) continue; // the editor's version takes precedence; it may have been opened in the meantime
      if ('text' in content) this.workspace.setDisk(path, content.text);
      else this.workspace.remove(path);
    }
    return [...locks, ...profiles, ...ours];
  }

  private isOurs(path: string): boolean {
    if (!this.reads(path)) return false;
    return this.root === null || isSignature(path) || this.lists(path);
  }

  /** Editors report a moved or deleted folder, but not each file in it. */
  private async filesBelow(folders: readonly string[]): Promise<readonly string[]> {
    const { root, settings } = this;
    if (root === null || folders.length === 0) return [];
    const isBelow = (path: string): boolean => folders.some(folder => path.startsWith(folder + sep));
    const found = await Promise.all(folders.map(folder => this.host.files.read(folder)));
    const isThere = found.some(content => 'failure' in content && content.failure === 'is-directory');
    const now = isThere ? await this.host.files.list(root, settings.include, settings.exclude) : NOTHING;
    return [...this.snapshot.sources.keys(), ...now.paths].filter(isBelow);
  }

  /** Resolves when a view of this file is made at once; other requests and edits get their turn until then. */
  async prepare(path: string): Promise<void> {
    while (!this.isDisposed) {
      const running = this.preparing.get(path) ?? this.workspace.prepare(path);
      this.preparing.set(path, running);
      const isReady = await running;
      if (this.preparing.get(path) === running) this.preparing.delete(path);
      if (isReady) return;
    }
  }

  openFile(path: string, document: TextDocument): void {
    this.open.set(path, document);
    if (this.reads(path)) this.workspace.open(path, document.getText());
  }

  /** The document and the engine's syntax tree take the same changes. */
  editFile(document: TextDocument, changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    const path = pathOf(document.uri);
    const edits = applyChanges(document, changes, version);
    this.workspace.edit(path, edits);
    this.workspace.focus(
      path,
      edits.map(edit => edit.start),
    );
  }

  /** Editors request hints for the visible range. */
  see(path: string, visible: Span): void {
    this.workspace.see(path, visible);
  }

  async close(path: string): Promise<void> {
    this.open.delete(path);
    this.workspace.close(path);
    if (this.root !== null && this.lists(path)) await this.readAgain([path]);
    else this.workspace.remove(path);
  }

  /** Whether the settings are fixed when the project is created; others may change later. */
  mustRestartFor(settings: Settings): boolean {
    const built = ({ include, exclude, jobs, solver, ruby, replay, cache }: Settings) => [
      include,
      exclude,
      jobs,
      solver,
      ruby,
      replay,
      cache,
    ];
    return JSON.stringify(built(settings)) !== JSON.stringify(built(this.settings));
  }

  configure(settings: Settings): void {
    const usedProfile = this.settings.profile;
    this.settings = settings;
    if (settings.profile !== usedProfile) this.readProfile();
    this.known.use(settings.baseline);
    this.workspace.configure(settings);
  }

  /** A listing of a method's verification, for developers. */
  form(method: MethodKey, form: ProofForm): string | null {
    return printProofForm(this.workspace, method, form);
  }

  /** A snapshot with another version of this file, which is never shown. */
  readonly probe = (path: string, text: string): Snapshot => {
    const fork = this.workspace.fork();
    fork.setDisk(path, text);
    return fork.snapshot;
  };

  /** Verified fixes. Memoised until something changes: editors request them at every move of the cursor. */
  async fixesAt(path: string, span: Span, tests: TestHome | null, signal: AbortSignal): Promise<readonly Fix[]> {
    const { workspace, settings, snapshot } = this;
    const proposals = proposalsAt(snapshot, path, span, settings, tests);
    const key = JSON.stringify([snapshot.version, path, proposals.map(({ title, edits }) => [title, edits])]);
    if (this.lastFixes?.key === key) return this.lastFixes.fixes;
    const fixes = await tryFixes({ workspace, settings, signal }, proposals);
    if (!signal.aborted) this.lastFixes = { key, fixes };
    return fixes;
  }

  /** What is known to the obligations of a verified method, and at an offset of its file. */
  async proofFacts({ info, state }: MethodSnapshot, at: number | null, signal: AbortSignal): Promise<ProofFacts> {
    if (state !== 'done' || !this.indexed) return NO_FACTS;
    const { rlimit, timeoutSeconds } = this.settings;
    const budget = { rlimit, timeoutMs: timeoutSeconds * 1000 };
    return this.workspace.proofFactsOf(info.key, at, { budget, signal });
  }

  /** A contract for a method, and the edit that writes it. */
  async suggest(
    method: MethodSnapshot,
    signal: AbortSignal,
  ): Promise<{ suggestion: Suggestion; edit: TextEdit | null }> {
    const trial = { workspace: this.workspace, settings: this.settings, signal };
    const suggestion = await suggestFor(trial, method);
    const isNew = suggestion.kind === 'proved' && saysMoreThanTypes(suggestion);
    return { suggestion, edit: isNew ? editFor(trial, suggestion) : null };
  }

  /** A test that takes a path which no recorded run took. */
  async testMissingPath(method: MethodSnapshot, tests: TestHome, signal: AbortSignal): Promise<Fix | null> {
    return testMissingPath({ workspace: this.workspace, settings: this.settings, signal }, method, tests);
  }

  /** Reports progress; returns a function that stops it. */
  onProgress(what: 'indexing' | 'verifying', report: (done: number, total: number) => void): () => void {
    return this.workspace.on(event => {
      if (event.kind === 'progress' && event.what === what) report(event.done, event.total);
    });
  }

  async dispose(): Promise<void> {
    this.isDisposed = true;
    await this.runs.dispose();
    await this.workspace.dispose();
  }
}

function isSignature(path: string): boolean {
  return /\.rb[is]$/.test(path);
}

function isRuby(path: string): boolean {
  return /\.rb[is]?$/.test(path);
}

/** Folder names rarely have an extension. Avoids reading a large file just to see that it is not a folder. */
function mayBeFolder(path: string): boolean {
  return !/\.\w{1,5}$/.test(path);
}
