/**
 * RDL's types, as data. A refinement is RIL plus the source and place of each conjunct; the checker ignores it, the
 * verifier proves it. resolve/ resolves class names to full paths (`A::B`); before that they are as written.
 */
import type { Place, Span } from '../base/span';
import type { Expr } from '../ril/ril';

export type Variance = 'in' | 'out' | 'invariant';

export interface TypeParam {
  readonly name: string;
  readonly variance: Variance;
  readonly bound: Type | null;
  readonly default: Type | null;
}

export type Type =
  | { readonly kind: 'any' } // %any: top
  | { readonly kind: 'bottom' } // %bot
  | {
      readonly kind: 'dynamic'; // %dyn, RBS untyped
      /** While a body is inferred: the parameter whose value this is, or a path from it (`x`, `x.name`). */
      readonly of?: string;
    }
  | { readonly kind: 'nil' }
  | { readonly kind: 'bool' } // %bool = true or false
  | { readonly kind: 'literal'; readonly value: LiteralTypeValue } // 1, :a, 'a', 1.5, true, false
  | {
      readonly kind: 'nominal'; // Foo, Array<T>
      readonly name: string;
      readonly args: readonly Type[];
      /** For an Array whose elements are all known: it may also be used as this tuple. */
      readonly shape?: readonly Type[];
      /** Of an instance whose allocation is known: the types of fields that only its constructor assigns. */
      readonly fields?: readonly FieldType[];
    }
  | {
      readonly kind: 'classOf'; // ${C}, singleton(C)
      readonly name: string;
      /** Sorbet's `C[A]`: what `new` makes is a C<A>. */
      readonly args?: readonly Type[];
    }
  | { readonly kind: 'self' }
  | {
      readonly kind: 'variable'; // t
      readonly name: string;
      /** The upper bound, while a signature is instantiated for one body or call; never part of a declared type. */
      readonly bound?: Type;
    }
  | { readonly kind: 'alias'; readonly name: string; readonly args: readonly Type[] } // %name, until expanded
  | { readonly kind: 'union'; readonly members: readonly Type[] }
  | { readonly kind: 'intersection'; readonly members: readonly Type[] }
  | { readonly kind: 'nonNull'; readonly type: Type } // !T
  | { readonly kind: 'tuple'; readonly elements: readonly Type[] } // [T, U]
  | { readonly kind: 'finiteHash'; readonly entries: readonly HashEntry[]; readonly rest: Type | null } // {a: T, **R}
  | { readonly kind: 'structural'; readonly methods: readonly StructuralMethod[] } // [m: (T) -> U]
  | {
      readonly kind: 'proc'; // { (T) -> U }, Proc<^(T), U>
      readonly method: MethodType;
      /** In the closed world: the key of the method whose `&` parameter it is. */
      readonly of?: string;
    }
  | { readonly kind: 'refined'; readonly base: Type; readonly refinement: Refinement }; // T x { e }

export interface FieldType {
  readonly name: string;
  readonly type: Type;
}

export type LiteralTypeValue =
  | { readonly type: 'integer'; readonly value: string }
  | { readonly type: 'float'; readonly value: string }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'symbol'; readonly value: string }
  | { readonly type: 'true' }
  | { readonly type: 'false' };

export interface HashEntry {
  readonly key: LiteralTypeValue | { readonly type: 'class'; readonly name: string };
  readonly type: Type;
  readonly optional: boolean;
}

export interface StructuralMethod {
  readonly name: string;
  readonly type: MethodType;
}

/** One conjunct of a refinement, which is proved, reported and counted separately. */
export interface Clause {
  readonly expr: Expr;
  readonly text: string;
  readonly place: Place;
  /** From a `pre` or `post` block, which Ruby runs as written. */
  readonly isRuby?: true;
  /** `{ x > 0, "the price must be positive" }`: the author's words, shown instead of the clause. */
  readonly message?: string;
}

export interface Refinement {
  readonly binder: string | null;
  readonly text: string;
  readonly place: Place;
  /** Conjuncts in order; spans inside their RIL are relative to the annotation's anchor. */
  readonly clauses: readonly Clause[];
  /** The place of `??`, which stands for further clauses: what the method needs, or what can be proved of it. */
  readonly hole?: Place;
}

export type ParamTypeKind = 'required' | 'optional' | 'rest' | 'post' | 'key' | 'optionalKey' | 'keyRest';

export interface ParamType {
  readonly kind: ParamTypeKind;
  /** The binder (`Integer x`), or the keyword's name. */
  readonly name: string | null;
  readonly type: Type;
  readonly refinement: Refinement | null;
  /** Relative to the annotation's anchor; null for types that are not in the source. */
  readonly span: Span | null;
}

export interface BlockType {
  readonly type: MethodType;
  readonly optional: boolean;
}

export interface MethodType {
  readonly typeParams: readonly TypeParam[];
  readonly params: readonly ParamType[];
  /** RBS `(?) -> T`: any arguments. */
  readonly anyArgs: boolean;
  /** DRuby's `(^args) -> T`: the variable that stands for the whole parameter list; any arguments until it is known. */
  readonly paramsVariable?: string;
  readonly block: BlockType | null;
  /** A precondition of the whole call (`pre { … }`), not of a single argument. */
  readonly precondition?: Refinement;
  readonly result: Type;
  readonly resultName: string | null;
  readonly resultRefinement: Refinement | null;
  readonly resultSpan: Span | null;
  /** RBS `[self: T]` of a proc or block. */
  readonly selfType: Type | null;
}

/** All preconditions, in order. */
export function entryClauses({ params, precondition }: MethodType): readonly Clause[] {
  return [...params.flatMap(param => param.refinement?.clauses ?? []), ...(precondition?.clauses ?? [])];
}

/** The holes of a signature, in order. */
export function holesIn({ params, resultRefinement }: MethodType): readonly Place[] {
  return [...params.map(param => param.refinement), resultRefinement].flatMap(refinement => refinement?.hole ?? []);
}

export const ANY: Type = { kind: 'any' };
export const BOTTOM: Type = { kind: 'bottom' };
export const DYNAMIC: Type = { kind: 'dynamic' };
export const NIL: Type = { kind: 'nil' };
export const BOOL: Type = { kind: 'bool' };
export const SELF: Type = { kind: 'self' };
export const TRUE: Type = { kind: 'literal', value: { type: 'true' } };
export const FALSE: Type = { kind: 'literal', value: { type: 'false' } };

/** Accepts and returns anything: the type of a method without a readable signature. */
export const UNTYPED_METHOD: MethodType = {
  typeParams: [],
  params: [],
  anyArgs: true,
  block: null,
  result: DYNAMIC,
  resultName: null,
  resultRefinement: null,
  resultSpan: null,
  selfType: null,
};

export function nominal(name: string, args: readonly Type[] = []): Type {
  return { kind: 'nominal', name, args };
}

export const INTEGER: Type = nominal('Integer');
export const FLOAT: Type = nominal('Float');
export const STRING: Type = nominal('String');
export const SYMBOL: Type = nominal('Symbol');
