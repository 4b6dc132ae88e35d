/**
 * The server: projects, open documents and what was published about them. Document notifications and project starts go
 * through one queue, so they take effect in order; requests wait for that queue.
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
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { InitializationOptions } from '../../../shared/src/protocol';
import type { Assets, Host } from '../engine/host';
import { productVersion } from '../host/assets';
import type { HostOptions } from '../host/createHost';
import { DiskAssets } from '../host/diskAssets';
import { cancellable } from './cancellation';
import { pathOf } from './convert';
import type { Found, LanguageServer } from './feature';
import { FEATURES } from './features';
import { Presenter } from './presenter';
import { type ProgressWork, withProgress } from './progress';
import type { Project } from './project';
import { Projects } from './projects';

export class Server implements LanguageServer {
  client: ClientCapabilities = {};
  options: InitializationOptions = {};
  readonly projects: Projects;
  readonly presenter: Presenter;
  /** `loupe` of the last `didChangeConfiguration`, for clients without `workspace/configuration`. */
  sentSettings: unknown = null;
  private readonly warned = new Set<string>();
  /** Names of baseline files that are watched. */
  private readonly baselines = new Set<string>();
  private queue: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    readonly connection: Connection,
    readonly createHost: (options: HostOptions) => Host,
    /** Folders share Ruby's library. */
    readonly assets: Assets = new DiskAssets(),
  ) {
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
    const guarded = cancellable(connection, () => this.queue);
    for (const feature of FEATURES) feature.register(guarded, this);
    connection.listen();
  }

  /** The document after all previous notifications; null: not, or no longer, handled by Loupe. */
  async find(uri: string): Promise<Found | null> {
    await this.queue;
    const path = pathOf(uri);
    const project = this.projects.of(path);
    await project?.prepare(path);
    const snapshot = project?.snapshot;
    const file = snapshot?.files.get(path);
    return project && snapshot && file ? { project, path, snapshot, file } : null;
  }

  /** Resolves when every folder of the workspace was read. */
  async startAll(): Promise<void> {
    this.enqueue(() => this.projects.startAll());
    await this.queue;
    await this.projects.indexAgain(); // not in the queue, so that edits are not delayed
  }

  /** Resolves when all previous notifications took effect and every opened folder was read. */
  async settled(): Promise<void> {
    await this.queue;
    await this.projects.indexed();
  }

  log(message: string): void {
    this.connection.console.info(message);
  }

  /** Shown once, not for every folder and every change of settings. */
  warnOnce(message: string): void {
    if (this.warned.has(message)) return;
    this.warned.add(message);
    void this.connection.sendNotification(ShowMessageNotification.type, {
      type: MessageType.Warning,
      message: `Loupe: ${message}`,
    });
  }

  /** A message for the user. A notification, because some clients reject the request. */
  tell(message: string): void {
    void this.connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Info, message });
  }

  /** Ignores a request that the client rejects or cannot answer: nothing depends on it. */
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
    const files = ['**/*.rb', '**/*.rbs', '**/*.rbi', '**/Gemfile.lock', '**/.loupe.yml', '**/.loupe/profile.json'].map(
      globPattern => ({ globPattern }),
    );
    this.watch([...files, { globPattern: '**/*', kind: WatchKind.Create | WatchKind.Delete }]);
    if (client.workspace?.didChangeConfiguration?.dynamicRegistration) {
      void this.ask(connection.client.register(DidChangeConfigurationNotification.type, { section: 'loupe' }));
    }
  }

  private watch(watchers: FileSystemWatcher[]): void {
    if (!this.client.workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
    void this.ask(this.connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }));
  }

  /** Its name is a setting. */
  watchBaseline(name: string | null): void {
    if (name === null || this.baselines.has(basename(name))) return;
    this.baselines.add(basename(name));
    this.watch([{ globPattern: `**/${basename(name).replace(/[[\]{}*?]/g, '?')}`, kind: WatchKind.Change }]);
  }

  /** Releases everything: workers, timers, files. */
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
        const { uri, languageId, version, text } = textDocument;
        project.openFile(pathOf(uri), TextDocument.create(uri, languageId, version, text));
        project.runs.scheduleOpenFiles('full');
      });
    });
    connection.onDidChangeTextDocument(({ textDocument, contentChanges }) => {
      const path = pathOf(textDocument.uri);
      this.noteTyping(this.projects.of(path));
      this.enqueue(async () => {
        const project = this.projects.of(path);
        const document = project?.open.get(path);
        if (!project || document === undefined) return;
        project.editFile(document, contentChanges, textDocument.version);
        this.noteTyping(project);
        project.runs.scheduleOpenFiles('typing');
      });
    });
    connection.onDidSaveTextDocument(({ textDocument }) => {
      this.enqueue(() => {
        const project = this.projects.of(pathOf(textDocument.uri));
        if (project === undefined) return;
        this.presenter.quietPeriod.endQuietPeriod(project);
        project.runs.scheduleOpenFiles('full');
      });
    });
    connection.onDidCloseTextDocument(({ textDocument }) => {
      this.enqueue(async () => {
        const path = pathOf(textDocument.uri);
        await this.projects.of(path)?.close(path);
        this.presenter.clear(path);
      });
    });
  }

  private noteTyping(project: Project | undefined): void {
    if (project !== undefined) this.presenter.quietPeriod.noteTyping(project);
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

  /** Progress that the user can see and cancel, if the client supports it. */
  progress<T>(title: string, work: ProgressWork<T>): Promise<T> {
    return withProgress(this, title, work);
  }
}

interface FolderChange {
  readonly event: { readonly added: readonly { uri: string }[]; readonly removed: readonly { uri: string }[] };
}
