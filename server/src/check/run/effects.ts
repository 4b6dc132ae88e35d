/**
 * What a method may write: nothing, some fields (`contents` is what containers hold), or anything. Labels are trusted
 * (the verifier proves them, or tests compare them with Ruby); an unlabelled body is analysed together with its callees.
 * The effects of blocks that library methods run are applied where the block is checked.
 */
import { ancestors } from '../../program/ancestors';
import { coversContents } from '../../program/frameContents';
import { changesDefinitions, mayWriteContents, onlyRunsUserCode } from '../../program/libraryFacts';
import { findMethod, methodByKey } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import type { Expr, MultiTarget } from '../../ril/ril';
import { walk } from '../../ril/walk';
import type { FrameEntry } from '../../types/annotation';
import type { Effect } from '../../types/summary';
import type { CallTarget } from '../../types/typedMethod';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { dropFacts, dropFactsOfField } from '../state/env';

const NOTHING: readonly string[] = [];
const CONTENTS = ['contents'] as const;
/** Writes no field of the program, but has external effects, so it is not repeatable. */
const EXTERNAL: readonly string[] = ['%world'];

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
  if (info.origin !== 'workspace') return effectOfLibrary(ctx, moduleFunctionOf(ctx, info));
  if (labels?.modifies) return effectOfFrame(ctx, info, labels.modifies);
  return info.definition === null ? null : ctx.summaries.effectOf(info, ctx.memory.depth.now);
}

/** Library classes without labels that use files, processes or the network. */
const OUTSIDE: ReadonlySet<string> = new Set(
  'FileUtils Tempfile Etc Open3 Socket Net::HTTP Pathname SecureRandom'.split(' '),
);

/** What a library method writes itself. One that may return something else each time reads what lies outside of the program. */
function effectOfLibrary(ctx: Ctx, info: MethodInfo): Effect {
  const { facts, signature, name, owner, origin } = info;
  if (changesDefinitions(facts)) return null;
  const world = facts?.repeats ? NOTHING : EXTERNAL;
  const frame = signature?.labels.modifies ?? null;
  if (frame) return writesMembers(info) ? null : [...effectOfFrame(ctx, info, frame), ...world];
  if (onlyRunsUserCode(ctx.program, info) || facts?.runsReceiver || facts?.reflects || name === 'initialize')
    return NOTHING;
  if (facts?.touches === 'world' || OUTSIDE.has(owner)) return EXTERNAL;
  if (origin === 'core' && ancestors(ctx.program, 'Class').includes(owner)) return null;
  const own = writesByName(ctx, name) ? CONTENTS : NOTHING;
  return origin === 'core' ? [...own, ...EXTERNAL] : own;
}

/** `Kernel.puts` does what `puts` does. */
function moduleFunctionOf({ program }: Ctx, info: MethodInfo): MethodInfo {
  return (info.singleton && info.owner === 'Kernel' ? findMethod(program, 'Kernel', info.name) : null) ?? info;
}

/** For a method without labels: whether it has the name of one that writes its receiver. */
function writesByName({ program }: Ctx, name: string): boolean {
  return /(!|[^=!<>]=)$/.test(name) || mayWriteContents(program, name);
}

function effectOfFrame({ program }: Ctx, info: MethodInfo, entries: readonly FrameEntry[]): readonly string[] {
  const fields = entries.map(entry => entry.field);
  return coversContents(program, info, entries) ? [...fields, ...CONTENTS] : fields;
}

/** The contents of a Struct are its members, which are known by name. */
function writesMembers({ owner, signature }: MethodInfo): boolean {
  return owner === 'Struct' && (signature?.labels.modifies?.length ?? 0) > 0;
}

/** `modifies:` covers fields only: such a body may still read or write the outside world. */
export function bodyHasExternalEffects(ctx: Ctx, info: MethodInfo): boolean {
  const { definition, signature } = info;
  if (definition === null || signature === null || !signature.labels.modifies || signature.labels.pure) return false;
  return ctx.summaries.effectOf(info, ctx.memory.depth.now)?.includes('%world') ?? false;
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
