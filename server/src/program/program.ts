/**
 * The whole program as far as signatures show it: classes, methods, fields, constants. Built from the declarations of
 * all files and of the library. It has no types of expressions, and no positions except Places. An edit to a body
 * replaces the definition of one MethodInfo and nothing else.
 */

import type { Place } from '../base/span';
import type { DynamicCause } from '../problems/dynamicCauses';
import type { MethodDeclaration } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import type { ClassRestriction, Labels, Notation, WrittenType } from '../types/annotation';
import type { MethodType, Refinement, Type, TypeParam } from '../types/type';
import type { MethodKey } from '../types/typedMethod';
import type { HasMemos } from './memos';
import type { RefusalTable } from './refusalTable';

export type Origin = 'workspace' | 'core' | 'rbs' | 'gem';

/** The enclosing classes and modules, innermost first, without Object: Ruby's lexical constant scope. */
export type Nesting = readonly string[];

export interface SignatureArm {
  readonly type: MethodType;
  /** The source of the type string. */
  readonly text: string;
  /** The type string; null for built-in types. */
  readonly place: Place | null;
  readonly labels: Labels;
  /** The call that triggered the hook which added it (`belongs_to :folder`); null: not from a hook. */
  readonly origin: string | null;
  /** The notation it is written in; absent: RDL's, or RBS's. */
  readonly notation?: Notation;
  /** It is not compared with the method above. */
  readonly mayDiffer?: true;
  /** What Sorbet's words say: it has no body, nothing below defines it again, something above has it. */
  readonly abstract?: true;
  readonly final?: true;
  readonly overrides?: true;
  /** The hook is built into Loupe. */
  readonly builtIn?: boolean;
  /** The annotation has an error, so nothing is verified against it. */
  readonly broken?: boolean;
  /** Unknown names in it became %dyn, so nothing is verified against it. */
  readonly misnamed?: boolean;
  /** The scope of the annotation, innermost first: constants in its refinements are looked up there. */
  readonly nesting: Nesting;
}

export interface Signature {
  readonly arms: readonly SignatureArm[];
  /** The joined labels of all arms. */
  readonly labels: Labels;
}

/** How a method is defined without a `def`. */
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
  /** `allowNil`: returns nil if the target is nil. */
  | { readonly type: 'delegate'; readonly to: string; readonly method: string; readonly allowNil?: true };

export type Visibility = 'public' | 'protected' | 'private';

/**
 * Objects whose methods a library method calls: the receiver and what it holds, the receiver alone, its keys (the elements of a Set), or
 * the arguments.
 */
export type CallbackOwner = 'self' | 'receiver' | 'keys' | 'arguments';

/** What the result of a library method says of a container, a number, a pattern or an object. */
export type LibraryAnswer =
  | 'size'
  | 'count'
  | 'empty'
  | 'key'
  | 'element'
  | 'fold'
  | Quantity
  | 'zero'
  | 'nonzero'
  | 'match'
  | 'group'
  | 'matched'
  | 'found'
  | 'class';

/** For how many of the elements something holds. */
export type Quantity = 'every' | 'some' | 'no';

/** What a library method does besides its signature, as `label` in server/core states it. */
export interface LibraryFacts {
  /** The methods that it may call of each; null: unknown, so any. */
  readonly calls: Readonly<Record<CallbackOwner, readonly string[]>> | null;
  /**
   * `frozen`: a frozen object. `new`: a new object that does not hold the receiver. `other`: something else than the
   * receiver that does not hold it. `self`: the receiver, or as `other`. Null: unknown. An Enumerator, for a call
   * without a block, always holds the receiver.
   */
  readonly returns: 'frozen' | 'new' | 'other' | 'self' | null;
  /** Whether the result may be a key of the receiver, or hold one other than as a key. */
  readonly exposesKeys: boolean;
  /** It runs the receiver's code: `Proc#call`. */
  readonly runsReceiver: boolean;
  /**
   * It yields once per element: the element, for a Struct the pair of its name and the element, or the element and its
   * index (`indexed`).
   */
  readonly yields: 'elements' | 'pairs' | 'indexed' | null;
  /**
   * Without arguments and block, it combines all elements with this operator, in any order; `+` starts from 0. For a
   * method of Comparable, the operands are the receiver and the arguments.
   */
  readonly combines: '<=>' | '+' | null;
  /**
   * `name`: it finds a method by the name that it is given. `code`: it runs code with another `self` or in another
   * scope, or changes what variables an object has. `definitions`: it changes what methods a class or an object has.
   */
  readonly reflects: 'name' | 'code' | 'definitions' | null;
  /** It reads or changes only what lies outside of the program's objects: files, processes, what is loaded. */
  readonly touches: 'world' | null;
  /**
   * What its result says of a container: how many elements it has (`size`; `count`: without arguments and block),
   * whether it has any (`empty`), whether there is this key (`key`), one of its elements unless it is empty (`element`;
   * `fold`: or what a block makes of them), whether a block is truthy for `every`, `some` or `no` element (without a
   * block: whether the elements are). `zero`: whether a number is zero; `nonzero`: nil or false for zero. `match`: truthy if
   * the pattern matches. `found`: the same without setting `$~`. `group`: a group of the match that its argument names. `matched`: the text that
   * the regexp matched, or its group that the second argument names. `class`: it looks at nothing but what the
   * object is.
   */
  readonly answers: LibraryAnswer | null;
  /** It looks up its first argument as a key, or all of them; or its first argument is an index. */
  readonly seeks: 'key' | 'keys' | 'index' | null;
  /** What it puts into the receiver: its last argument, parts of its arguments or what a block returns, or nothing. */
  readonly stores: 'argument' | 'contents' | 'nothing' | null;
  /**
   * With a block, the result has the elements for which the block is truthy, or falsy; or it is the first of them. It has, or its
   * block gets, the elements that the argument matches by `===` (`matching`), or the `others`.
   */
  readonly keeps: 'truthy' | 'falsy' | 'matching' | 'others' | null;
  /** With a block, its result is an array of what the block returns: all, those that are truthy, or the elements of each. */
  readonly collects: 'results' | 'truthy' | 'parts' | null;
  /**
   * Without a block, the result has the elements in another form: a hash of the pairs (`pairs`), one array without nested
   * arrays (`flat`), rows as columns (`columns`), rows of what is at the same index here and in the arguments (`rows`), or every
   * so many numbers of a range (`steps`).
   * The members of a Struct: an array (`list`), or a hash by name (`named`).
   */
  readonly arranges: 'pairs' | 'flat' | 'columns' | 'rows' | 'steps' | 'list' | 'named' | null;
  /** With a block, it compares what the block returns by `<=>`, and raises if it cannot. */
  readonly orders: 'results' | null;
  /** It goes through nested arrays, and raises if one contains itself. */
  readonly descends: 'arrays' | null;
  /** It makes no difference what its block returns. */
  readonly discardsResults: boolean;
  /**
   * Called again on equal objects, it returns an equal result, apart from what code of the program returns: always
   * (`contents`), if the receiver is the same object (`identity`), or if what the receiver and the arguments hold are
   * the same objects, or objects that are shown and hashed by their contents (`parts`). Null: unknown.
   */
  readonly repeats: 'contents' | 'identity' | 'parts' | null;
  /**
   * What it does to the caller's `$~`: nil exactly if the result is nil or false (`result`; `alone`: if it is given nothing but the
   * regexp, which is searched, or at the `start`), unknown afterwards, and a match while its block runs (`yielded`), or nothing. Null: unknown.
   */
  readonly matches: 'result' | 'alone' | 'start' | 'yielded' | 'nothing' | null;
  /** Whether its block may run after the call. */
  readonly keepsBlock: boolean;
  /** How it reads the strings that it is given, which decides whether it raises: null: unknown. */
  readonly interprets: 'characters' | 'pattern' | 'replacement' | null;
}

/** The methods that Ruby's library may call of any object that it is given. */
export interface Protocol {
  /** It may call methods of their results in turn. */
  readonly calls: readonly string[];
  /** Of their results it uses only the class or the truth. */
  readonly asks: readonly string[];
}

export interface MethodInfo {
  readonly key: MethodKey;
  readonly owner: string;
  readonly name: string;
  readonly singleton: boolean;
  readonly visibility: Visibility;
  /** Its `at` may be outdated: use the snapshot's anchors. An alias has the definition that it captured. */
  readonly definition: MethodDeclaration | null;
  readonly synthetic: Synthetic | null;
  /** The original method, if this one is defined by `alias` or `alias_method`. */
  readonly aliasOf: MethodKey | null;
  readonly signature: Signature | null;
  /**
   * The name in the def, the symbol in `attr_reader :x`, or the annotation of a method without a body; null: built in.
   */
  readonly place: Place | null;
  readonly origin: Origin;
  /** The scope of the body: constants in it are looked up there. */
  readonly nesting: Nesting;
  /** Places of earlier `def`s of this name in this class; the last one counts. */
  readonly redefinitions: readonly Place[];
  /** A refinement adds it: it exists only where a file says `using`. */
  readonly isRefined?: true;
  /** Of a library method; absent: no label, so the worst case. */
  readonly facts?: LibraryFacts;
  /** Known only from runs of the program (`loupe learn`): it has no body here, and nothing is proved with it. */
  readonly learned?: LearnedDefinition;
  /** The body of a library method in Ruby (server/prelude, packages), which behaves as the method itself. */
  readonly prelude?: MethodDeclaration;
  /** A package describes it; absent: none does. */
  readonly packaged?: PackageFile;
  /** What the comment above it says (YARD): shown with its origin, never a contract. */
  readonly hint?: SignatureArm;
}

/** A file that describes a library: `loupe/*.rb`, or RBS with `%a{loupe: …}`. */
export interface PackageFile {
  readonly path: string;
  /** Who wrote it: the project, a gem that it uses, or Loupe, whose tests compare its packages with the gems. */
  readonly of: 'workspace' | 'gem' | 'loupe';
}

export interface LearnedDefinition {
  /** The call that defined it, or that answered it: `class_eval`, `method_missing`. */
  readonly by: string;
  /** What was evaluated; null: nothing, or not kept. */
  readonly source: string | null;
}

export interface FieldInfo {
  readonly name: string; // '@x', '@@x', '$x'
  readonly type: Type | null;
  readonly refinement: Refinement | null;
  /** The `var_type` (or attr_*_type); null: used but never declared. */
  readonly place: Place | null;
  readonly nesting: Nesting;
  /** The type as written by the user; absent: derived. */
  readonly written?: WrittenType;
  /** Values assigned by class bodies (`@@x = 0`, `@x = []` outside of methods); absent: none. */
  readonly inBody?: BodyWrites;
  /** Not declared: its type is that of its annotated reader. */
  readonly ofReader?: true;
}

export interface BodyWrites {
  /** It is certainly assigned when the body has run. */
  readonly surely: boolean;
  /** Classes of the literals that are written; null: some value is not a literal. */
  readonly classes: readonly string[] | null;
  readonly values: readonly BodyWrite[];
}

export interface BodyWrite {
  /** Null: one of several targets, `@@a, @@b = f`. */
  readonly value: Expr | null;
  readonly place: Place;
  readonly nesting: Nesting;
}

export interface ConstantInfo {
  readonly name: string;
  readonly value: Expr | null;
  readonly type: Type | null;
  readonly place: Place | null;
  /** The scope of the value: constants in it are looked up there. */
  readonly nesting: Nesting;
  /** `private_constant`: it cannot be read as `Scope::NAME`. */
  readonly isPrivate?: true;
  /** Several assignments are visible, of which `value` is the last one in the text. */
  readonly isAssignedAgain?: true;
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
  /** Type arguments of a generic module (RBS). */
  readonly args: readonly Type[];
}

/**
 * What an object is equal to. `identity`: only itself. `contents`: objects of its kind with the same contents.
 * `members`: objects of exactly its class with equal members. `comparison`: what it can be compared with, including
 * numbers, but never nil, true, false or a symbol. `own`: decided by its own code.
 */
export type Equality = 'identity' | 'contents' | 'members' | 'comparison' | 'own';

/** Labels of the methods that a library class defines; null: no label. */
export interface EqualityLabels {
  /** For `==`. */
  readonly values: Equality | null;
  /** For `eql?` and `hash`, which distinguish keys. */
  readonly keys: Equality | null;
}

export interface ClassInfo {
  readonly name: string; // full path; the top level is 'Object'
  readonly kind: 'class' | 'module' | 'interface';
  readonly superclass: string | null;
  readonly superclassArgs: readonly Type[];
  readonly mixins: readonly MixinSite[];
  readonly typeParams: readonly TypeParam[];
  /** Sorbet's `Elem = type_member` of this class: what the type parameters of that name of the classes above stand for. */
  readonly members?: ReadonlyMap<string, Type>;
  /** RBS `module M : T`: a type of every object that includes the module. */
  readonly selfTypes: readonly Type[];
  readonly methods: ReadonlyMap<string, MethodInfo>;
  readonly singletonMethods: ReadonlyMap<string, MethodInfo>;
  readonly fields: ReadonlyMap<string, FieldInfo>; // @x of instances, @@x
  readonly singletonFields: ReadonlyMap<string, FieldInfo>; // @x of the class object
  readonly constants: ReadonlyMap<string, ConstantInfo>;
  readonly invariants: readonly ClassInvariant[];
  /** Inherited methods whose visibility changes here, by `#name` or `.name`. */
  readonly visibilities: ReadonlyMap<string, Visibility>;
  /** Methods that are undefined here, by `#name` or `.name`: by an `undef` of the body, or perhaps only on a condition. */
  readonly undefined: ReadonlyMap<string, 'surely' | 'maybe'>;
  readonly places: readonly Place[];
  readonly origin: Origin;
  /** What makes lookups uncertain: `method_missing`, `define_method` with a computed name, `eval`, … */
  readonly dynamics: readonly Dynamic[];
  readonly equality: EqualityLabels;
  /** What the class says about its subclasses and objects (Sorbet). */
  readonly restrictions?: readonly ClassRestriction[];
}

export interface Dynamic {
  readonly cause: DynamicCause;
  readonly place: Place;
  /** What it may redefine; absent: nothing visible. */
  readonly redefines?: Redefinition;
}

export type Redefining = Dynamic & { readonly redefines: Redefinition };

/** Stands for every field in the names of a redefinition. */
export const ANY_FIELD = '@*';

/** Methods that may be redefined, and fields of other objects that may be written, while the program runs. */
export interface Redefinition {
  /** Null: computed, so any name. Fields begin with `@`. */
  readonly names: readonly string[] | null;
  /** Modules that are put in front of the class, as written. */
  readonly modules: readonly string[];
  /** The class, as written; null: the object may be any. */
  readonly of: string | null;
  /** The object may be any instance of these classes. */
  readonly among?: readonly string[];
  /** The local that holds the object. */
  readonly local?: string;
  /** Names that the program writes nowhere may be among them: the code that is evaluated comes from elsewhere. */
  readonly isForeign?: true;
}

export interface Program extends HasMemos {
  readonly classes: ReadonlyMap<string, ClassInfo>;
  readonly aliases: ReadonlyMap<string, Type>; // %name; an RBS interface is an alias of a structural type
  /** Parameters of generic aliases; absent: none. */
  readonly aliasParams: ReadonlyMap<string, readonly TypeParam[]>;
  readonly globals: ReadonlyMap<string, FieldInfo>; // $x
  /** Direct subclasses and includers by name: a parameter of type Base may be any of them. */
  readonly descendants: ReadonlyMap<string, readonly string[]>;
  /** Labels run by rdl_do_typecheck / rdl_do_verify. */
  readonly runLabels: { readonly typecheck: ReadonlySet<string>; readonly verify: ReadonlySet<string> };
  /** Top-level classes that only exist once a library is required, with those libraries. */
  readonly libraries?: ReadonlyMap<string, readonly string[]>;
  /** What methods of the library without a label may call of objects; absent: any method. */
  readonly protocol?: Protocol;
  /** Arguments that methods of the library refuse; absent: nothing is known. */
  readonly refusals?: RefusalTable;
  /** Overrides `workspaceMethods` for a view of a Program. */
  readonly methodsNamed?: (name: string) => readonly MethodInfo[];
  /** The same for `workspaceClasses` and `redefinitionsIn`. */
  readonly ownClasses?: () => Iterable<ClassInfo>;
  readonly redefinitions?: () => readonly Redefining[];
  /** The same for `ask`. */
  readonly answerOf?: <T>(question: Question<T>, of: string, name: string) => Answer<T>;
}

/** See questions.ts. */
export interface Question<T> {
  /** Depends on declarations only: bodies are recorded by their readers. */
  readonly find: (program: Program, of: string, name: string) => T;
  /** Whether what was found with one answer holds with the other. */
  readonly isSame: (a: T, b: T) => boolean;
}

/** Of a class, and of a member of it if the question is about one. */
export interface Answer<T = unknown> {
  readonly question: Question<T>;
  readonly of: string;
  readonly name: string;
  readonly value: T;
}
