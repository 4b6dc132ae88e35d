/**
 * The whole program as signatures see it: classes, methods, fields, constants. Built from the declarations of all
 * files (and the library's); holds no types of expressions and no positions but Places. A body edit replaces one
 * MethodInfo's definition and leaves everything else as it is.
 */
import type { Place } from '../base/span';
import type { MethodDeclaration } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import type { Labels, WrittenType } from '../types/annotation';
import type { MethodType, Refinement, Type, TypeParam } from '../types/type';
import type { MethodKey } from '../types/typedMethod';

export type Origin = 'workspace' | 'core' | 'rbs' | 'gem';

/** The classes and modules around a piece of code, innermost first, without Object: Ruby's lexical constant scope. */
export type Nesting = readonly string[];

export interface SignatureArm {
  readonly type: MethodType;
  /** The type string as written. */
  readonly text: string;
  /** Where the type string stands; null for built-in types. */
  readonly place: Place | null;
  readonly labels: Labels;
  /** A hook made it: the call that did (`belongs_to :folder`). */
  readonly origin: string | null;
  /** That hook is one of ours. */
  readonly builtIn?: boolean;
  /** The annotation has an error; nothing is verified against it. */
  readonly broken?: boolean;
  /** Names in it that nobody knows became %dyn; nothing is verified against that either. */
  readonly misnamed?: boolean;
  /** Where the annotation stands, innermost first: constants in its refinements are looked up from there. */
  readonly nesting: Nesting;
}

export interface Signature {
  readonly arms: readonly SignatureArm[];
  /** All arms' labels joined. */
  readonly labels: Labels;
}

/** How a method comes to be when there is no `def`. */
export type Synthetic =
  | { readonly type: 'attributeReader'; readonly field: string }
  | { readonly type: 'attributeWriter'; readonly field: string }
  | { readonly type: 'structReader'; readonly member: string }
  | { readonly type: 'structWriter'; readonly member: string }
  | {
      readonly type: 'structNew';
      readonly members: readonly string[];
      readonly keywordInit: boolean | null;
      readonly data: boolean;
    }
  /** `allowNil`: nil where there is nobody to ask. */
  | { readonly type: 'delegate'; readonly to: string; readonly method: string; readonly allowNil?: true };

export type Visibility = 'public' | 'protected' | 'private';

export interface MethodInfo {
  readonly key: MethodKey;
  readonly owner: string;
  readonly name: string;
  readonly singleton: boolean;
  readonly visibility: Visibility;
  /** Its `at` may be outdated: ask the snapshot's anchors. An alias has the definition that it captured. */
  readonly definition: MethodDeclaration | null;
  readonly synthetic: Synthetic | null;
  /** The method whose body this is, when made by `alias`, `alias_method`. */
  readonly aliasOf: MethodKey | null;
  readonly signature: Signature | null;
  /** The name in the def, the symbol in `attr_reader :x`, the annotation of a body-less method; null: built in. */
  readonly place: Place | null;
  readonly origin: Origin;
  /** Where the body stands; constants in it are looked up from there. */
  readonly nesting: Nesting;
  /** More than one `def` of this name in this class: the last one counts; the others' places. */
  readonly redefinitions: readonly Place[];
}

export interface FieldInfo {
  readonly name: string; // '@x', '@@x', '$x'
  readonly type: Type | null;
  readonly refinement: Refinement | null;
  /** Of its `var_type` (or attr_*_type); null: only used, never declared. */
  readonly place: Place | null;
  readonly nesting: Nesting;
  /** The type as it was written; absent: not by hand. */
  readonly written?: WrittenType;
  /** What bodies of classes set it to (`@@x = 0`, `@x = []` outside of methods); absent: they do not. */
  readonly inBody?: BodyWrites;
  /** Nobody declares it; its annotated reader says what it holds. */
  readonly ofReader?: true;
}

export interface BodyWrites {
  /** It is set once the body has run; else only perhaps. */
  readonly surely: boolean;
  /** Classes of the literals that are written; null: some value is none. */
  readonly classes: readonly string[] | null;
  readonly values: readonly BodyWrite[];
}

export interface BodyWrite {
  /** Null: a part of something, `@@a, @@b = f`. */
  readonly value: Expr | null;
  readonly place: Place;
  readonly nesting: Nesting;
}

export interface ConstantInfo {
  readonly name: string;
  readonly value: Expr | null;
  readonly type: Type | null;
  readonly place: Place | null;
  /** Where the value stands: constants in it are looked up from there. */
  readonly nesting: Nesting;
}

export interface ClassInvariant {
  readonly refinement: Refinement;
  readonly place: Place;
  readonly nesting: Nesting;
}

export interface MixinSite {
  readonly module: string;
  readonly how: 'include' | 'extend' | 'prepend';
  readonly place: Place | null;
  /** Type arguments given to a generic module (RBS). */
  readonly args: readonly Type[];
}

export interface ClassInfo {
  readonly name: string; // full path; the top level is 'Object'
  readonly kind: 'class' | 'module' | 'interface';
  readonly superclass: string | null;
  readonly superclassArgs: readonly Type[];
  readonly mixins: readonly MixinSite[];
  readonly typeParams: readonly TypeParam[];
  /** RBS `module M : T`: what every object with the module's methods is. */
  readonly selfTypes: readonly Type[];
  readonly methods: ReadonlyMap<string, MethodInfo>;
  readonly singletonMethods: ReadonlyMap<string, MethodInfo>;
  readonly fields: ReadonlyMap<string, FieldInfo>; // @x of instances, @@x
  readonly singletonFields: ReadonlyMap<string, FieldInfo>; // @x of the class object
  readonly constants: ReadonlyMap<string, ConstantInfo>;
  readonly invariants: readonly ClassInvariant[];
  /** Inherited methods whose visibility is changed here, by `#name` or `.name`. */
  readonly visibilities: ReadonlyMap<string, Visibility>;
  /** Methods that `undef` took away here, by `#name` or `.name`. */
  readonly undefined: ReadonlySet<string>;
  readonly places: readonly Place[];
  readonly origin: Origin;
  /** Things that make lookups uncertain, by name: 'method_missing', 'define_method with a computed name', 'eval', … */
  readonly dynamics: readonly Dynamic[];
}

export interface Dynamic {
  readonly what: string;
  readonly place: Place;
  /** What it may define anew; left out: nothing that is in sight. */
  readonly redefines?: Redefinition;
}

export type Redefining = Dynamic & { readonly redefines: Redefinition };

/** Methods that may be other than they seem, because something is defined while the program runs. */
export interface Redefinition {
  /** Null: computed, so any. */
  readonly names: readonly string[] | null;
  /** Modules whose methods are put in front, as they are written. */
  readonly modules: readonly string[];
  /** The class, as it is written; null: of whatever object it may be. */
  readonly of: string | null;
  /** Of whatever object it may be, as long as it is of one of these. */
  readonly among?: readonly string[];
}

export interface Program {
  readonly classes: ReadonlyMap<string, ClassInfo>;
  readonly aliases: ReadonlyMap<string, Type>; // %name; an RBS interface is an alias of a structural type
  /** Parameters of generic aliases; absent: none. */
  readonly aliasParams: ReadonlyMap<string, readonly TypeParam[]>;
  readonly globals: ReadonlyMap<string, FieldInfo>; // $x
  /** Subclasses and includers, direct, by name: a parameter typed Base may be any of these. */
  readonly descendants: ReadonlyMap<string, readonly string[]>;
  /** Labels run by rdl_do_typecheck / rdl_do_verify. */
  readonly runLabels: { readonly typecheck: ReadonlySet<string>; readonly verify: ReadonlySet<string> };
  /** Top-level classes that only libraries which must be required make, and which ones do. */
  readonly libraries?: ReadonlyMap<string, readonly string[]>;
  /** Given by a view of a Program that has its own way to `workspaceMethods`. */
  readonly methodsNamed?: (name: string) => readonly MethodInfo[];
  /** The same for `workspaceClasses` and `redefinitionsIn`. */
  readonly ownClasses?: () => Iterable<ClassInfo>;
  readonly redefinitions?: () => readonly Redefining[];
}
