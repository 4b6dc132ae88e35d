/** Variables: T-Var, T-Inst. A local belongs to the scope that first wrote it. */
import type { Span } from '../../base/span';
import type { Var } from '../../ril/ril';
import { findCapturingWriter } from '../analysis/capturedLocals';
import { type Ctx, makeUnmodelled, type Out } from '../state/context';
import { fieldKey } from '../state/heapKey';
import { localKey } from '../state/localKey';
import { type State, withLocal } from '../state/state';
import { NIL_VAL, type Val } from '../state/value';
import { readField } from './fields';
import { readSharedVariable } from './sharedVariables';

export function evaluateVariable(ctx: Ctx, expr: Var, state: State): Out {
  switch (expr.scope) {
    case 'local':
      if (ctx.spec && !hasLocal(ctx, state, expr.name))
        return { value: makeUnmodelled(ctx, { kind: 'variable-in-refinement', name: expr.name }, expr), state };
      return { value: readUncapturedLocal(ctx, state, expr.name, expr), state };
    case 'instance':
      return readInstance(ctx, expr, state);
    case 'class':
    case 'global':
      return readSharedVariable(ctx, expr, state);
  }
}

export function readLocal(ctx: Ctx, state: State, name: string): Val {
  for (const scope of ctx.scope) {
    const found = state.locals.get(localKey(scope, name));
    if (found) return found;
  }
  return NIL_VAL;
}

/** As readLocal, but not modelled if an escaped proc may have written the local. */
export function readUncapturedLocal(ctx: Ctx, state: State, name: string, node: { readonly span: Span }): Val {
  const scope = ctx.scope.find(each => state.locals.has(localKey(each, name)));
  const writer = scope === undefined ? null : findCapturingWriter(ctx, scope, name);
  return writer === null
    ? readLocal(ctx, state, name)
    : makeUnmodelled(ctx, { kind: 'captured-local', name, by: writer }, node);
}

export function hasLocal(ctx: Ctx, state: State, name: string): boolean {
  return ctx.scope.some(scope => state.locals.has(localKey(scope, name)));
}

/** A block writes the variable of the enclosing scope if there is one, else its own. */
export function assignLocal(ctx: Ctx, state: State, name: string, value: Val): State {
  const scope = ctx.scope.find(each => state.locals.has(localKey(each, name))) ?? ctx.scope[0]!;
  return withLocal(state, localKey(scope, name), value);
}

function readInstance(ctx: Ctx, expr: Var, state: State): Out {
  const { self } = ctx.frame;
  if (self.kind === 'class') return readSharedVariable(ctx, expr, state);
  const value =
    self.kind === 'ref'
      ? readField(ctx, state, self, fieldKey(expr.name), expr)
      : makeUnmodelled(ctx, { kind: 'variable-of-receiver', name: expr.name }, expr);
  return { value, state };
}
