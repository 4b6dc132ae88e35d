/**
 * The Program under construction: mutable copies of the classes that the workspace touches, on top of the library's. A
 * draft is always a valid ClassInfo, so the lookups of program/ work on it; names of superclasses and modules wait in
 * `links` until every class is known.
 */
import type { Problem } from '../base/problem';
import type { AnchorId, Place } from '../base/span';
import { emptyClass } from '../program/emptyClass';
import { LayeredMap } from '../program/layeredMap';
import { Memos } from '../program/memos';
import { methodKey } from '../program/methodKey';
import type {
  ClassInfo,
  ClassInvariant,
  ConstantInfo,
  Dynamic,
  FieldInfo,
  MethodInfo,
  MixinSite,
  Nesting,
  Program,
  Visibility,
} from '../program/program';
import type { Declaration } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import type {
  Annotation,
  ClassRestriction,
  ContractAnnotation,
  MethodAnnotation,
  SubtypeAnnotation,
  UseAnnotation,
  VariableAnnotation,
  WrittenType,
} from '../types/annotation';
import type { Type, TypeParam } from '../types/type';

export interface ClassDraft {
  readonly name: string;
  kind: ClassInfo['kind'];
  superclass: string | null;
  superclassArgs: readonly Type[];
  mixins: MixinSite[];
  typeParams: readonly TypeParam[];
  members?: ReadonlyMap<string, Type>;
  readonly selfTypes: Type[];
  readonly methods: Map<string, MethodInfo>;
  readonly singletonMethods: Map<string, MethodInfo>;
  readonly fields: Map<string, FieldInfo>;
  readonly singletonFields: Map<string, FieldInfo>;
  readonly constants: Map<string, ConstantInfo>;
  readonly invariants: ClassInvariant[];
  readonly visibilities: Map<string, Visibility>;
  readonly undefined: Map<string, 'surely' | 'maybe'>;
  readonly places: Place[];
  readonly origin: ClassInfo['origin'];
  readonly dynamics: Dynamic[];
  readonly equality: ClassInfo['equality'];
  restrictions?: readonly ClassRestriction[];
}

/** A name in a class header or `include`, to be resolved when all classes are known. */
export type Link = {
  readonly of: string;
  readonly name: string;
  readonly nesting: Nesting;
  readonly place: Place;
} & (
  | { readonly type: 'superclass' }
  | { readonly type: 'mixin'; readonly how: MixinSite['how']; readonly args: readonly Type[] }
);

export interface AttachedMethod {
  readonly annotation: MethodAnnotation | ContractAnnotation;
  readonly nesting: Nesting;
  /** The definition below it; null if it names its method. */
  readonly definition: AnchorId | null;
}

/** An annotation that names another class: `type 'Other', :m, …`. Attached when all classes are known. */
export interface RemoteAnnotation {
  readonly annotation:
    | MethodAnnotation
    | ContractAnnotation
    | VariableAnnotation
    | SubtypeAnnotation
    | Extract<Annotation, { kind: 'typeParams' }>;
  readonly className: string;
  readonly nesting: Nesting;
}

/** `included do … end` of a concern: runs in every class that includes it. */
interface IncludedBlock {
  readonly body: Expr;
  readonly anchor: AnchorId;
  readonly nesting: Nesting;
}

export interface ResolveContext {
  readonly library: Program;
  readonly classes: Map<string, ClassDraft>;
  readonly aliases: Map<string, { readonly type: Type; readonly nesting: Nesting; readonly written: WrittenType }>;
  /** By path of the file. */
  readonly uses: ReadonlyMap<string, UseAnnotation['uses']>;
  readonly globals: Map<string, FieldInfo>;
  readonly typecheckLabels: Set<string>;
  readonly verifyLabels: Set<string>;
  readonly problems: Problem[];
  readonly annotations: ReadonlyMap<AnchorId, readonly Annotation[]>;
  /** Full names of the class and module declarations (resolve/nameClasses.ts). */
  readonly names: ReadonlyMap<Declaration, string>;
  readonly links: Link[];
  /** By internal key `Owner#name`; the owner at the top level is Object. */
  readonly attached: Map<string, AttachedMethod[]>;
  /** Methods annotated by name at the top level: `#m` even without a body. */
  readonly topLevelNames: Set<string>;
  readonly elsewhere: RemoteAnnotation[];
  /** By module: names that `def self.included(base)` extends including classes with, and blocks to run in them. */
  readonly hostExtensions: Map<string, { readonly name: string; readonly nesting: Nesting; readonly place: Place }[]>;
  readonly includedBlocks: Map<string, IncludedBlock[]>;
  /** Constants that a class body may have changed in place: `NAMES << :c`. */
  readonly changedConstants: Set<AnchorId>;
  /** Steps that need superclasses and modules: aliases of inherited methods. */
  readonly later: (() => void)[];
  /** Which file defines what, so that a part can be resolved again (resolve/partialResolve.ts). */
  readonly makers: Makers;
}

/** A declaration that opens a class or module, for whatever is inside of it. */
export interface Opening {
  readonly kind: ClassInfo['kind'];
  readonly place: Place;
}

interface Makers {
  /** The file being read. */
  reading: string | null;
  /** Classes that a file opens or contributes to, by path. */
  readonly classesOf: Map<string, Set<string>>;
  /** Classes that a file says more about than that they exist. */
  readonly contributed: Map<string, Set<string>>;
  readonly openings: Map<string, Map<string, Opening[]>>;
  /** Classes in which blocks of included modules were run. */
  readonly hosts: Set<string>;
  /** Names that an alias looked up among inherited methods. */
  readonly inherited: Set<string>;
}

/** The draft of a class, copied from the library's class if there is one. */
export function draftOf(ctx: ResolveContext, name: string, kind: ClassInfo['kind'] = 'class'): ClassDraft {
  noteMaker(ctx.makers, name);
  return draftOrCreate(ctx, name, kind);
}

/** The draft of a class that is opened here: the file contributes to it only if it says more. */
export function openDraft(ctx: ResolveContext, name: string, opening: Opening): ClassDraft {
  const { reading, classesOf, openings } = ctx.makers;
  const draft = draftOrCreate(ctx, name, opening.kind);
  if (reading === null) return draft;
  addTo(classesOf, reading, name);
  const here = openings.get(reading) ?? new Map<string, Opening[]>();
  openings.set(reading, here.set(name, [...(here.get(name) ?? []), opening]));
  return draft;
}

function draftOrCreate(ctx: ResolveContext, name: string, kind: ClassInfo['kind']): ClassDraft {
  const known = ctx.classes.get(name);
  if (known) return known;
  const draft = copyOf(ctx.library.classes.get(name) ?? emptyClass(name, kind, 'workspace'));
  ctx.classes.set(name, draft);
  return draft;
}

/** The current declaration affects all classes, or depends on all of them. */
export function markGlobalEffect(ctx: ResolveContext): void {
  noteMaker(ctx.makers, 'Object');
}

function noteMaker({ reading, classesOf, contributed }: Makers, name: string): void {
  if (reading === null) return;
  addTo(classesOf, reading, name);
  addTo(contributed, reading, name);
}

function addTo(sets: Map<string, Set<string>>, path: string, name: string): void {
  const known = sets.get(path);
  if (known) known.add(name);
  else sets.set(path, new Set([name]));
}

/** The Program as known so far: a new object each time, because lookups are memoised per Program. */
export function viewOf(ctx: ResolveContext): Program {
  const classes = new LayeredMap<string, ClassInfo>(ctx.classes, ctx.library.classes);
  return { ...ctx.library, classes, memos: Memos.empty() };
}

export function defineMethod(ctx: ResolveContext, method: MethodInfo): void {
  const draft = draftOf(ctx, method.owner);
  const methods = method.singleton ? draft.singletonMethods : draft.methods;
  const before = methods.get(method.name);
  const again = before?.origin === 'workspace' && before.place && before.definition;
  const redefinitions = again && before.place ? [...before.redefinitions, before.place] : [];
  methods.set(method.name, { ...method, signature: method.signature ?? declaredType(before), redefinitions });
  draft.undefined.delete(`${method.singleton ? '.' : '#'}${method.name}`);
}

/** The workspace's own signature of a method, in RBS or a package, also applies to its definition. */
function declaredType(before: MethodInfo | undefined): MethodInfo['signature'] {
  const isOwn = before?.origin === 'workspace' || before?.packaged?.of === 'workspace';
  return isOwn && before.definition === null && before.aliasOf === null ? before.signature : null;
}

export function attachMethod(
  ctx: ResolveContext,
  owner: string,
  name: string,
  singleton: boolean,
  what: AttachedMethod,
): void {
  noteMaker(ctx.makers, owner);
  const key = methodKey(owner, name, singleton);
  const list = ctx.attached.get(key);
  if (list) list.push(what);
  else ctx.attached.set(key, [what]);
}

export function linkClass(ctx: ResolveContext, link: Link): void {
  noteMaker(ctx.makers, link.of);
  ctx.links.push(link);
}

/** Records a field that is used; its type comes from `var_type`, if any. */
export function useField(fields: Map<string, FieldInfo>, name: string, nesting: Nesting): void {
  if (!fields.has(name)) fields.set(name, { name, type: null, refinement: null, place: null, nesting });
}

function copyOf(info: ClassInfo): ClassDraft {
  return {
    ...info,
    mixins: [...info.mixins],
    selfTypes: [...info.selfTypes],
    methods: new Map(info.methods),
    singletonMethods: new Map(info.singletonMethods),
    fields: new Map(info.fields),
    singletonFields: new Map(info.singletonFields),
    constants: new Map(info.constants),
    invariants: [...info.invariants],
    visibilities: new Map(info.visibilities),
    undefined: new Map(info.undefined),
    places: [...info.places],
    dynamics: [...info.dynamics],
  };
}
