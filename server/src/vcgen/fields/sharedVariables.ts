/**
 * Variables that belong to no instance: `$g`, `@@c` (shared by a class and its subclasses), `@x` of a class object. Each is
 * one Value in the heap. Assignments in class bodies are not verified; reading an unset `@@c` raises.
 */

import { or, symbol, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { BOOL_SORT } from '../../logic/sorts';
import type { Construct } from '../../problems/constructs';
import { allDescendants, ancestors } from '../../program/ancestors';
import { findSharedWriters } from '../../program/fieldWriters';
import { classVariableOwner, fieldOf, singletonFieldOf } from '../../program/lookup';
import type { BodyWrites, FieldInfo } from '../../program/program';
import type { Var } from '../../ril/ril';
import { NIL, type Type } from '../../types/type';
import { scopeOfName, sharedKey } from '../analysis/variableKeys';
import { translateFieldRefinement } from '../clauses/fieldClauses';
import { markEscaped } from '../heap/escape';
import { touchObject } from '../heap/objects';
import { checkWrite } from '../obligations/checkWrite';
import { flowInto } from '../obligations/flowInto';
import { addObligation } from '../obligations/obligations';
import {
  addCaveat,
  assume,
  type Ctx,
  makeUnmodelled,
  type Out,
  placeOf,
  recordAssumption,
  taintFor,
} from '../state/context';
import type { SharedKey } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { isSetKey } from '../state/localKey';
import { classNameOf, makeUnionType, representationOf, unionMembers } from '../state/representation';
import { type State, withLocal, withMap } from '../state/state';
import { resolveTypeFor, typeGuard, valueFromTerm } from '../state/typeGuards';
import { boxValue, isTruthy, typeOf, type Val } from '../state/value';
import { havocHeap } from './havoc';
import { forgetLastMatch, isOfMatch, readLastMatch } from './lastMatch';

function keyOf(ctx: Ctx, name: string): SharedKey {
  return sharedKey(ctx.run.input.program, ctx.frame.method.owner, name);
}

function infoOf(ctx: Ctx, name: string): FieldInfo | null {
  const { program } = ctx.run.input;
  if (scopeOfName(name) === 'global') return program.globals.get(name) ?? null;
  const { owner } = ctx.frame.method;
  return scopeOfName(name) === 'class' ? fieldOf(program, owner, name) : singletonFieldOf(program, owner, name);
}

export function readSharedVariable(ctx: Ctx, expr: Var, state: State): Out {
  const { name } = expr;
  if (isOfMatch(name)) return readLastMatch(ctx, expr, state);
  if (isUncertain(ctx, name)) return { value: makeUnmodelled(ctx, uncertain(name), expr), state };
  const info = infoOf(ctx, name);
  if (!info?.type) return { value: makeUnmodelled(ctx, { kind: 'untyped-variable', name }, expr), state };
  const there = expr.scope === 'class' ? requireSet(ctx, expr, state) : state;
  const term = heapMap(ctx, there, keyOf(ctx, name));
  const held = typeOfShared(ctx, name, info, resolveTypeFor(ctx.run.input.program, info.type, typeOf(ctx.frame.self)));
  assume(ctx, there, typeGuard(ctx.run, term, held, there.heap.alloc));
  return { value: valueFromTerm(term, held), state: there };
}

/** The declared type, and nil if the variable may be unset. Records the methods that must establish the type. */
function typeOfShared(ctx: Ctx, name: string, info: FieldInfo, type: Type): Type {
  // Ruby sets its own globals (`$stdout`) before the program starts; those of the program are nil until written.
  if (scopeOfName(name) === 'global') return info.place === null ? type : makeUnionType([type, NIL]);
  const { owner } = ctx.frame.method;
  const isOfClass = scopeOfName(name) === 'class';
  const written = isOfClass ? bodyWrites(ctx, name) : (info.inBody ?? null);
  if (written && !written.classes?.every(each => fits(type, each)))
    addCaveat(ctx.run, {
      type: 'assuming',
      what: `${name} as the body of ${owner} sets it`,
      because: 'is not verified',
    });
  if (!isOfClass && !written?.surely) return makeUnionType([type, NIL]);
  for (const writer of findSharedWriters(ctx.run.input.program, owner, name))
    recordAssumption(ctx.run, { owner: writer, what: 'field', place: info.place });
  return written?.classes?.includes('NilClass') ? makeUnionType([type, NIL]) : type;
}

/** Assignments in the bodies of all classes that share it. Only those of superclasses have certainly run. */
function bodyWrites(ctx: Ctx, name: string): Omit<BodyWrites, 'values'> | null {
  const { program } = ctx.run.input;
  const above = ancestors(program, ctx.frame.method.owner);
  const sharers = [...above, ...allDescendants(program, sharedOwner(ctx, name))];
  const writes = [...new Set(sharers)].flatMap(each => program.classes.get(each)?.fields.get(name)?.inBody ?? []);
  if (writes.length === 0) return null;
  return {
    surely: above.some(each => program.classes.get(each)?.fields.get(name)?.inBody?.surely),
    classes: writes.some(each => each.classes === null) ? null : writes.flatMap(each => each.classes!),
  };
}

function sharedOwner(ctx: Ctx, name: string): string {
  return classVariableOwner(ctx.run.input.program, ctx.frame.method.owner, name);
}

function fits(type: Type, className: string): boolean {
  if (className === 'NilClass') return true; // typeOfShared adds it
  return unionMembers(type).some(each =>
    className === 'bool' ? representationOf(each) === 'bool' : classNameOf(each) === className,
  );
}

/** Whether `@@x` is set: by a class body, in this method, or possibly before. */
export function isSharedVariableSet(ctx: Ctx, name: string, state: State): Formula {
  if (bodyWrites(ctx, name)?.surely) return TRUE;
  const key = keyOf(ctx, name);
  const here = state.locals.get(isSetKey(key));
  return or(symbol(`set!${key.id}`, BOOL_SORT), ...(here ? [isTruthy(here)] : []));
}

function requireSet(ctx: Ctx, expr: Var, state: State): State {
  return addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: isSharedVariableSet(ctx, expr.name, state),
    place: placeOf(ctx, expr),
    reason: { kind: 'variable-is-set', name: expr.name },
    raises: 'NameError',
  });
}

export function writeSharedVariable(ctx: Ctx, target: Var, value: Val, state: State): State {
  const { name } = target;
  if (isOfMatch(name)) return forgetLastMatch(ctx, ctx.frame, state);
  if (isUncertain(ctx, name)) return havocHeap(ctx, state, { taint: taintFor(ctx, uncertain(name), target) });
  const info = infoOf(ctx, name);
  const place = placeOf(ctx, target);
  const type = info?.type ? resolveTypeFor(ctx.run.input.program, info.type, typeOf(ctx.frame.self)) : null;
  const subject = { kind: 'variable', name } as const;
  const stored = type ? flowInto(ctx, state, { value, type, place, subject }) : value;
  const key = keyOf(ctx, name);
  checkWrite(ctx, state, key, null, place);
  const term =
    boxValue(stored) ?? boxValue(makeUnmodelled(ctx, { kind: 'value-in-variable', value: stored.kind, name }, target))!;
  const written = withMap(touchObject(ctx, markEscaped(state, stored), null), key, term);
  for (const { formula, clause } of info?.refinement && type
    ? translateFieldRefinement(ctx, written, ctx.frame.self, info, valueFromTerm(term, type))
    : [])
    addObligation(ctx, written, {
      kind: 'field-refinement',
      goal: formula,
      place,
      clause,
      reason: { kind: 'clause-of', subject },
    });
  // Kept among the locals: no call makes a variable unset again.
  return key.kind === 'class-variable' ? withLocal(written, isSetKey(key), { kind: 'bool', term: TRUE }) : written;
}

/** `@x` of a class object: each subclass has its own, so the variable is unknown if `self` may be a subclass. */
function isUncertain(ctx: Ctx, name: string): boolean {
  if (scopeOfName(name) !== 'instance') return false;
  const { self, method } = ctx.frame;
  const { program } = ctx.run.input;
  const isOwn = self.kind === 'class' && self.name === method.owner;
  return !isOwn || allDescendants(program, method.owner).some(each => each !== method.owner);
}

function uncertain(name: string): Construct {
  return { kind: 'class-object-variable', name };
}
