/** Variables: T-Var, T-Inst; class variables, globals. Locals live under the number of the scope that first wrote them. */
import { fieldOf, singletonFieldOf } from '../program/lookup';
import type { FieldInfo } from '../program/program';
import type { Var } from '../ril/ril';
import type { Type } from '../types/type';
import { heapMap } from './bases';
import { assume, type Ctx, notModelled, placeOf } from './context';
import { flowInto } from './flow';
import { leak, mayWrite, readField, touched } from './heap';
import { type State, withLocal, withMap } from './state';
import { concrete, fromTerm, typeGuard } from './typing';
import { boxed, NIL_VAL, typeOf, type Val } from './value';

export function evaluateVariable(ctx: Ctx, expr: Var, state: State): Val {
  switch (expr.scope) {
    case 'local':
      if (ctx.spec && !hasLocal(ctx, state, expr.name)) return notModelled(ctx, `${expr.name} in a refinement`, expr);
      return readLocal(ctx, state, expr.name);
    case 'instance':
      return readInstance(ctx, expr, state);
    case 'class':
    case 'global':
      return readShared(ctx, expr, state);
  }
}

export function readLocal(ctx: Ctx, state: State, name: string): Val {
  for (const scope of ctx.scope) {
    const found = state.locals.get(`${scope}/${name}`);
    if (found) return found;
  }
  return NIL_VAL;
}

export function hasLocal(ctx: Ctx, state: State, name: string): boolean {
  return ctx.scope.some(scope => state.locals.has(`${scope}/${name}`));
}

/** A block writes the variable of the scope around it where that has one, else its own. */
export function assignLocal(ctx: Ctx, state: State, name: string, value: Val): State {
  const scope = ctx.scope.find(each => state.locals.has(`${each}/${name}`)) ?? ctx.scope[0]!;
  return withLocal(state, `${scope}/${name}`, value);
}

function readInstance(ctx: Ctx, expr: Var, state: State): Val {
  const { self } = ctx.frame;
  if (self.kind === 'ref') return readField(ctx, state, self, expr.name, expr);
  if (self.kind === 'class') return readShared(ctx, expr, state);
  return notModelled(ctx, `${expr.name} of this receiver`, expr);
}

/** `$x`, `@@x`, and `@x` of a class object: one Value each in the heap. */
export function sharedKey(ctx: Ctx, name: string): string {
  const owner = ctx.frame.method.owner;
  return name.startsWith('$') ? name : name.startsWith('@@') ? `${owner}${name}` : `${owner}.${name}`;
}

function sharedInfo(ctx: Ctx, name: string): FieldInfo | null {
  const { program } = ctx.run.input;
  if (name.startsWith('$')) return program.globals.get(name) ?? null;
  const owner = ctx.frame.method.owner;
  return name.startsWith('@@') ? fieldOf(program, owner, name) : singletonFieldOf(program, owner, name);
}

function readShared(ctx: Ctx, expr: Var, state: State): Val {
  const info = sharedInfo(ctx, expr.name);
  const term = heapMap(ctx, state, sharedKey(ctx, expr.name));
  if (!info?.type) return notModelled(ctx, `${expr.name}, which has no var_type`, expr);
  const type = concrete(ctx.run.input.program, info.type, typeOf(ctx.frame.self));
  // Ruby itself sets its own globals (`$stdout`) before the program starts; ours are nil until somebody writes them.
  const isRubys = expr.name.startsWith('$') && info.place === null;
  const held: Type = isRubys ? type : { kind: 'union', members: [type, { kind: 'nil' }] };
  assume(ctx, state, typeGuard(ctx.run, term, held, state.heap.alloc));
  return fromTerm(term, held);
}

export function writeShared(ctx: Ctx, target: Var, value: Val, state: State): State {
  const info = sharedInfo(ctx, target.name);
  const place = placeOf(ctx, target);
  const type = info?.type ? concrete(ctx.run.input.program, info.type, typeOf(ctx.frame.self)) : null;
  const stored = type ? flowInto(ctx, state, value, type, place, `value of ${target.name}`) : value;
  const key = sharedKey(ctx, target.name);
  mayWrite(ctx, state, key, null, place);
  const term = boxed(stored) ?? boxed(notModelled(ctx, `a ${stored.kind} in ${target.name}`, target))!;
  return withMap(touched(ctx, leak(state, stored), null), key, term);
}
