/** A workspace for tests: real parser, library and solver; answers cached in memory; code runs only if requested. */

import type { Assets, Host } from '../../server/src/engine/host';
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

export function createTestHost(options: TestWorkspaceOptions = {}): Host {
  return createHost({
    settings: { ...DEFAULT_SETTINGS, ...options.settings },
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: message => console.error(message) },
    cache: 'memory',
    interactive: false,
    mayRun: options.mayRun ?? false,
    root: null,
    assets: TEST_ASSETS,
  });
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
