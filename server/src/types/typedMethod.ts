/**
 * A checked method: the type of every expression, and for every call its candidate callees. The checker decides base
 * types only; refinements travel with the signatures named here and become obligations in vcgen/.
 */
import type { Problem } from '../base/problem';
import type { Call, Expr, Super, Yield } from '../ril/ril';
import type { MethodType, Type } from './type';

/** `Clock#incr_sec`, `Clock.now`, `#toplevel`. */
export type MethodKey = string;

/**
 * One class that the receiver may have, and the method that a call would run there. The first candidate of an
 * alternative is what its static class runs; those after it are overrides, one per subclass that has its own.
 * `C.new` names `C#initialize`, with the instance as its arms' result; null where there is none.
 */
export interface CallCandidate {
  /** The class (or module, for singleton calls the class itself) of the receiver in this branch. */
  readonly receiver: Type;
  /** Where the method is found (owner's key); null: known only by structural or block type. */
  readonly method: MethodKey | null;
  /** The signature arms that match the arguments, instantiated; empty: untyped body. */
  readonly arms: readonly { readonly index: number; readonly type: MethodType }[];
}

export interface CallTarget {
  readonly candidates: readonly CallCandidate[];
  /** Receiver or method is %dyn: nothing is known of what runs. */
  readonly dynamic: boolean;
}

/** What the method depends on, for re-checking: names looked up and what was found. */
export type Dependency =
  | { readonly kind: 'method'; readonly key: MethodKey } // signature (or absence)
  | { readonly kind: 'body'; readonly key: MethodKey } // its result was read off its body
  | { readonly kind: 'field'; readonly className: string; readonly name: string }
  | { readonly kind: 'class'; readonly name: string } // ancestors, existence
  | { readonly kind: 'constant'; readonly name: string };

export interface TypedMethod {
  readonly key: MethodKey;
  readonly types: ReadonlyMap<Expr, Type>;
  readonly calls: ReadonlyMap<Call | Super | Yield, CallTarget>;
  /** Types of the method's parameters as seen in the body, by name. */
  readonly params: ReadonlyMap<string, Type>;
  readonly result: Type;
  readonly problems: readonly Problem[];
  readonly uses: readonly Dependency[];
}

/**
 * The refinements of a method's signature (arguments and result, all arms), checked: the same maps, for the RIL of the
 * clauses. Names in a clause are locals (binders, the result's binder); `old(e)` is a call with no candidates.
 */
export interface TypedClauses {
  readonly key: MethodKey;
  readonly types: ReadonlyMap<Expr, Type>;
  readonly calls: ReadonlyMap<Call | Super | Yield, CallTarget>;
  readonly problems: readonly Problem[];
  readonly uses: readonly Dependency[];
}
