/**
 * A counterexample as a script for a real Ruby, and what came back. The judge makes the one and reads the other; the
 * host runs it in a pristine Ruby that sees the given texts in place of the files on disk.
 */
import type { RubyValue } from './rubyValue';

/** A workspace file as the editor sees it now; the host mounts the text, never the disk's version. */
export interface ReplayFile {
  readonly path: string;
  readonly text: string;
}

export interface ReplayScript {
  /** Ruby source whose value is a String of JSON. It names files by their `path`. */
  readonly source: string;
  readonly files: readonly ReplayFile[];
  /** Simpler values that may break the same. `source` gives the number of the first that does, or -1. */
  readonly search?: { readonly source: string; readonly alternatives: readonly string[] };
}

export interface ReplayStep {
  readonly path: string;
  readonly line: number; // zero-based
}

/** A condition that the run met and that was always true, or always false. Zero-based lines; columns are bytes. */
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
      /** In the replayed method's file, innermost frame that stands there; null: none does. */
      readonly line: number | null;
      /** Of all frames that stand there, innermost first: what a callee raises, its caller's line raises. */
      readonly through: readonly number[];
    };

/** A clause that was false when Ruby evaluated it. */
export interface ReplayViolation {
  /** Id of the clause as the script gave it. */
  readonly clause: string;
  readonly message: string;
  readonly blames: 'caller' | 'callee';
  /** Where the call stands that broke it (zero-based), for contracts of callees. */
  readonly line: number | null;
}

/** `public-calls`: by `new` and public setters. `allocate`: some object's state was set directly. */
export type BuiltBy = 'public-calls' | 'allocate' | 'none';

/** A call in pieces, each Ruby source: what a test is written from. */
export interface CallSource {
  /** Statements that make objects which stand in several places. */
  readonly setup: readonly string[];
  readonly receiver: string | null;
  readonly how: 'new' | 'function' | 'public' | 'send';
  /** ` { 0 }`: the block that is passed; null: none. */
  readonly block: string | null;
  /** What broke is still broken when the call has returned. */
  readonly brokenAtEnd?: true;
  readonly args: readonly {
    readonly name: string;
    readonly keyword: boolean;
    readonly source: string;
    /** `*` or `**`: its value stands for any number of arguments. */
    readonly spread?: string;
  }[];
}

export interface ReplayRun {
  readonly kind: 'ran';
  readonly ruby: string; // "3.4.1"
  /** Did the arguments and the state meet the precondition? If not, the method was not called. */
  readonly preconditionHeld: boolean;
  readonly outcome: ReplayOutcome;
  /** The call in Ruby source, as it was made: `Clock.new(59, 0).tick(1)`. */
  readonly call: string;
  readonly source: CallSource;
  readonly bindings: readonly { readonly name: string; readonly shown: string }[];
  /** The contract that broke first; null: none did. */
  readonly violated: ReplayViolation | null;
  /** All that broke, in order. */
  readonly violations: readonly ReplayViolation[];
  /** Clauses that could not be evaluated, and why. */
  readonly unevaluated: readonly { readonly clause: string; readonly why: string }[];
  readonly builtBy: BuiltBy;
  readonly steps: readonly ReplayStep[];
  /** In the method's file; empty where this Ruby does not count them. */
  readonly branches: readonly ReplayBranch[];
}

export type ReplayResult = ReplayRun | { readonly kind: 'could-not-run'; readonly why: string };

/** What one evaluation gave. `why` is a sentence for users. */
export type RubyReply =
  | { readonly kind: 'value'; readonly text: string; readonly output: string }
  /** `step`: what the script said last that it was about to do (loupe/replay/steps.rb). */
  | { readonly kind: 'failed'; readonly why: string; readonly step?: string };
