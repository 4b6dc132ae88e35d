/** What a replay is asked to show: a method, its arguments and the obligation that should break. */
import type { Place } from '../base/span';
import type { Reason } from '../problems/reason';
import type { MethodInfo, Program } from '../program/program';
import type { Assumption, InheritedFrom, ObligationKind } from '../proof/obligation';
import type { ReplayFile } from '../proof/replay';
import type { RubyValue } from '../proof/rubyValue';
import type { Counterexample } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';

export interface ReplayRequest {
  readonly program: Program;
  readonly method: MethodInfo;
  readonly obligation: {
    readonly kind: ObligationKind;
    readonly place: Place;
    readonly clause: { readonly text: string; readonly place: Place | null } | null;
    /** Absent if only the clause is known. */
    readonly reason?: Reason;
    readonly contract?: InheritedFrom;
    readonly deferred?: true;
    readonly raises?: readonly string[];
  };
  readonly counterexample: Counterexample;
  readonly assumptions: readonly Assumption[];
  readonly files: readonly ReplayFile[];
  /** The current position of a place, zero-based. */
  readonly lineOf: (place: Place) => { readonly path: string; readonly line: number; readonly offset?: number } | null;
  /** The callees whose results the model chose. */
  readonly answering?: readonly MethodKey[];
  /** What callees return in the model; set for the second run, which shows that a contract is too weak. */
  readonly callResults?: readonly { readonly method: MethodKey; readonly value: RubyValue; readonly place?: Place }[];
}
