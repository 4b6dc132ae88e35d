/**
 * Formulas of the solver's logic, as an immutable DAG. Shared nodes are the same object, so joins stay linear. Build
 * formulas only through logic/build.ts. Symbol names are internal; solve/ normalises them.
 */
import type { Origin } from './symbolOrigin';

export type Sort =
  | { readonly kind: 'bool' }
  | { readonly kind: 'int' }
  | { readonly kind: 'real' }
  | { readonly kind: 'rational' } // an exact Real, also where other Reals become doubles
  | { readonly kind: 'string' }
  | { readonly kind: 'float64' }
  | { readonly kind: 'bits'; readonly width: number }
  | { readonly kind: 'named'; readonly name: string } // uninterpreted sorts and datatypes declared with the query
  | { readonly kind: 'array'; readonly index: Sort; readonly element: Sort };

export type Formula =
  | { readonly kind: 'boolean'; readonly value: boolean; readonly sort: Sort }
  | { readonly kind: 'numeral'; readonly value: string; readonly sort: Sort } // int: digits with -; real: p/q or decimal
  | { readonly kind: 'text'; readonly value: string; readonly sort: Sort }
  | { readonly kind: 'symbol'; readonly name: string; readonly sort: Sort; readonly origin: Origin } // a free constant
  | { readonly kind: 'bound'; readonly name: string; readonly sort: Sort } // a quantified variable
  | { readonly kind: 'apply'; readonly operator: string; readonly args: readonly Formula[]; readonly sort: Sort } // SMT-LIB operator or declared function
  | {
      readonly kind: 'quantified';
      readonly quantifier: 'forall' | 'exists' | 'lambda'; // lambda: a map defined by a term; the sort is that of the map
      readonly variables: readonly { readonly name: string; readonly sort: Sort }[];
      readonly body: Formula;
      readonly patterns: readonly (readonly Formula[])[];
      readonly sort: Sort;
    };

/** A function without a definition, e.g. a pure method. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly params: readonly Sort[];
  readonly result: Sort;
  /** Absent: it exists on entry. */
  readonly origin?: Origin;
}

export type SymbolFormula = Formula & { readonly kind: 'symbol' };

export interface DatatypeDeclaration {
  readonly name: string;
  readonly constructors: readonly {
    readonly name: string;
    readonly fields: readonly { readonly name: string; readonly sort: Sort }[];
  }[];
}

/** The declarations that the formulas of one method use. */
export interface Signature {
  readonly sorts: readonly string[];
  readonly datatypes: readonly DatatypeDeclaration[];
  readonly functions: readonly FunctionDeclaration[];
}

/** Values of queried terms, parsed from SMT-LIB. */
export type ModelValue =
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'integer'; readonly value: string }
  | { readonly kind: 'rational'; readonly numerator: string; readonly denominator: string }
  | { readonly kind: 'irrational'; readonly text: string }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'constructed'; readonly constructor: string; readonly args: readonly ModelValue[] }
  | { readonly kind: 'element'; readonly sort: string; readonly name: string } // of an uninterpreted sort
  | { readonly kind: 'other'; readonly text: string };
