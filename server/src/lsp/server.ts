/**
 * The server over time: projects, open documents and what was said about them. Document notifications and project
 * starts go through one queue, so they take effect in the order in which they came; requests wait for that queue.
 */
import { basename } from 'node:path';
import {
  type ClientCapabilities,
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type FileSystemWatcher,
  type InitializeParams,
  type InitializeResult,
  MessageType,
  ShowMessageNotification,
  TextDocumentSyncKind,
  WatchKind,
} from 'vscode-languageserver';
import type { InitializationOptions } from '../../../shared/src/protocol';
import type { FileSnapshot, Snapshot } from '../engine/snapshot';
import { productVersion } from '../host/assets';
import { editsOf, pathOf } from './convert';
import { FEATURES } from './features';
import { Presenter } from './presenter';
import { withProgress } from './progress';
import type { Project } from './project';
import { Projects } from './projects';

export interface Found {
  readonly project: Project;
  readonly path: string;
  readonly snapshot: Snapshot;
  readonly file: FileSnapshot;
}

export class Server {
  client: ClientCapabilities = {};
  options: InitializationOptions = {};
  readonly projects: Projects;
  readonly presenter: Presenter;
  /** `loupe` of the last `didChangeConfiguration`, for clients that cannot be asked. */
  sentSettings: unknown = null;
  private readonly warned = new Set<string>();
  /** Names of baseline files that are watched. */
  private readonly baselines = new Set<string>();
  private queue: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(readonly connection: Connection) {
    this.presenter = new Presenter(this);
    this.projects = new Projects(this);
  }

  listen(): void {
    const { connection } = this;
    connection.onInitialize(params => this.initialize(params));
    connection.onInitialized(() => this.initialized());
    connection.onShutdown(() => this.shutdown());
    connection.onExit(() => process.exit(this.stopped ? 0 : 1));
    this.listenToDocuments();
    this.listenToWorkspace();
    for (const feature of FEATURES) feature.register(connection, this);
    connection.listen();
  }

  /** The document as it stands after everything that came before; null when it is not (or no longer) ours. */
  async find(uri: string): Promise<Found | null> {
    await this.queue;
    const path = pathOf(uri);
    const project = this.projects.of(path);
    const snapshot = project?.snapshot;
    const file = snapshot?.files.get(path);
    return project && snapshot && file ? { project, path, snapshot, file } : null;
  }

  /** Every folder of the workspace has been read. */
  async startAll(): Promise<void> {
    this.enqueue(() => this.projects.startAll());
    await this.queue;
    await this.projects.indexAgain(); // not in the queue: edits go on meanwhile
  }

  /** Everything that came before has taken effect, and every folder that was opened has been read. */
  async settled(): Promise<void> {
    await this.queue;
    await this.projects.indexed();
  }

  log(message: string): void {
    this.connection.console.info(message);
  }

  /** Shown, but not again for every folder and every change of a setting. */
  warnOnce(message: string): void {
    if (this.warned.has(message)) return;
    this.warned.add(message);
    void this.connection.sendNotification(ShowMessageNotification.type, {
      type: MessageType.Warning,
      message: `Loupe: ${message}`,
    });
  }

  /** A message for the user. Not the request of that kind: some clients refuse it. */
  tell(message: string): void {
    void this.connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Info, message });
  }

  /** What the client refuses, or cannot answer, is left undone: nothing of ours depends on it. */
  async ask<T>(question: Promise<T>): Promise<T | null> {
    return question.catch((error: unknown) => {
      this.connection.console.warn(`the client refused: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    });
  }

  private initialize(params: InitializeParams): InitializeResult {
    this.client = params.capabilities;
    this.options = (params.initializationOptions as InitializationOptions | undefined) ?? {};
    const folders = params.workspaceFolders ?? (params.rootUri ? [{ uri: params.rootUri, name: '' }] : []);
    for (const folder of folders) this.projects.addRoot(pathOf(folder.uri));
    return {
      serverInfo: { name: 'Loupe', version: productVersion() },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        ...Object.assign({}, ...FEATURES.map(feature => feature.capabilities(params.capabilities))),
      },
    };
  }

  private initialized(): void {
    const { connection, client } = this;
    const files = ['**/*.rb', '**/*.rbs', '**/Gemfile.lock', '**/.loupe.yml'].map(globPattern => ({ globPattern }));
    this.watch([...files, { globPattern: '**/*', kind: WatchKind.Create | WatchKind.Delete }]);
    if (client.workspace?.didChangeConfiguration?.dynamicRegistration) {
      void this.ask(connection.client.register(DidChangeConfigurationNotification.type, { section: 'loupe' }));
    }
  }

  private watch(watchers: FileSystemWatcher[]): void {
    if (!this.client.workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
    void this.ask(this.connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }));
  }

  /** It may have any name, which the settings say. */
  watchBaseline(name: string | null): void {
    if (name === null || this.baselines.has(basename(name))) return;
    this.baselines.add(basename(name));
    this.watch([{ globPattern: `**/${basename(name).replace(/[[\]{}*?]/g, '?')}`, kind: WatchKind.Change }]);
  }

  /** Everything of ours is gone when this resolves: workers, timers, files. */
  private async shutdown(): Promise<void> {
    this.stopped = true;
    this.presenter.stop();
    await this.projects.dispose();
  }

  private listenToDocuments(): void {
    const { connection } = this;
    connection.onDidOpenTextDocument(({ textDocument }) => {
      this.enqueue(async () => {
        const project = await this.projects.start(pathOf(textDocument.uri));
        project.openFile(pathOf(textDocument.uri), textDocument.text, textDocument.version);
        project.runs.soon('full');
      });
    });
    connection.onDidChangeTextDocument(({ textDocument, contentChanges }) => {
      const path = pathOf(textDocument.uri);
      this.typed(this.projects.of(path));
      this.enqueue(async () => {
        const project = this.projects.of(path);
        const known = project?.open.get(path);
        if (!project || known === undefined) return;
        const { edits, text } = editsOf(known, contentChanges);
        project.edit(path, edits, text, textDocument.version);
        this.typed(project);
        project.runs.soon('typing');
      });
    });
    connection.onDidSaveTextDocument(({ textDocument }) => {
      this.enqueue(() => {
        const project = this.projects.of(pathOf(textDocument.uri));
        if (project === undefined) return;
        this.presenter.calm.paused(project);
        project.runs.soon('full');
      });
    });
    connection.onDidCloseTextDocument(({ textDocument }) => {
      this.enqueue(async () => {
        const path = pathOf(textDocument.uri);
        await this.projects.of(path)?.close(path);
        this.presenter.forget(path);
      });
    });
  }

  private typed(project: Project | undefined): void {
    if (project !== undefined) this.presenter.calm.typed(project);
  }

  private listenToWorkspace(): void {
    const { connection } = this;
    connection.onDidChangeWatchedFiles(({ changes }) => {
      this.enqueue(() => this.projects.readAgain([...new Set(changes.map(({ uri }) => pathOf(uri)))]));
    });
    connection.onDidChangeConfiguration(({ settings }) => {
      this.sentSettings = (settings as { loupe?: unknown } | null)?.loupe ?? null;
      this.enqueue(() => this.projects.reconfigure());
    });
    connection.onNotification('workspace/didChangeWorkspaceFolders', ({ event }: FolderChange) => {
      const paths = (folders: readonly { uri: string }[]): string[] => folders.map(({ uri }) => pathOf(uri));
      this.enqueue(() => this.projects.changeRoots(paths(event.added), paths(event.removed)));
    });
  }

  private enqueue(task: () => Promise<void> | void): void {
    this.queue = this.queue.then(async () => {
      if (this.stopped) return;
      try {
        await task();
      } catch (error) {
        this.connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      }
    });
  }

  /** Progress that the user can see and cancel, where the client can show it. */
  progress<T>(title: string, work: Parameters<typeof withProgress<T>>[2]): Promise<T> {
    return withProgress(this, title, work);
  }
}

interface FolderChange {
  readonly event: { readonly added: readonly { uri: string }[]; readonly removed: readonly { uri: string }[] };
}
