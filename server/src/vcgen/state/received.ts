/** What containers held when a value was received. */
import type { Formula } from '../../logic/formula';
import type { TrailMap } from './trail';

/** The contents of all containers when a value was received. */
export interface ReceivedState {
  readonly elements: Formula;
  readonly length: Formula;
  readonly values: Formula;
  readonly present: Formula;
  readonly size: Formula;
  readonly default: Formula;
}

/** The states in which a term was received, each with its condition. */
export type ReceivedOrigins = ReadonlyMap<ReceivedState, Formula>;

export interface ReceivedTuples {
  readonly handed: TrailMap<Formula | string, ReceivedState>;
  readonly known: TrailMap<Formula, ReceivedOrigins>;
}
