/**
 * What a method may write: nothing, some fields (`contents` is what containers hold), or anything. Labels are trusted
 * (the verifier proves them); an unlabelled body is analysed together with its callees. Core methods write no fields of
 * the workspace's objects; the effects of blocks that they run are applied where the block is checked.
 */
import { coversHeldContents } from '../../program/heldContents';
import { methodByKey } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import type { Expr, MultiTarget } from '../../ril/ril';
import { walk } from '../../ril/walk';
import type { FrameEntry } from '../../types/annotation';
import type { Effect } from '../../types/summary';
import type { CallTarget } from '../../types/typedMethod';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { dropFacts, dropFactsOfField } from '../state/env';
import { hasExternalEffects, isReflective } from './externalEffects';

const NOTHING: Effect = [];
const CONTENTS = ['contents'] as const;
/** Writes no field of the program, but has external effects, so it is not repeatable. */
const EXTERNAL: Effect = ['%world'];

export function applyCallEffects(ctx: Ctx, env: Env, target: CallTarget): Env {
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
  if (info.origin !== 'workspace' && hasExternalEffects(info)) return EXTERNAL;
  if (labels?.modifies) return writesMembers(info) ? null : effectOfFrame(ctx, info, labels.modifies);
  if (info.origin !== 'workspace') return isCorePure(info) ? NOTHING : CONTENTS;
  return info.definition === null ? null : ctx.summaries.effectOf(info, ctx.depth);
}

function effectOfFrame({ program }: Ctx, info: MethodInfo, entries: readonly FrameEntry[]): Effect {
  const fields = entries.map(entry => entry.field);
  return coversHeldContents(program, info, entries) ? [...fields, ...CONTENTS] : fields;
}

/** The contents of a Struct are its members, which are known by name. */
function writesMembers({ owner, signature }: MethodInfo): boolean {
  return owner === 'Struct' && (signature?.labels.modifies?.length ?? 0) > 0;
}

/** `modifies:` covers fields only: such a body may still read or write the outside world. */
export function bodyHasExternalEffects(ctx: Ctx, info: MethodInfo): boolean {
  const { definition, signature } = info;
  if (definition === null || signature === null || !signature.labels.modifies || signature.labels.pure) return false;
  return ctx.summaries.effectOf(info, ctx.depth)?.includes('%world') ?? false;
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

/** The fields that a body assigns, and those that its callees may write; `calls`: as the body was checked. */
export function effectOfBody(ctx: Ctx, body: Expr, calls: Iterable<CallTarget>): Effect {
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
  for (const target of calls) {
    if (target.dynamic) return null;
    for (const candidate of target.candidates) {
      const callee = candidate.method === null ? null : methodByKey(ctx.program, candidate.method);
      const effect = callee === null ? null : effectOf(ctx, callee);
      if (effect === null) return null;
      for (const field of effect) fields.add(field);
    }
  }
  return [...fields].sort();
}

function fieldsIn(targets: readonly MultiTarget[]): readonly string[] {
  return targets.flatMap(target => {
    if (target.type === 'list') return fieldsIn(target.items);
    return target.target?.kind === 'var' && target.target.scope !== 'local' ? [target.target.name] : [];
  });
}

/** Classes of immutable instances: their core methods only compute. */
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

/** The names of unlabelled core methods that modify their receiver or have external effects. */
const IMPURE =
  /(!|[^=!<>]=|<<)$|^(push|pop|shift|unshift|append|prepend|insert|concat|clear|delete\w*|replace|store|update|fill|keep_if|add|puts|print|p|pp|gets|rand|srand|sleep|exit|system|now|write|read|open|shuffle|sample)$/;

function isCorePure(info: MethodInfo): boolean {
  if (info.signature?.labels.pure) return true;
  return (VALUE_CLASSES.has(info.owner) && !info.singleton) || !IMPURE.test(info.name);
}
