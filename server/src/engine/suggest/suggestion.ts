/** A contract that was found for a method, or why there is none. */
import type { Construct } from '../../problems/constructs';
import type { Reason } from '../../problems/reason';
import type { Verdict } from '../../proof/verdict';

/** A precondition, and what fails without it. */
export interface Requirement {
  readonly clause: string;
  readonly of: string;
  readonly because: Reason | null;
}

/** A clause that held in every run, and a call that breaks it. */
export interface Refuted {
  readonly clause: string;
  readonly call: string | null;
}

export interface ProvedContract {
  readonly kind: 'proved';
  readonly path: string;
  /** The file with the contract. */
  readonly text: string;
  readonly contract: string;
  readonly requires: readonly Requirement[];
  readonly ensures: readonly string[];
  /** Clauses of `requires` and `ensures` that held in every run that was looked at. */
  readonly observed: ReadonlySet<string>;
  readonly runs: number;
  readonly refuted: readonly Refuted[];
  /** How many clauses were tried. */
  readonly tried: number;
  readonly verdict: Verdict;
}

export type WhyNot =
  | { readonly kind: 'no-contract' }
  /** The method has no annotation, and its types are not known. */
  | { readonly kind: 'no-types' }
  | { readonly kind: 'type-error' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'not-modelled'; readonly construct: Construct }
  | {
      readonly kind: 'fails';
      readonly reason: Reason;
      readonly call: string | null;
      readonly isDecided: boolean;
      /** Clauses about parameters could be added. */
      readonly isOpen: boolean;
    };

export type Suggestion = ProvedContract | { readonly kind: 'stuck'; readonly why: WhyNot };
