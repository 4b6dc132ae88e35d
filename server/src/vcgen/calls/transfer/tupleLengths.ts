/**
 * Tuples are arrays of a known length, and any code may shorten an array. So the length is required where a value flows
 * into a place whose type declares it, and assumed only for arguments on entry, their elements, and results of calls.
 * Field types do not ensure it: the array may have been shortened since.
 */
import { compare, lt } from '../../../logic/arithmetic';
import { and, eq, int, isApply, or } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { INT_SORT } from '../../../logic/sorts';
import type { Type } from '../../../types/type';
import { elementInRange, lengthOf } from '../../heap/arrays';
import { defaultOf, isKeyPresent, valueAt } from '../../heap/hashes';
import { addObligation } from '../../obligations/obligations';
import { type Ctx, type Flow, freshSymbol, type Nested, type NestedFlow } from '../../state/context';
import { literalKey, valueTypeOf } from '../../state/hashTypes';
import { classNameOf, mentionsTupleLength, unionMembers, withoutAnnotations } from '../../state/representation';
import { type State, withPath } from '../../state/state';
import { hasClass } from '../../state/typeGuards';
import { type HashVal, isTag, unboxTerm, VALUE_SORT, type Val } from '../../state/value';

/** A guard against infinite types; real ones do not nest deeper. */
const DEPTH = 12;

/** Requires the array lengths that the type declares. */
export function requireTupleLengths(ctx: Ctx, state: State, { value: val, type, place, subject }: Flow): void {
  if (ctx.spec || !mentionsTupleLength(type)) return;
  const reason = { kind: 'has-tuple-length', subject } as const;
  demand(ctx, state, { value: val, type, depth: DEPTH }, (on, goal) =>
    addObligation(ctx, on, { kind: 'exception', goal, place, reason }),
  );
}

type Say = (state: State, goal: Formula) => void;

function demand(ctx: Ctx, state: State, nested: NestedFlow, say: Say): void {
  const { value: val, type, depth } = nested;
  if (val.kind !== 'ref' && val.kind !== 'boxed') return;
  const raw = val.kind === 'boxed' ? val.term : isApply(val.term, 'v-ref-of') ? val.term.args[0]! : null;
  const on = raw === null ? state : withPath(state, and(state.path, isTag(raw, 'ref')));
  const term = val.kind === 'ref' ? val.term : unboxTerm(val.term, 'ref');
  const all = unionMembers(type).filter(member => classNameOf(member) !== null);
  const mixed = all.some(member => classNameOf(member) !== classNameOf(all[0]!));
  for (const name of ['Array', 'Hash']) {
    const types = all.filter(member => classNameOf(member) === name);
    if (!types.some(mentionsTupleLength)) continue;
    const own = val.kind === 'ref' && classNameOf(val.type) === name ? withoutAnnotations(val.type) : types[0]!;
    const there = mixed ? withPath(on, and(on.path, hasClass(ctx.run, term, name))) : on;
    const as = (each: Type): HashVal => ({ kind: 'ref', term, type: each, exact: false });
    if (name === 'Array') demandOfArray(ctx, there, { ...nested, value: as(own) }, types, say);
    else if (types.length === 1) inHash(ctx, there, as(types[0]!), depth, say);
  }
}

function demandOfArray(
  ctx: Ctx,
  state: State,
  { value: array, depth }: Nested<Val & { kind: 'ref' }>,
  types: readonly Type[],
  say: Say,
): void {
  const [first] = types;
  if (types.every(each => each.kind === 'tuple')) {
    const length = lengthOf(ctx, state, array);
    say(state, or(...types.map(each => eq(length, int(each.kind === 'tuple' ? each.elements.length : 0)))));
  }
  if (types.length === 1 && depth > 0) inArray(ctx, state, { ...array, type: first! }, depth, say);
}

/** An arbitrary element: a property of an unconstrained index holds for all. */
function inArray(ctx: Ctx, state: State, array: Val & { kind: 'ref' }, depth: number, say: Say): void {
  const bare = withoutAnnotations(array.type);
  if (bare.kind === 'tuple') {
    for (const [index, element] of bare.elements.entries())
      if (mentionsTupleLength(element))
        demand(
          ctx,
          state,
          { value: elementInRange(ctx, state, array, int(index)), type: element, depth: depth - 1 },
          say,
        );
    return;
  }
  const element = bare.kind === 'nominal' ? bare.args[0] : undefined;
  if (!element || !mentionsTupleLength(element)) return;
  const index = freshSymbol(ctx.run, 'any-index', INT_SORT);
  const inside = and(compare('>=', index, int(0)), lt(index, lengthOf(ctx, state, array)));
  const on = withPath(state, and(state.path, inside));
  demand(ctx, on, { value: elementInRange(ctx, on, array, index), type: element, depth: depth - 1 }, say);
}

function inHash(ctx: Ctx, state: State, hash: HashVal, depth: number, say: Say): void {
  const bare = withoutAnnotations(hash.type);
  if (bare.kind === 'finiteHash' && depth > 0) {
    for (const entry of bare.entries) {
      if (!mentionsTupleLength(entry.type)) continue;
      const key = literalKey(entry.key);
      const on = withPath(state, and(state.path, isKeyPresent(ctx, state, hash, key)));
      demand(ctx, on, { value: valueAt(ctx, on, hash, key), type: entry.type, depth: depth - 1 }, say);
    }
    return;
  }
  const type = valueTypeOf(hash.type);
  if (depth === 0 || withoutAnnotations(hash.type).kind !== 'nominal' || !mentionsTupleLength(type)) return;
  const key = freshSymbol(ctx.run, 'any-key', VALUE_SORT);
  const on = withPath(state, and(state.path, isKeyPresent(ctx, state, hash, key)));
  demand(ctx, on, { value: valueAt(ctx, on, hash, key), type, depth: depth - 1 }, say);
  demand(ctx, state, { value: defaultOf(ctx, state, hash), type, depth: depth - 1 }, say);
}
