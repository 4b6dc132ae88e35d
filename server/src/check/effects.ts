/**
 * What a method may write: nothing, some fields (`contents` stands for what containers hold), or anything. Labels are
 * believed (the verifier proves them); a body without labels is looked at, callees included. Core methods write no
 * fields of the workspace's objects; what they run (blocks) is accounted for where the block is checked.
 */
import { methodByKey } from '../program/lookup';
import type { MethodInfo } from '../program/program';
import type { Expr, MultiTarget } from '../ril/ril';
import { walk } from '../ril/walk';
import type { CallTarget } from '../types/typedMethod';
import type { Ctx } from './context';
import { mayLookInto, use } from './context';
import type { Env } from './env';
import { dropFacts, dropFactsOfField } from './env';
import { runMethod } from './run';
import { asksTheWorld, isReflective } from './worldly';

/** Null: anything. */
export type Effect = readonly string[] | null;

const NOTHING: Effect = [];
const CONTENTS: Effect = ['contents'];
/** No field of the program, but not nothing either: not repeatable. */
const WORLD: Effect = ['%world'];
const DEEPEST = 4;

export function afterCall(ctx: Ctx, env: Env, target: CallTarget): Env {
  if (env.facts.size === 0 && env.links.size === 0) return env;
  if (target.dynamic || target.candidates.length === 0) return dropFacts(env);
  let now = env;
  for (const candidate of target.candidates) {
    const info = candidate.method === null ? null : methodByKey(ctx.program, candidate.method);
    const effect = info === null ? null : effectOf(ctx, info);
    if (effect === null) return dropFacts(now);
    for (const field of effect) now = dropFactsOfField(now, field);
  }
  return now;
}

export function effectOf(ctx: Ctx, info: MethodInfo): Effect {
  if (info.synthetic !== null) return syntheticEffect(info);
  const labels = info.signature?.labels;
  if (labels?.pure) return NOTHING;
  if (info.origin !== 'workspace' && isReflective(info)) return null;
  if (info.origin !== 'workspace' && asksTheWorld(info)) return WORLD;
  if (labels?.modifies) return labels.modifies.map(entry => entry.field);
  if (info.origin !== 'workspace') return isCorePure(info) ? NOTHING : CONTENTS;
  const known = ctx.memory.effects.get(info.key);
  if (known !== undefined) return known;
  // A recursive call adds nothing to what the rest of the body does.
  if (ctx.memory.running.has(`effect of ${info.key}`)) return NOTHING;
  if (info.definition === null || !mayLookInto(ctx, DEEPEST)) return null;
  ctx.memory.running.add(`effect of ${info.key}`);
  const effect = bodyEffect(ctx, info, info.definition.body);
  ctx.memory.running.delete(`effect of ${info.key}`);
  // Inside another body's recursion it may be only a part.
  if (ctx.memory.running.size === 0) ctx.memory.effects.set(info.key, effect);
  return effect;
}

/** `modifies:` speaks of fields alone: such a body may still ask the world. */
export function bodyAsksTheWorld(ctx: Ctx, info: MethodInfo): boolean {
  const { definition, signature } = info;
  if (definition === null || signature === null || !signature.labels.modifies || signature.labels.pure) return false;
  const unlabelled = { ...signature, labels: { ...signature.labels, modifies: null } };
  return effectOf(ctx, { ...info, signature: unlabelled })?.includes('%world') ?? false;
}

function syntheticEffect(info: MethodInfo): Effect {
  switch (info.synthetic?.type) {
    case 'attributeWriter':
      return [info.synthetic.field];
    case 'structWriter':
      return [`@${info.synthetic.member}`];
    case 'delegate':
      return null;
    default:
      return NOTHING;
  }
}

/** Fields that a body assigns, and what its callees may write. */
function bodyEffect(ctx: Ctx, info: MethodInfo, body: Expr): Effect {
  const fields = new Set<string>();
  let known = true;
  walk(body, expr => {
    if (expr.kind === 'opaque' || expr.kind === 'yield' || expr.kind === 'define') known = false;
    if (expr.kind === 'assign' && expr.target.kind === 'var' && expr.target.scope !== 'local')
      fields.add(expr.target.name);
    if (expr.kind === 'multiAssign') for (const name of fieldsIn(expr.targets)) fields.add(name);
    return known;
  });
  if (!known) return null;
  use(ctx, { kind: 'body', key: info.key });
  const run = runMethod(ctx, info, {
    arm: info.signature?.arms[0] ?? null,
    self: null,
    assumed: new Map(),
    silent: true,
  });
  for (const target of run.out.calls.values()) {
    if (target.dynamic) return null;
    for (const candidate of target.candidates) {
      const callee = candidate.method === null ? null : methodByKey(ctx.program, candidate.method);
      const effect = callee === null ? null : effectOf(ctx, callee);
      if (effect === null) return null;
      for (const field of effect) fields.add(field);
    }
  }
  return [...fields];
}

function fieldsIn(targets: readonly MultiTarget[]): readonly string[] {
  return targets.flatMap(target => {
    if (target.type === 'list') return fieldsIn(target.items);
    return target.target?.kind === 'var' && target.target.scope !== 'local' ? [target.target.name] : [];
  });
}

/** Classes whose instances never change: their core methods can only compute. */
const VALUE_CLASSES: ReadonlySet<string> = new Set([
  'BasicObject',
  'Comparable',
  'Complex',
  'FalseClass',
  'Float',
  'Integer',
  'Module',
  'NilClass',
  'Numeric',
  'Object',
  'Range',
  'Rational',
  'Symbol',
  'TrueClass',
]);

/** Core methods without a label say by their name that they change something or ask the world. */
const IMPURE =
  /(!|[^=!<>]=|<<)$|^(push|pop|shift|unshift|append|prepend|insert|concat|clear|delete\w*|replace|store|update|fill|keep_if|add|puts|print|p|pp|gets|rand|srand|sleep|exit|system|now|write|read|open|shuffle|sample)$/;

export function isCorePure(info: MethodInfo): boolean {
  if (info.signature?.labels.pure) return true;
  return (VALUE_CLASSES.has(info.owner) && !info.singleton) || !IMPURE.test(info.name);
}
