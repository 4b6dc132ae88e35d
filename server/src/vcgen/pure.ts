/**
 * T-Pure1's uninterpreted function: equal receiver, arguments and read state give equal results. What the body reads of
 * its own fields is passed by value, other maps whole; an unknown read set depends on the heap's version.
 */
import { and, apply, or } from '../logic/build';
import type { Formula, Sort } from '../logic/formula';
import { select } from '../logic/maps';
import { INT_SORT, RATIONAL_SORT } from '../logic/sorts';
import type { MethodInfo } from '../program/program';
import type { Type } from '../types/type';
import type { Args, Site } from './arguments';
import { heapMap } from './bases';
import { assume, type Ctx, notModelled } from './context';
import type { Reads } from './effects';
import { classNameOf, isDynamic, members, shapeOf } from './shape';
import { CONTENT_KEYS, type State } from './state';
import { isMemberKey } from './structs';
import { exists, fromTerm, hasClass, typeGuard } from './typing';
import { boxed, NIL_VAL, VALUE_SORT, type Val } from './value';

const RESULT_SORTS: Readonly<Record<string, Sort>> = {
  int: INT_SORT,
  bool: { kind: 'bool' },
  real: { kind: 'real' },
  rat: RATIONAL_SORT,
  sym: { kind: 'string' },
  ref: INT_SORT,
};

export function pureResult(
  ctx: Ctx,
  info: MethodInfo,
  reads: Reads,
  receiver: Val,
  args: Args,
  type: Type,
  site: Site,
  state: State,
): Val {
  if (isDynamic(type)) return notModelled(ctx, `the result of ${info.name}, whose type is unknown`, site);
  const shape = shapeOf(type);
  if (shape === 'nil') return NIL_VAL;
  const sort = RESULT_SORTS[shape] ?? VALUE_SORT;
  const inputs = inputsOf(ctx, reads, receiver, args, state, site);
  // Other arguments in number or by other names are another function's.
  const form = [args.positional.length, ...[...args.keywords.keys()].sort()].join(',');
  const name = `pure:${info.key}:${shape}:${form}:${inputs.length}`;
  ctx.run.functions.set(name, { name, params: inputs.map(input => input.sort), result: sort });
  return shaped(ctx, state, apply(name, inputs, sort), type);
}

function shaped(ctx: Ctx, state: State, term: Formula, type: Type): Val {
  const shape = shapeOf(type);
  if (shape === 'int' || shape === 'bool' || shape === 'real' || shape === 'rat' || shape === 'sym')
    return { kind: shape, term };
  if (shape === 'ref') {
    const classes = members(type).map(member => hasClass(ctx.run, term, classNameOf(member) ?? 'Object'));
    assume(ctx, state, and(exists(term, state.heap.alloc), or(...classes)));
    return { kind: 'ref', term, type, exact: false };
  }
  assume(ctx, state, typeGuard(ctx.run, term, type, state.heap.alloc));
  return fromTerm(term, type);
}

function inputsOf(ctx: Ctx, reads: Reads, receiver: Val, args: Args, state: State, site: Site): Formula[] {
  const values = [receiver, ...args.positional, ...[...args.keywords].sort(byName).map(([, val]) => val)];
  const inputs = values.map(
    val => boxed(val) ?? boxed(notModelled(ctx, `a ${val.kind} given to a pure method`, site))!,
  );
  // A module's method on a class object reads that object's own variables.
  const ofClass = receiver.kind === 'class' && reads !== 'everything' && [...reads.own].some(key => /^@[^@]/.test(key));
  if (reads === 'everything' || ofClass) return [...inputs, state.heap.version, ...stamps(ctx, values, state)];
  const own = [...reads.own].sort().map(field => ownField(ctx, state, receiver, field));
  const others = [...reads.others].sort().flatMap(key => (key === 'contents' ? contentKeys(ctx, state) : [key]));
  return [...inputs, ...own, ...others.map(key => heapMap(ctx, state, key))];
}

/** Members of Structs that were spoken of so far are contents too; with others, it is another function. */
function contentKeys(ctx: Ctx, state: State): readonly string[] {
  const known = [...ctx.run.bases.values()].map(base => base.key);
  const members = [...new Set([...known, ...state.heap.maps.keys()])].filter(isMemberKey).sort();
  return [...CONTENT_KEYS, ...members];
}

function stamps(ctx: Ctx, values: readonly Val[], state: State): Formula[] {
  return values.flatMap(val => (val.kind === 'ref' ? [select(heapMap(ctx, state, '#stamp'), val.term)] : []));
}

function ownField(ctx: Ctx, state: State, receiver: Val, field: string): Formula {
  const map = heapMap(ctx, state, field);
  return receiver.kind === 'ref' && map.sort.kind === 'array' ? select(map, receiver.term) : map;
}

function byName(a: readonly [string, Val], b: readonly [string, Val]): number {
  return a[0] < b[0] ? -1 : 1;
}
