/**
 * `old(e)`: e as it was on entry. A container (String, Array, Hash, Set, Struct) is a copy of what it held then, so that a
 * later change in place does not affect it; its elements are copied in turn. Any other object is itself: `old(@head)` is
 * the object that was the head on entry, in its current state. docs/adr/0002-old-means-contents-on-entry.md gives the reasons.
 *
 * The copy of a container whose elements are containers shares them. Where one of them may have been written since entry,
 * its contents are not modelled; the rest of the copy (its length, its keys) is.
 */
import { integer } from '../../logic/arithmetic';
import { apply, eq, isApply, ite, same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select, store } from '../../logic/maps';
import { allDescendants, ancestors } from '../../program/ancestors';
import { mayCallOnSelf } from '../../program/implicitCalls';
import { findMethod } from '../../program/lookup';
import type { Program } from '../../program/program';
import type { Call, Expr } from '../../ril/ril';
import { ANY, type Type } from '../../types/type';
import { findSlot } from '../analysis/inferredFields';
import { makerOf, memberKeys } from '../analysis/structClasses';
import { isArray, lengthOf } from '../heap/arrays';
import { isFrozen, withFrozen } from '../heap/frozen';
import { contentsOf, isHash } from '../heap/hashes';
import { isClauseReference, slotKeysOf, takeClauseReference } from '../heap/objects';
import { isSet, membersOf } from '../heap/sets';
import { assume, type Ctx, freshSymbol, makeUnmodelled, type Out, type SpecMode, taintPart } from '../state/context';
import { DEFAULT, ELEMENTS, type HeapKey, isSlot, LENGTH, PRESENT, SIZE, TEXT, VALUES } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { KeyMap, KeySet, type ReadonlyKeySet } from '../state/keyedMap';
import { classNameOf, containedTypes, representationOf, unionMembers } from '../state/representation';
import { type State, withMap } from '../state/state';
import { classOf, tagsOf } from '../state/typeGuards';
import { isTag, joinValues, unboxTerm, type Val } from '../state/value';
import { VALUE_SORT } from '../state/valueSort';

/** The meaning of `old` in a loop invariant: the entry of the enclosing method or inlined body. */
export function entryOf({ mode, frame }: Ctx): Pick<SpecMode, 'old' | 'given'> {
  const entry = frame.callSite === null ? mode.entry : (frame.entry ?? null);
  return { old: entry, given: entry?.locals ?? null };
}

/** In a loop invariant, which is Ruby, a method named `old` takes precedence. */
export function isOld(call: Call): boolean {
  return call.receiver === null && call.method === 'old' && call.args.length === 1;
}

export function evaluateOld(ctx: Ctx, call: Call, state: State): Out {
  const arg = call.args[0]!;
  const { old, given } = ctx.spec!;
  if (arg.type !== 'positional' || old === null) return { value: makeUnmodelled(ctx, { kind: 'old' }, call), state };
  const locals = given ? new KeyMap([...state.locals, ...given]) : state.locals;
  const found = ctx.run.rules.evaluate(ctx, arg.value, { ...old, path: state.path, locals });
  return copyAsOnEntry({ ctx, call, then: found.state }, found.value, state);
}

/**
 * `@price == old(@price)` where Price has an `==` of its own: the object on entry is the object now, so after a write the
 * comparison would hold whatever was written. Null: not such a call.
 */
export function evaluateOldComparison(ctx: Ctx, call: Call, state: State): Val | null {
  const old = ctx.spec?.old;
  if (
    !old ||
    call.args.length !== 1 ||
    !comparesByContents(ctx.run.input.program, call.method) ||
    same(old.heap.version, state.heap.version)
  )
    return null;
  const operands = [call.receiver, ...call.args.map(arg => (arg.type === 'positional' ? arg.value : null))];
  const isByContents = operands.some(operand => operand !== null && isOldObject(ctx, operand));
  return isByContents ? makeUnmodelled(ctx, { kind: 'old-comparison', method: call.method }, call) : null;
}

/** `==` and `eql?`, which a class may define, and what every object has that calls them. */
function comparesByContents(program: Program, method: string): boolean {
  if (method === '==' || method === 'eql?') return true;
  const found = findMethod(program, 'Object', method);
  return found?.origin === 'core' && mayCallOnSelf(found.facts, '==');
}

/** `old(e)` of an object that is not a container and whose class compares by contents. */
function isOldObject(ctx: Ctx, expr: Expr): boolean {
  if (expr.kind !== 'call' || !isOld(expr)) return false;
  const { program } = ctx.run.input;
  return unionMembers(ctx.frame.types.get(expr) ?? ANY).some(type => {
    const name = classNameOf(type);
    if (name === null || representationOf(type) !== 'ref' || kindOf(program, type) !== 'object') return false;
    return [name, ...allDescendants(program, name)].some(
      each =>
        ancestors(program, each).includes('Comparable') || findMethod(program, each, '==')?.origin === 'workspace',
    );
  });
}

interface Copying {
  readonly ctx: Ctx;
  readonly call: Call;
  readonly then: State;
}

function copyAsOnEntry(copying: Copying, val: Val, now: State): Out {
  if (val.kind !== 'ref' && val.kind !== 'boxed') return { value: val, state: now };
  if (val.joined) {
    const yes = copyAsOnEntry(copying, val.joined.yes, now);
    const no = copyAsOnEntry(copying, val.joined.no, yes.state);
    const value = joinValues(val.joined.condition, yes.value, no.value);
    return { value: value ?? makeUnmodelled(copying.ctx, { kind: 'old' }, copying.call), state: no.state };
  }
  const refs = unionMembers(val.type).filter(member => representationOf(member) === 'ref');
  if (tagsOf(val.type) === null) return copyUnknown(copying, val, now);
  const kinds = new Set(refs.map(type => kindOf(copying.ctx.run.input.program, type)));
  if (kinds.size > 1 || kinds.has('unknown')) return copyUnknown(copying, val, now);
  return kinds.has('container') ? copyContainer(copying, val, refs, now) : { value: val, state: now };
}

/** The heap keys of the contents of core containers. */
const CONTENTS: ReadonlyMap<string, readonly HeapKey[]> = new Map([
  ['String', [TEXT]],
  ['Array', [LENGTH, ELEMENTS]],
  ['Hash', [PRESENT, VALUES, SIZE, DEFAULT]],
  ['Set', [PRESENT, SIZE]],
]);

/** The keys whose values may themselves be containers. A string that is a key of a hash is a frozen copy. */
const HOLDS: ReadonlyKeySet<HeapKey> = new KeySet([ELEMENTS, VALUES, DEFAULT]);

type Kind = 'container' | 'object' | 'unknown';

function kindOf(program: Program, type: Type): Kind {
  const name = classNameOf(type);
  if (name === null) return 'unknown';
  const isContainer = (each: string): boolean =>
    ancestors(program, each).some(above => CONTENTS.has(above)) || makerOf(program, each) !== null;
  if (isContainer(name)) return 'container';
  return allDescendants(program, name).some(isContainer) ? 'unknown' : 'object';
}

function keysOf(ctx: Ctx, className: string): readonly HeapKey[] {
  const { program } = ctx.run.input;
  const contents = ancestors(program, className).flatMap(name => CONTENTS.get(name) ?? []);
  return [...new KeySet([...contents, ...memberKeys(program, className), ...slotKeysOf(ctx.run, className)])];
}

/** A value that may or may not be a container is known only if no existing object was written since. */
function copyUnknown({ ctx, call, then }: Copying, val: Val & { kind: 'ref' | 'boxed' }, now: State): Out {
  if (same(then.heap.version, now.heap.version)) return { value: val, state: now };
  const unknown = makeUnmodelled(ctx, { kind: 'old-container' }, call);
  if (val.kind === 'ref' || unknown.kind !== 'boxed') return { value: unknown, state: now };
  return { value: { ...val, term: ite(isTag(val.term, 'ref'), unknown.term, val.term) }, state: now };
}

function copyContainer(
  copying: Copying,
  val: Val & { kind: 'ref' | 'boxed' },
  types: readonly Type[],
  now: State,
): Out {
  const { ctx, then } = copying;
  const original = val.kind === 'ref' ? val.term : unboxTerm(val.term, 'ref');
  const copy = takeClauseReference(ctx.run);
  assume(ctx, now, eq(classOf(ctx.run, copy), classOf(ctx.run, original)));
  let next = withFrozen(ctx, now, copy, isFrozen(ctx, then, original));
  for (const type of types) assumeSizes(ctx, { kind: 'ref', term: original, type, exact: false }, then);
  for (const key of new KeySet(types.flatMap(type => keysOf(ctx, classNameOf(type)!)))) {
    const cell = select(heapMap(ctx, then, key), original);
    const held = isShared(copying, types, key, now) ? makeTaintedCell(copying, cell) : cell;
    next = withMap(next, key, store(heapMap(ctx, next, key), copy, held));
  }
  if (val.kind === 'ref') return { value: { ...val, term: copy }, state: next };
  const term = ite(isTag(val.term, 'ref'), apply('v-ref', [copy], VALUE_SORT), val.term);
  return { value: { ...val, term }, state: next };
}

/** Assumes that the original's length or size on entry is at least 0. */
function assumeSizes(ctx: Ctx, val: Val & { kind: 'ref' }, then: State): void {
  if (isArray(val)) lengthOf(ctx, then, val);
  else if (isHash(val)) contentsOf(ctx, then, val);
  else if (isSet(val)) membersOf(ctx, then, val);
}

function makeTaintedCell({ ctx, call }: Copying, cell: Formula): Formula {
  const unknown = freshSymbol(ctx.run, 'old', cell.sort);
  taintPart(ctx, unknown, { kind: 'old-contents' }, call);
  return unknown;
}

/** Whether the copy holds, under this key, containers that may have been written since entry. */
function isShared({ ctx, then }: Copying, types: readonly Type[], key: HeapKey, now: State): boolean {
  if (!HOLDS.has(key) && !isSlot(key)) return false;
  const written = new Written(ctx, then, now);
  return types.flatMap(type => contentTypesOf(ctx, type, key)).some(type => written.isWritten(type));
}

function contentTypesOf({ run }: Ctx, type: Type, key: HeapKey): readonly Type[] {
  const name = classNameOf(type)!;
  if (isSlot(key)) return [findSlot(run.input, name, key)?.type ?? ANY];
  const parts = containedTypes(type);
  return parts.length === 0 ? [ANY] : parts;
}

/** Which containers may have been written between two states, by their types. */
class Written {
  private readonly seen = new Set<string>();

  constructor(
    private readonly ctx: Ctx,
    private readonly then: State,
    private readonly now: State,
  ) {}

  isWritten(type: Type): boolean {
    const name = JSON.stringify(type);
    if (this.seen.has(name)) return false;
    this.seen.add(name);
    if (same(this.then.heap.version, this.now.heap.version)) return false;
    if (tagsOf(type) === null) return true;
    return unionMembers(type).some(member => representationOf(member) === 'ref' && this.isContainerWritten(member));
  }

  private isContainerWritten(type: Type): boolean {
    const kind = kindOf(this.ctx.run.input.program, type);
    if (kind !== 'container') return kind === 'unknown';
    return keysOf(this.ctx, classNameOf(type)!).some(
      key =>
        !isUnwritten(heapMap(this.ctx, this.now, key), heapMap(this.ctx, this.then, key), this.then.heap.alloc) ||
        ((HOLDS.has(key) || isSlot(key)) && contentTypesOf(this.ctx, type, key).some(held => this.isWritten(held))),
    );
  }
}

/** Whether a map differs from an earlier one only at objects that were allocated later. */
function isUnwritten(map: Formula, before: Formula, alloc: Formula): boolean {
  if (same(map, before)) return true;
  if (isApply(map, 'store')) return isNewer(map.args[1]!, alloc) && isUnwritten(map.args[0]!, before, alloc);
  return isApply(map, 'ite') && isUnwritten(map.args[1]!, before, alloc) && isUnwritten(map.args[2]!, before, alloc);
}

/** References below zero belong to clauses; `alloc + n` came n objects later. */
function isNewer(ref: Formula, alloc: Formula): boolean {
  if (isClauseReference(ref)) return true;
  const [base, by] = offsetOf(ref);
  const [start, from] = offsetOf(alloc);
  return same(base, start) && by > from;
}

function offsetOf(term: Formula): [Formula, bigint] {
  const by = isApply(term, '+') && term.args.length === 2 ? integer(term.args[1]!) : null;
  return by === null ? [term, 0n] : [(term as Formula & { kind: 'apply' }).args[0]!, by];
}
