/**
 * What a user's annotation says, parsed but not yet attached to a class. Made by parse/annotations from the statements
 * and comments of a RilFile; attached by resolve/. One per `type`, `var_type`, … call.
 */
import type { AnchorId, Place } from '../base/span';
import type { Expr, Param, StringSegment } from '../ril/ril';
import type { MethodType, Refinement, Type, TypeParam } from './type';

/** `modifies:`/`protects:` — who (`self` or a binder) -> fields (`@f`) or `contents`. */
export interface FrameEntry {
  readonly owner: string;
  readonly field: string; // '@f', 'contents', '$g', '@@c'
  readonly place: Place;
}

export interface Labels {
  readonly pure: boolean;
  readonly exact: boolean;
  readonly modular: boolean;
  /** null: not given; empty: writes nothing. */
  readonly modifies: readonly FrameEntry[] | null;
  readonly protects: readonly FrameEntry[] | null;
  /** null: not given; empty: nothing escapes. Class names as written. */
  readonly raises: readonly string[] | null;
  /** Labels of RDL: symbol text, or null. */
  readonly typecheck: string | null;
  readonly verify: string | null;
  readonly wrap: boolean | null;
  readonly version: string | null;
}

export const NO_LABELS: Labels = {
  pure: false,
  exact: false,
  modular: false,
  modifies: null,
  protects: null,
  raises: null,
  typecheck: null,
  verify: null,
  wrap: null,
  version: null,
};

/** Which method: the next one defined in this body, or a named one (here or in another class). */
export type MethodTarget =
  | { readonly type: 'next' }
  | {
      readonly type: 'named';
      readonly className: string | null;
      readonly method: string;
      readonly singleton: boolean;
      /** Where its name and its class are written. */
      readonly place: Place;
      readonly classPlace: Place | null;
    };

/** A type as its author wrote it, and where. */
export interface WrittenType {
  readonly text: string;
  readonly place: Place;
  /** Which part of the text stands where; empty: not known. */
  readonly segments: readonly StringSegment[];
}

interface AnnotationBase {
  /** The declaration that it was written in; all its spans are relative to that. */
  readonly anchor: AnchorId;
  /** The whole call or comment. */
  readonly place: Place;
}

export interface MethodAnnotation extends AnnotationBase {
  readonly kind: 'method';
  readonly target: MethodTarget;
  readonly type: MethodType;
  readonly text: string;
  readonly labels: Labels;
  /** Of the type string itself. */
  readonly typePlace: Place;
  readonly segments: readonly StringSegment[];
  /** A hook of the just-in-time kind made it: `belongs_to :folder`. */
  readonly origin: string | null;
  /** The hook is one of ours: Rails' own calls. */
  readonly builtIn?: boolean;
  /** Made from `attr_*_type`: what is wrong with its type is said of the field. */
  readonly ofAttribute?: boolean;
  /** The type string has an error: what was read of it may be less than was meant. */
  readonly broken?: boolean;
}
export interface VariableAnnotation extends AnnotationBase {
  readonly kind: 'variable';
  readonly className: string | null;
  readonly classPlace: Place | null;
  readonly names: readonly string[]; // '@x', '@@x', '$x', 'x'
  readonly type: Type;
  readonly refinement: Refinement | null;
  readonly written: WrittenType;
}
export interface AliasAnnotation extends AnnotationBase {
  readonly kind: 'typeAlias';
  readonly name: string; // with %
  readonly type: Type;
  readonly written: WrittenType;
}
export interface TypeParamsAnnotation extends AnnotationBase {
  readonly kind: 'typeParams';
  readonly className: string | null;
  readonly classPlace: Place | null;
  readonly params: readonly TypeParam[];
}
/** `attr_accessor_type :x, 'T'` … */
export interface AttributeAnnotation extends AnnotationBase {
  readonly kind: 'attribute';
  readonly access: 'reader' | 'writer' | 'accessor';
  readonly attributes: readonly {
    readonly name: string;
    readonly type: Type;
    readonly place: Place;
    readonly written: WrittenType;
  }[];
}
/** `invariant { … }` in a class body. */
export interface InvariantAnnotation extends AnnotationBase {
  readonly kind: 'invariant';
  readonly refinement: Refinement;
}
/** `pre { |x| … }` / `post { |r, x| … }` / `pre(:m)`, whose body is one expression; binders in order. */
export interface ContractAnnotation extends AnnotationBase {
  readonly kind: 'contract';
  readonly when: 'pre' | 'post';
  readonly target: MethodTarget;
  readonly binders: readonly string[];
  readonly params: readonly Param[];
  readonly body: Expr;
  /** True if the body calls `type` & co.: a hook that makes annotations just in time. */
  readonly hook: boolean;
}
/** `rdl_do_verify :label`, `RDL.do_typecheck :label` */
export interface RunAnnotation extends AnnotationBase {
  readonly kind: 'run';
  readonly what: 'typecheck' | 'verify';
  readonly label: string;
}

export type Annotation =
  | MethodAnnotation
  | VariableAnnotation
  | AliasAnnotation
  | TypeParamsAnnotation
  | AttributeAnnotation
  | InvariantAnnotation
  | ContractAnnotation
  | RunAnnotation;
