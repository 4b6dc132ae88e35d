/**
 * A checked method: the type of every expression, and the candidate callees of every call. The checker decides base
 * types only; refinements come with the signatures recorded here and become obligations in vcgen/.
 */
import type { Problem } from '../base/problem';
import type { Call, Expr, Super, Yield } from '../ril/ril';
import type { MethodType, Type } from './type';

/** `Clock#incr_sec`, `Clock.now`, `#toplevel`. */
export type MethodKey = string;

/**
 * One possible class of the receiver, and the method that a call runs on it. The first candidate of an alternative is
 * the method of its static class; further ones are overrides, one per subclass that has its own. `C.new` names
 * `C#initialize`, with the instance as the result of its arms; null if there is none.
 */
export interface CallCandidate {
  /** The class of the receiver in this branch (a module, or for singleton calls the class itself). */
  readonly receiver: Type;
  /** The key of the method in its owner; null if only a structural or block type declares it. */
  readonly method: MethodKey | null;
  /** The signature arms that match the arguments, instantiated; empty for an untyped body. */
  readonly arms: readonly { readonly index: number; readonly type: MethodType }[];
}

export interface CallTarget {
  readonly candidates: readonly CallCandidate[];
  /** Receiver or method is %dyn: the callee is unknown. */
  readonly dynamic: boolean;
}

export interface TypedMethod {
  readonly key: MethodKey;
  readonly types: ReadonlyMap<Expr, Type>;
  readonly calls: ReadonlyMap<Call | Super | Yield, CallTarget>;
  /** Types of the method's parameters inside the body, by name. */
  readonly params: ReadonlyMap<string, Type>;
  readonly result: Type;
  readonly problems: readonly Problem[];
}

/**
 * The checked refinements of a method's signature (arguments and result, all arms): the same maps, for the RIL of the
 * clauses. Names in a clause are locals (binders, the result's binder); `old(e)` is a call with no candidates.
 */
export interface TypedClauses {
  readonly key: MethodKey;
  readonly types: ReadonlyMap<Expr, Type>;
  readonly calls: ReadonlyMap<Call | Super | Yield, CallTarget>;
  readonly problems: readonly Problem[];
}
