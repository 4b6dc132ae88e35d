/** `==` where no class has its own: values by value, strings by contents, objects by identity. */
import { compare, toReal } from '../logic/arithmetic';
import { and, apply, bound, eq, FALSE, forall, implies, int, ite, or, same, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select } from '../logic/maps';
import { ratioAsReal, wholeRatio } from '../logic/ratios';
import { BOOL_SORT, INT_SORT } from '../logic/sorts';
import { ancestors } from '../program/ancestors';
import { hiddenAncestor } from '../program/hidden';
import { isRailsModel } from '../program/rails';
import type { Site } from './arguments';
import { elementsOf, elementType, lengthOf } from './arrays';
import { fork } from './branch';
import { BY_CONTENTS } from './contentClasses';
import { type Ctx, caveat, notModelled, type Out } from './context';
import { readField } from './fields';
import { entriesOf } from './hashEntries';
import { contentsOf } from './hashes';
import { valueTypeOf } from './hashTypes';
import { classNameOf, members, shapeOf } from './shape';
import type { State } from './state';
import { textOf } from './strings';
import { makerOf, memberKey } from './structs';
import { fromTerm, tagsOf } from './typing';
import { isNil, isTag, truthy, typeOf, unboxed, VALUE_SORT, type Val } from './value';

export function equality(ctx: Ctx, a: Val, b: Val, site: Site, state: State, method = '=='): Out {
  const truth = (term: Formula): Out => ({ value: { kind: 'bool', term }, state });
  if (a.kind === 'nil') return truth(isNil(b));
  if (b.kind === 'nil') return truth(isNil(a));
  if (a.kind === 'boxed' || b.kind === 'boxed') return boxedEquality(ctx, a, b, site, state, method);
  return plainEquality(ctx, a, b, site, state, method);
}

function plainEquality(ctx: Ctx, a: Val, b: Val, site: Site, state: State, method: string): Out {
  const truth = (term: Formula): Out => ({ value: { kind: 'bool', term }, state });
  if (a.kind === 'ref' && b.kind === 'ref') return refEquality(ctx, a, b, site, state);
  if (isNumber(a) && isNumber(b)) return numberEquality(ctx, a, b, site, state, method);
  if (a.kind === 'range' || b.kind === 'range' || a.kind === 'proc' || b.kind === 'proc')
    return { value: notModelled(ctx, `== of a ${a.kind} and a ${b.kind}`, site), state };
  if (a.kind === 'nil' || b.kind === 'nil' || a.kind === 'boxed' || b.kind === 'boxed') return truth(FALSE);
  return a.kind === b.kind ? truth(eq(a.term, b.term)) : foreign(ctx, a, b, site, state);
}

type NumberVal = Val & { readonly kind: 'int' | 'real' | 'rat' };

function isNumber(val: Val): val is NumberVal {
  return val.kind === 'int' || val.kind === 'real' || val.kind === 'rat';
}

/** By value across classes, exactly; `eql?` asks for the same class. */
function numberEquality(ctx: Ctx, a: NumberVal, b: NumberVal, site: Site, state: State, method: string): Out {
  const truth = (term: Formula): Out => ({ value: { kind: 'bool', term }, state });
  const ieee = ctx.run.input.settings.floats === 'ieee';
  // NaN is not equal to itself: nothing may be simplified away.
  if (ieee && a.kind === 'real' && b.kind === 'real') return truth(apply('=', [a.term, b.term], BOOL_SORT));
  if (a.kind === b.kind) return truth(eq(a.term, b.term));
  if (method === 'eql?') return truth(FALSE);
  if (a.kind !== 'real' && b.kind !== 'real') return truth(eq(asRatio(a), asRatio(b)));
  if (ieee)
    return {
      value: notModelled(ctx, `== of ${articled(a.kind === 'real' ? b : a)} and a Float`, site),
      state,
    };
  return truth(eq(asReal(a), asReal(b)));
}

function articled({ kind }: NumberVal): string {
  return kind === 'int' ? 'an Integer' : 'a Rational';
}

function asRatio({ kind, term }: NumberVal): Formula {
  return kind === 'int' ? wholeRatio(term) : term;
}

function asReal({ kind, term }: NumberVal): Formula {
  if (kind === 'int') return toReal(term);
  return kind === 'rat' ? ratioAsReal(term) : term;
}

/** A number and an object: Integer#== asks the object, whose own `==` we would have to run. So does a number of another class. */
function foreign(ctx: Ctx, a: Val, b: Val, site: Site, state: State): Out {
  if (a.kind === 'ref' && isNumber(b) && isOtherNumber(a))
    return { value: notModelled(ctx, '== of a number and an object', site), state };
  if (b.kind === 'ref' && isNumber(a)) return { value: notModelled(ctx, '== of a number and an object', site), state };
  return { value: { kind: 'bool', term: FALSE }, state };
}

const OTHER_NUMBERS: ReadonlySet<string> = new Set(['Complex', 'BigDecimal', 'Numeric', 'Comparable', 'Object']);

function isOtherNumber(val: Val): boolean {
  if (val.kind !== 'ref' && val.kind !== 'boxed') return false;
  return members(typeOf(val)).some(member => OTHER_NUMBERS.has(classNameOf(member) ?? ''));
}

type Ref = Val & { readonly kind: 'ref' };

function refEquality(ctx: Ctx, a: Ref, b: Ref, site: Site, state: State): Out {
  const [x, y] = [a, b].map(val => members(val.type).map(member => classNameOf(member) ?? 'Object')) as [
    string[],
    string[],
  ];
  const strings = (names: readonly string[]): boolean => names.every(name => name === 'String');
  if (strings(x) && strings(y))
    return { value: { kind: 'bool', term: eq(textOf(ctx, state, a), textOf(ctx, state, b)) }, state };
  if (x.every(name => name === 'Array') && y.every(name => name === 'Array'))
    return arrayEquality(ctx, a, b, site, state);
  if (x.every(name => name === 'Hash') && y.every(name => name === 'Hash')) {
    const equal = hashEquality(ctx, a, b, state);
    if (equal) return { value: { kind: 'bool', term: equal }, state };
  }
  const byMember = structEquality(ctx, a, b, x, y, site, state);
  if (byMember) return byMember;
  if (x.some(name => comparesContents(ctx, name))) return unknown(ctx, x[0]!, site, state);
  const hidden = x.find(name => hiddenAncestor(ctx.run.input.program, name));
  return hidden === undefined
    ? { value: { kind: 'bool', term: eq(a.term, b.term) }, state }
    : hiddenEquality(ctx, a, b, hidden, site, state);
}

/**
 * An ancestor that is not in sight may have an `==` of its own. That of Rails' records holds of the same object, and of two
 * that stand for the same row: nobody knows which do.
 */
function hiddenEquality(ctx: Ctx, a: Ref, b: Ref, className: string, site: Site, state: State): Out {
  if (!isRailsModel(ctx.run.input.program, className)) return unknown(ctx, className, site, state);
  const inputs = [a.term, b.term, state.heap.version];
  ctx.run.functions.set(SAME_ROW, { name: SAME_ROW, params: inputs.map(each => each.sort), result: BOOL_SORT });
  return { value: { kind: 'bool', term: or(eq(a.term, b.term), apply(SAME_ROW, inputs, BOOL_SORT)) }, state };
}

const SAME_ROW = 'same-row';

/** Same length and equal elements, where elements are plain values; others would need their own `==`. */
function arrayEquality(ctx: Ctx, a: Val & { kind: 'ref' }, b: Val & { kind: 'ref' }, site: Site, state: State): Out {
  if (same(a.term, b.term)) return { value: { kind: 'bool', term: TRUE }, state };
  const tags = [a, b].map(val => tagsOf(elementType(val.type)));
  if (!areEqualByTerm(tags)) {
    const unsure = notModelled(ctx, '== of Array', site);
    return fork(
      ctx,
      eq(a.term, b.term),
      state,
      site,
      s => ({ value: { kind: 'bool', term: TRUE }, state: s }),
      s => ({ value: unsure, state: s }),
    );
  }
  const [m, n] = [lengthOf(ctx, state, a), lengthOf(ctx, state, b)];
  const name = `i${ctx.run.quantifiers++}`;
  const index = bound(name, INT_SORT);
  const [x, y] = [select(elementsOf(ctx, state, a), index), select(elementsOf(ctx, state, b), index)];
  const inRange = and(compare('<=', int(0), index), compare('<', index, m));
  const alike = forall([{ name, sort: INT_SORT }], implies(inRange, eq(x, y)));
  return { value: { kind: 'bool', term: or(eq(a.term, b.term), and(eq(m, n), alike)) }, state };
}

/** Values with these tags are equal where their terms are: no contents, no Floats, no two kinds of exact numbers. */
function areEqualByTerm(sets: readonly (ReadonlySet<string> | null)[]): boolean {
  const has = (tag: string): boolean => sets.some(set => set?.has(tag));
  return !sets.includes(null) && !has('ref') && !has('real') && !(has('rat') && has('int'));
}

/** As many entries, and under each key the same plain value; defaults and order play no part. Null: values have their own `==`. */
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
  const name = `m${ctx.run.quantifiers++}`;
  const key = bound(name, VALUE_SORT);
  const every = forall([{ name, sort: VALUE_SORT }], implies(select(x.present, key), alike(key)));
  return or(eq(a.term, b.term), and(eq(x.size, y.size), every));
}

/** Two of the same Struct or Data class, which has no subclasses: member by member. */
function structEquality(
  ctx: Ctx,
  a: Ref,
  b: Ref,
  x: readonly string[],
  y: readonly string[],
  site: Site,
  state: State,
): Out | null {
  const { program } = ctx.run.input;
  const maker = x.length === 1 && y.length === 1 ? makerOf(program, x[0]!) : null;
  if (maker === null || [x[0]!, y[0]!].some(name => (program.descendants.get(name) ?? []).length > 0)) return null;
  if (x[0] !== y[0]) return makerOf(program, y[0]!) ? { value: { kind: 'bool', term: FALSE }, state } : null;
  if (same(a.term, b.term)) return { value: { kind: 'bool', term: TRUE }, state };
  if (ctx.run.comparing >= DEEPEST) return unknown(ctx, `${x[0]} inside ${x[0]}`, site, state);
  ctx.run.comparing++;
  let next = state;
  const equal = maker.members.map(member => {
    const [p, q] = [a, b].map(each => readField(ctx, next, each, memberKey(member), site)) as [Val, Val];
    const out = ctx.run.rules.send(ctx, p, '==', [q], site, next);
    next = out.state;
    return truthy(out.value);
  });
  ctx.run.comparing--;
  return { value: { kind: 'bool', term: or(eq(a.term, b.term), and(...equal)) }, state: next };
}

/** Members that are structs are compared in turn, and some hold others of their own class without end. */
const DEEPEST = 3;

/** It, or something that it inherits from, has an `==` that looks further than identity. */
function comparesContents(ctx: Ctx, className: string): boolean {
  return ancestors(ctx.run.input.program, className).some(
    name => BY_CONTENTS.has(name) || name === 'String' || name === 'Comparable' || name === 'Data',
  );
}

function unknown(ctx: Ctx, className: string, site: Site, state: State): Out {
  return { value: notModelled(ctx, `== of ${className}`, site), state };
}

/** By tag: different tags are unequal, but for numbers; references go on as references. */
function boxedEquality(ctx: Ctx, a: Val, b: Val, site: Site, state: State, method: string): Out {
  const [tagsA, tagsB] = [tagsOf(typeOf(a)), tagsOf(typeOf(b))];
  if (tagsA === null || tagsB === null)
    return { value: notModelled(ctx, '== of a value of unknown type', site), state };
  if (ctx.run.input.settings.floats === 'ieee' && (tagsA.has('real') || tagsB.has('real')))
    return { value: notModelled(ctx, '== of a union with Float', site), state };
  const numbers = (tags: ReadonlySet<string>): boolean => ['int', 'real', 'rat'].some(tag => tags.has(tag));
  if ((isOtherNumber(a) && numbers(tagsB)) || (isOtherNumber(b) && numbers(tagsA)))
    return { value: notModelled(ctx, '== of a number and an object', site), state };
  if (tagsA.has('real') || tagsB.has('real')) caveat(ctx.run, { type: 'reals' });
  const [x, y] = [termOf(a), termOf(b)];
  if (!tagsA.has('ref') || !tagsB.has('ref'))
    return { value: { kind: 'bool', term: valueEquality(x, y, tagsA, tagsB, method) }, state };
  const both = and(isTag(x, 'ref'), isTag(y, 'ref'));
  return fork(
    ctx,
    both,
    state,
    site,
    s => ctx.run.rules.send(ctx, asRef(a, x), '==', [asRef(b, y)], site, s),
    s => ({ value: { kind: 'bool', term: valueEquality(x, y, tagsA, tagsB, method) }, state: s }),
  );
}

function asRef(val: Val, term: Formula): Val {
  if (val.kind === 'ref') return val;
  const types = members(typeOf(val)).filter(member => shapeOf(member) === 'ref');
  return fromTerm(term, types.length === 1 ? types[0]! : { kind: 'union', members: types });
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
    const val: NumberVal = { kind, term: unboxed(term, kind) };
    return exact ? asRatio(val) : asReal(val);
  };
  const number = (term: Formula): Formula =>
    kinds
      .slice(0, -1)
      .reduceRight((rest, kind) => ite(isTag(term, kind), one(kind, term), rest), one(kinds.at(-1)!, term));
  const isOne = (term: Formula): Formula => or(...kinds.map(kind => isTag(term, kind)));
  return or(eq(x, y), and(isOne(x), isOne(y), eq(number(x), number(y))));
}
