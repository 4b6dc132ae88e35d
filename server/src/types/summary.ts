/**
 * What is inferred about code without declared types, as plain data. A summary is what callers see of a method: it
 * has no positions except Places. Flexible types (`dynamic` with `of`) stand for parameters and for what is made from
 * them, so a result may be a scheme: `def id(x) = x` returns `%dyn of x`.
 */
import type { Place } from '../base/span';
import type { UnknownCause } from '../problems/unknownCauses';
import type { Type } from './type';
import type { MethodKey } from './typedMethod';

/** What a method may write: fields, `contents` of containers, `%world` outside; null: anything. */
export type Effect = readonly string[] | null;

/** Something that an expression requires of a parameter, or of what was made from one (`on`: `x`, `x.name`). */
export type Constraint =
  | {
      readonly kind: 'method';
      readonly on: string;
      readonly name: string;
      readonly args: readonly Type[];
      readonly hasBlock: boolean;
    }
  /** The parameter is passed where this type is declared. */
  | { readonly kind: 'bound'; readonly on: string; readonly type: Type };

export interface PlacedConstraint {
  readonly requires: Constraint;
  /** Every call of the method evaluates it. */
  readonly must: boolean;
  readonly place: Place;
}

export interface ParamSummary {
  readonly name: string;
  readonly kind: string;
  /** The type of the default value; null: it has none. */
  readonly default: Type | null;
}

/** How a method uses its block. */
export interface BlockUseSummary {
  readonly args: readonly Type[];
  readonly must: boolean;
}

/** One assignment of a field, a class variable or a global, or an insertion into the container that it holds. */
export interface FieldWrite {
  readonly name: string;
  readonly type: Type;
  readonly place: Place;
  /** `declared`: assigned with its type, `@x = T.let(e, T)` or `@x = e #: T`. */
  readonly how: 'assigned' | 'declared' | 'inserted';
  /** Of a container that is allocated here: nothing is in it but what is inserted. For shown types only. */
  readonly allocated?: Type;
}

/** A call that the body makes, with the types of its arguments by parameter name of the callee. */
export interface OutgoingCall {
  readonly callee: MethodKey;
  readonly args: ReadonlyMap<string, Type>;
  /** What its block returns; absent: it has none, or passes one on. */
  readonly block?: Type;
  /** A splat hides what it passes: all arguments are unknown. */
  readonly isHidden?: true;
  readonly place: Place;
}

/** Where a member of a result came in. */
export interface ResultOrigin {
  readonly type: Type;
  readonly place: Place;
}

export interface Summary {
  readonly key: MethodKey;
  readonly params: readonly ParamSummary[];
  readonly constraints: readonly PlacedConstraint[];
  /** Over the flexible types of the parameters. `bottom`: never returns. */
  readonly result: Type;
  readonly origins: readonly ResultOrigin[];
  readonly block: BlockUseSummary | null;
  /** What one run of the block is given, several values as a tuple; null: no block, or unknown code may run it. */
  readonly element: Type | null;
  readonly effect: Effect;
  readonly writes: readonly FieldWrite[];
  readonly calls: readonly OutgoingCall[];
  /** Parameters whose class decides the result: a run with the types at hand knows more. */
  readonly splits: readonly string[];
  /** Which methods it calls on itself depends on the class of the receiver. */
  readonly dependsOnSelf: boolean;
  readonly unknown: readonly UnknownCause[];
}

/** A field of a class and its relatives, a class variable, or a global. */
export interface FieldSummary {
  readonly name: string;
  /** What a read returns; unknown where a write is not visible. */
  readonly type: Type;
  /** What the visible writes say, for people; with nil where it may be unset. */
  readonly shown: Type;
  /** What the visible writes write. */
  readonly written: Type;
  /** The type that assignments declare; null: none does. */
  readonly declared: Type | null;
  readonly writes: readonly FieldWrite[];
  /** It may be read before it is written, and is nil then. */
  readonly mayBeUnset: boolean;
  /** Other code may hold the container that it holds. */
  readonly isShared: boolean;
  readonly unknown: readonly UnknownCause[];
}

/** A field that holds what callers pass, with the type that all visible calls supply. */
export interface SuppliedField extends FieldSummary {
  /** The methods that other callers may pass something else to. */
  readonly suppliers: readonly string[];
}
