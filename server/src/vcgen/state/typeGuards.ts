/**
 * From types to terms: fresh values of a type, and the formula that says "this Value has that type". Class membership is
 * by class id over the closed world of the workspace: a parameter typed Base may be any of its descendants.
 */
import type { Span } from '../../base/span';
import { compare, le } from '../../logic/arithmetic';
import { and, apply, eq, int, or, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { BOOL_SORT } from '../../logic/sorts';
import { allDescendants, ancestors } from '../../program/ancestors';
import { expandAlias } from '../../program/hierarchy';
import type { Program } from '../../program/program';
import { DYNAMIC, nominal, type Type } from '../../types/type';
import { type Ctx, freshSymbol, makeUnmodelled, type Run } from './context';
import {
  classNameOf,
  isDynamic,
  makeUnionType,
  representationOf,
  unionMembers,
  withoutAnnotations,
} from './representation';
import { FIELD_SORTS, isTag, NIL_VAL, type Tag, unboxTerm, type Val } from './value';
import { CLASS_SORT, VALUE_SORT } from './valueSort';

/** More descendants than this: the class is left open, which only loses precision. */
export const MANY_CLASSES = 40;

export function classTerm(run: Run, name: string): Formula {
  run.hypotheses.classes.add(name);
  return apply(`c:${name}`, [], CLASS_SORT);
}

/** The class of an object never changes, so it is a function of the reference and no part of the heap. */
export function classOf(run: Run, ref: Formula): Formula {
  run.hypotheses.functions.set('class-of', { name: 'class-of', params: [{ kind: 'int' }], result: CLASS_SORT });
  return apply('class-of', [ref], CLASS_SORT);
}

export function instantiableClasses(program: Program, className: string): readonly string[] {
  return [className, ...allDescendants(program, className)].filter(name => program.classes.get(name)?.kind === 'class');
}

/**
 * Whether an object of this type is an instance of that class. If the class has too many descendants to list, or none
 * is visible, the static type decides where it can; otherwise the answer is unknown.
 */
export function isInstance(run: Run, ref: Formula, type: Type, className: string): Formula {
  const { program } = run.input;
  const isBelow = (name: string): boolean => ancestors(program, name).includes(className);
  if (isBelow('Object')) return TRUE;
  const names = instantiableClasses(program, className);
  if (names.length > 0 && names.length <= MANY_CLASSES) return hasClass(run, ref, className);
  const possible = unionMembers(type).flatMap(each => instantiableClasses(program, classNameOf(each) ?? 'Object'));
  if (possible.length > 0 && possible.every(isBelow)) return TRUE;
  if (possible.length > 0 && possible.length <= MANY_CLASSES)
    return or(...possible.filter(isBelow).map(name => hasExactClass(run, ref, name)));
  const goalType = `is:${className}`;
  run.hypotheses.functions.set(goalType, { name: goalType, params: [CLASS_SORT], result: BOOL_SORT });
  return apply(goalType, [classOf(run, ref)], BOOL_SORT);
}

/** The part of the type that applies to objects. */
export function referencePart(type: Type): Type {
  return makeUnionType(unionMembers(type).filter(each => representationOf(each) === 'ref'));
}

/** The object's class is this one or a descendant. True if there are too many: use it as an assumption only. */
export function hasClass(run: Run, ref: Formula, className: string): Formula {
  const names = instantiableClasses(run.input.program, className);
  if (names.length > MANY_CLASSES || names.length === 0) return TRUE;
  return or(...names.map(name => eq(classOf(run, ref), classTerm(run, name))));
}

export function hasExactClass(run: Run, ref: Formula, className: string): Formula {
  return eq(classOf(run, ref), classTerm(run, className));
}

/** References are numbered from 1; existing objects have numbers up to `alloc`. */
export function isAllocated(ref: Formula, alloc: Formula): Formula {
  return and(compare('>=', ref, int(1)), le(ref, alloc));
}

/** `goalType`: the guard is a goal about a value of that type; otherwise it is an assumption. */
export function typeGuard(run: Run, term: Formula, type: Type, alloc: Formula, goalType?: Type): Formula {
  const bare = withoutAnnotations(type);
  switch (bare.kind) {
    case 'union':
      return or(...bare.members.map(member => typeGuard(run, term, member, alloc, goalType)));
    case 'literal':
      return literalGuard(run, term, bare, alloc);
    default:
      return shapeGuard(run, term, bare, alloc, goalType);
  }
}

function shapeGuard(run: Run, term: Formula, type: Type, alloc: Formula, goalType?: Type): Formula {
  const shape = representationOf(type);
  switch (shape) {
    case 'boxed':
    case 'proc':
      return isAllocatedIfRef(term, alloc);
    case 'ref': {
      const ref = unboxTerm(term, 'ref');
      const name = classNameOf(type) ?? 'Object';
      const isOne = goalType ? isInstance(run, ref, referencePart(goalType), name) : hasClass(run, ref, name);
      return and(isTag(term, 'ref'), isAllocated(ref, alloc), isOne);
    }
    default:
      return isTag(term, shape);
  }
}

function isAllocatedIfRef(term: Formula, alloc: Formula): Formula {
  const is = isTag(term, 'ref');
  return or(apply('not', [is], { kind: 'bool' }), isAllocated(unboxTerm(term, 'ref'), alloc));
}

function literalGuard(run: Run, term: Formula, type: Type & { readonly kind: 'literal' }, alloc: Formula): Formula {
  const { value } = type;
  switch (value.type) {
    case 'true':
      return eq(term, apply('v-bool', [TRUE], VALUE_SORT));
    case 'false':
      return and(
        isTag(term, 'bool'),
        eq(unboxTerm(term, 'bool'), { kind: 'boolean', value: false, sort: { kind: 'bool' } }),
      );
    case 'integer':
      return eq(term, apply('v-int', [int(value.value)], VALUE_SORT));
    case 'symbol':
      return eq(term, apply('v-sym', [{ kind: 'text', value: value.value, sort: { kind: 'string' } }], VALUE_SORT));
    default:
      return shapeGuard(run, term, type, alloc);
  }
}

/** A Value of a known type, unboxed where possible. The caller has assumed or required the type's guard. */
export function valueFromTerm(term: Formula, type: Type): Val {
  const shape = representationOf(type);
  switch (shape) {
    case 'nil':
      return NIL_VAL;
    case 'boxed':
    case 'proc':
      return { kind: 'boxed', term, type };
    case 'ref':
      return { kind: 'ref', term: unboxTerm(term, 'ref'), type, exact: false };
    case 'class':
      return { kind: 'class', term: unboxTerm(term, 'class'), name: null, base: null };
    default:
      return { kind: shape, term: unboxTerm(term, shape) };
  }
}

/** An arbitrary value of this type and the guard that its type implies. */
export function makeArbitraryValue(
  ctx: Ctx,
  type: Type,
  hint: string,
  alloc: Formula,
  node: { readonly span: Span },
): { val: Val; guard: Formula } {
  const { run } = ctx;
  if (isDynamic(type)) return { val: makeUnmodelled(ctx, { kind: 'unknown-type' }, node), guard: TRUE };
  const shape = representationOf(type);
  switch (shape) {
    case 'nil':
      return { val: NIL_VAL, guard: TRUE };
    case 'int':
    case 'bool':
    case 'real':
    case 'rat':
    case 'sym': {
      const val: Val = { kind: shape, term: freshSymbol(run, hint, FIELD_SORTS[shape]) };
      return { val, guard: literals(val, type) };
    }
    case 'ref': {
      const term = freshSymbol(run, hint, { kind: 'int' });
      const classes = unionMembers(type).map(member => hasClass(run, term, classNameOf(member) ?? 'Object'));
      return { val: { kind: 'ref', term, type, exact: false }, guard: and(isAllocated(term, alloc), or(...classes)) };
    }
    case 'proc': {
      const term = freshSymbol(run, hint, VALUE_SORT);
      const ref = unboxTerm(term, 'ref');
      const guard = and(isTag(term, 'ref'), isAllocated(ref, alloc), hasClass(run, ref, 'Proc'));
      return { val: { kind: 'boxed', term, type }, guard };
    }
    default: {
      const term = freshSymbol(run, hint, VALUE_SORT);
      const val = valueFromTerm(term, type);
      return { val, guard: typeGuard(run, term, type, alloc) };
    }
  }
}

function literals(val: Val, type: Type): Formula {
  const options = unionMembers(type).map(member => {
    if (member.kind !== 'literal') return TRUE;
    const { value } = member;
    if (val.kind === 'int' && value.type === 'integer') return eq(val.term, int(value.value));
    if (val.kind === 'bool')
      return eq(val.term, { kind: 'boolean', value: value.type === 'true', sort: { kind: 'bool' } });
    if (val.kind === 'sym' && value.type === 'symbol')
      return eq(val.term, { kind: 'text', value: value.value, sort: { kind: 'string' } });
    return TRUE;
  });
  return or(...options);
}

/** Resolves `self` and aliases inside a type; a recursive alias (RBS) becomes dynamic. */
export function resolveTypeFor(program: Program, type: Type, self: Type, within: readonly string[] = []): Type {
  const inner = (each: Type): Type => resolveTypeFor(program, each, self, within);
  switch (type.kind) {
    case 'self':
      return self;
    case 'alias': {
      const meaning = within.includes(type.name) ? null : expandAlias(program, type.name, type.args.map(inner));
      return meaning ? resolveTypeFor(program, meaning, self, [...within, type.name]) : DYNAMIC;
    }
    case 'union':
      return makeUnionType(type.members.map(inner));
    case 'nominal':
      return type.args.length === 0 ? type : nominal(type.name, type.args.map(inner));
    case 'nonNull':
      return withoutAnnotations({ kind: 'nonNull', type: inner(type.type) });
    case 'refined':
      return inner(type.base);
    default:
      return type;
  }
}

/** Which tags a value of this type may carry; null: any. */
export function tagsOf(type: Type): ReadonlySet<Tag> | null {
  const tags = new Set<Tag>();
  for (const member of unionMembers(type)) {
    const shape = representationOf(member);
    if (shape === 'boxed') {
      if (member.kind === 'nominal' && member.name === 'Numeric') tags.add('int').add('real').add('rat').add('ref');
      else return null;
    } else if (shape === 'proc') return null;
    else tags.add(shape);
  }
  return tags;
}
