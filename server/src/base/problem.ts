/** A problem is data: a code of the catalogue (problems/catalogue.ts), a place and the arguments of its message. */
import type { Place } from './span';

export type ProblemArg = string | number | boolean | readonly string[];

export interface RelatedPlace {
  readonly place: Place;
  readonly note: string;
}

/**
 * How sure an inference report is. `certain`: whenever the expression is evaluated it raises. `confirmed`: some value
 * fails, and a run raised. `likely`: some value from the program fails, and no run showed it.
 */
export type Level = 'certain' | 'confirmed' | 'likely';

export interface Problem {
  readonly code: string;
  readonly place: Place;
  readonly args: Readonly<Record<string, ProblemArg>>;
  readonly related?: readonly RelatedPlace[];
  /** Overrides the severity of the catalogue: an unsafe method is an error only if its counterexample ran. */
  readonly severity?: 'error' | 'warning' | 'information' | 'hint';
  /** Of an inference report. */
  readonly level?: Level;
  /** Found in an earlier version of the file; the new version is not verified yet. */
  readonly stale?: boolean;
}
