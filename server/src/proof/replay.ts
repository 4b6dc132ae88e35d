/**
 * A counterexample as a Ruby script, and its result. The judge writes the script and reads the result; the host runs it
 * in a fresh Ruby that sees the given sources instead of the files on disk.
 */
import type { RubyValue } from './rubyValue';

/** A workspace file as the editor sees it now. The host mounts this version, never the one on disk. */
export interface ReplayFile {
  readonly path: string;
  readonly text: string;
}

export interface ReplayScript {
  /** Ruby source that evaluates to a String of JSON. It refers to files by their `path`. */
  readonly source: string;
  readonly files: readonly ReplayFile[];
  /** Simpler values that may break the same clause. `source` evaluates to the index of the first that does, or -1. */
  readonly search?: { readonly source: string; readonly alternatives: readonly string[] };
}

export interface ReplayStep {
  readonly path: string;
  readonly line: number; // zero-based
}

/** A condition that was always true, or always false, during the run. Lines are zero-based; columns are bytes. */
export interface ReplayBranch {
  /** The whole `if`, ternary or modifier. */
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly held: boolean;
}

export type ReplayOutcome =
  | { readonly type: 'returned'; readonly value: RubyValue; readonly shown: string }
  | {
      readonly type: 'raised';
      readonly className: string;
      readonly message: string;
      /** Of a NoMethodError: the method that is missing. */
      readonly missing?: string;
      /** It is due to a nil. */
      readonly aboutNil: boolean;
      /** Line of the innermost frame in the replayed method's file; null: there is none. */
      readonly line: number | null;
      /** Lines of all frames in that file, innermost first: the caller's line raises what a callee raises. */
      readonly through: readonly number[];
    };

/** Stated by the user, or implied by a type: the value is not nil, it is of its type, the field is set. */
export type ClauseKind = 'stated' | 'non-nil' | 'type' | 'set';

/** A clause that evaluated to false. */
export interface ReplayViolation {
  /** Id of the clause in the script. */
  readonly clause: string;
  readonly kind: ClauseKind;
  /** Its source; null: a label or the invariant of a loop. */
  readonly text: string | null;
  readonly message: string;
  /** What the field holds whose refinement it is. */
  readonly value?: string;
  readonly blames: 'caller' | 'callee';
  /** Line of the call that broke it (zero-based), for contracts of callees. */
  readonly line: number | null;
}

/** `public-calls`: built by `new` and public setters. `allocate`: the state of some object was set directly. */
type BuiltBy = 'public-calls' | 'allocate' | 'none';

/** A call in parts, each Ruby source. Tests are written from it. */
export interface CallSource {
  /** Statements that create objects which are used more than once. */
  readonly setup: readonly string[];
  readonly receiver: string | null;
  readonly how: 'new' | 'function' | 'public' | 'send';
  /** ` { 0 }`: the block argument; null: none. */
  readonly block: string | null;
  /** The clause is still broken after the call has returned. */
  readonly brokenAtEnd?: true;
  readonly args: readonly {
    readonly name: string;
    readonly keyword: boolean;
    readonly source: string;
    /** `*` or `**`: the value is splatted. */
    readonly spread?: string;
  }[];
}

export interface ReplayRun {
  readonly kind: 'ran';
  readonly ruby: string; // "3.4.1"
  /** The library of Rails that a stand-in replaced in the run. */
  readonly standIn?: string;
  /** Whether the arguments and the state met the precondition. If not, the method was not called. */
  readonly preconditionHeld: boolean;
  readonly outcome: ReplayOutcome;
  /** The call as Ruby source: `Clock.new(59, 0).tick(1)`. */
  readonly call: string;
  readonly source: CallSource;
  readonly bindings: readonly { readonly name: string; readonly shown: string }[];
  /** The first contract that broke; null: none did. */
  readonly violated: ReplayViolation | null;
  /** All contracts that broke, in order. */
  readonly violations: readonly ReplayViolation[];
  /** Clauses that could not be evaluated, and why. */
  readonly unevaluated: readonly { readonly clause: string; readonly why: string }[];
  readonly builtBy: BuiltBy;
  readonly steps: readonly ReplayStep[];
  /** In the method's file; empty if this Ruby does not report branch coverage. */
  readonly branches: readonly ReplayBranch[];
}

/** `timedOut`: the time guard stopped this run, or the search for simpler values before it. */
export type ReplayResult = (ReplayRun | { readonly kind: 'could-not-run'; readonly why: string }) & {
  readonly timedOut?: true;
};

/** The result of one evaluation. `why` is a sentence for users. */
export type RubyReply =
  | { readonly kind: 'value'; readonly text: string; readonly output: string }
  /** `step`: the last step that the script announced (loupe/replay/steps.rb). */
  | {
      readonly kind: 'failed';
      readonly why: string;
      readonly step?: string;
      /** The time guard stopped it. */
      readonly timedOut?: true;
    };
