/** Containers that a local holds and nothing changes: every use of the local calls a method that only reads. */
import { findMethod } from '../../program/lookup';
import type { Call, Expr } from '../../ril/ril';
import { walk } from '../../ril/walk';
import type { Ctx } from '../state/context';
import { findSingleAssignment } from './singleAssignment';

/** The literal that this local always holds unchanged; null: something may change it, or it is another value. */
export function findUnchanged(ctx: Ctx, name: string, className: 'Array' | 'Hash'): Expr | null {
  const value = findSingleAssignment(ctx, name);
  const body = ctx.frame.method?.definition?.body() ?? ctx.frame.script?.body;
  if (value?.kind !== (className === 'Hash' ? 'hash' : 'array') || !body) return null;
  let uses = 0;
  let reads = 0;
  const isIt = (expr: Expr | null): boolean => expr?.kind === 'var' && expr.scope === 'local' && expr.name === name;
  walk(body, expr => {
    if (isIt(expr)) uses++;
    const isTarget = expr.kind === 'assign' && isIt(expr.target);
    if (isTarget || (expr.kind === 'call' && isIt(expr.receiver) && onlyReads(ctx, expr, className))) reads++;
    return true;
  });
  return uses === reads ? value : null;
}

/** `[]` runs the default block of a hash, which a literal has not. */
function onlyReads({ program }: Ctx, { method, block }: Call, className: string): boolean {
  const info = block === null ? findMethod(program, className, method) : null;
  const labels = info?.signature?.labels;
  return info?.origin === 'core' && (method === '[]' || labels?.pure === true || labels?.modifies?.length === 0);
}
