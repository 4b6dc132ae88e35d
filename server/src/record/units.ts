/**
 * What a rewritten file records: one unit per method, with the positions whose classes are recorded on entry and the
 * branch outcomes that a path consists of. Spans are relative to the start of the method, so moving it changes nothing.
 */
import type { SiteKind } from '../../../shared/src/profile';
import type { Span } from '../base/span';

export type ParameterKind = 'required' | 'optional' | 'rest' | 'key' | 'optionalKey' | 'keyRest' | 'block';

export interface RecordedParameter {
  readonly name: string;
  readonly kind: ParameterKind;
  /** Its class is recorded; false if the program cannot name it (`*`, `(a, b)`, `if:`). */
  readonly recorded: boolean;
}

export type BranchKind =
  | 'if'
  | 'loop'
  | 'connective'
  | 'safe-call'
  | 'or-assign'
  | 'and-assign'
  | 'when'
  | 'in'
  | 'rescue'
  | 'default';

/** One outcome of a branch. Bit `index` of a path is set if a call took it. */
export interface Outcome {
  readonly kind: BranchKind;
  /** `taken` and `else` are outcomes of a condition, or of an arm and of no arm at all. */
  readonly outcome: 'taken' | 'else';
  /** Of the construct. */
  readonly span: Span;
}

export interface RecordedMethod {
  /** `Money#split`, `Money.parse`; a method in a block has no owner: `(block)#to_s`. */
  readonly name: string;
  /** Absolute. */
  readonly span: Span;
  readonly fingerprint: string;
  readonly parameters: readonly RecordedParameter[];
  /** Fields that are read before they are written; their classes on entry follow those of the parameters. */
  readonly fields: readonly string[];
  readonly outcomes: readonly Outcome[];
  /** Parameters whose numbers or sizes are recorded; null: none, and no result either. */
  readonly measured: readonly string[] | null;
}

/** A method or statement of the outline: what an edit changes as one piece. */
export interface RecordedUnit {
  /** Absolute. */
  readonly span: Span;
  readonly fingerprint: string;
  /** The method that it defines, if it is a `def`. */
  readonly defines: string | null;
}

/** A call whose effect depends on a computed name or source. */
export interface RecordedSite {
  readonly kind: SiteKind;
  /** The method that is called, or the handler of missing names. */
  readonly method: string;
  /** Absolute. */
  readonly span: Span;
  /** Fingerprint of the method or class-body statement around it. */
  readonly unit: string;
  /** Relative to the start of that unit. */
  readonly at: Span;
  /** Where the names or sources come from, as far as the call itself shows. */
  readonly from: SiteSource;
}

/** `fixed`: literals and constants; `list`: the unit iterates over a list that is written there. */
export type SiteSource = 'fixed' | 'list' | 'computed';

/** Why a part of a file, or all of it, is not recorded. */
export type NotRecorded =
  | { readonly kind: 'damaged' }
  | { readonly kind: 'misread'; readonly span: Span }
  | { readonly kind: 'too-deep' }
  | { readonly kind: 'ractor' };
