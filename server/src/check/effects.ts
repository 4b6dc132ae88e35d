/**
 * What a call may write, as far as facts about fields go: nothing, some fields, or anything. Core methods write no
 * fields of the workspace's objects; what they run (blocks) is accounted for where the block is checked.
 */

import { methodByKey } from '../program/lookup';
import type { MethodInfo } from '../program/program';
import { workspaceMethods } from '../program/workspace';
import type { Call, Expr } from '../ril/ril';
import { children } from '../ril/walk';
import type { CallTarget } from '../types/typedMethod';
import type { Ctx } from './context';
import type { Env } from './env';
import { dropFacts, dropFactsOfField } from './env';

export type Effect = 'none' | 'any' | readonly string[];

export function afterCall(ctx: Ctx, env: Env, target: CallTarget): Env {
  if (env.facts.size === 0 && env.links.size === 0) return env;
  if (target.dynamic || target.candidates.length === 0) return dropFacts(env);
  let now = env;
  for (const candidate of target.candidates) {
    const info = candidate.method === null ? null : methodByKey(ctx.program, candidate.method);
    const effect: Effect = info === null ? 'any' : effectOf(ctx, info, []);
    if (effect === 'any') return dropFacts(now);
    if (effect !== 'none') for (const field of effect) now = dropFactsOfField(now, field);
  }
  return now;
}

export function effectOf(ctx: Ctx, info: MethodInfo, open: readonly string[]): Effect {
  if (info.synthetic !== null) return syntheticEffect(info);
  const labels = info.signature?.labels;
  if (labels?.pure) return 'none';
  if (labels?.modifies) return labels.modifies.map(entry => entry.field);
  if (info.origin !== 'workspace') return 'none';
  if (info.definition === null || open.includes(info.key) || open.length > 4) return 'any';
  return bodyEffect(ctx, info.definition.body, [...open, info.key]);
}

function syntheticEffect(info: MethodInfo): Effect {
  const made = info.synthetic;
  if (made?.type === 'attributeWriter') return [made.field];
  if (made?.type === 'structWriter') return [`@${made.member}`];
  return made?.type === 'delegate' ? 'any' : 'none';
}

/** Fields that a body assigns; anything, as soon as it calls something whose effect is not plain to see. */
function bodyEffect(ctx: Ctx, body: Expr, open: readonly string[]): Effect {
  const fields: string[] = [];
  const queue: Expr[] = [body];
  for (let expr = queue.pop(); expr !== undefined; expr = queue.pop()) {
    if (expr.kind === 'opaque' || expr.kind === 'yield' || expr.kind === 'super' || expr.kind === 'multiAssign')
      return 'any';
    if (expr.kind === 'assign' && expr.target.kind === 'var' && expr.target.scope !== 'local')
      fields.push(expr.target.name);
    if (expr.kind === 'call') {
      const effect = calledEffect(ctx, expr, open);
      if (effect === 'any') return 'any';
      if (effect !== 'none') fields.push(...effect);
    }
    queue.push(...children(expr));
  }
  return fields;
}

/** By name over the whole workspace: a name that no workspace method has can only be a core method. */
function calledEffect(ctx: Ctx, call: Call, open: readonly string[]): Effect {
  if (REFLECTION.has(call.method)) return 'any';
  const fields: string[] = [];
  for (const found of workspaceMethods(ctx.program, call.method)) {
    const effect = effectOf(ctx, found, open);
    if (effect === 'any') return 'any';
    if (effect !== 'none') fields.push(...effect);
  }
  return fields;
}

const REFLECTION: ReadonlySet<string> = new Set([
  'send',
  '__send__',
  'public_send',
  'eval',
  'instance_eval',
  'instance_exec',
  'instance_variable_set',
  'call',
]);
