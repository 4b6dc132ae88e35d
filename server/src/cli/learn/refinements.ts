/** What runs recorded of values -> refinements that the solver has proved, for `loupe learn --show --format json`. */
import type { Settings } from '../../../../shared/src/settings';
import type { ReportedRefinement } from '../../engine/learn/report';
import type { Workspace } from '../../engine/workspace';
import { suggestFor } from '../../ide/suggest';
import type { MethodKey } from '../../types/typedMethod';
import type { Io } from '../usage';

/** `loupe suggest` shows those of further methods. */
const MOST_METHODS = 100;

/** Only of methods of which runs recorded values (`--values`). */
export async function findRefinements(
  io: Io,
  workspace: Workspace,
  settings: Settings,
  isShown: (path: string) => boolean,
): Promise<ReadonlyMap<MethodKey, readonly ReportedRefinement[]>> {
  const { learned, files } = workspace.snapshot;
  const measured = new Set(
    learned.methods().filter(key => {
      const entry = learned.entryOf(key)?.entry;
      return entry?.values != null && isShown(entry.path);
    }),
  );
  const methods = [...files.values()].flatMap(file => file.methods.filter(({ info }) => measured.has(info.key)));
  const found = new Map<MethodKey, readonly ReportedRefinement[]>();
  for (const method of methods.slice(0, MOST_METHODS)) {
    if (io.signal.aborted) break;
    const suggestion = await suggestFor({ workspace, settings, signal: io.signal }, method);
    if (suggestion.kind === 'stuck') continue;
    const under = suggestion.requires.map(({ clause }) => clause);
    found.set(method.info.key, [
      ...suggestion.requires.map(({ of, clause }) => ({ of, text: clause, word: 'needs' as const, under: [] })),
      ...suggestion.ensures.map(text => ({ of: 'result', text, word: 'proved' as const, under })),
    ]);
  }
  return found;
}
