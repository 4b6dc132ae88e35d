/**
 * Notifies the client of changes: diagnostics (pushed, or to be pulled again), lenses, hints, status. Events come in
 * bursts, so changes are collected and shown a moment later. What looks the same is not sent again.
 */
import {
  type CancellationToken,
  DiagnosticSeverity,
  type Diagnostic as LspDiagnostic,
  type PreviousResultId,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import { METHODS_NOTIFICATION, STATUS_NOTIFICATION } from '../../../shared/src/protocol';
import type { EngineEvent } from '../engine/events';
import { assetPath } from '../host/assets';
import { lensesOf } from '../ide/codeLens';
import { type Diagnostic, diagnosticsOf } from '../ide/diagnostics';
import { hintsOf } from '../ide/inlayHints';
import { listMethodStatus, statusOf } from '../ide/methodStatus';
import { messageOf } from '../problems/catalogue';
import { PROGRAM_PROBLEMS } from '../problems/program';
import { diagnosticOf, pathOf, uriOf } from './convert';
import type { Editor } from './editor';
import type { Project } from './project';
import { QuietPeriod } from './quietPeriod';
import { WorkspacePull } from './workspacePull';

const PAUSE_MS = 30;

/** What the client can be told to refresh. */
type View = 'diagnostic' | 'codeLens' | 'inlayHint' | 'semanticTokens';

/** The server, as this file uses it. */
export interface PresenterServer extends Editor {
  readonly projects: { all(): Iterable<Project>; of(path: string): Project | undefined };
}

export class Presenter {
  private readonly dirty = new Map<Project, Set<string>>();
  /** The diagnostics of each file that were published, or that wait to be pulled. */
  private readonly shown = new Map<string, string>();
  /** Files that are not Ruby: never pulled. */
  private readonly alone = new Set<string>();
  private readonly workspacePull = new WorkspacePull();
  private timer: NodeJS.Timeout | null = null;
  private lastStatus = '';
  private stopped = new AbortController();
  /** Projects with a file that was read again. */
  private readonly changed = new Set<Project>();
  private readonly drawn = new Map<View, string>();
  private readonly sentMethods = new Map<string, string>();

  /** Hides new problems while the user types. */
  readonly quietPeriod = new QuietPeriod(project => this.refreshAll(project));

  constructor(private readonly server: PresenterServer) {}

  listen(project: Project, event: EngineEvent): void {
    switch (event.kind) {
      case 'parsed':
        // A change of one file may change the results of every other. Not at once: in a burst of edits, only the last counts.
        this.changed.add(project);
        this.schedule();
        break;
      case 'checked':
      case 'state':
      case 'judged':
        this.mark(project, event.path);
        break;
      case 'idle':
        this.refreshAll(project);
        break;
      case 'progress':
        break;
    }
  }

  /** Open files, and closed files with published diagnostics. */
  refreshAll(project: Project): void {
    this.refresh(project, [...this.shown.keys(), ...this.sentMethods.keys()]);
  }

  private refresh(project: Project, closed: Iterable<string>): void {
    for (const path of project.open.keys()) this.mark(project, path);
    for (const path of closed) if (project.snapshot.sources.has(path)) this.mark(project, path);
  }

  /** A file that is closed or deleted has nothing to show. */
  clear(path: string): void {
    this.quietPeriod.closed(path);
    if (this.shown.delete(path)) this.publish(path, []);
    if (this.sentMethods.delete(path))
      void this.server.connection.sendNotification(METHODS_NOTIFICATION, { uri: uriOf(path), methods: [] });
  }

  /** Diagnostics of a file that is not Ruby: the settings. */
  showAlone(path: string, diagnostics: readonly LspDiagnostic[]): void {
    const text = JSON.stringify(diagnostics);
    if ((this.shown.get(path) ?? '[]') === text) return;
    this.shown.set(path, text);
    this.alone.add(path);
    void this.server.connection.sendDiagnostics({ uri: uriOf(path), diagnostics: [...diagnostics] });
  }

  /** Closed files whose diagnostics the client does not have yet. From the first request on they are not pushed. */
  async pullClosed(
    previous: readonly PreviousResultId[],
    token: CancellationToken,
  ): Promise<readonly WorkspaceDocumentDiagnosticReport[]> {
    const closed = (): readonly (readonly [string, string])[] =>
      [...this.shown].filter(([path]) => !this.alone.has(path) && !this.isOpen(path));
    if (!this.workspacePull.isUsed) {
      this.workspacePull.isUsed = true;
      for (const [path] of closed()) void this.server.connection.sendDiagnostics({ uri: uriOf(path), diagnostics: [] });
    }
    const reports = (): ReadonlyMap<string, readonly LspDiagnostic[]> =>
      new Map(closed().map(([path, text]) => [uriOf(path), JSON.parse(text) as LspDiagnostic[]]));
    return this.workspacePull.answer(previous, reports, uri => this.isOpen(pathOf(uri)), token);
  }

  private isOpen(path: string): boolean {
    return this.server.projects.of(path)?.open.has(path) === true;
  }

  private publish(path: string, diagnostics: readonly LspDiagnostic[], version?: number): void {
    if (this.workspacePull.isUsed && !this.alone.has(path)) this.workspacePull.changed();
    else
      void this.server.connection.sendDiagnostics({
        uri: uriOf(path),
        diagnostics: [...diagnostics],
        ...(version === undefined ? {} : { version }),
      });
  }

  /** The project is gone; nothing of it is shown any more. */
  drop(project: Project): void {
    this.dirty.delete(project);
    this.changed.delete(project);
    this.quietPeriod.forget(project);
  }

  stop(): void {
    this.stopped.abort();
    this.stopped = new AbortController();
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.dirty.clear();
    this.changed.clear();
    this.quietPeriod.stop();
  }

  /** The current diagnostics of a file. Before all files are read, only those that do not depend on other files. */
  diagnostics(project: Project, path: string): readonly LspDiagnostic[] {
    try {
      const { snapshot } = project;
      const found = project.known
        .withoutKnown(path, diagnosticsOf(snapshot, path, project.settings))
        .filter(each => project.indexed || isIndependentOfOtherFiles(each));
      return this.quietPeriod
        .visibleDiagnostics(project, path, found)
        .map(each => diagnosticOf(snapshot, each, pageOf));
    } catch (error) {
      this.report(error);
      return [failureOf(error)];
    }
  }

  /** Whether the client pulls diagnostics and supports refreshing; then those of open files are not pushed. */
  get pulls(): boolean {
    const { client } = this.server;
    return client.textDocument?.diagnostic !== undefined && client.workspace?.diagnostics?.refreshSupport === true;
  }

  mark(project: Project, path: string): void {
    const paths = this.dirty.get(project) ?? new Set();
    paths.add(path);
    this.dirty.set(project, paths);
    this.schedule();
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => this.flush(), PAUSE_MS);
  }

  private flush(): void {
    for (const project of this.changed) this.guard(() => this.refresh(project, this.shown.keys()));
    this.changed.clear();
    this.timer = null;
    const dirty = [...this.dirty];
    this.dirty.clear();
    void this.present(dirty);
  }

  private async present(changed: readonly (readonly [Project, ReadonlySet<string>])[]): Promise<void> {
    const { signal } = this.stopped;
    for (const [project, paths] of changed) for (const path of paths) await project.prepare(path);
    if (signal.aborted) return;
    const dirty = changed.filter(([project]) => !project.isDisposed);
    for (const [project, paths] of dirty) for (const path of paths) this.guard(() => this.show(project, path));
    this.guard(() => this.refreshViews(dirty.map(([project]) => project)));
    if (this.server.options.presence) this.guard(() => this.sendPresence(dirty));
  }

  /** A bug in one view must not prevent the others from being shown. */
  private guard(show: () => void): void {
    try {
      show();
    } catch (error) {
      this.report(error);
    }
  }

  private report(error: unknown): void {
    this.server.connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  /** Clients pull diagnostics of open files; those of closed files are pushed unless the client pulls them, too. */
  private show(project: Project, path: string): void {
    const diagnostics = this.pulls && project.open.has(path) ? [] : this.diagnostics(project, path);
    const text = JSON.stringify(diagnostics);
    if ((this.shown.get(path) ?? '[]') === text) return;
    if (text === '[]') this.shown.delete(path);
    else this.shown.set(path, text);
    this.publish(path, diagnostics, project.open.get(path)?.version);
  }

  /** A refresh makes the editor redraw everything, so refresh only what changed. */
  private refreshViews(projects: readonly Project[]): void {
    const { workspace } = this.server.client;
    const open = projects.flatMap(project => [...project.open.keys()].map(path => ({ project, path })));
    const refresh = (view: View, of: (project: Project, path: string) => unknown): void => {
      const text = JSON.stringify(open.map(({ project, path }) => [path, of(project, path)]));
      if (this.drawn.get(view) === text) return;
      this.drawn.set(view, text);
      void this.server.ask(this.server.connection.sendRequest(`workspace/${view}/refresh`));
    };
    if (this.pulls) refresh('diagnostic', (project, path) => this.diagnostics(project, path));
    if (workspace?.codeLens?.refreshSupport)
      refresh(
        'codeLens',
        ({ snapshot, settings, indexed }, path) =>
          settings.codeLens && indexed && lensesOf(snapshot, path).map(({ title, method }) => [title, method]),
      );
    if (workspace?.inlayHint?.refreshSupport)
      refresh(
        'inlayHint',
        ({ snapshot, settings, indexed }, path) =>
          settings.inlayHints && indexed && hintsOf(snapshot, path).map(({ label }) => label),
      );
    // Tokens follow the document, which the editor knows; only the setting may change them otherwise.
    if (workspace?.semanticTokens?.refreshSupport) refresh('semanticTokens', ({ settings }) => settings.semanticTokens);
  }

  /** None after a failure: the previous state may be wrong. */
  private presentMethods(project: Project, path: string): ReturnType<typeof listMethodStatus> {
    try {
      return project.indexed ? listMethodStatus(project.snapshot, path, project.settings) : [];
    } catch (error) {
      this.report(error);
      return [];
    }
  }

  private sendPresence(dirty: readonly (readonly [Project, ReadonlySet<string>])[]): void {
    const { connection, projects } = this.server;
    for (const [project, paths] of dirty) {
      for (const path of paths) {
        const methods = this.presentMethods(project, path);
        const text = JSON.stringify(methods);
        if ((this.sentMethods.get(path) ?? '[]') === text) continue;
        this.sentMethods.set(path, text);
        void connection.sendNotification(METHODS_NOTIFICATION, { uri: uriOf(path), methods });
      }
    }
    const status = statusOf([...projects.all()].map(project => project.snapshot));
    const text = JSON.stringify(status);
    if (text === this.lastStatus) return;
    this.lastStatus = text;
    void connection.sendNotification(STATUS_NOTIFICATION, status);
  }
}

/** Replaces the previous diagnostics of the file, which may be wrong. */
function failureOf(error: unknown): LspDiagnostic {
  const message = messageOf({
    code: 'LP9004',
    place: { anchor: '', span: { start: 0, end: 0 } },
    args: { message: error instanceof Error ? error.message : String(error) },
  });
  const start = { line: 0, character: 0 };
  return { range: { start, end: start }, severity: DiagnosticSeverity.Error, code: 'LP9004', source: 'loupe', message };
}

/** Whether the diagnostic is independent of other files. */
function isIndependentOfOtherFiles({ kind, code }: Diagnostic): boolean {
  return kind === 'syntax' || (kind === 'annotation' && !(code in PROGRAM_PROBLEMS));
}

function pageOf(code: string): string {
  return assetPath('problems', `${code}.md`);
}
