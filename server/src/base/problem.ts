/** A problem is data: a code of the catalogue (problems/catalogue.ts), a place and the words' arguments. */
import type { Place } from './span';

export type ProblemArg = string | number | boolean | readonly string[];

export interface RelatedPlace {
  readonly place: Place;
  readonly note: string;
}

export interface Problem {
  readonly code: string;
  readonly place: Place;
  readonly args: Readonly<Record<string, ProblemArg>>;
  readonly related?: readonly RelatedPlace[];
  /** Where it differs from the catalogue's: an unsafe method is an error only when its counterexample was run. */
  readonly severity?: 'error' | 'warning' | 'information' | 'hint';
  /** It was found in an earlier text, and what it speaks of is not verified again yet. */
  readonly stale?: boolean;
}
