/**
 * Tells the client what changed: diagnostics (pushed, or to be pulled again), lenses, hints, status. Events come in
 * bursts, so what is dirty is collected and shown a moment later; what looks the same as before is not sent again.
 */
import type { Diagnostic as LspDiagnostic } from 'vscode-languageserver';
import { METHODS_NOTIFICATION, STATUS_NOTIFICATION } from '../../../shared/src/protocol';
import type { EngineEvent } from '../engine/events';
import { assetPath } from '../host/assets';
import { type Diagnostic, diagnosticsOf } from '../ide/diagnostics';
import { hintsOf } from '../ide/hints';
import { lensesOf } from '../ide/lens';
import { presentMethods, statusOf } from '../ide/presence';
import { PROGRAM_PROBLEMS } from '../problems/program';
import { Calm } from './calm';
import { diagnosticOf, uriOf } from './convert';
import type { Project } from './project';
import type { Server } from './server';

const PAUSE_MS = 30;

/** What an editor can be told to draw anew. */
type View = 'diagnostic' | 'codeLens' | 'inlayHint' | 'semanticTokens';

export class Presenter {
  private readonly dirty = new Map<Project, Set<string>>();
  private readonly shown = new Map<string, string>();
  private timer: NodeJS.Timeout | null = null;
  private lastStatus = '';
  private readonly drawn = new Map<View, string>();
  private readonly sentMethods = new Map<string, string>();

  /** Nothing new is said while somebody types. */
  readonly calm = new Calm(project => this.refreshAll(project));

  constructor(private readonly server: Server) {}

  listen(project: Project, event: EngineEvent): void {
    switch (event.kind) {
      case 'parsed':
        // A change of one file may change what is said about every other.
        this.refresh(project, this.shown.keys());
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

  /** The open files, and the closed ones of which something was said. */
  refreshAll(project: Project): void {
    this.refresh(project, [...this.shown.keys(), ...this.sentMethods.keys()]);
  }

  private refresh(project: Project, closed: Iterable<string>): void {
    for (const path of project.open.keys()) this.mark(project, path);
    for (const path of closed) if (project.snapshot.sources.has(path)) this.mark(project, path);
  }

  /** A file that is no longer open or no longer there has nothing to show. */
  forget(path: string): void {
    this.calm.closed(path);
    if (this.shown.delete(path)) {
      void this.server.connection.sendDiagnostics({ uri: uriOf(path), diagnostics: [] });
    }
  }

  /** A file of the folder that is not Ruby: its settings. */
  showAlone(path: string, diagnostics: readonly LspDiagnostic[]): void {
    const text = JSON.stringify(diagnostics);
    if ((this.shown.get(path) ?? '[]') === text) return;
    this.shown.set(path, text);
    void this.server.connection.sendDiagnostics({ uri: uriOf(path), diagnostics: [...diagnostics] });
  }

  /** The project is gone: nothing of it will be shown any more. */
  drop(project: Project): void {
    this.dirty.delete(project);
    this.calm.forget(project);
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.dirty.clear();
    this.calm.stop();
  }

  /** What is to be said about a file right now. Before all files were read, only what the file says by itself. */
  diagnostics(project: Project, path: string): readonly LspDiagnostic[] {
    const { snapshot } = project;
    const found = project.known
      .without(path, diagnosticsOf(snapshot, path, project.settings))
      .filter(each => project.indexed || saysByItself(each));
    return this.calm.calmed(project, path, found).map(each => diagnosticOf(snapshot, each, pageOf));
  }

  /** True where the client pulls diagnostics and can be told to pull again; then those of open files are not pushed. */
  get pulls(): boolean {
    const { client } = this.server;
    return client.textDocument?.diagnostic !== undefined && client.workspace?.diagnostics?.refreshSupport === true;
  }

  mark(project: Project, path: string): void {
    const paths = this.dirty.get(project) ?? new Set();
    paths.add(path);
    this.dirty.set(project, paths);
    this.timer ??= setTimeout(() => this.flush(), PAUSE_MS);
  }

  private flush(): void {
    this.timer = null;
    const dirty = [...this.dirty];
    this.dirty.clear();
    try {
      for (const [project, paths] of dirty) for (const path of paths) this.show(project, path);
      this.refreshViews(dirty.map(([project]) => project));
      if (this.server.options.presence) this.sendPresence(dirty);
    } catch (error) {
      // A bug of ours: what was shown stays, and the next change is shown again.
      this.server.connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }

  /** Clients pull the diagnostics of open files only: those of closed ones, where some were verified, are pushed always. */
  private show(project: Project, path: string): void {
    const diagnostics = this.pulls && project.open.has(path) ? [] : this.diagnostics(project, path);
    const text = JSON.stringify(diagnostics);
    if ((this.shown.get(path) ?? '[]') === text) return;
    if (text === '[]') this.shown.delete(path);
    else this.shown.set(path, text);
    const version = project.versions.get(path);
    void this.server.connection.sendDiagnostics({
      uri: uriOf(path),
      diagnostics: [...diagnostics],
      ...(version === undefined ? {} : { version }),
    });
  }

  /** Editors draw everything anew when they are told to: only where something would look different. */
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
    // Colours follow the text, which the editor knows: only the setting is news to it.
    if (workspace?.semanticTokens?.refreshSupport) refresh('semanticTokens', ({ settings }) => settings.semanticTokens);
  }

  private sendPresence(dirty: readonly (readonly [Project, ReadonlySet<string>])[]): void {
    const { connection, projects } = this.server;
    for (const [project, paths] of dirty) {
      for (const path of paths) {
        const methods = project.indexed ? presentMethods(project.snapshot, path, project.settings) : [];
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

/** What does not depend on other files. */
function saysByItself({ kind, code }: Diagnostic): boolean {
  return kind === 'syntax' || (kind === 'annotation' && !(code in PROGRAM_PROBLEMS));
}

function pageOf(code: string): string {
  return assetPath('problems', `${code}.md`);
}
