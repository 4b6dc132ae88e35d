/**
 * Paths: expressions that give the same value again until something is written: locals, fields, attribute readers
 * (`x`, `@x`, `x.name`, `@x.name`). Occurrence typing speaks of paths; env.ts forgets them when they may have changed.
 */
import { methodByKey } from '../program/lookup';
import type { Call, Expr } from '../ril/ril';
import type { Type } from '../types/type';
import type { Ctx } from './context';
import type { Env } from './env';
import { refineLocal, setFact, unreachable } from './env';
import { isOverloaded } from './narrow';

/** Null: not a path. Reads the calls that were recorded when the expression was checked. */
export function pathOf(ctx: Ctx, expr: Expr): string | null {
  switch (expr.kind) {
    case 'var':
      return expr.name;
    case 'self':
      return 'self';
    case 'seq': {
      const [only] = expr.body;
      return only !== undefined && expr.body.length === 1 ? pathOf(ctx, only) : null;
    }
    case 'assign':
      return expr.target.kind === 'var' ? expr.target.name : null;
    case 'call':
      return readerPath(ctx, expr);
    default:
      return null;
  }
}

function readerPath(ctx: Ctx, call: Call): string | null {
  if (call.args.length > 0 || call.block !== null) return null;
  const receiver = call.receiver === null ? 'self' : pathOf(ctx, call.receiver);
  const target = ctx.out.calls.get(call);
  if (receiver === null || target === undefined || target.dynamic || target.candidates.length === 0) return null;
  let field: string | null = null;
  for (const candidate of target.candidates) {
    const info = candidate.method === null ? null : methodByKey(ctx.program, candidate.method);
    const made = info?.synthetic ?? null;
    if (made?.type === 'attributeReader') field = made.field;
    else if (made?.type !== 'structReader' && !(info?.origin === 'workspace' && info.signature?.labels.pure === true))
      return null;
  }
  return receiver === 'self' && field !== null && target.candidates.length === 1 ? field : `${receiver}.${call.method}`;
}

export function knownType(env: Env, path: string): Type | null {
  return env.facts.get(path) ?? env.locals.get(path) ?? null;
}

/** More is known of the expression's value from here on; also of the value that it was copied from. */
export function learn(ctx: Ctx, env: Env, expr: Expr, part: (type: Type) => Type): Env {
  const path = pathOf(ctx, expr);
  const seen = ctx.out.types.get(expr);
  if (path === null || path === 'self' || seen === undefined) return env;
  const known = part(knownType(env, path) ?? seen);
  // Called by this of its types, an overloaded method does not come here; another of them accounts for it.
  if (known.kind === 'bottom' && isOverloaded(ctx)) return unreachable(learnPath(env, path, known));
  const learnt = learnPath(env, path, known);
  const source = env.links.get(path);
  if (source === undefined) return learnt;
  const before = knownType(env, source) ?? seen;
  return learnPath(learnt, source, part(before));
}

function learnPath(env: Env, path: string, type: Type): Env {
  return env.locals.has(path) ? refineLocal(env, path, type) : isLocalName(path) ? env : setFact(env, path, type);
}

function isLocalName(path: string): boolean {
  return !path.includes('.') && !path.startsWith('@') && !path.startsWith('$');
}
