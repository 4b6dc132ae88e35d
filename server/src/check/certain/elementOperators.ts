/**
 * Rule: `sort`, `max`, `sum` and the like combine all elements with an operator. They raise if Ruby refuses some of
 * them as operands. The elements must be those of a literal that nothing changes.
 */
import { dynamicsOf, findMethod } from '../../program/lookup';
import { classesOf, isRefused } from '../../program/refusal';
import type { Call, Expr } from '../../ril/ril';
import { showType } from '../../types/show';
import { INTEGER, type Type } from '../../types/type';
import { resolveType, widenLiterals } from '../../typing/typeOps';
import type { Lookup } from '../callees/callees';
import { findUnchanged } from '../facts/unchangedLocal';
import type { Actuals } from '../state/call';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { mayReport, reportCertain } from './certainReports';
import { isExact, isFullyVisible, mayBeSingletonMethod } from './knownClasses';

/** An element or an operand. */
interface Operand {
  readonly expr: Expr;
  readonly type: Type;
}

export function reportCombined(ctx: Ctx, env: Env, call: Call, { callees, dynamic }: Lookup, actuals: Actuals): void {
  const [callee, ...others] = callees;
  const info = callee?.info;
  const operator = info?.facts?.combines;
  if (!operator || !mayReport(ctx, env) || dynamic || others.length > 0 || info.origin !== 'core') return;
  if (call.block !== null || call.receiver === null || mayBeSingletonMethod(ctx, operator)) return;
  const operands =
    info.owner === 'Comparable' ? comparedOperands(ctx, call.receiver, actuals) : elementsOf(ctx, call, call.receiver);
  if (operands === null) return;
  const refused = operator === '+' ? findRefusedSummand(ctx, operands) : findIncomparable(ctx, operands);
  if (refused === null) return;
  const raises = operator === '+' ? 'TypeError' : 'ArgumentError';
  const shown = [...new Set(refused.map(({ type }) => showType(type)))];
  const args = { method: call.method, given: shown.join(' and '), error: raises, message: '' };
  reportCertain(ctx, env, { code: 'LP5015', span: call.methodSpan, raises, name: call.method, args });
}

/** The elements of a literal, or of a local that holds one unchanged. */
function elementsOf(ctx: Ctx, { args }: Call, receiver: Expr): readonly Operand[] | null {
  const isLocal = receiver.kind === 'var' && receiver.scope === 'local';
  const literal = isLocal ? findUnchanged(ctx, receiver.name, 'Array') : receiver;
  if (args.length > 0 || literal?.kind !== 'array' || (isLocal && (ctx.inference?.mayWriteLocals() ?? true)))
    return null;
  return operandsIn(
    ctx,
    literal.elements.map(each => (each.type === 'positional' ? each.value : null)),
  );
}

function comparedOperands(ctx: Ctx, receiver: Expr, { list, open }: Actuals): readonly Operand[] | null {
  const [other, ...more] = list;
  if (open || other?.kind !== 'positional' || more.length > 0) return null;
  return operandsIn(ctx, [receiver, other.expr]);
}

function operandsIn(ctx: Ctx, exprs: readonly (Expr | null)[]): readonly Operand[] | null {
  const found = exprs.flatMap(expr => {
    const type = expr === null ? undefined : ctx.out.types.get(expr);
    return expr === null || type === undefined ? [] : [{ expr, type: widenLiterals(resolveType(ctx, type), ctx) }];
  });
  return found.length === exprs.length ? found : null;
}

/** `0 + e`: all integers, then one that Integer does not take. */
function findRefusedSummand(ctx: Ctx, operands: readonly Operand[]): readonly Operand[] | null {
  const at = operands.findIndex(({ type }) => type.kind !== 'nominal' || type.name !== 'Integer');
  const first = operands[at];
  if (first === undefined || !hasCertainClass(ctx, first)) return null;
  return refuses(ctx, INTEGER, '+', first.type) ? [first] : null;
}

/**
 * Whatever the order of comparisons, they connect all elements: if the elements fall into groups that cannot be compared
 * with each other, some comparison fails.
 */
function findIncomparable(ctx: Ctx, operands: readonly Operand[]): readonly Operand[] | null {
  const [first, ...rest] = operands;
  if (first === undefined || rest.length === 0 || !operands.every(each => hasCertainClass(ctx, each))) return null;
  const group = new Set([first]);
  for (const one of group)
    for (const other of rest) if (!group.has(other) && mayCompare(ctx, one, other)) group.add(other);
  const outside = rest.find(each => !group.has(each));
  return outside === undefined ? null : [first, outside];
}

function mayCompare(ctx: Ctx, left: Operand, right: Operand): boolean {
  return !(isNeverOrdered(ctx, left, right) && isNeverOrdered(ctx, right, left));
}

/** `left <=> right` is nil. */
function isNeverOrdered(ctx: Ctx, left: Operand, right: Operand): boolean {
  const name = nameOf(left);
  const compare = name === null ? null : findMethod(ctx.program, name, '<=>');
  if (name === null || compare === null) return false;
  if (compare.owner === 'Kernel' || compare.owner === 'Object') return areUnequal(ctx, name, left, right);
  return compare.origin === 'core' && refuses(ctx, left.type, '<', right.type);
}

/** Two objects that are equal to nothing but themselves. */
function areUnequal(ctx: Ctx, name: string, left: Operand, right: Operand): boolean {
  const owner = findMethod(ctx.program, name, '==')?.owner ?? null;
  // Comparable#== is decided by `<=>`.
  if (owner === null || !['BasicObject', 'Object', 'Kernel', 'Comparable'].includes(owner)) return false;
  return nameOf(left) !== nameOf(right) || (isNew(left) && isNew(right));
}

function isNew({ expr }: Operand): boolean {
  return expr.kind === 'call' && isExact(expr);
}

function refuses(ctx: Ctx, receiver: Type, method: string, argument: Type): boolean {
  const [only, ...others] = classesOf(receiver) ?? [];
  const info = only && findMethod(ctx.program, only.name, method);
  if (!only || !info || others.length > 0) return false;
  return isRefused(ctx.program, { receiver: only, method: info, count: 1 }, 0, argument);
}

/** A value of exactly the class that its type names: nil is not among its values. */
function hasCertainClass(ctx: Ctx, operand: Operand): boolean {
  const name = nameOf(operand);
  return (
    name !== null && isExact(operand.expr) && isFullyVisible(ctx, name) && dynamicsOf(ctx.program, name).length === 0
  );
}

function nameOf({ type }: Operand): string | null {
  return type.kind === 'nominal' ? type.name : null;
}
