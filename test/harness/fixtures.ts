/**
 * Runs a fixture through a real workspace and reports, in lines, where the results differ from the fixture's marks. No
 * line: they agree exactly. Also prints the actual state as marks, for people.
 */
import type { Host } from '../../server/src/engine/host';
import { Workspace } from '../../server/src/engine/workspace';
import { createHost } from '../../server/src/host/createHost';
import { DiskCache } from '../../server/src/host/diskCache';
import { MemoryCache } from '../../server/src/host/memoryCache';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/src/settings';
import { answerMode, KeptAnswers, keptCache, keptRuns, SOLVED } from './committedAnswers';
import { compareFile } from './compare';
import {
  type Fixture,
  type FixtureFile,
  type Mark,
  type Replacement,
  readFixture,
  readMarks,
  type Step,
} from './marks';
import { Causes } from './unconfirmed';
import { TEST_ASSETS } from './workspace';

interface FixtureReport {
  /** Empty when everything agrees. */
  readonly differences: readonly string[];
}

/** Fixtures share the solvers and the embedded Ruby, which are slow to start; each has its own workspace. */
export interface FixtureRunner {
  readonly run: (name: string, source: string) => Promise<FixtureReport>;
  /** How many answers were computed because they are not kept. */
  readonly missing: () => number;
  readonly close: () => Promise<void>;
}

export interface FixtureRunnerOptions {
  readonly keep?: (name: string) => KeptAnswers;
  /** False: answers are not shared between fixtures. */
  readonly sharesAnswers?: boolean;
}

export function createFixtureRunner(options: FixtureRunnerOptions = {}): FixtureRunner {
  const { keep = (name: string) => new KeptAnswers(name), sharesAnswers = true } = options;
  let missing = 0;
  const hosts = { running: hostFor(true), still: hostFor(false) };
  return {
    run: async (name, source) => {
      const fixture = readFixture(name, source);
      const settings = { ...DEFAULT_SETTINGS, ...fixture.settings, replay: fixture.run } as Settings;
      const kept = keep(name);
      const errors: string[] = [];
      const host = lendHost(fixture.run ? hosts.running : hosts.still, kept, errors);
      const memory = sharesAnswers ? host.cache : new MemoryCache();
      const workspace = await Workspace.create({ ...host, cache: keptCache(kept, memory) }, settings);
      try {
        const causes = fixture.run ? new Causes(name) : null;
        const differences = await playThrough(workspace, settings, fixture, causes);
        kept.save();
        missing += kept.missing;
        return {
          differences: [...differences, ...kept.differences(), ...errors.map(error => `internal error: ${error}`)],
        };
      } finally {
        await workspace.dispose();
      }
    },
    missing: () => missing,
    close: async () => {
      const all = [hosts.running, hosts.still];
      await Promise.all(all.flatMap(host => [host.solver.close(), host.ruby.close()]));
    },
  };
}

function hostFor(mayRun: boolean): Host {
  const host = createHost({
    settings: DEFAULT_SETTINGS,
    log: silent,
    cache: 'memory',
    interactive: false,
    mayRun,
    root: null,
    assets: TEST_ASSETS,
  });
  return answerMode() === 'update' ? { ...host, cache: new DiskCache(SOLVED) } : host;
}

/** A host that outlives its workspace and knows the kept runs of the fixture; `errors` receives what it would log as an error. */
function lendHost(host: Host, kept: KeptAnswers, errors: string[]): Host {
  const stay = async (): Promise<void> => {};
  return {
    ...host,
    log: { ...host.log, error: message => errors.push(message) },
    solver: {
      version: host.solver.version,
      solve: (queries, budget, signal) => host.solver.solve(queries, budget, signal),
      close: stay,
    },
    ruby: { ...keptRuns(kept, host.ruby), close: stay },
  };
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: (message: string) => console.error(message) };

/** The source of the marks: Ruby in which the script may have changed marks. */
interface State {
  readonly file: FixtureFile;
  readonly marked: string;
}

async function playThrough(
  workspace: Workspace,
  settings: Settings,
  fixture: Fixture,
  causes: Causes | null,
): Promise<readonly string[]> {
  let states: readonly State[] = fixture.files.map(file => ({ file, marked: file.text }));
  const verifies = states.some(({ marked }) => readMarks(marked).some(isVerdict)) || fixture.steps.some(expectsVerdict);
  for (const { file } of states) workspace.open(file.name, file.text);
  if (verifies) await verify(workspace, settings);
  const compareAll = (): readonly string[] => [
    ...compare(workspace, settings, states, verifies),
    ...(causes?.compare(workspace.snapshot) ?? []),
  ];
  const differences = [...compareAll()];
  for (const [index, step] of fixture.steps.entries()) {
    const label = `after edit ${index + 1}: `;
    const next = states.map(state => applyStep(state, step));
    const judged = await play(workspace, settings, states, next, verifies);
    states = next;
    const found = [...compareAll(), ...compareWork(workspace, step, judged)];
    differences.push(...found.map(line => label + line));
  }
  return [...differences, ...(causes?.finish() ?? [])];
}

function isVerdict(mark: Mark): boolean {
  return mark.kind === 'verdict';
}

function expectsVerdict(step: Step): boolean {
  return step.judged !== null;
}

/**
 * Only a guard against hangs: the budget is the solver's own resource limit, so a loaded machine changes no verdict.
 */
const GUARD_MS = 240_000;

async function verify(workspace: Workspace, settings: Settings): Promise<readonly string[]> {
  const judged: string[] = [];
  const stop = workspace.on(event => {
    if (event.kind === 'judged') judged.push(event.method);
  });
  const budget = { rlimit: settings.rlimit, timeoutMs: GUARD_MS };
  await workspace.verify({ budget, signal: new AbortController().signal });
  stop();
  return judged;
}

/** Edits apply to the first file that contains the string; marks are changed in the marked source only. */
function applyStep(state: State, step: Step): State {
  const edited = step.edits.reduce((text, edit) => replaceIfThere(text, edit), state.file.text);
  const marked = [...step.edits, ...step.expects].reduce((text, edit) => replaceIfThere(text, edit), state.marked);
  return { file: { name: state.file.name, text: edited }, marked };
}

function replaceIfThere(text: string, { from, to }: Replacement): string {
  const at = text.indexOf(from);
  if (at >= 0 && text.indexOf(from, at + 1) >= 0) throw new Error(`'${from}' occurs more than once in the fixture`);
  return at < 0 ? text : text.slice(0, at) + to + text.slice(at + from.length);
}

async function play(
  workspace: Workspace,
  settings: Settings,
  before: readonly State[],
  after: readonly State[],
  verifies: boolean,
): Promise<readonly string[]> {
  before.forEach((state, index) => {
    const next = after[index]!.file.text;
    if (state.file.text !== next) workspace.edit(state.file.name, [smallestEdit(state.file.text, next)]);
  });
  return verifies ? verify(workspace, settings) : [];
}

/** The edit that an editor would send: without the common prefix and suffix. */
function smallestEdit(before: string, after: string): { start: number; end: number; text: string } {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - start;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

function compare(
  workspace: Workspace,
  settings: Settings,
  states: readonly State[],
  verifies: boolean,
): readonly string[] {
  const { snapshot } = workspace;
  return states.flatMap(({ file, marked }, index) => {
    const lines = compareFile(snapshot, file.name, readMarks(marked), settings, verifies);
    return index === 0 ? lines : lines.map(line => `${file.name}: ${line}`);
  });
}

function compareWork(workspace: Workspace, step: Step, judged: readonly string[]): readonly string[] {
  const found: string[] = [];
  const lowered = [...workspace.snapshot.files.values()].reduce((sum, file) => sum + file.ril.lowered, 0);
  if (step.lowered !== null && lowered !== step.lowered)
    found.push(`${lowered} methods were lowered, not ${step.lowered}`);
  const seen = [...new Set(judged)].sort().join(', ');
  const wanted = step.judged === null ? seen : [...step.judged].sort().join(', ');
  if (seen !== wanted) found.push(`judged: ${seen || 'none'}, not ${wanted || 'none'}`);
  return found;
}
