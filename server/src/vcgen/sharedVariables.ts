/**
 * Variables that belong to no object: `$g`, `@@c` (one for a class and all below it), `@x` of a class object. One Value
 * each in the heap. What bodies of classes set them to is not verified; reading a `@@c` that nobody has set raises.
 */
import { or, symbol, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { BOOL_SORT } from '../logic/sorts';
import { allDescendants, ancestors } from '../program/ancestors';
import { sharedWriters } from '../program/fieldWriters';
import { classVariableOwner, fieldOf, singletonFieldOf } from '../program/lookup';
import type { BodyWrites, FieldInfo } from '../program/program';
import type { Var } from '../ril/ril';
import { NIL, type Type } from '../types/type';
import { heapMap } from './bases';
import { assume, type Ctx, caveat, leanOn, notModelled, type Out, placeOf, taintFor } from './context';
import { fieldClauses } from './fieldClauses';
import { flowInto } from './flow';
import { havoc } from './havoc';
import { leak } from './leak';
import { mayWrite } from './mayWrite';
import { touched } from './objects';
import { oblige } from './obligations';
import { classNameOf, members, shapeOf, unionOf } from './shape';
import { type State, withLocal, withMap } from './state';
import { concrete, fromTerm, typeGuard } from './typing';
import { boxed, truthy, typeOf, type Val } from './value';

/** The heap's key of a variable as a method of `owner` means it. */
export function sharedKey(ctx: Ctx, owner: string, name: string): string {
  if (name.startsWith('$')) return name;
  return name.startsWith('@@')
    ? `${classVariableOwner(ctx.run.input.program, owner, name)}${name}`
    : `${owner}.${name}`;
}

function infoOf(ctx: Ctx, name: string): FieldInfo | null {
  const { program } = ctx.run.input;
  if (name.startsWith('$')) return program.globals.get(name) ?? null;
  const { owner } = ctx.frame.method;
  return name.startsWith('@@') ? fieldOf(program, owner, name) : singletonFieldOf(program, owner, name);
}

/** Ruby sets them with every match; they are no globals but for their spelling. */
const OF_MATCH = /^\$([~&`'+]|\d+)$/;

export function readShared(ctx: Ctx, expr: Var, state: State): Out {
  const { name } = expr;
  if (isUncertain(ctx, name)) return { value: notModelled(ctx, uncertain(name), expr), state };
  if (OF_MATCH.test(name)) return { value: notModelled(ctx, `${name} of the last match`, expr), state };
  const info = infoOf(ctx, name);
  if (!info?.type) return { value: notModelled(ctx, `${name}, which has no var_type`, expr), state };
  const there = name.startsWith('@@') ? demandSet(ctx, expr, state) : state;
  const term = heapMap(ctx, there, sharedKey(ctx, ctx.frame.method.owner, name));
  const held = heldType(ctx, name, info, concrete(ctx.run.input.program, info.type, typeOf(ctx.frame.self)));
  assume(ctx, there, typeGuard(ctx.run, term, held, there.heap.alloc));
  return { value: fromTerm(term, held), state: there };
}

/** Its declared type, as far as those who set it keep to that; nil too where nobody may have set it. */
function heldType(ctx: Ctx, name: string, info: FieldInfo, type: Type): Type {
  // Ruby itself sets its own globals (`$stdout`) before the program starts; ours are nil until somebody writes them.
  if (name.startsWith('$')) return info.place === null ? type : unionOf([type, NIL]);
  const { owner } = ctx.frame.method;
  const written = name.startsWith('@@') ? bodyWrites(ctx, name) : (info.inBody ?? null);
  if (written && !written.classes?.every(each => fits(type, each)))
    caveat(ctx.run, { type: 'assuming', what: `${name} as the body of ${owner} sets it`, because: 'is not verified' });
  if (!name.startsWith('@@') && !written?.surely) return unionOf([type, NIL]);
  for (const writer of sharedWriters(ctx.run.input.program, owner, name))
    leanOn(ctx.run, { owner: writer, what: 'field', place: info.place });
  return written?.classes?.includes('NilClass') ? unionOf([type, NIL]) : type;
}

/** By all classes that share it; set for sure only by those above, whose bodies have run. */
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
  if (className === 'NilClass') return true; // heldType adds it
  return members(type).some(each =>
    className === 'bool' ? shapeOf(each) === 'bool' : classNameOf(each) === className,
  );
}

/** Whether `@@x` was set: by the body of a class, here, or (who knows) before. */
export function isSet(ctx: Ctx, name: string, state: State): Formula {
  if (bodyWrites(ctx, name)?.surely) return TRUE;
  const key = sharedKey(ctx, ctx.frame.method.owner, name);
  const here = state.locals.get(setHere(key));
  return or(symbol(`set!${key}`, BOOL_SORT), ...(here ? [truthy(here)] : []));
}

/** Kept beside the locals: no call makes a variable unset again. */
function setHere(key: string): string {
  return `set/${key}`;
}

function demandSet(ctx: Ctx, expr: Var, state: State): State {
  return oblige(ctx, state, {
    kind: 'core-precondition',
    goal: isSet(ctx, expr.name, state),
    place: placeOf(ctx, expr),
    about: `${expr.name} has been set`,
    raises: 'NameError',
  });
}

export function writeShared(ctx: Ctx, target: Var, value: Val, state: State): State {
  const { name } = target;
  if (isUncertain(ctx, name)) return havoc(ctx, state, { taint: taintFor(ctx, uncertain(name), target) });
  const info = infoOf(ctx, name);
  const place = placeOf(ctx, target);
  const type = info?.type ? concrete(ctx.run.input.program, info.type, typeOf(ctx.frame.self)) : null;
  const stored = type ? flowInto(ctx, state, value, type, place, `value of ${name}`) : value;
  const key = sharedKey(ctx, ctx.frame.method.owner, name);
  mayWrite(ctx, state, key, null, place);
  const term = boxed(stored) ?? boxed(notModelled(ctx, `a ${stored.kind} in ${name}`, target))!;
  const written = withMap(touched(ctx, leak(state, stored), null), key, term);
  for (const { formula, clause } of info?.refinement && type
    ? fieldClauses(ctx, written, ctx.frame.self, info, fromTerm(term, type))
    : [])
    oblige(ctx, written, { kind: 'field-refinement', goal: formula, place, clause, about: `value of ${name}` });
  return name.startsWith('@@') ? withLocal(written, setHere(key), { kind: 'bool', term: TRUE }) : written;
}

/** `@x` of a class object: a subclass has one of its own, and which class `self` is is then not known. */
function isUncertain(ctx: Ctx, name: string): boolean {
  if (name.startsWith('$') || name.startsWith('@@')) return false;
  const { self, method } = ctx.frame;
  const { program } = ctx.run.input;
  const isOwn = self.kind === 'class' && self.name === method.owner;
  return !isOwn || allDescendants(program, method.owner).some(each => each !== method.owner);
}

function uncertain(name: string): string {
  return `${name} of one of several class objects`;
}
