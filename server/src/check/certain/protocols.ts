/**
 * Rules for values that Ruby itself converts: `raise x` needs an exception, `rescue x` a class or module, `&x` something
 * with `to_proc`, and `method(:name)` the name of a method.
 */
import { ancestors, superclassChain } from '../../program/ancestors';
import type { Call, Expr } from '../../ril/ril';
import { showType } from '../../types/show';
import type { Type } from '../../types/type';
import { className } from '../../typing/narrow';
import { isNil, membersOf, resolveType, widenLiterals } from '../../typing/typeOps';
import type { Lookup } from '../callees/callees';
import type { Actuals } from '../state/call';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { mayReport, reportCertain } from './certainReports';
import { certainlyLacks, isExact } from './knownClasses';
import { reportMissingReference } from './missingMethods';

/** `raise 42`: neither a string nor something that has `exception`. */
export function reportRaisedValue(
  ctx: Ctx,
  env: Env,
  call: Call,
  { callees, dynamic }: Lookup,
  actuals: Actuals,
): void {
  const [first] = actuals.list;
  if (!mayReport(ctx, env) || dynamic || first?.kind !== 'positional' || actuals.open) return;
  const convertsToException = ({ info }: Lookup['callees'][number]): boolean =>
    info?.origin === 'core' && info.facts?.calls?.arguments.includes(EXCEPTION) === true;
  if (callees.length === 0 || !callees.every(convertsToException)) return;
  const members = membersOf(ctx, first.type);
  const isRefused = (member: Type): boolean =>
    certainlyLacks(ctx, member, EXCEPTION, first.expr !== null && isExact(first.expr)) && !isStringLike(ctx, member);
  if (members.length === 0 || members.every(isNil) || !members.every(isRefused)) return;
  const args = { method: call.method, given: showMembers(ctx, members), error: 'TypeError', message: NO_EXCEPTION };
  reportCertain(ctx, env, { code: 'LP5015', span: first.span, raises: 'TypeError', name: call.method, args });
}

const EXCEPTION = 'exception';
const NO_EXCEPTION = 'exception class/object expected';

function isStringLike(ctx: Ctx, member: Type): boolean {
  const name = className(resolveType(ctx, member));
  return name === null || ancestors(ctx.program, name).includes('String');
}

/** `rescue "text"`: Ruby compares errors with classes and modules only. */
export function reportRescuedValue(ctx: Ctx, env: Env, value: Expr, type: Type): void {
  if (!mayReport(ctx, env)) return;
  const members = membersOf(ctx, type);
  if (members.length === 0 || members.every(isNil) || !members.every(member => isNeverModule(ctx, member))) return;
  const message = 'class or module required for rescue clause';
  const args = { method: 'rescue', given: showMembers(ctx, members), error: 'TypeError', message };
  reportCertain(ctx, env, { code: 'LP5015', span: value.span, raises: 'TypeError', name: 'rescue', args });
}

/** An instance of a known class that is neither Module nor above or below it. */
function isNeverModule(ctx: Ctx, member: Type): boolean {
  const type = resolveType(ctx, member);
  const name = type.kind === 'classOf' ? null : className(type);
  if (name === null || ctx.program.classes.get(name)?.kind !== 'class') return false;
  const chain = superclassChain(ctx.program, name);
  return (
    chain.at(-1) === 'BasicObject' &&
    !chain.includes('Module') &&
    !superclassChain(ctx.program, 'Module').includes(name)
  );
}

/** `&x` of an object without `to_proc`; nil passes no block. */
export function reportPassedValue(ctx: Ctx, env: Env, value: Expr, type: Type): void {
  if (!mayReport(ctx, env) || !isExact(value) || value.kind === 'const') return;
  const members = membersOf(ctx, type);
  if (members.length === 0 || members.some(isNil)) return;
  if (!members.every(member => certainlyLacks(ctx, member, 'to_proc', true))) return;
  const given = showMembers(ctx, members);
  const message = members.length === 1 ? `wrong argument type ${given} (expected Proc)` : '';
  const args = { method: '&', given, error: 'TypeError', message };
  reportCertain(ctx, env, { code: 'LP5015', span: value.span, raises: 'TypeError', name: 'to_proc', args });
}

/** `method(:name)`, `object.method(:name)`: no such method, private ones included. */
export function reportUnknownReference(ctx: Ctx, env: Env, call: Call, { callees }: Lookup): void {
  const [name, ...others] = call.args;
  if (call.method !== 'method' || !mayReport(ctx, env) || call.safe || others.length > 0) return;
  if (name?.type !== 'positional' || name.value.kind !== 'lit' || callees.some(({ info }) => info?.origin !== 'core'))
    return;
  const { value, span } = name.value;
  if (value.type === 'symbol' || value.type === 'string')
    reportMissingReference(ctx, env, { on: call.receiver, method: value.value, span });
}

function showMembers(ctx: Ctx, members: readonly Type[]): string {
  return [...new Set(members.map(member => (isNil(member) ? 'nil' : showType(widenLiterals(member, ctx)))))].join(
    ' or ',
  );
}
