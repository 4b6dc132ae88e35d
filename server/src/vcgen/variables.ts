/** Variables: T-Var, T-Inst. Locals live under the number of the scope that first wrote them. */
import type { Span } from '../base/span';
import type { Var } from '../ril/ril';
import { type Ctx, notModelled, type Out } from './context';
import { writerOf } from './exposed';
import { readField } from './fields';
import { readShared } from './sharedVariables';
import { type State, withLocal } from './state';
import { NIL_VAL, type Val } from './value';

export function evaluateVariable(ctx: Ctx, expr: Var, state: State): Out {
  switch (expr.scope) {
    case 'local':
      if (ctx.spec && !hasLocal(ctx, state, expr.name))
        return { value: notModelled(ctx, `${expr.name} in a refinement`, expr), state };
      return { value: knownLocal(ctx, state, expr.name, expr), state };
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

/** As readLocal, unless a proc that somebody else has may have written it meanwhile. */
export function knownLocal(ctx: Ctx, state: State, name: string, node: { readonly span: Span }): Val {
  const scope = ctx.scope.find(each => state.locals.has(`${each}/${name}`));
  const writer = scope === undefined ? null : writerOf(ctx, scope, name);
  return writer === null ? readLocal(ctx, state, name) : notModelled(ctx, `${name}, which ${writer} may write`, node);
}

export function hasLocal(ctx: Ctx, state: State, name: string): boolean {
  return ctx.scope.some(scope => state.locals.has(`${scope}/${name}`));
}

/** A block writes the variable of the scope around it where that has one, else its own. */
export function assignLocal(ctx: Ctx, state: State, name: string, value: Val): State {
  const scope = ctx.scope.find(each => state.locals.has(`${each}/${name}`)) ?? ctx.scope[0]!;
  return withLocal(state, `${scope}/${name}`, value);
}

function readInstance(ctx: Ctx, expr: Var, state: State): Out {
  const { self } = ctx.frame;
  if (self.kind === 'class') return readShared(ctx, expr, state);
  const value =
    self.kind === 'ref'
      ? readField(ctx, state, self, expr.name, expr)
      : notModelled(ctx, `${expr.name} of this receiver`, expr);
  return { value, state };
}
