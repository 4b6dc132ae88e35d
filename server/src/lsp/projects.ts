/** Which program a file belongs to: the innermost workspace folder around it, or that of all loose files. */
import { sep } from 'node:path';
import { Project } from './project';
import type { Server } from './server';
import { settingsFor } from './settings';

export class Projects {
  private readonly roots = new Set<string>();
  private readonly projects = new Map<string | null, Project>();
  private readonly indexing = new Map<Project, Promise<void>>();

  constructor(private readonly server: Server) {}

  addRoot(root: string): void {
    this.roots.add(root);
  }

  async removeRoot(root: string): Promise<void> {
    this.roots.delete(root);
    const project = this.projects.get(root);
    this.projects.delete(root);
    if (project) this.indexing.delete(project);
    for (const path of project?.snapshot.files.keys() ?? []) this.server.presenter.forget(path);
    await project?.dispose();
  }

  all(): Iterable<Project> {
    return this.projects.values();
  }

  of(path: string): Project | undefined {
    return this.projects.get(this.rootOf(path));
  }

  /** The project of a file, started if it was not: settings are read, then the folder's files. */
  async start(path: string): Promise<Project> {
    const root = this.rootOf(path);
    const known = this.projects.get(root);
    if (known !== undefined) return known;
    const { server } = this;
    const project = await Project.create({
      root,
      settings: await settingsFor(server, root),
      log: {
        debug: () => {},
        info: message => server.log(message),
        error: message => server.connection.console.error(message),
      },
      mayRun: server.options.trusted !== false,
      onEvent: (from, event) => server.presenter.listen(from, event),
    });
    this.projects.set(root, project);
    if (root === null) project.indexed = true;
    else this.indexing.set(project, this.index(project));
    return project;
  }

  private async index(project: Project): Promise<void> {
    await this.server.progress('Loupe: reading Ruby files', (report, signal) => project.index(report, signal));
    this.server.presenter.refreshAll(project);
    project.verifySoon('full');
  }

  async indexed(): Promise<void> {
    await Promise.all(this.indexing.values());
  }

  async reconfigure(): Promise<void> {
    for (const project of this.projects.values()) {
      project.configure(await settingsFor(this.server, project.root));
      this.server.presenter.refreshAll(project);
      project.verifySoon('full');
    }
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.projects.values()].map(project => project.dispose()));
    this.projects.clear();
  }

  private rootOf(path: string): string | null {
    const around = [...this.roots].filter(
      root => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep),
    );
    return around.reduce<string | null>(
      (best, root) => (best === null || root.length > best.length ? root : best),
      null,
    );
  }
}
