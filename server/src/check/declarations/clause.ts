/** One conjunct of a refinement: it uses only names in scope, is a boolean, and has no effects. */
import { methodByKey } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import type { Call, Expr } from '../../ril/ril';
import { walk } from '../../ril/walk';
import { showType } from '../../types/show';
import type { Clause, Type } from '../../types/type';
import { falsyPart } from '../../typing/narrow';
import { membersOf, resolveType, widenLiterals } from '../../typing/typeOps';
import { isPure, methodByName } from '../run/purity';
import type { Ctx } from '../state/context';
import { bindLocal, EMPTY_ENV } from '../state/env';
import { report } from '../state/report';

export function checkClause(ctx: Ctx, clause: Clause, binders: ReadonlyMap<string, Type>): void {
  const env = [...binders].reduce((now, [name, type]) => bindLocal(now, name, type), EMPTY_ENV);
  const before = ctx.out.problems.length;
  const typed = ctx.rules.expr(ctx, env, clause.expr, null);
  reportEffects(ctx, clause.expr);
  const sound = ctx.out.problems.length === before;
  if (sound) reportNotBoolean(ctx, clause.expr, typed.type);
}

function reportNotBoolean(ctx: Ctx, expr: Expr, type: Type): void {
  const members = membersOf(ctx, type).map(member => resolveType(ctx, member));
  if (members.every(isBoolean)) return;
  const strict: Ctx = { ...ctx, settings: { ...ctx.settings, nil: 'strict' } };
  const always = falsyPart(strict, type).kind === 'bottom' ? 'it always holds' : 'it holds unless it is nil or false';
  report(ctx, 'LP3032', expr.span, { got: showType(widenLiterals(type, ctx)), always });
}

function isBoolean(type: Type): boolean {
  if (type.kind === 'bool' || type.kind === 'dynamic' || type.kind === 'bottom') return true;
  if (type.kind === 'literal') return type.value.type === 'true' || type.value.type === 'false';
  return type.kind === 'nominal' && (type.name === 'TrueClass' || type.name === 'FalseClass');
}

/** Reports assignments, jumps, yields and impure calls, which a refinement may not contain. */
function reportEffects(ctx: Ctx, clause: Expr): void {
  walk(clause, expr => {
    const what = EFFECTS[expr.kind];
    if (what !== undefined) report(ctx, 'LP3031', expr.span, { why: `this is ${what}`, hint: '' });
    if (expr.kind === 'call') reportImpureCall(ctx, expr);
    return what === undefined;
  });
}

const EFFECTS: Readonly<Partial<Record<Expr['kind'], string>>> = {
  assign: 'an assignment',
  multiAssign: 'an assignment',
  yield: 'a yield',
  super: 'a super call',
  while: 'a loop',
  jump: 'a jump',
  define: 'a definition',
};

/** `Time.new` without arguments is `Time.now`. */
function readsClock(call: Call, info: MethodInfo): boolean {
  return call.method === 'new' && call.args.length === 0 && info.owner === 'Time' && info.origin !== 'workspace';
}

function reportImpureCall(ctx: Ctx, call: Call): void {
  const target = ctx.out.calls.get(call);
  if (target === undefined || target.dynamic) return;
  for (const candidate of target.candidates) {
    const info = candidate.method === null ? null : methodByKey(ctx.program, candidate.method);
    if (info === null || (isPure(ctx, info) && !readsClock(call, info))) continue;
    const hint = info.origin === 'workspace' ? `If it changes nothing, label it: type …, :pure` : '';
    report(ctx, 'LP3031', call.methodSpan, {
      why: `\`${methodByName(info)}\` may change something or depend on more than its arguments`,
      hint,
      method: info.key,
    });
    return;
  }
}
