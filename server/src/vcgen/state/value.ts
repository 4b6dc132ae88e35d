/**
 * Ruby values as the solver sees them. Where the static type is precise a value is unboxed (Int, Bool, Real, a symbol's
 * text, a reference's number); elsewhere it is a term of the datatype Value. Objects and containers are references:
 * their state is in the heap's maps (state.ts), which models aliasing.
 */
import { apply, bool, eq, FALSE, isApply, ite, not, or, TRUE } from '../../logic/build';
import type { DatatypeDeclaration, Formula, Sort } from '../../logic/formula';
import { BOOL_SORT, INT_SORT, RATIONAL_SORT, REAL_SORT, TEXT_SORT } from '../../logic/sorts';
import type { Block } from '../../ril/ril';
import { BOOL, FLOAT, INTEGER, NIL, nominal, SYMBOL, type Type } from '../../types/type';
import type { ExitList, Frame } from './frame';
import { hasAmbiguousMembers, makeUnionType } from './representation';
import { CLASS_SORT, VALUE_SORT } from './valueSort';

/** A block or lambda with its lexical scope. */
export interface Closure {
  readonly block: Block;
  readonly frame: Frame;
  readonly scope: readonly number[];
  readonly lambda: boolean;
  /** Receives the exits of `break`, while the call that the block belongs to is evaluated. */
  readonly breaks?: ExitList;
  /** For `&:name`: the method to call on the first argument, with the others. */
  readonly sends?: string;
}

/** The values of two branches, if the joined type is ambiguous: `Array<Integer> or Array<String>`. */
export interface Joined {
  readonly condition: Formula;
  readonly yes: Val;
  readonly no: Val;
}

export type Val =
  | { readonly kind: 'nil' }
  | { readonly kind: 'bool'; readonly term: Formula }
  | { readonly kind: 'int'; readonly term: Formula }
  | { readonly kind: 'real'; readonly term: Formula }
  /** Rational: exact, and distinguished from a Float by its tag. */
  | { readonly kind: 'rat'; readonly term: Formula }
  | { readonly kind: 'sym'; readonly term: Formula }
  /** `exact`: its class is known exactly, because this method allocated it. */
  | {
      readonly kind: 'ref';
      readonly term: Formula;
      readonly type: Type;
      readonly exact: boolean;
      readonly joined?: Joined;
    }
  /** `name`: exactly this class; `base`: this class or a subclass (for `x.class`). */
  | { readonly kind: 'class'; readonly term: Formula; readonly name: string | null; readonly base: string | null }
  | { readonly kind: 'boxed'; readonly term: Formula; readonly type: Type; readonly joined?: Joined }
  /** Values that never enter the heap or a union; doing so is not modelled. */
  | { readonly kind: 'range'; readonly from: Val | null; readonly to: Val | null; readonly exclusive: boolean }
  | { readonly kind: 'proc'; readonly closure: Closure };

export type Tag = 'nil' | 'bool' | 'int' | 'real' | 'rat' | 'sym' | 'ref' | 'class';

export const NIL_VAL: Val = { kind: 'nil' };
const RATIONAL: Type = nominal('Rational');

export const FIELD_SORTS: Readonly<Record<Exclude<Tag, 'nil'>, Sort>> = {
  bool: BOOL_SORT,
  int: INT_SORT,
  real: REAL_SORT,
  rat: RATIONAL_SORT,
  sym: TEXT_SORT,
  ref: INT_SORT,
  class: CLASS_SORT,
};

export const VALUE_DATATYPE: DatatypeDeclaration = {
  name: 'Value',
  constructors: [
    { name: 'v-nil', fields: [] },
    ...(['bool', 'int', 'real', 'rat', 'sym', 'ref', 'class'] as const).map(tag => ({
      name: `v-${tag}`,
      fields: [{ name: `v-${tag}-of`, sort: FIELD_SORTS[tag] }],
    })),
    /** A string as a key of a hash: compared by contents, not by identity. */
    { name: 'v-text', fields: [{ name: 'v-text-of', sort: TEXT_SORT }] },
  ],
};

export const BOXED_NIL: Formula = apply('v-nil', [], VALUE_SORT);

/** The value as a term of the datatype; null for ranges and procs, which have none. */
export function boxValue(val: Val): Formula | null {
  switch (val.kind) {
    case 'nil':
      return BOXED_NIL;
    case 'boxed':
      return val.term;
    case 'range':
    case 'proc':
      return null;
    default:
      return boxAs(val.kind, val.term);
  }
}

function boxAs(tag: Exclude<Tag, 'nil'>, term: Formula): Formula {
  if (isApply(term, `v-${tag}-of`) && hasCertainTag(term.args[0]!, tag)) return term.args[0]!;
  return apply(`v-${tag}`, [term], VALUE_SORT);
}

/**
 * Reads of precisely typed fields are unboxed at once; boxing them again returns the read only if its tag is certain.
 */
function hasCertainTag(term: Formula, tag: Tag): boolean {
  return isTag(term, tag) === TRUE;
}

export function isTag(term: Formula, tag: Tag): Formula {
  if (isApply(term, 'ite')) {
    const [condition, yes, no] = term.args as [Formula, Formula, Formula];
    const [a, b] = [isTag(yes, tag), isTag(no, tag)];
    if (a.kind === 'boolean' || b.kind === 'boolean') return ite(condition, a, b);
  }
  if (term.kind === 'apply' && term.operator.startsWith('v-') && !term.operator.endsWith('-of'))
    return bool(term.operator === `v-${tag}`);
  return apply(`(_ is v-${tag})`, [term], BOOL_SORT);
}

export function isNil(val: Val): Formula {
  if (val.kind === 'nil') return TRUE;
  return val.kind === 'boxed' ? isTag(val.term, 'nil') : FALSE;
}

export function unboxTerm(term: Formula, tag: Exclude<Tag, 'nil'>): Formula {
  if (isApply(term, `v-${tag}`)) return term.args[0]!;
  if (isApply(term, 'ite')) {
    const [condition, yes, no] = term.args as [Formula, Formula, Formula];
    if (isConstructed(yes) && isConstructed(no)) {
      if (!isApply(yes, `v-${tag}`)) return unboxTerm(no, tag);
      if (!isApply(no, `v-${tag}`)) return unboxTerm(yes, tag);
      return ite(condition, unboxTerm(yes, tag), unboxTerm(no, tag));
    }
  }
  return apply(`v-${tag}-of`, [term], FIELD_SORTS[tag]);
}

function isConstructed(term: Formula): boolean {
  return term.kind === 'apply' && term.operator.startsWith('v-') && !term.operator.endsWith('-of');
}

/** Only nil and false are falsy. */
export function isTruthy(val: Val): Formula {
  switch (val.kind) {
    case 'nil':
      return FALSE;
    case 'bool':
      return val.term;
    case 'boxed':
      return not(or(isTag(val.term, 'nil'), falseTerm(val.term)));
    default:
      return TRUE;
  }
}

function falseTerm(term: Formula): Formula {
  const is = isTag(term, 'bool');
  if (is === FALSE) return FALSE;
  return eq(term, apply('v-bool', [FALSE], VALUE_SORT));
}

export function typeOf(val: Val): Type {
  switch (val.kind) {
    case 'nil':
      return NIL;
    case 'bool':
      return BOOL;
    case 'int':
      return INTEGER;
    case 'real':
      return FLOAT;
    case 'rat':
      return RATIONAL;
    case 'sym':
      return SYMBOL;
    case 'ref':
    case 'boxed':
      return val.type;
    case 'class':
      return val.name === null ? nominal('Class') : { kind: 'classOf', name: val.name };
    case 'range':
      return nominal('Range', [INTEGER]);
    case 'proc':
      return nominal('Proc');
  }
}

/** The value of two branches joined; null where there is no common form (a range or proc with something else). */
export function joinValues(condition: Formula, a: Val, b: Val): Val | null {
  if (a === b || (a.kind === 'nil' && b.kind === 'nil')) return a;
  if (a.kind === 'range' || b.kind === 'range' || a.kind === 'proc' || b.kind === 'proc')
    return joinUnboxable(condition, a, b);
  if (a.kind === b.kind && a.kind !== 'boxed' && a.kind !== 'nil') return joinAlike(condition, a, b);
  const [x, y] = [boxValue(a), boxValue(b)];
  if (x === null || y === null) return null;
  const type = makeUnionType([typeOf(a), typeOf(b)]);
  return { kind: 'boxed', term: ite(condition, x, y), type, ...joinedAs(type, condition, a, b) };
}

function joinedAs(type: Type, condition: Formula, yes: Val, no: Val): { joined?: Joined } {
  return hasAmbiguousMembers(type) ? { joined: { condition, yes, no } } : {};
}

function joinUnboxable(condition: Formula, a: Val, b: Val): Val | null {
  if (a.kind !== 'range' || b.kind !== 'range' || a.exclusive !== b.exclusive) return null;
  const end = (x: Val | null, y: Val | null): Val | null | undefined =>
    x === null || y === null ? (x === y ? null : undefined) : (joinValues(condition, x, y) ?? undefined);
  const [from, to] = [end(a.from, b.from), end(a.to, b.to)];
  return from === undefined || to === undefined ? null : { kind: 'range', from, to, exclusive: a.exclusive };
}

function joinAlike(condition: Formula, a: Val, b: Val): Val | null {
  if (a.kind === 'ref' && b.kind === 'ref') {
    const exact = a.exact && b.exact && JSON.stringify(a.type) === JSON.stringify(b.type);
    const type = makeUnionType([a.type, b.type]);
    return { kind: 'ref', term: ite(condition, a.term, b.term), type, exact, ...joinedAs(type, condition, a, b) };
  }
  if (a.kind === 'class' && b.kind === 'class')
    return {
      kind: 'class',
      term: ite(condition, a.term, b.term),
      name: a.name === b.name ? a.name : null,
      base: a.base === b.base ? a.base : null,
    };
  if (a.kind === 'bool' && b.kind === 'bool') return { kind: 'bool', term: ite(condition, a.term, b.term) };
  if (a.kind === 'int' && b.kind === 'int') return { kind: 'int', term: ite(condition, a.term, b.term) };
  if (a.kind === 'real' && b.kind === 'real') return { kind: 'real', term: ite(condition, a.term, b.term) };
  if (a.kind === 'rat' && b.kind === 'rat') return { kind: 'rat', term: ite(condition, a.term, b.term) };
  if (a.kind === 'sym' && b.kind === 'sym') return { kind: 'sym', term: ite(condition, a.term, b.term) };
  return null;
}

export type ArrayVal = Val & { readonly kind: 'ref' };

export type HashVal = Val & { readonly kind: 'ref' };

export type Ref = Val & { readonly kind: 'ref' };
