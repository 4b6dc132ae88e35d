/**
 * A user's annotation, parsed but not yet attached to a class. parse/annotations creates it from the statements and
 * comments of a RilFile; resolve/ attaches it. One per `type`, `var_type`, … call.
 */
import type { AnchorId, Place } from '../base/span';
import type { Expr, Param, StringSegment } from '../ril/ril';
import type { MethodType, Refinement, Type, TypeParam } from './type';

/** `modifies:`/`protects:`: owner (`self` or a binder) -> fields (`@f`) or `contents`. */
export interface FrameEntry {
  readonly owner: string;
  readonly field: string; // '@f', 'contents', '$g', '@@c'
  readonly place: Place;
}

export interface Labels {
  readonly pure: boolean;
  readonly exact: boolean;
  readonly modular: boolean;
  /** Null if not given; empty: writes nothing. */
  readonly modifies: readonly FrameEntry[] | null;
  readonly protects: readonly FrameEntry[] | null;
  /** Null if not given; empty: raises nothing. Class names as written. */
  readonly raises: readonly string[] | null;
  /** RDL's labels: the symbol's name, or null. */
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
      /** The places of its name and of its class. */
      readonly place: Place;
      readonly classPlace: Place | null;
    };

/** A type as written, and where. */
export interface WrittenType {
  readonly text: string;
  readonly place: Place;
  /** Maps parts of the string to the source; empty if unknown. */
  readonly segments: readonly StringSegment[];
  /** Another tool's, which may see libraries that are not visible here: a name that nothing defines is unknown, not wrong. */
  readonly notation?: Notation;
}

interface AnnotationBase {
  /** The enclosing declaration; all spans are relative to it. */
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
  /** The place of the type string itself. */
  readonly typePlace: Place;
  readonly segments: readonly StringSegment[];
  /** The just-in-time hook that created it: `belongs_to :folder`. */
  readonly origin: string | null;
  /** The hook is built in: one of Rails' own calls. */
  readonly builtIn?: boolean;
  /** Created from `attr_*_type`: problems with its type are reported for the field. */
  readonly ofAttribute?: boolean;
  /** The type string has an error, so the parsed type may be less than intended. */
  readonly broken?: boolean;
  /** From `self <= [m: …]`: only declares the method if the class does not define it. */
  readonly assumed?: boolean;
  /** The notation it is written in; absent: RDL's. */
  readonly notation?: Notation;
  /** Parameters are given by name only: the definition decides their kind and order, and which one is the block. */
  readonly byName?: ByName;
  /** Only what a comment says (YARD): shown, never a contract. */
  readonly hint?: true;
  /** The method may accept and return what the one above does not: Sorbet's `allow_incompatible`. */
  readonly mayDiffer?: true;
  /** The method has no body of its own: Sorbet's `abstract`. */
  readonly abstract?: boolean;
  /** It counts if the class is below Sorbet's `T::Struct`. */
  readonly ifStruct?: true;
  /** No class below may define the method: Sorbet's `final`. */
  readonly final?: true;
  /** A class or module above has the method: Sorbet's `override`. */
  readonly overrides?: true;
}

/** Notations of other tools, all read into the same declarations. */
export type Notation = 'sorbet' | 'rbs-inline' | 'yard' | 'rbi';

/** `every`: each parameter of the definition must be named, as in Sorbet; `some`: those without a name are %dyn. */
export type ByName = 'every' | 'some';
export interface VariableAnnotation extends AnnotationBase {
  readonly kind: 'variable';
  readonly className: string | null;
  readonly classPlace: Place | null;
  readonly names: readonly string[]; // '@x', '@@x', '$x', 'x'
  /** `@x` of the class object: `# @rbs self.@x: T`. */
  readonly singleton?: true;
  readonly type: Type;
  readonly refinement: Refinement | null;
  readonly written: WrittenType;
}
interface AliasAnnotation extends AnnotationBase {
  readonly kind: 'typeAlias';
  readonly name: string; // with %
  readonly type: Type;
  readonly written: WrittenType;
  /** The name is a constant of the enclosing class, as in Sorbet. */
  readonly scoped?: true;
}
interface TypeParamsAnnotation extends AnnotationBase {
  readonly kind: 'typeParams';
  readonly className: string | null;
  readonly classPlace: Place | null;
  readonly params: readonly TypeParam[];
}
/** `##% A <= B`: A must be a subtype of B. */
export interface SubtypeAnnotation extends AnnotationBase {
  readonly kind: 'subtype';
  /** Null for the enclosing class. */
  readonly className: string | null;
  readonly classPlace: Place;
  readonly type: Type;
  readonly written: WrittenType;
}
/** Sorbet's `Elem = type_member`, `# @rbs generic T`: one type parameter of the enclosing class, or the type that a subclass fixes it to. */
interface TypeMemberAnnotation extends AnnotationBase {
  readonly kind: 'typeMember';
  readonly param: TypeParam;
  readonly fixed: Type | null;
  /** The class below the comment, if the annotation is outside of it. */
  readonly className?: string | null;
}
/** `requires_ancestor { T }`, `# @rbs module-self T`: a type of every object that includes the enclosing module. */
interface ModuleSelfAnnotation extends AnnotationBase {
  readonly kind: 'moduleSelf';
  readonly type: Type;
  readonly className?: string | null;
}
/** `# @rbs use A::B`, `use A::B as C`, `use A::*`: what short names in the types of the file stand for. */
export interface UseAnnotation extends AnnotationBase {
  readonly kind: 'use';
  readonly uses: readonly {
    readonly path: string;
    /** Null: every name in the path, `A::*`. */
    readonly as: string | null;
  }[];
}
/** Sorbet's `abstract!`, `interface!`, `final!` and `sealed!` in a class body. */
interface RestrictionAnnotation extends AnnotationBase {
  readonly kind: 'restriction';
  readonly restriction: ClassRestriction;
}
/** `abstract`: it has no objects of its own; `final`: it has no subclasses; `sealed`: only in its own files. */
export type ClassRestriction = 'abstract' | 'final' | 'sealed';
/** `include M` among the members of `# @rbs!`. */
interface MixinAnnotation extends AnnotationBase {
  readonly kind: 'mixin';
  readonly how: 'include' | 'extend' | 'prepend';
  readonly module: string;
  readonly args: readonly Type[];
}
/** `alias new old` among the members of `# @rbs!`. */
interface MethodAliasAnnotation extends AnnotationBase {
  readonly kind: 'methodAlias';
  readonly newName: string;
  readonly oldName: string;
  readonly singleton: boolean;
}
/** `# @rbs inherits Array[Integer]`, `class A < Array #[Integer]`: the type arguments of the superclass. */
interface InheritsAnnotation extends AnnotationBase {
  readonly kind: 'inherits';
  readonly args: readonly Type[];
  /** `include Enumerable #[Integer]`: those of the module in the next statement. */
  readonly ofNext?: true;
  readonly className?: string | null;
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
  readonly notation?: Notation;
  /** It counts if the class is below Sorbet's `T::Struct`. */
  readonly ifStruct?: true;
}
/** `invariant { … }` in a class body. */
interface InvariantAnnotation extends AnnotationBase {
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
  /** The body calls `type` or a related method: a hook that creates annotations just in time. */
  readonly hook: boolean;
  /** `# loupe: (…)`: it names the parameters of the definition. */
  readonly byName?: true;
}
/** `rdl_do_verify :label`, `RDL.do_typecheck :label` */
interface RunAnnotation extends AnnotationBase {
  readonly kind: 'run';
  readonly what: 'typecheck' | 'verify';
  readonly label: string;
}

export type Annotation =
  | MethodAnnotation
  | VariableAnnotation
  | AliasAnnotation
  | TypeParamsAnnotation
  | SubtypeAnnotation
  | TypeMemberAnnotation
  | ModuleSelfAnnotation
  | InheritsAnnotation
  | RestrictionAnnotation
  | MixinAnnotation
  | MethodAliasAnnotation
  | UseAnnotation
  | AttributeAnnotation
  | InvariantAnnotation
  | ContractAnnotation
  | RunAnnotation;
