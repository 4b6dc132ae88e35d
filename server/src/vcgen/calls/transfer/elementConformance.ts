/**
 * A container flows into a place whose type declares its elements. The checker is lenient about nil and unknown types,
 * at every depth: if the container's own type permits other elements, an obligation requires that there are none, as
 * for plain values.
 */

import type { Place } from '../../../base/span';
import { compare, lt } from '../../../logic/arithmetic';
import { and, apply, FALSE, int, isApply, not, or } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { BOOL_SORT, INT_SORT } from '../../../logic/sorts';
import type { Subject } from '../../../problems/reason';
import { ancestors } from '../../../program/ancestors';
import { hierarchyOf } from '../../../program/hierarchy';
import { substituteType } from '../../../types/substitute';
import { ANY, nominal, type Type } from '../../../types/type';
import { isAssignableByClass } from '../../analysis/classAssignability';
import { elementInRange, elementType, elementTypeIn, lengthOf } from '../../heap/arrays';
import { isKeyPresent, valueAt } from '../../heap/hashes';
import { requireKind } from '../../obligations/flowInto';
import { addObligation } from '../../obligations/obligations';
import { type Ctx, type Flow, freshSymbol, makeUnmodelled, type NestedFlow } from '../../state/context';
import { keyTypeOf, literalKey, valueTypeOf } from '../../state/hashTypes';
import {
  classNameOf,
  containedTypes,
  isUnknown,
  mayBeNil,
  representationOf,
  unionMembers,
  withoutAmbiguousMembers,
  withoutAnnotations,
} from '../../state/representation';
import { type State, withPath } from '../../state/state';
import { hasClass, typeGuard } from '../../state/typeGuards';
import { BOXED_NIL, isNil, isTag, unboxTerm, type Val } from '../../state/value';
import { VALUE_SORT } from '../../state/valueSort';
import { isProcTypeAssignable } from './procTypes';

type Ref = Val & { readonly kind: 'ref' };

/** A requirement and where it is reported. */
interface ConformanceCheck {
  readonly place: Place;
  readonly subject: Subject;
}

/** A requirement on an element of a container. */
interface InnerConformanceCheck extends ConformanceCheck {
  readonly in: Ref;
}

/** A guard against infinite types; real ones do not nest deeper. */
const DEPTH = 6;

export function requireElementConformance(ctx: Ctx, state: State, { value: val, type, place, subject }: Flow): void {
  if (!ctx.spec) requireContentsConform(ctx, state, { value: val, type, depth: DEPTH }, { place, subject });
}

/** `here`: its container was allocated in this method. */
function requireContentsConform(
  ctx: Ctx,
  state: State,
  nested: NestedFlow,
  check: ConformanceCheck,
  here = false,
): void {
  const { value: val, type, depth } = nested;
  if ((val.kind !== 'ref' && val.kind !== 'boxed') || depth === 0) return;
  if (val.joined) {
    const { condition, yes, no } = val.joined;
    requireContentsConform(ctx, withPath(state, and(state.path, condition)), { ...nested, value: yes }, check, here);
    requireContentsConform(
      ctx,
      withPath(state, and(state.path, not(condition))),
      { ...nested, value: no },
      check,
      here,
    );
    return;
  }
  const raw = val.kind === 'boxed' ? val.term : isApply(val.term, 'v-ref-of') ? val.term.args[0]! : null;
  const term = val.kind === 'ref' ? val.term : unboxTerm(val.term, 'ref');
  // Several types of one class cannot be distinguished at run time.
  const owns = withoutAmbiguousMembers(unionMembers(withoutAnnotations(val.type)));
  const wants = withoutAmbiguousMembers(unionMembers(type));
  for (const wanted of wants.filter(member => containedTypes(member).length > 0)) {
    const name = classNameOf(wanted);
    if (name === null) continue;
    const own = owns.find(member => classNameOf(member) === name);
    const tagged = raw === null ? state : withPath(state, and(state.path, isTag(raw, 'ref')));
    const on = owns.length === 1 ? tagged : withPath(tagged, and(tagged.path, hasClass(ctx.run, term, name)));
    if (!own) {
      const isOpen = owns.some(isUnknown)
        ? !isTainted(ctx, term, raw)
        : owns.some(each => isViewedAsAncestor(ctx, each, wanted));
      if (isOpen) leaveUnknownContainer(ctx, on, wanted, check);
      continue;
    }
    const container: Ref = { kind: 'ref', term, type: own, exact: here || (val.kind === 'ref' && val.exact) };
    if (name === 'Array')
      requireArrayConforms(ctx, on, { ...nested, value: container, type: withoutAnnotations(wanted) }, check);
    else if (name === 'Hash')
      requireHashConforms(ctx, on, { ...nested, value: container, type: withoutAnnotations(wanted) }, check);
    else if (name === 'Set') requireSetConforms(ctx, on, container, withoutAnnotations(wanted), check);
    else if (isWiderThan(ctx, own, wanted)) leaveUnknownContainer(ctx, on, wanted, check);
  }
}

/** `Array<%dyn>` as an `Enumerable<Integer>`: an ancestor that says less about its elements. */
function isViewedAsAncestor(ctx: Ctx, own: Type, wanted: Type): boolean {
  const [name, above] = [classNameOf(own), classNameOf(wanted)];
  const { program } = ctx.run.input;
  if (name === null || above === null || !ancestors(program, name).includes(above)) return false;
  const hierarchy = hierarchyOf(program);
  const held =
    own.kind === 'tuple'
      ? [elementType(own)]
      : own.kind === 'finiteHash'
        ? [keyTypeOf(own), valueTypeOf(own)]
        : containedTypes(own);
  const bindings = new Map(hierarchy.typeParams(name).map((param, index) => [param.name, held[index] ?? ANY]));
  const parts = hierarchy.ancestorArgs(name, above).map(part => substituteType(part, bindings));
  return isWiderThan(ctx, nominal(above, parts), wanted);
}

/** Nothing is known about the value itself: another report says so. */
function isTainted(ctx: Ctx, ...terms: readonly (Formula | null)[]): boolean {
  return terms.some(term => term?.kind === 'symbol' && ctx.run.results.taints.has(term.name));
}

function requireArrayConforms(ctx: Ctx, state: State, nested: NestedFlow<Ref>, check: ConformanceCheck): void {
  const { value: array, type: wanted } = nested;
  if (wanted.kind === 'tuple') {
    for (const [index, element] of wanted.elements.entries())
      if (isWiderThan(ctx, elementTypeIn(ctx, state, array, int(index)), element))
        requireHeldConforms(
          ctx,
          state,
          { ...nested, value: elementInRange(ctx, state, array, int(index)), type: element },
          { ...check, in: array },
        );
    return;
  }
  const element = wanted.kind === 'nominal' ? wanted.args[0] : undefined;
  if (!element || !isWiderThan(ctx, elementType(array.type), element)) return;
  const index = freshSymbol(ctx.run, 'any-index', INT_SORT);
  const inRange = and(compare('>=', index, int(0)), lt(index, lengthOf(ctx, state, array)));
  const on = withPath(state, and(state.path, inRange));
  requireHeldConforms(
    ctx,
    on,
    { ...nested, value: elementInRange(ctx, on, array, index), type: element },
    { ...check, in: array },
  );
}

function requireHashConforms(ctx: Ctx, state: State, nested: NestedFlow<Ref>, check: ConformanceCheck): void {
  const { value: hash, type: wanted } = nested;
  if (wanted.kind === 'finiteHash') {
    for (const entry of wanted.entries) {
      const key = literalKey(entry.key);
      if (!isWiderThan(ctx, valueTypeOf(hash.type, key), entry.type)) continue;
      const on = withPath(state, and(state.path, isKeyPresent(ctx, state, hash, key)));
      requireHeldConforms(
        ctx,
        on,
        { ...nested, value: valueAt(ctx, on, hash, key), type: entry.type },
        { ...check, in: hash },
      );
    }
    return;
  }
  if (wanted.kind !== 'nominal' || wanted.args.length < 2) return;
  const [keys, value] = wanted.args as [Type, Type];
  requireKeysConform(ctx, state, hash, keys, check);
  if (!isWiderThan(ctx, valueTypeOf(hash.type), value)) return;
  const key = freshSymbol(ctx.run, 'any-key', VALUE_SORT);
  const on = withPath(state, and(state.path, isKeyPresent(ctx, state, hash, key)));
  requireHeldConforms(ctx, on, { ...nested, value: valueAt(ctx, on, hash, key), type: value }, { ...check, in: hash });
}

function requireSetConforms(ctx: Ctx, state: State, set: Ref, wanted: Type, check: ConformanceCheck): void {
  const element = wanted.kind === 'nominal' ? wanted.args[0] : undefined;
  if (element) requireKeysConform(ctx, state, set, element, check);
}

/** The keys of a hash, the elements of a set. */
function requireKeysConform(ctx: Ctx, state: State, container: Ref, wanted: Type, check: ConformanceCheck): void {
  const own = keyTypeOf(container.type);
  if (!isWiderThan(ctx, own, wanted)) return;
  if (isUnknown(own) || !isAssignableByClass(ctx.run.input.program, own, wanted)) {
    requireUnknownKeysConform(ctx, state, container, wanted, check);
    return;
  }
  if (!mayBeNil(wanted) && mayBeNil(own)) {
    const goal = not(isKeyPresent(ctx, state, container, BOXED_NIL));
    addObligation(ctx, state, {
      kind: 'non-nil',
      goal,
      place: check.place,
      reason: { kind: 'holds-no-nil', subject: check.subject },
    });
  }
}

/** The solver knows the keys of a hash allocated in this method; a key that encodes a string is a String. */
function requireUnknownKeysConform(
  ctx: Ctx,
  state: State,
  container: Ref,
  wanted: Type,
  check: ConformanceCheck,
): void {
  const deep = unionMembers(wanted).some(
    member => representationOf(member) === 'ref' && classNameOf(member) !== 'String',
  );
  if (!container.exact || deep) {
    leaveUnknownContainer(ctx, state, wanted, check);
    return;
  }
  const key = freshSymbol(ctx.run, 'any-key', VALUE_SORT);
  const on = withPath(state, and(state.path, isKeyPresent(ctx, state, container, key)));
  const isText = unionMembers(wanted).some(member => classNameOf(member) === 'String')
    ? apply('(_ is v-text)', [key], BOOL_SORT)
    : FALSE;
  const goal = or(isText, typeGuard(ctx.run, key, wanted, state.heap.alloc));
  const reason = { kind: 'has-type', subject: { kind: 'held', container: check.subject } } as const;
  addObligation(ctx, on, { kind: 'exception', goal, place: check.place, reason });
}

/** Whether one type says less than the other about elements: it permits nil, another class, or unknown values. */
function isWiderThan(ctx: Ctx, own: Type, wanted: Type): boolean {
  if (isUnknown(wanted) || unionMembers(wanted).some(isRootClass)) return false;
  if (isUnknown(own) || !isAssignableByClass(ctx.run.input.program, own, wanted)) return true;
  if (!mayBeNil(wanted) && mayBeNil(own)) return true;
  const [procs, check] = [unionMembers(own), unionMembers(wanted)].map(all => all.filter(each => each.kind === 'proc'));
  if (procs!.some(each => !check!.some(one => isProcTypeAssignable(each, one))) && check!.length > 0) return true;
  return unionMembers(wanted).some(member => {
    const name = classNameOf(member);
    const same = unionMembers(own).filter(each => name !== null && classNameOf(each) === name);
    return same.some(each => {
      const [held, as] = [containedTypes(each), containedTypes(member)];
      if (each.kind === 'nominal' && member.kind === 'nominal')
        return as.some((part, index) => isWiderThan(ctx, held[index] ?? ANY, part));
      return held.some(one => as.some(part => isWiderThan(ctx, one, part)));
    });
  });
}

function isRootClass(type: Type): boolean {
  return type.kind === 'nominal' && ['Object', 'BasicObject', 'Kernel'].includes(type.name);
}

function requireHeldConforms(ctx: Ctx, state: State, nested: NestedFlow, check: InnerConformanceCheck): void {
  const { value: val, type: wanted, depth } = nested;
  if (val.kind === 'boxed' && isUnknown(val.type)) {
    if (check.in.exact) requireUnknownTypeConforms(ctx, state, val, wanted, check);
    else leaveUnknownContainer(ctx, state, wanted, check);
    return;
  }
  if (!mayBeNil(wanted) && (val.kind === 'nil' || (val.kind === 'boxed' && mayBeNil(val.type))))
    addObligation(ctx, state, {
      kind: 'non-nil',
      goal: not(isNil(val)),
      place: check.place,
      reason: { kind: 'holds-no-nil', subject: check.subject },
    });
  requireKind(ctx, state, {
    value: val,
    type: wanted,
    place: check.place,
    subject: { kind: 'held', container: check.subject },
  });
  ctx.run.rules.requireProcConformance(ctx, state, {
    value: val,
    type: wanted,
    place: check.place,
    subject: check.subject,
  });
  requireContentsConform(ctx, state, { ...nested, depth: depth - 1 }, check, check.in.exact);
}

/**
 * For a container allocated in this method, the solver knows elements that the checker has no type for; not their
 * contents.
 */
function requireUnknownTypeConforms(
  ctx: Ctx,
  state: State,
  val: Val & { kind: 'boxed' },
  wanted: Type,
  check: InnerConformanceCheck,
): void {
  if (unionMembers(wanted).some(member => containedTypes(member).some(part => !isUnknown(part)))) {
    leaveUnknownContainer(ctx, state, wanted, check);
    return;
  }
  const goal = typeGuard(ctx.run, val.term, wanted, state.heap.alloc);
  const reason = { kind: 'has-type', subject: { kind: 'held', container: check.subject } } as const;
  addObligation(ctx, state, { kind: 'exception', goal, place: check.place, reason });
}

/** `Array<%dyn>` from outside: no contract ensures that it contains what the place requires. */
function leaveUnknownContainer(ctx: Ctx, state: State, wanted: Type, check: ConformanceCheck): void {
  const parts = unionMembers(wanted).flatMap(containedTypes);
  if (parts.length > 0 && parts.every(isUnknown)) return;
  const goal = isNil(makeUnmodelled(ctx, { kind: 'unknown-container' }, check.place));
  const reason = { kind: 'has-type', subject: { kind: 'held', container: check.subject } } as const;
  addObligation(ctx, state, { kind: 'exception', goal, place: check.place, reason });
}
