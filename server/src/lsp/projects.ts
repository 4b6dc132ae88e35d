/** The program that a file belongs to: the innermost workspace folder around it, or the program of all loose files. */
import { basename, sep } from 'node:path';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Assets, Host } from '../engine/host';
import { productVersion } from '../host/assets';
import type { HostOptions } from '../host/createHost';
import type { Presenter } from './presenter';
import type { ProgressWork } from './progress';
import { Project } from './project';
import { type SettingsServer, settingsFor } from './settings';

/** Its path and its text. */
type OpenFile = readonly [string, TextDocument];

/** The server, as this file uses it. */
interface ProjectsServer extends SettingsServer {
  readonly presenter: Pick<Presenter, 'clear' | 'drop' | 'listen' | 'mark' | 'refreshAll' | 'showAlone'>;
  readonly assets: Assets;
  readonly createHost: (options: HostOptions) => Host;
  watchBaseline(name: string | null): void;
  progress<T>(title: string, work: ProgressWork<T>): Promise<T>;
}

export class Projects {
  private readonly roots = new Set<string>();
  private readonly projects = new Map<string | null, Project>();
  private readonly indexing = new Map<Project, Promise<void>>();

  constructor(private readonly server: ProjectsServer) {}

  addRoot(root: string): void {
    this.roots.add(root);
  }

  /** Adds and removes folders. Open files move to the project that they now belong to. */
  async changeRoots(added: readonly string[], removed: readonly string[]): Promise<void> {
    for (const root of added) this.roots.add(root);
    for (const root of removed) this.roots.delete(root);
    const moved: OpenFile[] = [];
    for (const [root, project] of [...this.projects]) {
      const isGone = root !== null && !this.roots.has(root);
      const leaving = [...project.open].filter(([path]) => isGone || this.rootOf(path) !== root);
      moved.push(...leaving);
      if (isGone) await this.stop(root);
      else for (const [path] of leaving) await project.close(path);
    }
    await this.reopen(moved);
  }

  private async stop(root: string | null): Promise<void> {
    const project = this.projects.get(root);
    if (project === undefined) return;
    this.projects.delete(root);
    this.indexing.delete(project);
    this.server.presenter.drop(project);
    for (const path of project.snapshot.sources.keys()) this.server.presenter.clear(path);
    await project.dispose();
  }

  private async reopen(documents: readonly OpenFile[]): Promise<void> {
    for (const [path, document] of documents) {
      const project = await this.start(path);
      project.openFile(path, document);
      project.runs.scheduleOpenFiles('full');
    }
  }

  /** Including folders in which no file was opened yet. */
  async startAll(): Promise<void> {
    for (const root of this.roots) await this.start(root);
  }

  /** Reads the folders again whose reading was cancelled. */
  async indexAgain(): Promise<void> {
    await this.indexed();
    for (const project of this.projects.values()) if (!project.indexed) this.indexing.set(project, this.index(project));
    await this.indexed();
  }

  all(): Iterable<Project> {
    return this.projects.values();
  }

  of(path: string): Project | undefined {
    return this.projects.get(this.rootOf(path));
  }

  /** The project of a file. Starts it if necessary: reads settings, then the files of the folder. */
  async start(path: string): Promise<Project> {
    const root = this.rootOf(path);
    const known = this.projects.get(root);
    if (known !== undefined) return known;
    const { server } = this;
    const settings = await settingsFor(server, root);
    server.watchBaseline(settings.baseline);
    const project = await Project.create({
      root,
      assets: server.assets,
      createHost: server.createHost,
      settings,
      log: {
        debug: () => {},
        info: message => server.log(message),
        warn: message => server.warnOnce(message),
        error: message => server.connection.console.error(message),
      },
      mayRun: server.options.trusted !== false,
      refuseHooks: server.options.trusted !== true,
      onEvent: (from, event) => server.presenter.listen(from, event),
    });
    this.projects.set(root, project);
    const ruby = project.mayRun ? `${settings.ruby} Ruby` : 'no code runs';
    server.log(`Loupe ${productVersion()} in ${root ?? 'loose files'}: ${project.host.solver.version}, ${ruby}`);
    if (root === null) project.indexed = true;
    else this.indexing.set(project, this.index(project));
    return project;
  }

  private async index(project: Project): Promise<void> {
    const { server } = this;
    await server
      .progress('Loupe: reading Ruby files', (report, signal) => project.index(report, signal))
      .catch((error: unknown) => server.connection.console.error(`reading stopped: ${String(error)}`));
    this.server.presenter.refreshAll(project);
    if (project.indexed) {
      server.log(`files read in ${project.root}: ${project.snapshot.sources.size}`);
      project.runs.scheduleOpenFiles('full');
    } else
      this.server.tell('not all files were read. Run "Loupe: Verify Workspace" to read them and to check this folder');
  }

  /** Files or folders that changed on disk. If one folder contains another, both programs contain them. */
  async readAgain(paths: readonly string[]): Promise<void> {
    if (paths.some(path => basename(path) === '.loupe.yml')) await this.reconfigure();
    const { presenter } = this.server;
    for (const [root, project] of [...this.projects]) {
      const inside = paths.filter(path => (root === null ? this.rootOf(path) === null : isBelow(path, root)));
      if (project.known.readAgain(paths)) presenter.refreshAll(project);
      const read = await project.readAgain(inside);
      if (read.length === 0) continue;
      for (const path of read.filter(each => !project.snapshot.files.has(each))) {
        presenter.clear(path);
        presenter.mark(project, path);
      }
      project.runs.scheduleOpenFiles('full');
    }
  }

  async indexed(): Promise<void> {
    await Promise.all(this.indexing.values());
  }

  async reconfigure(): Promise<void> {
    const { server } = this;
    for (const [root, project] of [...this.projects]) {
      const settings = await settingsFor(server, root);
      if (project.mustRestartFor(settings)) {
        const documents = [...project.open];
        await this.stop(root);
        await this.reopen(documents);
        continue;
      }
      server.watchBaseline(settings.baseline);
      project.configure(settings);
      server.presenter.refreshAll(project);
      project.runs.scheduleOpenFiles('full');
    }
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.projects.values()].map(project => project.dispose()));
    this.projects.clear();
  }

  private rootOf(path: string): string | null {
    const around = [...this.roots].filter(root => isBelow(path, root));
    return around.reduce<string | null>(
      (best, root) => (best === null || root.length > best.length ? root : best),
      null,
    );
  }
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
