/** A loop, as its iterations: whether there is another one, and what it does. */
import type { Formula } from '../../logic/formula';
import type { Caveat } from '../../proof/obligation';
import type { Expr } from '../../ril/ril';
import type { ExitList } from '../state/frame';
import type { State } from '../state/state';

export interface Iterations {
  /** Whether there is an iteration k (from 0). May run code (a while's condition). */
  readonly more: (k: Formula, state: State) => { readonly condition: Formula; readonly state: State };
  readonly iteration: (k: Formula, state: State) => State;
  /** How many iterations are unrolled if their number is unknown. */
  readonly bound: number;
  /** How many iterations are unrolled if each certainly happens. */
  readonly exactly: number;
  readonly caveat: Caveat;
  /** Lists of exits that iterations add to, besides those of the context. */
  readonly gathers: readonly ExitList[];
  /** `more` only compares and runs no code. */
  readonly counted: boolean;
  /** The body's name for the iteration number, for loops that count from 0. */
  readonly counter?: string | null;
  /** The condition of a while, for candidates. */
  readonly condition?: Expr;
}
