/** Locals that a proc which was handed over may write: whoever has it may call it at any time, so nothing is known of them. */

import type { Ctx } from './context';
import type { State } from './state';
import type { Closure, Val } from './value';
import { eachExpr, writtenLocals } from './writes';

/** The value leaves our sight: the locals that it, and the procs it knows, write are no longer known. */
export function expose(ctx: Ctx, state: State, val: Val): void {
  if (val.kind === 'proc') exposeClosure(ctx, state, val.closure, new Set());
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
