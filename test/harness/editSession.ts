/** A workspace that goes through an edit script (editScripts.ts) and is compared with fresh ones. */
import assert from 'node:assert/strict';
import type { Host } from '../../server/src/engine/host';
import { Workspace } from '../../server/src/engine/workspace';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { editBetween } from './editedProgram';
import {
  applyStep,
  isMoment,
  type Model,
  type Moment,
  printModel,
  type Script,
  type Step,
  startOf,
} from './editScripts';
import { programState, shownState } from './shownState';
import { NEVER, TEST_BUDGET } from './workspace';

const SETTINGS = { ...DEFAULT_SETTINGS, replay: false };
const WITH_HOOK = 3;

/** Runs scripts one after the other. Their workspaces share a solver, its answers and the library. */
export class ScriptRunner {
  static async create(host: Host): Promise<ScriptRunner> {
    return new ScriptRunner(await Workspace.create(host, SETTINGS));
  }

  private constructor(private readonly empty: Workspace) {}

  /** Fails if the workspace differs from a fresh check: at the end, and at each comparison of the script. */
  async run(script: Script): Promise<void> {
    const workspace = this.empty.fork(script.lazy ? { wholeUpTo: 0 } : {});
    await new Session(script, workspace, () => this.empty.fork()).run();
  }

  close(): Promise<void> {
    return this.empty.dispose();
  }
}

type Sources = ReadonlyMap<string, string>;

class Session {
  private model: Model;
  private sources: Sources = new Map();
  private readonly closed = new Set<string>();

  constructor(
    private readonly script: Script,
    private readonly workspace: Workspace,
    private readonly createFresh: () => Workspace,
  ) {
    this.model = startOf(script);
  }

  async run(): Promise<void> {
    this.sync(false);
    await this.verify();
    for (const [i, step] of this.script.steps.entries()) {
      if (isMoment(step.what)) await this.pass(step.what, step, `after step ${i + 1}`);
      else {
        this.model = applyStep(this.model, step);
        this.sync(step.c % 2 === 0);
        if (step.b % 3 > 0) void this.workspace.snapshot.version; // as an editor does
      }
    }
    await this.compare('at the end');
    for (const path of this.sources.keys()) this.workspace.remove(path);
  }

  /** Tells the workspace what changed. `newFirst`: add files before removing others. */
  private sync(newFirst: boolean): void {
    const now = printModel(this.model, this.script.start === WITH_HOOK);
    const before = this.sources;
    this.sources = now;
    const put = (): void => {
      for (const [path, text] of now) this.put(path, before.get(path), text);
    };
    if (newFirst) put();
    for (const path of before.keys()) if (!now.has(path)) this.workspace.remove(path);
    if (!newFirst) put();
  }

  private put(path: string, before: string | undefined, text: string): void {
    const { workspace } = this;
    if (before === text) return;
    if (this.closed.has(path) || path.endsWith('.rbs')) workspace.setDisk(path, text);
    else if (before === undefined) workspace.open(path, text);
    else workspace.edit(path, [editBetween(before, text)]);
  }

  private async pass(moment: Moment, { a, b }: Step, when: string): Promise<void> {
    const { workspace, closed } = this;
    const paths = [...this.model.files.keys()];
    const path = paths[a % Math.max(1, paths.length)];
    switch (moment) {
      case 'look':
        shownState(workspace);
        break;
      case 'verify':
        await this.verify();
        break;
      case 'stop verifying':
        await this.stopVerifying(b);
        break;
      case 'close':
        if (path === undefined || closed.has(path)) break;
        closed.add(path);
        workspace.close(path);
        break;
      case 'open':
        if (path === undefined || !closed.delete(path)) break;
        workspace.open(path, this.sources.get(path)!);
        break;
      case 'fork': {
        const fork = workspace.fork();
        const edited = applyStep(this.model, { what: b % 2 === 0 ? 'edit body' : 'edit signatures', a, b, c: 0 });
        for (const [each, text] of printModel(edited, this.script.start === WITH_HOOK)) fork.setDisk(each, text);
        shownState(fork);
        break;
      }
      case 'compare':
        await this.compare(when);
        break;
    }
  }

  private verify(): Promise<void> {
    return this.workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
  }

  private async stopVerifying(events: number): Promise<void> {
    const controller = new AbortController();
    let left = events;
    const stop = this.workspace.on(() => {
      if (left-- === 0) controller.abort();
    });
    await this.workspace.verify({ budget: TEST_BUDGET, signal: controller.signal });
    stop();
  }

  private async compare(when: string): Promise<void> {
    const fresh = this.createFresh();
    for (const [path, text] of this.sources) fresh.setDisk(path, text);
    const [mine, expected] = [this.workspace.snapshot.program, fresh.snapshot.program];
    assert.deepEqual(programState(mine), programState(expected), `the program ${when}`);
    await this.verify();
    await fresh.verify({ budget: TEST_BUDGET, signal: NEVER });
    assert.deepEqual(shownState(this.workspace), shownState(fresh), `what is shown ${when}`);
  }
}
