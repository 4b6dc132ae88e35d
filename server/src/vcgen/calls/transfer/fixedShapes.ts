/**
 * Tuples are arrays of a known length, finite hashes have known keys, and any code may remove elements or keys. So the
 * shape is required where a value flows into a place whose type declares it, and assumed only for arguments on entry,
 * their elements, and results of calls. Field types do not ensure it: the container may have changed since.
 */
import { compare, lt } from '../../../logic/arithmetic';
import { and, eq, int, isApply, or } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { INT_SORT } from '../../../logic/sorts';
import { ANY, nominal, type Type } from '../../../types/type';
import { elementInRange, lengthOf } from '../../heap/arrays';
import { contentsOf, defaultOf, isKeyPresent, valueAt } from '../../heap/hashes';
import { addObligation } from '../../obligations/obligations';
import { type Ctx, type Flow, freshSymbol, type Nested, type NestedFlow } from '../../state/context';
import { hasDeclaredKeys, literalKey, valueTypeOf } from '../../state/hashTypes';
import { classNameOf, mentionsFixedShape, unionMembers, withoutAnnotations } from '../../state/representation';
import { type State, withPath } from '../../state/state';
import { hasClass } from '../../state/typeGuards';
import { type HashVal, isTag, unboxTerm, type Val } from '../../state/value';
import { VALUE_SORT } from '../../state/valueSort';

/** A guard against infinite types; real ones do not nest deeper. */
const DEPTH = 12;

/** Requires the array lengths and the keys that the type declares. */
export function requireFixedShapes(ctx: Ctx, state: State, { value: val, type, place, subject }: Flow): void {
  if (ctx.spec || !mentionsFixedShape(type)) return;
  requireShape(ctx, state, { value: val, type, depth: DEPTH }, (on, goal, kind) =>
    addObligation(ctx, on, { kind: 'exception', goal, place, reason: { kind, subject } }),
  );
}

type RequireOnPath = (state: State, goal: Formula, kind: 'has-tuple-length' | 'has-declared-keys') => void;

function requireShape(ctx: Ctx, state: State, nested: NestedFlow, say: RequireOnPath): void {
  const { value: val, type } = nested;
  if (val.kind !== 'ref' && val.kind !== 'boxed') return;
  const raw = val.kind === 'boxed' ? val.term : isApply(val.term, 'v-ref-of') ? val.term.args[0]! : null;
  const on = raw === null ? state : withPath(state, and(state.path, isTag(raw, 'ref')));
  const term = val.kind === 'ref' ? val.term : unboxTerm(val.term, 'ref');
  const all = unionMembers(type).filter(member => classNameOf(member) !== null);
  const mixed = all.some(member => classNameOf(member) !== classNameOf(all[0]!));
  for (const name of ['Array', 'Hash']) {
    const types = all.filter(member => classNameOf(member) === name);
    if (!types.some(mentionsFixedShape)) continue;
    const own = val.kind === 'ref' && classNameOf(val.type) === name ? withoutAnnotations(val.type) : types[0]!;
    const there = mixed ? withPath(on, and(on.path, hasClass(ctx.run, term, name))) : on;
    const as = (each: Type): HashVal => ({ kind: 'ref', term, type: each, exact: false });
    if (name === 'Array') requireArrayShape(ctx, there, { ...nested, value: as(own) }, types, say);
    else if (types.length === 1)
      requireValueShapes(ctx, there, { ...nested, value: as(ownHashType(val)), type: types[0]! }, say);
  }
}

function requireArrayShape(
  ctx: Ctx,
  state: State,
  { value: array, depth }: Nested<Val & { kind: 'ref' }>,
  types: readonly Type[],
  say: RequireOnPath,
): void {
  const [first] = types;
  if (types.every(each => each.kind === 'tuple')) {
    const length = lengthOf(ctx, state, array);
    say(
      state,
      or(...types.map(each => eq(length, int(each.kind === 'tuple' ? each.elements.length : 0)))),
      'has-tuple-length',
    );
  }
  if (types.length === 1 && depth > 0) requireElementShapes(ctx, state, { ...array, type: first! }, depth, say);
}

/** An arbitrary element: a property of an unconstrained index holds for all. */
function requireElementShapes(
  ctx: Ctx,
  state: State,
  array: Val & { kind: 'ref' },
  depth: number,
  say: RequireOnPath,
): void {
  const bare = withoutAnnotations(array.type);
  if (bare.kind === 'tuple') {
    for (const [index, element] of bare.elements.entries())
      if (mentionsFixedShape(element))
        requireShape(
          ctx,
          state,
          { value: elementInRange(ctx, state, array, int(index)), type: element, depth: depth - 1 },
          say,
        );
    return;
  }
  const element = bare.kind === 'nominal' ? bare.args[0] : undefined;
  if (!element || !mentionsFixedShape(element)) return;
  const index = freshSymbol(ctx.run, 'any-index', INT_SORT);
  const inside = and(compare('>=', index, int(0)), lt(index, lengthOf(ctx, state, array)));
  const on = withPath(state, and(state.path, inside));
  requireShape(ctx, on, { value: elementInRange(ctx, on, array, index), type: element, depth: depth - 1 }, say);
}

/** What the value is known to be, whatever it flows into: assumptions about its contents come from there. */
function ownHashType({ type }: Val & { kind: 'ref' | 'boxed' }): Type {
  const [only, ...others] = unionMembers(withoutAnnotations(type)).filter(member => classNameOf(member) === 'Hash');
  return only && others.length === 0 ? only : nominal('Hash', [ANY, ANY]);
}

function requireValueShapes(
  ctx: Ctx,
  state: State,
  { value: hash, type: wanted, depth }: NestedFlow<HashVal>,
  say: RequireOnPath,
): void {
  const bare = withoutAnnotations(wanted);
  if (bare.kind === 'finiteHash' && depth > 0) {
    say(state, hasDeclaredKeys(bare, contentsOf(ctx, state, hash)), 'has-declared-keys');
    for (const entry of bare.entries) {
      if (!mentionsFixedShape(entry.type)) continue;
      const key = literalKey(entry.key);
      const on = withPath(state, and(state.path, isKeyPresent(ctx, state, hash, key)));
      requireShape(ctx, on, { value: valueAt(ctx, on, hash, key), type: entry.type, depth: depth - 1 }, say);
    }
    return;
  }
  const type = valueTypeOf(bare);
  if (depth === 0 || bare.kind !== 'nominal' || !mentionsFixedShape(type)) return;
  const key = freshSymbol(ctx.run, 'any-key', VALUE_SORT);
  const on = withPath(state, and(state.path, isKeyPresent(ctx, state, hash, key)));
  requireShape(ctx, on, { value: valueAt(ctx, on, hash, key), type, depth: depth - 1 }, say);
  requireShape(ctx, state, { value: defaultOf(ctx, state, hash), type, depth: depth - 1 }, say);
}
