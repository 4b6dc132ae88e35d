import type { Settings } from '../../../shared/src/settings';
import type { Budget } from '../proof/query';

/** The budget of final verdicts: on save and on the command line. */
export function budgetOf(settings: Settings): Budget {
  return { rlimit: settings.rlimit, timeoutMs: settings.timeoutSeconds * 1000 };
}
