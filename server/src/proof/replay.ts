/** A counterexample as a script for a real Ruby, and what came back. The judge makes the one and reads the other. */
import type { RubyValue } from './rubyValue';

export interface ReplayScript {
  /** Complete Ruby source to evaluate after the workspace's file(s); prints nothing, returns JSON through the host's channel. */
  readonly source: string;
  /** Workspace files to load first, in order. */
  readonly files: readonly string[];
}

export interface ReplayStep {
  readonly path: string;
  readonly line: number; // zero-based
}

export type ReplayResult =
  | {
      readonly kind: 'ran';
      readonly ruby: string; // "3.4.1"
      /** Did the arguments and the state meet the precondition? */
      readonly preconditionHeld: boolean;
      readonly outcome:
        | { readonly type: 'returned'; readonly value: RubyValue; readonly shown: string }
        | { readonly type: 'raised'; readonly className: string; readonly message: string; readonly line: number | null };
      /** Source texts (in Ruby syntax) of arguments and receiver as built. */
      readonly call: string;
      readonly bindings: readonly { readonly name: string; readonly shown: string }[];
      /** The contract that broke, by clause id; null: none did. */
      readonly violated: { readonly clause: string; readonly message: string; readonly blames: 'caller' | 'callee' } | null;
      /** How the receiver was built. */
      readonly builtBy: 'public-calls' | 'allocate' | 'none';
      readonly steps: readonly ReplayStep[];
    }
  | { readonly kind: 'could-not-run'; readonly why: string };
