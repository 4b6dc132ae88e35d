/** A candidate invariant of a loop. */
import type { Formula } from '../../logic/formula';
import type { Site } from '../state/call';
import type { State } from '../state/state';

export interface Candidate {
  readonly id: string;
  readonly text: string | null;
  readonly site: Site;
  /** Null: not defined in this state. */
  readonly at: (index: Formula, state: State) => Formula | null;
}

export type CandidateDraft = Omit<Candidate, 'id' | 'site'>;
