/**
 * What is verified when, in one project: open files soon after every edit, and explicit requests until they are done.
 * An edit cancels the current run and starts another, which reuses all answers. When the project is idle, proved
 * methods are audited.
 */
import type { Settings } from '../../../shared/src/settings';
import type { Log } from '../engine/host';
import type { Workspace } from '../engine/workspace';
import type { MethodKey } from '../types/typedMethod';

export type Effort = 'typing' | 'full';

/** An explicit request: some files, or methods of them. */
export interface Request {
  readonly paths: readonly string[];
  readonly methods?: ReadonlySet<MethodKey>;
  readonly report?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface RunsOptions {
  readonly workspace: Workspace;
  readonly settings: () => Settings;
  readonly openPaths: () => readonly string[];
  /**
   * All files were read. Nothing is verified before that: an incomplete program has problems that the whole does not
   * have.
   */
  readonly isReady: () => boolean;
  readonly mayRun: boolean;
  readonly log: Log;
}

interface Job extends Request {
  readonly effort: Effort;
  /** Lower ranks come first. */
  readonly rank: number;
  readonly end: (isDone: boolean) => void;
}

const QUIET_MS = 120;
/** Time without activity before the audit starts. */
const IDLE_MS = 5000;
const AUDIT_INPUTS = 50;

/** The edited file first; then requests, the smallest first, and between them files that were only opened. */
const RANK = { edited: 0, small: 1, opened: 2, large: 3 } as const;

export class Runs {
  private run: AbortController | null = null;
  private current: Job | null = null;
  private running: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;
  /** The open files need verification. */
  private due: Job | null = null;
  private readonly requested = new Set<Job>();
  private audit: AbortController | null = null;
  private auditTimer: NodeJS.Timeout | null = null;
  private auditing: Promise<void> = Promise.resolve();

  constructor(private readonly options: RunsOptions) {}

  /** Verifies the open files soon. A new call replaces a waiting or running one. */
  scheduleOpenFiles(effort: Effort): void {
    this.interrupt();
    const rank = effort === 'typing' ? RANK.edited : RANK.opened;
    this.due = { effort, rank, paths: [], end: () => {} };
    this.timer = setTimeout(() => this.start(), QUIET_MS);
  }

  /** Resolves to true when verified, however many edits came in between, or to false when cancelled. */
  ask(request: Request): Promise<boolean> {
    return new Promise(resolve => {
      const rank = request.methods || request.paths.length === 1 ? RANK.small : RANK.large;
      const job: Job = { ...request, effort: 'full', rank, end: resolve };
      this.requested.add(job);
      request.signal?.addEventListener('abort', () => this.cancel(job));
      this.start();
    });
  }

  async dispose(): Promise<void> {
    this.interrupt();
    for (const job of this.requested) job.end(false);
    this.requested.clear();
    await this.running;
    await this.auditing;
  }

  private interrupt(): void {
    this.stopAudit();
    this.run?.abort();
    this.run = null;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private cancel(job: Job): void {
    if (!this.requested.delete(job)) return;
    job.end(false);
    if (this.current === job) this.start();
  }

  private start(): void {
    this.interrupt();
    if (!this.options.isReady()) return;
    const run = new AbortController();
    this.run = run;
    // The previous run ends soon; waiting for the end means waiting for both.
    const all = Promise.all([this.running, this.runJobs(run)]);
    this.running = all.then(() => {});
  }

  private async runJobs(run: AbortController): Promise<void> {
    for (let job = this.next(); job !== null; job = this.next()) {
      this.current = job;
      await this.verify(job, run.signal).catch((error: unknown) => this.logError('verification stopped', error));
      if (this.run !== run) return;
      this.current = null;
      if (job === this.due) this.due = null;
      this.requested.delete(job);
      job.end(true);
    }
    this.run = null;
    this.auditSoon();
  }

  private next(): Job | null {
    const jobs = [...(this.due === null ? [] : [this.due]), ...this.requested];
    return jobs.sort((a, b) => a.rank - b.rank)[0] ?? null;
  }

  private async verify(job: Job, signal: AbortSignal): Promise<void> {
    const { workspace, settings, openPaths } = this.options;
    const { rlimit, rlimitTyping, timeoutSeconds } = settings();
    const budget = {
      rlimit: job.effort === 'typing' ? Math.min(rlimitTyping, rlimit) : rlimit,
      timeoutMs: timeoutSeconds * 1000,
    };
    const stop = workspace.on(event => {
      if (event.kind === 'progress' && event.what === 'verifying') job.report?.(event.done, event.total);
    });
    const { methods } = job;
    const paths = job === this.due ? openPaths() : job.paths;
    await workspace.verify({ paths, budget, signal, ...(methods ? { methods } : {}) }).finally(stop);
  }

  /** Audits proved methods on many inputs until the next activity. */
  private auditSoon(): void {
    const { settings, mayRun, workspace, log } = this.options;
    if (!mayRun || !settings().replay || !settings().audit) return;
    const audit = new AbortController();
    this.audit = audit;
    this.auditTimer = setTimeout(() => {
      this.auditing = workspace
        .audit({ wanted: AUDIT_INPUTS, signal: audit.signal })
        .then(({ methods, inputs }) => {
          if (methods > 0)
            log.info(`audit: ${methods} proved method${methods === 1 ? '' : 's'}, run on ${inputs} inputs in Ruby`);
        })
        .catch((error: unknown) => this.logError('audit stopped', error));
    }, IDLE_MS);
  }

  private stopAudit(): void {
    this.audit?.abort();
    this.audit = null;
    if (this.auditTimer !== null) clearTimeout(this.auditTimer);
    this.auditTimer = null;
  }

  private logError(what: string, error: unknown): void {
    this.options.log.error(`${what}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
