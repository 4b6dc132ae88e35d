/**
 * What a field promises by its type and refinement, assumed of values that come from outside: of every base symbol that
 * a read may reach, and of a field that was forgotten. Who has to keep the promise is recorded with it.
 */
import { le } from '../logic/arithmetic';
import { and, implies, symbol, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select } from '../logic/maps';
import { fieldWriters, fillers } from '../program/fieldWriters';
import { findMethod, methodByKey } from '../program/lookup';
import type { FieldInfo } from '../program/program';
import type { Type } from '../types/type';
import { heapMap } from './bases';
import { assume, assumeAlways, type Ctx, caveat, leanOn, type Run } from './context';
import { fieldClauses } from './fieldClauses';
import { reachOf } from './fieldReach';
import { classNameOf, isUnknown, mayBeNil, members, partsOf } from './shape';
import { baseSymbols, type State, sortOfKey } from './state';
import { isMemberKey, slotOf } from './structs';
import { concrete, fromTerm, typeGuard } from './typing';
import type { Val } from './value';

/** The field's type and refinement, for every base symbol that the read may reach (an object that existed then). */
export function promise(
  ctx: Ctx,
  state: State,
  object: Val & { kind: 'ref' },
  field: string,
  info: FieldInfo,
  type: Type,
): void {
  const { run } = ctx;
  for (const name of baseSymbols(heapMap(ctx, state, field))) {
    const base = run.bases.get(name);
    if (!base || base.epoch.taint !== null) continue;
    const known = run.assumed.get(object.term) ?? new Set<string>();
    if (known.has(name)) continue;
    run.assumed.set(object.term, known.add(name));
    const term = select(symbol(name, sortOfKey(field)), object.term);
    const there = le(object.term, base.epoch.alloc);
    const entry = base.epoch.id === 0 && state.path === TRUE;
    assumeAlways(run, implies(and(state.path, there), typeGuard(run, term, type, base.epoch.alloc)), entry);
    if (info.refinement) {
      if (reachOf(run.input.program, classNameOf(object.type) ?? 'Object', info).beyond) nameRefinement(run, info);
      const then: State = {
        ...state,
        path: and(state.path, there),
        heap: { ...state.heap, maps: new Map(), epoch: base.epoch, alloc: base.epoch.alloc },
      };
      for (const clause of fieldClauses(ctx, then, object, info, fromTerm(term, type)))
        assume(ctx, then, clause.formula);
    }
    if (holdsTypes(type))
      for (const owner of fillers(run.input.program, classNameOf(object.type) ?? 'Object', field, fills))
        leanOn(run, { owner, what: 'field', place: info.place });
    if (isMemberKey(field) && !makesItself(ctx, object)) continue;
    for (const owner of fieldWriters(run.input.program, classNameOf(object.type) ?? 'Object', field)) {
      // Nobody sets it: then it is nil, which is as it should be where nil is allowed.
      if (mayBeNil(type) && !info.refinement && !methodByKey(run.input.program, owner)) continue;
      leanOn(run, { owner, what: 'field', place: info.place });
    }
  }
}

/** Who puts something into a container answers for what its type says of elements. */
function holdsTypes(type: Type): boolean {
  return members(type).some(member => partsOf(member).some(part => !isUnknown(part)));
}

const FILLS: ReadonlySet<string> = new Set(
  '[]= << push append unshift prepend insert concat replace fill map! collect! store update merge! merge add'.split(
    ' ',
  ),
);

function fills(method: string): boolean {
  return FILLS.has(method);
}

/** Contents change without a field being written: that the refinement still holds is nobody's proof. */
function nameRefinement(run: Run, { name, refinement }: FieldInfo): void {
  const what = `\`${refinement!.text.trim()}\` of ${name}`;
  caveat(run, { type: 'assuming', what, because: 'only methods of its class are asked to keep' });
}

/** A Struct or Data class with an `initialize` of its own answers for its members. */
function makesItself(ctx: Ctx, object: Val & { kind: 'ref' }): boolean {
  return findMethod(ctx.run.input.program, classNameOf(object.type) ?? 'Object', 'initialize')?.origin === 'workspace';
}

export function keepsPromise(
  ctx: Ctx,
  state: State,
  object: Val & { kind: 'ref' },
  field: string,
  term: Formula,
): void {
  const info = slotOf(ctx.run.input.program, classNameOf(object.type) ?? 'Object', field);
  if (!info?.type) return;
  const type = concrete(ctx.run.input.program, info.type, object.type);
  assume(ctx, state, typeGuard(ctx.run, term, type, state.heap.alloc));
  if (!info.refinement) return;
  for (const clause of fieldClauses(ctx, state, object, info, fromTerm(term, type))) assume(ctx, state, clause.formula);
}
