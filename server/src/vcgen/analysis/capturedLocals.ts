/** Locals that an escaped proc may write: it may be called at any time, so their values are unknown. */

import type { Ctx } from '../state/context';
import { type LocalKey, localKey } from '../state/localKey';
import type { State } from '../state/state';
import type { Closure, Val } from '../state/value';
import { findWrittenLocals, forEachExpr } from './writes';

/** The value escapes: havocs the locals that it, and the procs it captures, write. */
export function exposeCapturedLocals(ctx: Ctx, state: State, val: Val): void {
  if (val.kind === 'proc') exposeClosure(ctx, state, val.closure, new Set());
}

/** `binding` may write every local of these scopes, including those that are first assigned later. */
export function exposeLocalsOfScopes(ctx: Ctx, scopes: readonly number[]): void {
  for (const scope of scopes) ctx.run.hazards.capturedScopes.add(scope);
}

/** What may have written the local in the meantime; null: only this code. */
export function findCapturingWriter(ctx: Ctx, scope: number, name: string): 'proc' | 'binding' | null {
  if (ctx.run.hazards.capturedLocals.has(localKey(scope, name))) return 'proc';
  return ctx.run.hazards.capturedScopes.has(scope) ? 'binding' : null;
}

function exposeClosure(ctx: Ctx, state: State, closure: Closure, seen: Set<Closure>): void {
  if (seen.has(closure)) return;
  seen.add(closure);
  ctx.run.hazards.capturedMatches.add(closure.frame.id);
  const { body } = closure.block;
  for (const name of findWrittenLocals(body)) {
    const key = keyOf(state, closure, name);
    if (key !== null) ctx.run.hazards.capturedLocals.add(key);
  }
  forEachExpr(body, expr => {
    const key = expr.kind === 'var' && expr.scope === 'local' ? keyOf(state, closure, expr.name) : null;
    const known = key === null ? undefined : state.locals.get(key);
    if (known?.kind === 'proc') exposeClosure(ctx, state, known.closure, seen);
  });
}

function keyOf(state: State, closure: Closure, name: string): LocalKey | null {
  const scope = closure.scope.find(each => state.locals.has(localKey(each, name)));
  return scope === undefined ? null : localKey(scope, name);
}
