/** A workspace for tests: real parser, library and solver; answers cached in memory; code runs only if requested. */

import type { Assets, Host, RubyHost, SolverHost } from '../../server/src/engine/host';
import { Workspace } from '../../server/src/engine/workspace';
import { createHost } from '../../server/src/host/createHost';
import { DiskAssets } from '../../server/src/host/diskAssets';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/src/settings';

export interface TestWorkspaceOptions {
  readonly settings?: Partial<Settings>;
  readonly mayRun?: boolean;
}

export const TEST_BUDGET = { rlimit: DEFAULT_SETTINGS.rlimit, timeoutMs: 60_000 };
/** The library is decoded once for all workspaces of a test process. */
export const TEST_ASSETS: Assets = new DiskAssets();
export const NEVER = new AbortController().signal;

/** Hosts that lend their solver or their Ruby, by what these depend on. */
const LENDERS = new Map<string, Host>();

/** Solvers and the embedded Ruby are slow to start: all hosts of a test process share them, and nothing else. */
export function createTestHost(options: TestWorkspaceOptions = {}): Host {
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const mayRun = options.mayRun ?? false;
  const create = (): Host =>
    createHost({
      settings,
      log: { debug: () => {}, info: () => {}, warn: () => {}, error: message => console.error(message) },
      cache: 'memory',
      interactive: false,
      mayRun,
      root: null,
      assets: TEST_ASSETS,
    });
  const lender = (...parts: readonly unknown[]): Host => {
    const key = parts.join(' ');
    const found = LENDERS.get(key) ?? create();
    LENDERS.set(key, found);
    return found;
  };
  const { solver } = lender('solver', settings.solver, settings.jobs);
  const { ruby } = lender('ruby', settings.ruby, mayRun);
  return { ...create(), solver: lendSolver(solver), ruby: lendRuby(ruby) };
}

/** To close a lent solver cancels the queries of the borrower. */
function lendSolver(solver: SolverHost): SolverHost {
  const closed = new AbortController();
  return {
    version: solver.version,
    solve: (queries, budget, signal) => solver.solve(queries, budget, AbortSignal.any([signal, closed.signal])),
    close: async () => closed.abort(),
  };
}

/** To close a lent Ruby cancels the runs of the borrower. */
function lendRuby(ruby: RubyHost): RubyHost {
  const closed = new AbortController();
  const either = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, closed.signal]);
  return {
    replay: (script, signal) => ruby.replay(script, either(signal)),
    hooks: (request, signal) => ruby.hooks(request, either(signal)),
    evaluate: (source, files, signal) => ruby.evaluate(source, files, either(signal)),
    close: async () => closed.abort(),
  };
}

export async function createTestWorkspace(options: TestWorkspaceOptions = {}): Promise<Workspace> {
  const settings = { ...DEFAULT_SETTINGS, replay: options.mayRun ?? false, ...options.settings };
  return Workspace.create(createTestHost(options), settings);
}

/** `key -> status` of every method of a file. */
export function verdictsIn(workspace: Workspace, path: string): Record<string, string> {
  const methods = workspace.snapshot.files.get(path)?.methods ?? [];
  return Object.fromEntries(methods.map(method => [method.info.key, method.verdict?.status ?? 'none']));
}
