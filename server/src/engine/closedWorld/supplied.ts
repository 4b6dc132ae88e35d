/** What callers pass to a method, as types and as the calls that they come from. */
import type { RunOutcome } from '../../check/transferFunction';
import type { OutgoingCall } from '../../types/summary';
import type { Type } from '../../types/type';

/** Types by parameter; absent: the callers do not determine one. */
export type Supplied = ReadonlyMap<string, Type>;

export interface Supply {
  readonly calls: readonly OutgoingCall[];
  /** %bot: nothing is known of what the callers pass as yet. */
  readonly types: Supplied;
  /** The runs that the types rest on. */
  readonly runs: readonly RunOutcome[];
}
