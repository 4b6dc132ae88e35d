/** What Loupe says about a method. One method, one verdict: the worst of its obligations. */
import type { Place } from '../base/span';
import type { MethodKey } from '../types/typedMethod';
import type { Effort } from './effort';
import type { Assumption, Caveat, ObligationKind } from './obligation';
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
  | 'trusted' // an annotation with no body in sight
  | 'unchecked'; // no annotation

export type UnsafeCause = 'confirmed' | 'unreached-state' | 'spec-too-weak' | 'unconfirmed';

export interface PathStep {
  readonly place: Place;
  /** `x == 58 is false`, `returns x + 1` */
  readonly note: string;
}

/** From the model first; after a replay, values and path are those of the run. */
export interface Counterexample {
  readonly receiver: RubyValue | null;
  readonly args: readonly { readonly name: string; readonly keyword: boolean; readonly value: RubyValue }[];
  readonly bindings: readonly { readonly name: string; readonly value: RubyValue }[];
  readonly result: RubyValue | null;
  /** Class and message of the exception that ended the run, instead of a result. */
  readonly exception: { readonly className: string; readonly message: string } | null;
  readonly path: readonly PathStep[];
  /** The call in Ruby source: `incr_sec(59)`, `Clock.new(59, 0, 23).incr_sec`. */
  readonly call: string;
  /** The same in pieces, as it was run. */
  readonly source?: CallSource;
  /** Ruby that was run ("3.4.1"), or null: not run. */
  readonly ranIn: string | null;
}

export interface ObligationVerdict {
  readonly id: string;
  readonly kind: ObligationKind;
  readonly place: Place;
  readonly clause: { readonly text: string; readonly place: Place | null } | null;
  readonly about: string;
  readonly status: 'safe' | 'unsafe' | 'undecided' | 'not-modelled' | 'vacuous' | 'internal-error';
  /** Why it is undecided or not modelled, or why a counterexample is not confirmed. */
  readonly reason: string | null;
  readonly cause: UnsafeCause | null;
  readonly counterexample: Counterexample | null;
}

export interface Verdict {
  readonly key: MethodKey;
  readonly status: VerdictStatus;
  readonly caveats: readonly Caveat[];
  readonly obligations: readonly ObligationVerdict[];
  readonly notModelled: readonly { readonly construct: string; readonly place: Place }[];
  readonly message: string | null; // of an internal error
  readonly mayRaise: readonly string[];
  /** What the proofs lean on; judge/settle.ts turns owners that are not plainly safe into caveats. */
  readonly assumptions: readonly Assumption[];
  /** Loop invariants that were guessed and proved, as they could be written into the loop at `place`. */
  readonly invariants: readonly { readonly text: string; readonly place: Place }[];
  readonly effort: Effort;
}
