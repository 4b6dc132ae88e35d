/** The result for a method. One method, one verdict: the worst of its obligations. */

import type { Place } from '../base/span';
import type { Construct } from '../problems/constructs';
import type { Reason } from '../problems/reason';
import type { MethodKey } from '../types/typedMethod';
import type { Effort } from './effort';
import type { Assumption, Caveat, InferredFrom, InheritedFrom, ObligationKind, StatedClause } from './obligation';
import type { CallSource } from './replay';
import type { RubyValue } from './rubyValue';

export type VerdictStatus =
  | 'safe'
  | 'unsafe'
  | 'undecided'
  | 'not-modelled'
  | 'vacuous'
  | 'type-error'
  | 'internal-error'
  | 'trusted' // an annotation without a visible body
  | 'unchecked'; // no annotation, or not selected by level or label

export type UnsafeCause = 'confirmed' | 'unreached-state' | 'spec-too-weak' | 'unconfirmed';

export interface PathStep {
  readonly place: Place;
  /** A condition that was decided, or the expression that the method returned. */
  readonly kind: 'condition-true' | 'condition-false' | 'return';
  /** Its source; empty if it is the source at `place`. */
  readonly source: string;
}

/** Built from the model first. After a replay, values and path are those of the run. */
export interface Counterexample {
  readonly receiver: RubyValue | null;
  readonly args: readonly { readonly name: string; readonly keyword: boolean; readonly value: RubyValue }[];
  readonly bindings: readonly { readonly name: string; readonly value: RubyValue }[];
  readonly result: RubyValue | null;
  /** In the run, what the field held when it broke its refinement. */
  readonly fieldValue?: RubyValue;
  /** Class and message of the exception that ended the run; then there is no result. */
  readonly exception: { readonly className: string; readonly message: string } | null;
  readonly path: readonly PathStep[];
  /** The call as Ruby source: `incr_sec(59)`, `Clock.new(59, 0, 23).incr_sec`. */
  readonly call: string;
  /** The same call in parts, as it was run. */
  readonly source?: CallSource;
  /** Version of the Ruby that ran it ("3.4.1"); null: not run. */
  readonly ranIn: string | null;
  /** The library of Rails that a stand-in replaced in that run. */
  readonly standIn?: string;
}

export interface ObligationVerdict {
  readonly id: string;
  readonly kind: ObligationKind;
  readonly place: Place;
  readonly clause: StatedClause | null;
  readonly reason: Reason;
  readonly contract?: InheritedFrom;
  readonly status: 'safe' | 'unsafe' | 'undecided' | 'not-modelled' | 'vacuous' | 'internal-error';
  /** Why it is undecided or not modelled, or why a counterexample is not confirmed. */
  readonly why: string | null;
  readonly cause: UnsafeCause | null;
  readonly counterexample: Counterexample | null;
  /** Ruby ran the counterexample and it did not break; only the model says so. */
  readonly contradicted?: true;
  /** It depends on inferred types of fields, so only a run that is confirmed shows that it breaks. */
  readonly inferred?: InferredFrom;
  /** The time guard stopped a run of the counterexample. */
  readonly timedOut?: true;
}

export interface Verdict {
  readonly key: MethodKey;
  readonly status: VerdictStatus;
  readonly caveats: readonly Caveat[];
  /**
   * Caveats under which its writes preserve field types and invariants (judge/writerCaveats.ts); absent: all caveats.
   */
  readonly writerCaveats?: readonly Caveat[];
  readonly obligations: readonly ObligationVerdict[];
  readonly notModelled: readonly { readonly construct: Construct; readonly place: Place }[];
  readonly message: string | null; // of an internal error
  readonly mayRaise: readonly string[];
  /** What the proofs assume. judge/applyCaveats.ts turns owners that are not safe without caveats into caveats. */
  readonly assumptions: readonly Assumption[];
  /** Inferred loop invariants that were proved, as Ruby source for the loop at `place`. */
  readonly invariants: readonly { readonly text: string; readonly place: Place }[];
  readonly effort: Effort;
  /** The time guard stopped the solver or a run. Another attempt may decide more, so this verdict is not final. */
  readonly timedOut?: true;
}
