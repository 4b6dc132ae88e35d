/**
 * T-Pure1's uninterpreted function: equal receiver, arguments and read state give equal results. The fields of self
 * that the body reads are passed by value, other maps whole; an unknown read set depends on the heap's version.
 */
import { and, apply, or } from '../../../logic/build';
import type { Formula, Sort } from '../../../logic/formula';
import { select } from '../../../logic/maps';
import { INT_SORT, RATIONAL_SORT } from '../../../logic/sorts';
import type { Type } from '../../../types/type';
import type { Reads } from '../../analysis/declaredEffects';
import type { Send } from '../../state/call';
import { assume, type Ctx, makeUnmodelled, type Returned } from '../../state/context';
import { CONTENT_KEYS, type EffectKey, type HeapKey, STAMP } from '../../state/heapKey';
import { heapMap } from '../../state/heapMaps';
import { KeySet } from '../../state/keyedMap';
import { classNameOf, isDynamic, representationOf, unionMembers } from '../../state/representation';
import type { State } from '../../state/state';
import { hasClass, isAllocated, typeGuard, valueFromTerm } from '../../state/typeGuards';
import { boxValue, NIL_VAL, type Val } from '../../state/value';
import { VALUE_SORT } from '../../state/valueSort';

const RESULT_SORTS: Readonly<Record<string, Sort>> = {
  int: INT_SORT,
  bool: { kind: 'bool' },
  real: { kind: 'real' },
  rat: RATIONAL_SORT,
  sym: { kind: 'string' },
  ref: INT_SORT,
};

export function applyPureFunction(ctx: Ctx, { info, type }: Returned, reads: Reads, send: Send, state: State): Val {
  const { args, site } = send;
  if (isDynamic(type)) return makeUnmodelled(ctx, { kind: 'method-result', method: info.name }, site);
  const shape = representationOf(type);
  if (shape === 'nil') return NIL_VAL;
  const sort = RESULT_SORTS[shape] ?? VALUE_SORT;
  const inputs = inputsOf(ctx, reads, send, state);
  // A different number or different names of arguments give a different function.
  const form = [args.positional.length, ...[...args.keywords.keys()].sort()].join(',');
  const name = `pure:${info.key}:${shape}:${form}:${inputs.length}`;
  ctx.run.hypotheses.functions.set(name, { name, params: inputs.map(input => input.sort), result: sort });
  return unboxResult(ctx, state, apply(name, inputs, sort), type);
}

function unboxResult(ctx: Ctx, state: State, term: Formula, type: Type): Val {
  const shape = representationOf(type);
  if (shape === 'int' || shape === 'bool' || shape === 'real' || shape === 'rat' || shape === 'sym')
    return { kind: shape, term };
  if (shape === 'ref') {
    const classes = unionMembers(type).map(member => hasClass(ctx.run, term, classNameOf(member) ?? 'Object'));
    assume(ctx, state, and(isAllocated(term, state.heap.alloc), or(...classes)));
    return { kind: 'ref', term, type, exact: false };
  }
  assume(ctx, state, typeGuard(ctx.run, term, type, state.heap.alloc));
  return valueFromTerm(term, type);
}

function inputsOf(ctx: Ctx, reads: Reads, { receiver, args, site }: Send, state: State): Formula[] {
  const values = [receiver, ...args.positional, ...[...args.keywords].sort(byName).map(([, val]) => val)];
  const inputs = values.map(
    val => boxValue(val) ?? boxValue(makeUnmodelled(ctx, { kind: 'pure-argument', value: val.kind }, site))!,
  );
  // A module's method on a class object reads that object's own variables.
  const ofClass =
    receiver.kind === 'class' && reads !== 'everything' && [...reads.own].some(key => key.kind === 'field');
  if (reads === 'everything' || ofClass) return [...inputs, state.heap.version, ...stamps(ctx, values, state)];
  const own = [...reads.own].sort(byId).map(field => ownField(ctx, state, receiver, field));
  const others = [...reads.others]
    .sort(byId)
    .flatMap(key => (key.kind === 'all-contents' ? contentKeys(ctx, state) : [key]));
  return [...inputs, ...own, ...others.map(key => heapMap(ctx, state, key))];
}

/** Members of Structs that occurred so far are contents too; with other members, it is a different function. */
function contentKeys(ctx: Ctx, state: State): readonly HeapKey[] {
  const known = [...ctx.run.heapNotes.bases.values()].map(base => base.key);
  const members = [...new KeySet([...known, ...state.heap.maps.keys()])]
    .filter(key => key.kind === 'member')
    .sort(byId);
  return [...CONTENT_KEYS, ...members];
}

function stamps(ctx: Ctx, values: readonly Val[], state: State): Formula[] {
  return values.flatMap(val => (val.kind === 'ref' ? [select(heapMap(ctx, state, STAMP), val.term)] : []));
}

function ownField(ctx: Ctx, state: State, receiver: Val, field: HeapKey): Formula {
  const map = heapMap(ctx, state, field);
  return receiver.kind === 'ref' && map.sort.kind === 'array' ? select(map, receiver.term) : map;
}

function byId(a: EffectKey, b: EffectKey): number {
  return a.id < b.id ? -1 : 1;
}

function byName(a: readonly [string, Val], b: readonly [string, Val]): number {
  return a[0] < b[0] ? -1 : 1;
}
