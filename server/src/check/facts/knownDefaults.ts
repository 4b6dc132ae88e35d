/**
 * `counts = Hash.new(0)` as the only assignment to `counts`: `counts[k]` is never the nil of a missing key. Later calls
 * that set a default are recognised by name.
 */
import { mayChangeLookup } from '../../program/libraryFacts';
import type { Expr } from '../../ril/ril';
import { walk } from '../../ril/walk';
import type { Ctx } from '../state/context';
import { findSingleAssignment } from './singleAssignment';

export function hasDefault(ctx: Ctx, hash: Expr): boolean {
  if (hash.kind !== 'var' || hash.scope !== 'local') return false;
  const made = findSingleAssignment(ctx, hash.name);
  return made !== null && makesDefault(made) && !setsDefaults(ctx);
}

function makesDefault(made: Expr): boolean {
  const isNew = made.kind === 'call' && made.method === 'new' && made.receiver?.kind === 'const';
  if (!isNew || made.receiver.name !== 'Hash') return false;
  if (made.block?.type === 'block') return true;
  const [only, ...others] = made.args;
  if (only?.type !== 'positional' || others.length > 0 || made.block !== null) return false;
  return !(only.value.kind === 'lit' && only.value.value.type === 'nil');
}

function setsDefaults(ctx: Ctx): boolean {
  let found = false;
  const body = ctx.frame.method?.definition?.body();
  if (body)
    walk(body, expr => {
      if (expr.kind === 'call' && mayChangeLookup(ctx.program, expr.method)) found = true;
      return undefined;
    });
  return found;
}
