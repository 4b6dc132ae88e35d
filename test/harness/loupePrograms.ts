/** What Loupe reports on whole programs, each alone in a workspace of its own. */
import type { Level } from '../../server/src/base/problem';
import { Workspace } from '../../server/src/engine/workspace';
import { diagnosticsOf } from '../../server/src/ide/diagnostics';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/src/settings';
import { createTestHost, NEVER, TEST_BUDGET } from './workspace';

export interface Report {
  readonly code: string;
  /** Null: not a report of inference. */
  readonly level: Level | null;
  /** Zero-based. */
  readonly line: number;
  readonly message: string;
}

export interface ProgramChecker {
  readonly check: (text: string) => Promise<readonly Report[]>;
  readonly close: () => Promise<void>;
}

const PATH = 'program.rb';

/** `mayRun`: errors that only values decide are reported where a run in the embedded Ruby raises them. */
export function createProgramChecker({ mayRun } = { mayRun: false }): ProgramChecker {
  const host = createTestHost({ mayRun });
  const settings: Settings = { ...DEFAULT_SETTINGS, replay: mayRun };
  const stay = async (): Promise<void> => {};
  const lent = { ...host, solver: { ...host.solver, close: stay }, ruby: { ...host.ruby, close: stay } };
  return {
    check: async text => {
      const workspace = await Workspace.create(lent, settings);
      try {
        workspace.open(PATH, text);
        if (mayRun) await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
        return reportsIn(workspace, settings);
      } finally {
        await workspace.dispose();
      }
    },
    close: async () => {
      await Promise.all([host.solver.close(), host.ruby.close()]);
    },
  };
}

function reportsIn(workspace: Workspace, settings: Settings): readonly Report[] {
  const { snapshot } = workspace;
  const lines = snapshot.files.get(PATH)?.lines;
  return diagnosticsOf(snapshot, PATH, settings).map(({ code, location, message, problem }) => ({
    code,
    level: problem.level ?? null,
    line: lines?.position(location.span.start).line ?? 0,
    message,
  }));
}
