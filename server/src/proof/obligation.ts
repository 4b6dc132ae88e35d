/**
 * One thing to prove: hypotheses imply goal. Carries its reason, its places and its words from birth.
 * Made by vcgen/, turned to text by solve/, judged by judge/.
 */
import type { Place } from '../base/span';
import type { Formula, Signature } from '../logic/formula';
import type { Type } from '../types/type';
import type { MethodKey } from '../types/typedMethod';
import type { LambdaLine } from './lambda';

export type ObligationKind =
  | 'postcondition'
  | 'precondition'
  | 'non-nil'
  | 'core-precondition'
  | 'frame'
  | 'purity'
  | 'override'
  | 'field-refinement'
  | 'class-invariant'
  | 'loop-invariant-entry'
  | 'loop-invariant-preserved'
  | 'mixin-guarantee'
  | 'exception'
  /** Asked the other way round: can the assumptions hold at all? */
  | 'vacuity';

/** A term whose value in the model the judge needs to tell the story in Ruby. */
export interface Watched {
  /** What it is to the user. */
  readonly role:
    | { readonly type: 'param'; readonly name: string; readonly keyword?: boolean; readonly spread?: boolean }
    | { readonly type: 'self' }
    | { readonly type: 'local'; readonly name: string; readonly place: Place }
    | { readonly type: 'result' }
    | { readonly type: 'callResult'; readonly place: Place; readonly method: MethodKey }
    /** A guard literal: true if the branch at this place was taken. */
    | { readonly type: 'branch'; readonly place: Place; readonly text: string; readonly taken: boolean }
    /** Set by vcgen/ for values behind references: field or contents of another watched term, on entry. */
    /** `member`: of a Struct or Data, which always has all of them. */
    | { readonly type: 'field'; readonly of: string; readonly name: string; readonly member?: boolean }
    | { readonly type: 'element'; readonly of: string; readonly index: number }
    | { readonly type: 'length'; readonly of: string }
    /** One key that was asked for in a hash: the key itself, whether it is there, its value. */
    | {
        readonly type: 'entry';
        readonly of: string;
        readonly index: number;
        readonly part: 'key' | 'present' | 'value';
      }
    | { readonly type: 'size'; readonly of: string }
    | { readonly type: 'default'; readonly of: string }
    | { readonly type: 'frozen'; readonly of: string }
    /** The characters of a string. */
    | { readonly type: 'text'; readonly of: string }
    | { readonly type: 'classOf'; readonly of: string; readonly names?: ReadonlyMap<string, string> };
  /** Names this term for `of` above; unique in the obligation. */
  readonly id: string;
  readonly term: Formula;
  readonly rubyType: Type;
}

/** A limit within which the proof holds; named in the verdict. */
export type Caveat =
  | { readonly type: 'arrays'; readonly bound: number }
  | { readonly type: 'loops'; readonly depth: number }
  | { readonly type: 'recursion'; readonly depth: number }
  | { readonly type: 'reals' }
  | { readonly type: 'bitvectors'; readonly width: number }
  /** Assumes what this method promises, and it is not plainly safe (or has no body in sight). */
  | { readonly type: 'assuming'; readonly what: string; readonly because: string };

const CAST = 'the cast to ';

/** How a cast is named that a proof assumes to be right. */
export function castTo(type: string): string {
  return `${CAST}${type}`;
}

/** The cast that a proof assumes, if it does: no run can break it, only what follows. */
export function assumedCast(caveats: readonly Caveat[]): string | null {
  const found = caveats.find(caveat => caveat.type === 'assuming' && caveat.what.startsWith(CAST));
  return found?.type === 'assuming' ? found.what : null;
}

/** A contract, invariant or label that a proof leans on; the judge looks its owner's verdict up. */
export interface Assumption {
  readonly owner: MethodKey;
  readonly what: 'contract' | 'field' | 'invariant' | 'mixin' | 'purity' | 'frame';
  readonly place: Place | null;
}

export interface Obligation {
  /** Stable within the method, position-free: `postcondition:0:0`. */
  readonly id: string;
  readonly kind: ObligationKind;
  /** What to underline. */
  readonly place: Place;
  /** The clause that demands it, and its text; null for core obligations. */
  readonly clause: { readonly text: string; readonly place: Place | null } | null;
  /** One line for developers and for `explain`: "argument x of incr_sec". */
  readonly about: string;
  readonly hypotheses: readonly Formula[];
  /** Those that speak of the state on entry: never pruned, so that a counterexample meets the precondition. */
  readonly entryHypotheses: readonly Formula[];
  readonly goal: Formula;
  readonly watched: readonly Watched[];
  readonly caveats: readonly Caveat[];
  readonly assumptions: readonly Assumption[];
  /** Tries a guessed invariant: a failure is no fault of the method, the guess is dropped (engine/laps.ts). */
  readonly guess?: string;
  /** Of a vacuity: asked as it is, products of unknowns and all. */
  readonly exactly?: boolean;
  /** Of a vacuity: asks about one assumption that nobody checks. */
  readonly trust?: {
    /** The hypotheses without it: if they contradict each other too, it is not to blame. */
    readonly before: readonly Formula[];
    /** Not asked unless this obligation, further on along the same path, turns out to be impossible. */
    readonly coveredBy: string | null;
  };
}

/** By another id, also where it names one of its own kind. */
export function renamed(obligation: Obligation, name: (id: string) => string): Obligation {
  const { id, trust } = obligation;
  const coveredBy = trust?.coveredBy ? name(trust.coveredBy) : null;
  return { ...obligation, id: name(id), ...(trust && { trust: { ...trust, coveredBy } }) };
}

/** An invariant that nobody wrote; `text`: as it could be written, null where the program has no words for it. */
export interface GuessedInvariant {
  readonly id: string;
  readonly text: string | null;
  /** The loop that it belongs to. */
  readonly place: Place;
}

/** A construct that vcgen has no meaning for; obligations that depend on it are not asked. */
export interface NotModelled {
  readonly construct: string;
  readonly place: Place;
  /** Ids of the obligations that would have depended on it; empty: the whole method. */
  readonly affects: readonly string[];
}

/** Everything vcgen has to say about one method. */
export interface MethodObligations {
  readonly key: MethodKey;
  readonly signature: Signature;
  readonly obligations: readonly Obligation[];
  readonly notModelled: readonly NotModelled[];
  /** Lambda-I, for each signature (`loupe print lambda`). */
  readonly lambda: readonly (readonly LambdaLine[])[];
  /** Methods whose bodies were inlined: their edits re-verify this one. */
  readonly inlined: readonly MethodKey[];
  readonly contracts: readonly MethodKey[];
  readonly mayRaise: readonly string[];
  /** Of the method as a whole, also where no obligation came of it: a field's declared type, a loop cut short. */
  readonly assumptions: readonly Assumption[];
  readonly caveats: readonly Caveat[];
  /** Loops were read for an arbitrary round: such a proof holds for any size, but a failure says nothing. */
  readonly general: boolean;
  readonly guesses: readonly GuessedInvariant[];
}
