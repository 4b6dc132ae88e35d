/**
 * `==` and `eql?` where the program does not override them: values by value, strings, arrays and hashes by contents,
 * structs by members, other objects as the labels of their classes declare (program/equality.ts).
 */
import { compare, toReal } from '../../../logic/arithmetic';
import { and, apply, bound, eq, FALSE, forall, implies, int, ite, or, same, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { select } from '../../../logic/maps';
import { ratioAsReal, wholeRatio } from '../../../logic/rationals';
import { BOOL_SORT, INT_SORT } from '../../../logic/sorts';
import {
  type Equalities,
  equalitiesBelow,
  equalityOf,
  inheritedEqualities,
  mayEqualAnything,
  mayEqualNumbers,
} from '../../../program/equality';
import { withMissing } from '../../../program/implicitCalls';
import { hasInvisibleAncestor } from '../../../program/invisibleAncestor';
import { candidates } from '../../../program/lookup';
import { isRailsModel } from '../../../program/rails';
import { workspaceMethods } from '../../../program/workspace';
import type { Type } from '../../../types/type';
import { findImplicitCallOn } from '../../analysis/implicitCalls';
import { makerOf } from '../../analysis/structClasses';
import { havocUnknownEffects } from '../../calls/modes/openCall';
import { readField } from '../../fields/fields';
import { elementsOf, elementType, lengthOf } from '../../heap/arrays';
import { entriesOf } from '../../heap/hashEntries';
import { contentsOf, hasKeyModel } from '../../heap/hashes';
import { cellAt } from '../../heap/objects';
import { textOf } from '../../heap/strings';
import { positionalArgs, type Site } from '../../state/call';
import {
  addCaveat,
  type Ctx,
  makeUnmodelled,
  makeUnmodelledTruth,
  makeUnmodelledValue,
  type Out,
} from '../../state/context';
import { forkState } from '../../state/fork';
import { keyTypeOf, valueTypeOf } from '../../state/hashTypes';
import { ELEMENTS, LENGTH, memberKey } from '../../state/heapKey';
import { heapMap } from '../../state/heapMaps';
import { classNameOf, representationOf, unionMembers } from '../../state/representation';
import type { State } from '../../state/state';
import { tagsOf, valueFromTerm } from '../../state/typeGuards';
import { FIELD_SORTS, isNil, isTag, isTruthy, typeOf, unboxTerm, type Val } from '../../state/value';
import { VALUE_SORT } from '../../state/valueSort';

type Equals = '==' | 'eql?';

/** `a == b` or `a.eql?(b)`, and the site of the call. */
export interface EqualityTest {
  readonly a: Val;
  readonly b: Val;
  readonly method: Equals;
  readonly site: Site;
}

type Of<A extends Val, B extends Val = A> = EqualityTest & { readonly a: A; readonly b: B };

export function evaluateEquality(ctx: Ctx, test: EqualityTest, state: State): Out {
  const { a, b } = test;
  if (a.kind === 'nil') return boolResult(isNil(b), state);
  if (b.kind === 'nil') return equalsNil(ctx, test, state);
  return a.kind === 'boxed' || b.kind === 'boxed' ? boxedEquality(ctx, test, state) : plainEquality(ctx, test, state);
}

function boolResult(term: Formula, state: State): Out {
  return { value: { kind: 'bool', term }, state };
}

/** As Ruby compares elements, members and `case` subjects: an object equals itself, whatever its own `==` returns. */
export function isSameOrEqual(ctx: Ctx, test: EqualityTest, state: State): Out {
  const { a, b, method, site } = test;
  const compare = (s: State): Out =>
    ctx.run.rules.send(ctx, { receiver: a, method, args: positionalArgs([b]), site }, s);
  if (!hasOwnMethod(ctx, a, method) || (b.kind !== 'ref' && b.kind !== 'boxed')) return compare(state);
  return forkState(ctx, eq(termOf(a), termOf(b)), state, site, { yes: s => boolResult(TRUE, s), no: compare });
}

function hasOwnMethod(ctx: Ctx, val: Val, method: Equals): boolean {
  if (val.kind !== 'ref' && val.kind !== 'boxed') return false;
  return unionMembers(typeOf(val)).some(member =>
    candidates(ctx.run.input.program, classNameOf(member) ?? 'Object', method).some(
      each => each.method.origin === 'workspace',
    ),
  );
}

/** nil equals nil; an object whose own code decides may equal it too. */
function equalsNil(ctx: Ctx, test: EqualityTest, state: State): Out {
  const { a, method, site } = test;
  if (!mayEqualAnything(equalitiesOf(ctx, a, method))) return boolResult(isNil(a), state);
  return forkState(ctx, isNil(a), state, site, {
    yes: s => boolResult(TRUE, s),
    no: s => unknownEquality(ctx, test, s),
  });
}

/** The equalities of the objects that the value may be, except those whose own method the call would have run. */
function equalitiesOf(ctx: Ctx, val: Val, method: Equals): Equalities {
  if (val.kind !== 'ref' && val.kind !== 'boxed') return NO_OBJECT;
  const { program } = ctx.run.input;
  const names = refNames(val);
  if (val.kind === 'ref' && val.exact && names.length === 1)
    return new Set([equalityOf(program, names[0]!, COMPARISON[method])]);
  return new Set(names.flatMap(name => [...inheritedEqualities(program, name, method)]));
}

const NO_OBJECT: Equalities = new Set();

const COMPARISON = { '==': 'values', 'eql?': 'keys' } as const;

/** Classes of the objects that the value may be. */
function refNames(val: Val): readonly string[] {
  const types = unionMembers(typeOf(val)).filter(member => ['ref', 'boxed'].includes(representationOf(member)));
  return types.map(member => classNameOf(member) ?? 'Object');
}

function plainEquality(ctx: Ctx, test: EqualityTest, state: State): Out {
  const { a, b, method, site } = test;
  if (a.kind === 'ref' && b.kind === 'ref') return refEquality(ctx, { ...test, a, b }, state);
  if (isNumber(a) && isNumber(b)) return numberEquality(ctx, { ...test, a, b }, state);
  if (a.kind === 'range' || b.kind === 'range' || a.kind === 'proc' || b.kind === 'proc')
    return {
      value: makeUnmodelled(ctx, { kind: 'comparison-of-kinds', method, left: a.kind, right: b.kind }, site),
      state,
    };
  if (a.kind === 'nil' || b.kind === 'nil' || a.kind === 'boxed' || b.kind === 'boxed') return boolResult(FALSE, state);
  return a.kind === b.kind ? boolResult(eq(a.term, b.term), state) : compareWithNonObject(ctx, test, state);
}

type NumberVal = Val & { readonly kind: 'int' | 'real' | 'rat' };

function isNumber(val: Val): val is NumberVal {
  return val.kind === 'int' || val.kind === 'real' || val.kind === 'rat';
}

/** By value across classes, exactly; `eql?` requires the same class. */
function numberEquality(ctx: Ctx, { a, b, method, site }: Of<NumberVal>, state: State): Out {
  const ieee = ctx.run.input.settings.floats === 'ieee';
  // NaN is not equal to itself: do not simplify.
  if (ieee && a.kind === 'real' && b.kind === 'real') return boolResult(apply('=', [a.term, b.term], BOOL_SORT), state);
  if (a.kind === b.kind) return boolResult(eq(a.term, b.term), state);
  if (method === 'eql?') return boolResult(FALSE, state);
  if (a.kind !== 'real' && b.kind !== 'real') return boolResult(eq(asRatio(a), asRatio(b)), state);
  if (ieee) {
    const other = a.kind === 'real' ? b : a;
    const number = other.kind === 'int' ? 'int' : 'rat';
    return { value: makeUnmodelled(ctx, { kind: 'comparison-with-float', number }, site), state };
  }
  return boolResult(eq(asReal(a), asReal(b)), state);
}

function asRatio({ kind, term }: NumberVal): Formula {
  return kind === 'int' ? wholeRatio(term) : term;
}

function asReal({ kind, term }: NumberVal): Formula {
  if (kind === 'int') return toReal(term);
  return kind === 'rat' ? ratioAsReal(term) : term;
}

/**
 * An object and a non-object: false, unless the object's code decides. A number calls `==` of the object on either
 * side.
 */
function compareWithNonObject(ctx: Ctx, test: EqualityTest, state: State): Out {
  const { a, b } = test;
  const { left, right } = findDeciders(ctx, test);
  const isDecided = left === 'always' || (left === 'numbers' && isNumber(b)) || (right && isNumber(a));
  return isDecided ? unknownEquality(ctx, test, state) : boolResult(FALSE, state);
}

interface Deciders {
  /** The object on the left may equal anything, or numbers; null: neither. */
  readonly left: 'always' | 'numbers' | null;
  /** So may the object on the right, whose `==` a number calls: `1 == x` is `x == 1`. */
  readonly right: boolean;
}

function findDeciders(ctx: Ctx, { a, b, method }: EqualityTest): Deciders {
  const equalities = equalitiesOf(ctx, a, method);
  const left = mayEqualAnything(equalities) ? 'always' : mayEqualNumbers(equalities) ? 'numbers' : null;
  const mayBeAsked = method === '==' && (b.kind === 'ref' || b.kind === 'boxed');
  const { program } = ctx.run.input;
  const right = mayBeAsked && refNames(b).some(name => mayEqualNumbers(equalitiesBelow(program, name, 'values')));
  return { left, right };
}

type Ref = Val & { readonly kind: 'ref' };

function refEquality(ctx: Ctx, test: Of<Ref>, state: State): Out {
  const { a, b, method } = test;
  const names = unionMembers(a.type).map(member => classNameOf(member) ?? 'Object');
  const others = unionMembers(b.type).map(member => classNameOf(member));
  const are = (className: string): boolean => [...names, ...others].every(name => name === className);
  if (are('String')) return boolResult(eq(textOf(ctx, state, a), textOf(ctx, state, b)), state);
  if (are('Array')) return arrayEquality(ctx, test, state);
  const byContents = are('Hash') ? hashEquality(ctx, a, b, state) : null;
  if (byContents) return boolResult(byContents, state);
  const byMember = structEquality(ctx, test, state);
  if (byMember) return byMember;
  const equalities = equalitiesOf(ctx, a, method);
  if ([...equalities].every(each => each === 'identity')) return boolResult(eq(a.term, b.term), state);
  const { program } = ctx.run.input;
  const hidden = names.find(name => hasInvisibleAncestor(program, name));
  if (hidden !== undefined && isRailsModel(program, hidden)) return boolResult(areSameRow(ctx, a, b, state), state);
  return mayEqualNumbers(equalities) ? unknownEquality(ctx, test, state) : compareIdentity(ctx, test, state);
}

/** Every object equals itself; which other objects have the same contents is unknown. */
function compareIdentity(ctx: Ctx, test: Of<Ref>, state: State): Out {
  if (same(test.a.term, test.b.term)) return boolResult(TRUE, state);
  const unsure = unknownEquality(ctx, test, state).value;
  return forkState(ctx, eq(test.a.term, test.b.term), state, test.site, {
    yes: s => boolResult(TRUE, s),
    no: s => ({ value: unsure, state: s }),
  });
}

/** Rails' records are equal if they are the same object or represent the same row, which is unknown. */
function areSameRow(ctx: Ctx, a: Ref, b: Ref, state: State): Formula {
  const inputs = [a.term, b.term, state.heap.version];
  ctx.run.hypotheses.functions.set(SAME_ROW, {
    name: SAME_ROW,
    params: inputs.map(each => each.sort),
    result: BOOL_SORT,
  });
  return or(eq(a.term, b.term), apply(SAME_ROW, inputs, BOOL_SORT));
}

const SAME_ROW = 'same-row';

/** Same length and equal elements, if elements are plain values; others would need their own `==`. */
function arrayEquality(ctx: Ctx, test: Of<Ref>, state: State): Out {
  const { a, b } = test;
  if (same(a.term, b.term) || holdSameElements(ctx, a, b, state)) return boolResult(TRUE, state);
  const tags = [a, b].map(val => tagsOf(elementType(val.type)));
  if (!areEqualByTerm(tags)) return compareIdentity(ctx, test, state);
  const [m, n] = [lengthOf(ctx, state, a), lengthOf(ctx, state, b)];
  const name = `i${ctx.run.names.quantifiers++}`;
  const index = bound(name, INT_SORT);
  const [x, y] = [select(elementsOf(ctx, state, a), index), select(elementsOf(ctx, state, b), index)];
  const inRange = and(compare('<=', int(0), index), compare('<', index, m));
  const alike = forall([{ name, sort: INT_SORT }], implies(inRange, eq(x, y)));
  return boolResult(or(eq(a.term, b.term), and(eq(m, n), alike)), state);
}

/** A copy with the identical elements: Ruby considers an object equal to itself before it calls `==`. */
function holdSameElements(ctx: Ctx, a: Ref, b: Ref, state: State): boolean {
  return [ELEMENTS, LENGTH].every(key => {
    const map = heapMap(ctx, state, key);
    return same(cellAt(map, a.term), cellAt(map, b.term));
  });
}

/** Values with these tags are equal iff their terms are: no contents, no Floats, no two kinds of exact numbers. */
function areEqualByTerm(sets: readonly (ReadonlySet<string> | null)[]): boolean {
  const has = (tag: string): boolean => sets.some(set => set?.has(tag));
  return !sets.includes(null) && !has('ref') && !has('real') && !(has('rat') && has('int'));
}

/**
 * As many entries, and the same plain value under each key; defaults and order are ignored. Null: keys or values define
 * their own equality.
 */
function hashEquality(ctx: Ctx, a: Ref, b: Ref, state: State): Formula | null {
  if (same(a.term, b.term)) return TRUE;
  if (!areEqualByTerm([a, b].map(val => tagsOf(valueTypeOf(val.type))))) return null;
  const [x, y] = [contentsOf(ctx, state, a), contentsOf(ctx, state, b)];
  const alike = (key: Formula): Formula =>
    and(select(y.present, key), eq(select(x.values, key), select(y.values, key)));
  const known = entriesOf(x.present) ?? entriesOf(y.present);
  if (known) {
    const both = known.map(key => and(select(x.present, key), alike(key)));
    return or(eq(a.term, b.term), and(eq(x.size, y.size), ...both));
  }
  if (![a, b].every(each => hasKeyModel(ctx, state, keyTypeOf(each.type)))) return null;
  const name = `m${ctx.run.names.quantifiers++}`;
  const key = bound(name, VALUE_SORT);
  const every = forall([{ name, sort: VALUE_SORT }], implies(select(x.present, key), alike(key)));
  return or(eq(a.term, b.term), and(eq(x.size, y.size), every));
}

/** Two of the same Struct or Data class, which has no subclasses: member by member. */
function structEquality(ctx: Ctx, { a, b, method, site }: Of<Ref>, state: State): Out | null {
  const { program } = ctx.run.input;
  const [x, y] = [classNameOf(a.type), classNameOf(b.type)];
  const maker = x !== null && y !== null ? makerOf(program, x) : null;
  if (maker === null || x === null || y === null || equalityOf(program, x, COMPARISON[method]) !== 'members')
    return null;
  if ([x, y].some(name => (program.descendants.get(name) ?? []).length > 0)) return null;
  if (x !== y) return makerOf(program, y) ? boolResult(FALSE, state) : null;
  if (same(a.term, b.term)) return boolResult(TRUE, state);
  if (ctx.mode.comparing >= DEEPEST)
    return { value: makeUnmodelled(ctx, { kind: 'nested-comparison', method, className: x }, site), state };
  const inner: Ctx = { ...ctx, mode: { ...ctx.mode, comparing: ctx.mode.comparing + 1 } };
  let next = state;
  const equal = maker.members.map(member => {
    const [p, q] = [a, b].map(each => readField(inner, next, each, memberKey(member), site)) as [Val, Val];
    const out = isSameOrEqual(inner, { a: p, b: q, method, site }, next);
    next = out.state;
    return isTruthy(out.value);
  });
  return boolResult(or(eq(a.term, b.term), and(...equal)), next);
}

/** Members that are structs are compared recursively, and some contain others of their own class without end. */
const DEEPEST = 3;

function unknownEquality(ctx: Ctx, { a, b, method, site }: EqualityTest, state: State): Out {
  const [name = 'Object'] = [...refNames(a), ...refNames(b)];
  return { value: makeUnmodelledTruth(ctx, { kind: 'comparison-of-class', method, className: name }, site), state };
}

/** A method of the program may run, and return anything. */
function comparisonOfUnknown(ctx: Ctx, { a, b, method, site }: EqualityTest, state: State): Out {
  const what = { kind: 'comparison-of-unknown', method } as const;
  const isCalled = !ctx.spec && findImplicitCallOn(ctx, withMissing([method]), [a, b]) !== null;
  const left = isCalled ? havocUnknownEffects(ctx, what, [a, b], site, state) : state;
  if (left === null) return { value: makeUnmodelled(ctx, what, site), state };
  return {
    value:
      workspaceMethods(ctx.run.input.program, method).length > 0
        ? makeUnmodelledValue(ctx, what, site)
        : makeUnmodelledTruth(ctx, what, site),
    state: left,
  };
}

/** By tag: different tags are unequal, except for numbers; references are compared as references. */
function boxedEquality(ctx: Ctx, test: EqualityTest, state: State): Out {
  const { a, b, method, site } = test;
  const [tagsA, tagsB] = [tagsOfAny(typeOf(a)), tagsOfAny(typeOf(b))];
  if (tagsA === null || tagsB === null) return comparisonOfUnknown(ctx, test, state);
  if (ctx.run.input.settings.floats === 'ieee' && (tagsA.has('real') || tagsB.has('real')))
    return { value: makeUnmodelled(ctx, { kind: 'comparison-with-float-union', method }, site), state };
  if (mayCompareReals(tagsA, tagsB) || mayCompareReals(tagsB, tagsA)) addCaveat(ctx.run, { type: 'reals' });
  const [x, y] = [termOf(a), termOf(b)];
  const byValue = (s: State): Out => boolResult(valueEquality(x, y, tagsA, tagsB, method), s);
  const otherwise = (s: State): Out => compareUnlessDecided(ctx, test, s, byValue);
  if (!tagsA.has('ref') || !tagsB.has('ref')) return otherwise(state);
  const both = and(isTag(x, 'ref'), isTag(y, 'ref'));
  const compare = (s: State): Out =>
    ctx.run.rules.send(ctx, { receiver: asRef(a, x), method, args: positionalArgs([asRef(b, y)]), site }, s);
  return forkState(ctx, both, state, site, { yes: compare, no: otherwise });
}

/** A value of type %any may be any. */
function tagsOfAny(type: Type): ReadonlySet<string> | null {
  return type.kind === 'any' ? ANY_TAGS : tagsOf(type);
}

const ANY_TAGS: ReadonlySet<string> = new Set(['nil', ...Object.keys(FIELD_SORTS)]);

function mayCompareReals(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.has('real') && NUMBERS.some(kind => b.has(kind));
}

/** At least one is not an object: by value, unless an object's code decides. */
function compareUnlessDecided(ctx: Ctx, test: EqualityTest, state: State, byValue: (state: State) => Out): Out {
  const [x, y] = [termOf(test.a), termOf(test.b)];
  const { left, right } = findDeciders(ctx, test);
  const isNumeric = (val: Val, term: Formula): Formula =>
    or(...NUMBERS.filter(tag => tagsOf(typeOf(val))?.has(tag) ?? true).map(tag => isTag(term, tag)));
  const asksLeft = left === null ? FALSE : and(isTag(x, 'ref'), left === 'always' ? TRUE : isNumeric(test.b, y));
  const asksRight = right ? and(isTag(y, 'ref'), isNumeric(test.a, x)) : FALSE;
  const isDecided = or(asksLeft, asksRight);
  if (isDecided === FALSE) return byValue(state);
  return forkState(ctx, isDecided, state, test.site, { yes: s => unknownEquality(ctx, test, s), no: byValue });
}

function asRef(val: Val, term: Formula): Val {
  if (val.kind === 'ref') return val;
  const types = unionMembers(typeOf(val)).filter(member => representationOf(member) === 'ref');
  return valueFromTerm(term, types.length === 1 ? types[0]! : { kind: 'union', members: types });
}

export function termOf(val: Val): Formula {
  if (val.kind === 'boxed') return val.term;
  if (val.kind === 'nil' || val.kind === 'range' || val.kind === 'proc')
    return { kind: 'apply', operator: 'v-nil', args: [], sort: { kind: 'named', name: 'Value' } };
  return { kind: 'apply', operator: `v-${val.kind}`, args: [val.term], sort: { kind: 'named', name: 'Value' } };
}

const NUMBERS = ['int', 'real', 'rat'] as const;

function valueEquality(
  x: Formula,
  y: Formula,
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  method: string,
): Formula {
  const kinds = NUMBERS.filter(kind => a.has(kind) || b.has(kind));
  const mixed = method !== 'eql?' && kinds.length > 1 && [a, b].every(set => kinds.some(kind => set.has(kind)));
  if (!mixed) return eq(x, y);
  const exact = !kinds.includes('real');
  const one = (kind: NumberVal['kind'], term: Formula): Formula => {
    const val: NumberVal = { kind, term: unboxTerm(term, kind) };
    return exact ? asRatio(val) : asReal(val);
  };
  const number = (term: Formula): Formula =>
    kinds
      .slice(0, -1)
      .reduceRight((rest, kind) => ite(isTag(term, kind), one(kind, term), rest), one(kinds.at(-1)!, term));
  const isOne = (term: Formula): Formula => or(...kinds.map(kind => isTag(term, kind)));
  return or(eq(x, y), and(isOne(x), isOne(y), eq(number(x), number(y))));
}
