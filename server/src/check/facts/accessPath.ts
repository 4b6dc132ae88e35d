/**
 * Paths: expressions that evaluate to the same value until something is written: locals, fields and attribute readers
 * (`x`, `@x`, `x.name`, `@x.name`). Occurrence typing narrows paths; env.ts drops facts that may have changed.
 */
import { methodByKey } from '../../program/lookup';
import type { Call, Expr } from '../../ril/ril';
import { flexibleName } from '../../types/flexible';
import { SELF, type Type } from '../../types/type';
import { isOverloaded } from '../../typing/narrow';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { makeUnreachable, refineLocal, setFact } from '../state/env';
import { learnClassOfSelf } from './classOfSelf';

/** Returns null if the expression is not a path. Uses the call targets that were recorded when it was checked. */
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

/** Narrows the expression's value, and the value that it was copied from. */
export function learnType(ctx: Ctx, env: Env, expr: Expr, part: (type: Type) => Type): Env {
  const path = pathOf(ctx, expr);
  if (path === 'self') return learnSelf(ctx, env, part);
  const seen = ctx.out.types.get(expr);
  if (path === null || seen === undefined) return env;
  const before = knownType(env, path) ?? seen;
  const known = part(before);
  noteSplit(ctx, before, known);
  // Under this arm of an overloaded signature, or for these arguments, the point is unreachable.
  if (known.kind === 'bottom' && (isOverloaded(ctx) || ctx.infers)) return makeUnreachable(learnPath(env, path, known));
  const learnt = learnPath(env, path, known);
  const source = env.links.get(path);
  if (source === undefined) return learnt;
  if (source === 'self') return learnSelf(ctx, learnt, part);
  return learnPath(learnt, source, part(knownType(env, source) ?? seen));
}

/** The class of `self` after `case self when A` and `is_a?(A)`: calls on it find the methods of A. */
export function typeOfSelf(env: Env): Type {
  return env.facts.get('self') ?? SELF;
}

function learnSelf(ctx: Ctx, env: Env, part: (type: Type) => Type): Env {
  const type = part(typeOfSelf(env));
  const learnt = learnClassOfSelf(ctx, env, part);
  return type.kind === 'nominal' ? setFact(learnt, 'self', type) : learnt;
}

/** A test of a flexible parameter's class: the result may depend on it. */
function noteSplit(ctx: Ctx, before: Type, known: Type): void {
  const name = flexibleName(before);
  if (name !== null && known.kind !== 'dynamic') ctx.out.splits.add(name);
}

function learnPath(env: Env, path: string, type: Type): Env {
  return env.locals.has(path) ? refineLocal(env, path, type) : isLocalName(path) ? env : setFact(env, path, type);
}

function isLocalName(path: string): boolean {
  return !path.includes('.') && !path.startsWith('@') && !path.startsWith('$');
}
