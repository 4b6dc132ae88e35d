/** `yield` runs the block that the signature declares; `super` runs the inherited method of the same name. */
import { allDescendants } from '../../program/ancestors';
import { hasInvisibleAncestor } from '../../program/invisibleAncestor';
import { superMethod } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import type { Super, Yield } from '../../ril/ril';
import { flexibleType, YIELDED } from '../../types/flexible';
import type { Type } from '../../types/type';
import { DYNAMIC, SELF } from '../../types/type';
import type { CallTarget } from '../../types/typedMethod';
import { instantiateMethod, substituteSolution } from '../../typing/instantiate';
import { isNotVisible, isPartlyKnown } from '../../typing/openClasses';
import { generaliseType, joinTwoTypes, replaceSelf } from '../../typing/typeOps';
import { unify } from '../../typing/unify';
import { checkArguments } from '../binding/arguments';
import { reportMismatch, reportMissingBlock } from '../binding/callReports';
import { chooseArms } from '../binding/overloads';
import { reportRefusedSuper } from '../certain/arity';
import { reportCertain } from '../certain/certainReports';
import { isFullyVisible } from '../certain/knownClasses';
import { applyCallEffects } from '../run/effects';
import type { Actuals } from '../state/call';
import type { Ctx, Typed } from '../state/context';
import type { Env } from '../state/env';
import { dropFacts } from '../state/env';
import { report } from '../state/report';
import { type Callee, signatureOf } from '../types/methodTypes';
import { membersOfClass } from '../types/structs';

/** Ruby has no syntax for it. */
const YIELD_PASSES_NONE = '`yield` cannot pass one: name the block, `&block`, and write `block.call(…) { … }`';

export function checkYield(ctx: Ctx, env: Env, expr: Yield): Typed {
  const actuals = checkArguments(ctx, env, expr.args);
  const { block, method } = ctx.frame;
  if (block === 'unknown' || block === null) {
    if (block === null && actuals.env.reachable) reportNoBlock(ctx, expr, actuals);
    ctx.out.calls.set(expr, { candidates: [], dynamic: true });
    const type = block === 'unknown' && ctx.infers ? flexibleType(YIELDED) : DYNAMIC;
    return { type, env: dropFacts(actuals.env) };
  }
  const callee: Callee = { receiver: SELF, info: null, arms: [block.type], growth: null, makes: null };
  const choice = chooseArms(ctx, callee, actuals, false);
  const blockOf = method?.name ?? 'this method';
  const shown = { method: `the block of ${blockOf}`, blockOf };
  reportMismatch(ctx, choice, shown, expr.span, actuals);
  reportMissingBlock(ctx, block.type, expr.span, { ...shown, hint: YIELD_PASSES_NONE }, ctx.frame.resultFrom);
  const arms = [{ index: 0, type: block.type }];
  ctx.out.calls.set(expr, { candidates: [{ receiver: replaceSelf(ctx, SELF), method: null, arms }], dynamic: false });
  return { type: block.type.result, env: dropFacts(actuals.env) };
}

function reportNoBlock(ctx: Ctx, expr: Yield, actuals: Actuals): void {
  const shown = actuals.list
    .map(actual => generaliseType(ctx, actual.type))
    .map(type => (type.kind === 'nominal' ? type.name : '%any'));
  const suggestion = `… { (${shown.join(', ')}) -> %any } -> …`;
  report(ctx, 'LP3013', expr.span, { method: ctx.frame.method?.name ?? '', suggestion });
}

/** The constructor that `super` runs in a Struct or Data class has no source; it takes the members. */
function isStructConstructor(ctx: Ctx, method: MethodInfo): boolean {
  return method.name === 'initialize' && membersOfClass(ctx, method.owner) !== null;
}

export function checkSuper(ctx: Ctx, env: Env, expr: Super): Typed {
  const actuals = expr.args === null ? ownArguments(ctx, env, expr) : checkArguments(ctx, env, expr.args);
  const method = ctx.frame.otherSuper ? null : ctx.frame.method;
  const inHost = method === null ? null : findSuperInReceiverClass(ctx, method);
  const above = inHost ?? (method === null ? null : superMethod(ctx.program, method));
  const outside = above !== null && above.origin !== 'workspace' && method !== null;
  // Classes that include a module have methods of their own below a function of a script.
  const isOfModule = method !== null && ctx.program.classes.get(method.owner)?.kind === 'module';
  const isFunction = above?.origin === 'workspace' && above.owner === 'Object' && isOfModule && inHost === null;
  const hidden = isFunction || (outside && (isHidden(ctx, method.owner) || isStructConstructor(ctx, method)));
  if (above === null || above.owner === 'Class' || hidden)
    return reportNoSuper(ctx, actuals.env, expr, above === null ? method : null);
  const self = ctx.frame.selfType;
  const arms = signatureOf(ctx, above).map(arm =>
    instantiateMethod(ctx, arm, { owner: above.owner, receiver: self, self: SELF }),
  );
  const callee: Callee = { receiver: SELF, info: above, arms, growth: null, makes: null };
  const choice = chooseArms(ctx, callee, actuals, expr.block !== null || ctx.frame.block !== null);
  reportMismatch(ctx, choice, { method: 'super' }, expr.span, actuals);
  if (inHost === null && !isHidden(ctx, above.owner)) reportRefusedSuper(ctx, actuals.env, expr, above, actuals);
  const [chosen] = choice.chosen;
  let now = actuals.env;
  if (expr.block !== null) {
    const block = ctx.rules.blockArg(ctx, now, expr.block, chosen?.arm.block?.type ?? null, {
      kind: 'block',
      escapes: false,
    });
    if (chosen?.arm.block) unify(ctx, chosen.arm.block.type.result, block.result, chosen.match.bounds);
    now = block.env;
  } else if (ctx.frame.block === null && above.origin === 'workspace' && chosen !== undefined)
    reportMissingBlock(ctx, chosen.arm, expr.span, { method: 'super' });
  const solvedArms = choice.chosen.map(one => ({
    index: one.index,
    type: substituteSolution(one.arm, one.match.bounds),
  }));
  const target: CallTarget = {
    candidates: [{ receiver: replaceSelf(ctx, SELF), method: above.key, arms: solvedArms }],
    dynamic: false,
  };
  ctx.out.calls.set(expr, target);
  return {
    type: superResult(
      ctx,
      above,
      solvedArms.map(arm => arm.type.result),
    ),
    env: applyCallEffects(ctx, now, target),
  };
}

/**
 * In a run of a module's method on an object of a known class: what is above the module in that class and all below it.
 */
function findSuperInReceiverClass({ program, frame, inference }: Ctx, method: MethodInfo): MethodInfo | null {
  const { selfType: self } = frame;
  const isGiven = inference?.given?.call ?? null;
  if (isGiven === null || self.kind !== 'nominal' || program.classes.get(method.owner)?.kind !== 'module') return null;
  const above = superMethod(program, method, self.name);
  const isSame = (name: string): boolean => superMethod(program, method, name)?.key === above?.key;
  return above?.origin === 'workspace' && allDescendants(program, self.name).every(isSame) ? above : null;
}

/**
 * The ancestors between the class and the core are unknown: classes that include the module, a library, an ancestor
 * that is not visible.
 */
function isHidden(ctx: Ctx, owner: string): boolean {
  const isModule = ctx.program.classes.get(owner)?.kind === 'module';
  return (
    isModule ||
    isPartlyKnown(ctx, owner) ||
    hasInvisibleAncestor(ctx.program, owner) ||
    isNotVisible(ctx, ctx.frame.selfType)
  );
}

function superResult(ctx: Ctx, above: MethodInfo, results: readonly Type[]): Type {
  const [first, ...rest] = results;
  if (first !== undefined) return rest.reduce((all, type) => joinTwoTypes(ctx, all, type), first);
  return above.definition === null || above.signature !== null
    ? DYNAMIC
    : ctx.rules.resultOf(ctx, above, ctx.frame.selfType, null);
}

/** `super` alone passes the method's own parameters with their current values. */
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

function reportNoSuper(ctx: Ctx, env: Env, expr: Super, method: MethodInfo | null): Typed {
  const owner = method === null ? null : ctx.program.classes.get(method.owner);
  const closed =
    owner?.kind === 'class' && ctx.hierarchy.ancestors(owner.name).every(name => ctx.program.classes.has(name));
  if (
    method !== null &&
    closed &&
    !isPartlyKnown(ctx, owner.name) &&
    owner.dynamics.length === 0 &&
    method.name !== 'initialize' &&
    method.name !== 'method_missing'
  ) {
    const args = { owner: method.owner, method: method.name };
    report(ctx, 'LP3020', expr.span, args);
    if (isFullyVisible(ctx, owner.name) && !(ctx.inference?.mayBeDefinedElsewhere(method.name) ?? true))
      reportCertain(ctx, env, { code: 'LP5010', span: expr.span, raises: 'NoMethodError', name: 'super', args });
  }
  const block =
    expr.block === null ? null : ctx.rules.blockArg(ctx, env, expr.block, null, { kind: 'block', escapes: true });
  ctx.out.calls.set(expr, { candidates: [], dynamic: true });
  return { type: DYNAMIC, env: dropFacts(block?.env ?? env) };
}
