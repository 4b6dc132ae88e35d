/** `yield` runs the block that the signature declares; `super` the method of the same name further up. */
import { superMethod } from '../program/lookup';
import type { MethodInfo } from '../program/program';
import type { Super, Yield } from '../ril/ril';
import type { Type } from '../types/type';
import { DYNAMIC, SELF } from '../types/type';
import type { CallTarget } from '../types/typedMethod';
import type { Actuals } from './arguments';
import { checkArguments } from './arguments';
import type { Callee } from './callees';
import { signatureOf } from './callees';
import { reportMismatch } from './callReports';
import type { Ctx, Typed } from './context';
import { use } from './context';
import { afterCall } from './effects';
import type { Env } from './env';
import { dropFacts } from './env';
import { instantiated, solved } from './instantiate';
import { choose } from './overloads';
import { generalised, hereSelf, joined } from './relations';
import { report } from './report';
import { isHalfKnown, isOutOfSight } from './sight';
import { membersOfClass } from './structs';
import { unify } from './unify';

export function checkYield(ctx: Ctx, env: Env, expr: Yield): Typed {
  const actuals = checkArguments(ctx, env, expr.args);
  const { block, method } = ctx.frame;
  if (block === 'unknown' || block === null) {
    if (block === null) reportNoBlock(ctx, expr, actuals);
    ctx.out.calls.set(expr, { candidates: [], dynamic: true });
    return { type: DYNAMIC, env: dropFacts(actuals.env) };
  }
  const callee: Callee = { receiver: SELF, info: null, arms: [block.type], growth: null, makes: null };
  const choice = choose(ctx, callee, actuals, false);
  reportMismatch(ctx, choice, `the block of ${method?.name ?? 'this method'}`, expr.span, actuals);
  const arms = [{ index: 0, type: block.type }];
  ctx.out.calls.set(expr, { candidates: [{ receiver: hereSelf(ctx, SELF), method: null, arms }], dynamic: false });
  return { type: block.type.result, env: dropFacts(actuals.env) };
}

function reportNoBlock(ctx: Ctx, expr: Yield, actuals: Actuals): void {
  const shown = actuals.list
    .map(actual => generalised(ctx, actual.type))
    .map(type => (type.kind === 'nominal' ? type.name : '%any'));
  const suggestion = `… { (${shown.join(', ')}) -> %any } -> …`;
  report(ctx, 'LP3013', expr.span, { method: ctx.frame.method?.name ?? '', suggestion });
}

/** What `super` runs in the constructor of a Struct or Data is nowhere written; it takes the members. */
function isStructConstructor(ctx: Ctx, method: MethodInfo): boolean {
  return method.name === 'initialize' && membersOfClass(ctx, method.owner) !== null;
}

export function checkSuper(ctx: Ctx, env: Env, expr: Super): Typed {
  const actuals = expr.args === null ? ownArguments(ctx, env, expr) : checkArguments(ctx, env, expr.args);
  const { method } = ctx.frame;
  const above = method === null ? null : superMethod(ctx.program, method);
  if (method !== null) use(ctx, { kind: 'method', key: above?.key ?? `super of ${method.key}` });
  const outside = above !== null && above.origin !== 'workspace' && method !== null;
  const hidden = outside && (isHidden(ctx, method.owner) || isStructConstructor(ctx, method));
  if (above === null || above.owner === 'Class' || hidden)
    return noSuper(ctx, actuals.env, expr, above === null ? method : null);
  const self = ctx.frame.selfType;
  const arms = signatureOf(ctx, above).map(arm => instantiated(ctx, arm, above.owner, self, SELF));
  const callee: Callee = { receiver: SELF, info: above, arms, growth: null, makes: null };
  const choice = choose(ctx, callee, actuals, expr.block !== null || ctx.frame.block !== null);
  reportMismatch(ctx, choice, 'super', expr.span, actuals);
  const [chosen] = choice.chosen;
  let now = actuals.env;
  if (expr.block !== null) {
    const block = ctx.rules.blockArg(ctx, now, expr.block, chosen?.arm.block?.type ?? null, {
      kind: 'block',
      escapes: false,
    });
    if (chosen?.arm.block) unify(ctx, chosen.arm.block.type.result, block.result, chosen.match.bounds);
    now = block.env;
  }
  const solvedArms = choice.chosen.map(one => ({ index: one.index, type: solved(one.arm, one.match.bounds) }));
  const target: CallTarget = {
    candidates: [{ receiver: hereSelf(ctx, SELF), method: above.key, arms: solvedArms }],
    dynamic: false,
  };
  ctx.out.calls.set(expr, target);
  return {
    type: superResult(
      ctx,
      above,
      solvedArms.map(arm => arm.type.result),
    ),
    env: afterCall(ctx, now, target),
  };
}

/** What stands between the class and the core is not known: a module's hosts, a library, an ancestor out of sight. */
function isHidden(ctx: Ctx, owner: string): boolean {
  const isModule = ctx.program.classes.get(owner)?.kind === 'module';
  return isModule || isHalfKnown(ctx, owner) || isOutOfSight(ctx, ctx.frame.selfType);
}

function superResult(ctx: Ctx, above: MethodInfo, results: readonly Type[]): Type {
  const [first, ...rest] = results;
  if (first !== undefined) return rest.reduce((all, type) => joined(ctx, all, type), first);
  return above.definition === null || above.signature !== null
    ? DYNAMIC
    : ctx.rules.resultOf(ctx, above, ctx.frame.selfType, null);
}

/** `super` alone passes the method's own arguments, as they are now. */
function ownArguments(ctx: Ctx, env: Env, expr: Super): Actuals {
  const params = ctx.frame.method?.definition?.params ?? [];
  const list: Actuals['list'][number][] = [];
  let open = false;
  for (const param of params) {
    const type =
      param.name === null ? DYNAMIC : (env.locals.get(param.name) ?? ctx.frame.params.get(param.name) ?? DYNAMIC);
    if (param.kind === 'required' || param.kind === 'optional' || param.kind === 'post')
      list.push({ kind: 'positional', type, span: expr.span, expr: null });
    else if (param.kind === 'key' || param.kind === 'optionalKey')
      list.push({ kind: 'keyword', name: param.name ?? '', type, span: expr.span, expr: null });
    else if (param.kind === 'rest' || param.kind === 'keyRest' || param.kind === 'forward') open = true;
  }
  return { list, env, open };
}

function noSuper(ctx: Ctx, env: Env, expr: Super, method: MethodInfo | null): Typed {
  const owner = method === null ? null : ctx.program.classes.get(method.owner);
  const closed =
    owner?.kind === 'class' && ctx.hierarchy.ancestors(owner.name).every(name => ctx.program.classes.has(name));
  if (
    method !== null &&
    closed &&
    !isHalfKnown(ctx, owner.name) &&
    owner.dynamics.length === 0 &&
    method.name !== 'initialize' &&
    method.name !== 'method_missing'
  ) {
    report(ctx, 'LP3020', expr.span, { owner: method.owner, method: method.name });
  }
  const block =
    expr.block === null ? null : ctx.rules.blockArg(ctx, env, expr.block, null, { kind: 'block', escapes: true });
  ctx.out.calls.set(expr, { candidates: [], dynamic: true });
  return { type: DYNAMIC, env: dropFacts(block?.env ?? env) };
}
