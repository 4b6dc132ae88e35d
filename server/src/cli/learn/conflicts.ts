/** Conflicts as lines of text, and the calls that end in them. */
import type { Settings } from '../../../../shared/src/settings';
import type { Conflict } from '../../engine/learn/conflicts';
import { findFailingCall } from '../../engine/learn/failingCall';
import type { ReportedConflict } from '../../engine/learn/report';
import type { Workspace } from '../../engine/workspace';
import { budgetOf } from '../budget';
import type { Io } from '../usage';

/** More are listed without a call. */
const MOST_CALLS = 5;
/** A call is worth less than a verdict. */
const SHARE_OF_BUDGET = 10;

/** By conflict; Ruby has run each call. */
export async function findFailingCalls(
  io: Io,
  workspace: Workspace,
  settings: Settings,
  isShown: (path: string) => boolean,
): Promise<ReadonlyMap<Conflict, string>> {
  const { learned } = workspace.snapshot;
  const found = new Map<Conflict, string>();
  const conflicts = io.untilSignal(() =>
    learned
      .methods()
      .filter(key => isShown(learned.entryOf(key)?.entry.path ?? ''))
      .flatMap(key => learned.conflictsOf(key)),
  );
  const { rlimit, timeoutMs } = budgetOf(settings);
  const budget = { rlimit: Math.ceil(rlimit / SHARE_OF_BUDGET), timeoutMs: Math.ceil(timeoutMs / SHARE_OF_BUDGET) };
  for (const conflict of conflicts.slice(0, MOST_CALLS)) {
    if (io.signal.aborted) break;
    const call = await findFailingCall(workspace, { budget, signal: io.signal }, conflict);
    if (call !== null) found.set(conflict, call);
  }
  return found;
}

export function showConflict({ about, path, lines, lower, upper, shown, test }: ReportedConflict): readonly string[] {
  const [first = 0, second] = lines;
  const use = `${upper.slice(1, -1)} is called in line ${(second ?? first) + 1}`;
  const flows = second === undefined ? `${lower} flows in` : `${lower} flows in in line ${first + 1}`;
  const call = shown === null ? [] : [`      Ruby shows it: ${shown}`];
  return [`  ${path}: ${about}: ${flows}${test === null ? '' : ` (${test})`}, and ${use}`, ...call];
}
