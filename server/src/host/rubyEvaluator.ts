/** Any Ruby that can run a script. */
import type { ReplayFile, RubyReply } from '../proof/replay';

/**
 * Evaluates any script and returns the value of its last expression as a string. The basis of replays, audits and
 * hooks.
 */
export interface RubyEvaluator {
  evaluate(source: string, files: readonly ReplayFile[], signal: AbortSignal): Promise<RubyReply>;
  close(): Promise<void>;
}
