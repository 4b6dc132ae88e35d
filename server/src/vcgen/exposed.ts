/** Locals that a proc which was handed over may write: whoever has it may call it at any time, so nothing is known of them. */

import type { Ctx } from './context';
import type { State } from './state';
import type { Closure, Val } from './value';
import { eachExpr, writtenLocals } from './writes';

/** The value leaves our sight: the locals that it, and the procs it knows, write are no longer known. */
export function expose(ctx: Ctx, state: State, val: Val): void {
  if (val.kind === 'proc') exposeClosure(ctx, state, val.closure, new Set());
}

/** `binding`: whoever has it may write every local of these scopes, also those that are first assigned later. */
export function exposeScopes(ctx: Ctx, scopes: readonly number[]): void {
  for (const scope of scopes) ctx.run.exposed.add(`${scope}/*`);
}

/** In words, who may have written the local meanwhile; null: nobody else. */
export function writerOf(ctx: Ctx, scope: number, name: string): string | null {
  if (ctx.run.exposed.has(`${scope}/${name}`)) return 'a proc that was handed over';
  return ctx.run.exposed.has(`${scope}/*`) ? 'a binding' : null;
}

function exposeClosure(ctx: Ctx, state: State, closure: Closure, seen: Set<Closure>): void {
  if (seen.has(closure)) return;
  seen.add(closure);
  const { body } = closure.block;
  for (const name of writtenLocals(body)) {
    const key = keyOf(state, closure, name);
    if (key !== null) ctx.run.exposed.add(key);
  }
  eachExpr(body, expr => {
    const key = expr.kind === 'var' && expr.scope === 'local' ? keyOf(state, closure, expr.name) : null;
    const known = key === null ? undefined : state.locals.get(key);
    if (known?.kind === 'proc') exposeClosure(ctx, state, known.closure, seen);
  });
}

function keyOf(state: State, closure: Closure, name: string): string | null {
  const scope = closure.scope.find(each => state.locals.has(`${each}/${name}`));
  return scope === undefined ? null : `${scope}/${name}`;
}
