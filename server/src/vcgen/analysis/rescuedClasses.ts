/**
 * The classes that a rescue clause handles: those it names, and with `*ERRORS` those of a constant that is a frozen
 * array of classes (an unfrozen one may have changed). Null: they are computed.
 */
import { findConstantExpr } from '../../program/constants';
import type { Nesting, Program } from '../../program/program';
import type { Arg, Expr, RescueClause } from '../../ril/ril';
import type { Ctx } from '../state/context';

export function findRescuedClasses(ctx: Ctx, clause: RescueClause): readonly string[] | null {
  if (clause.classes.length === 0) return ['StandardError'];
  const names: string[] = [];
  for (const arg of clause.classes) {
    const found = arg.type === 'splat' ? classesInList(ctx, arg.value) : classOf(ctx, arg);
    if (found === null) return null;
    names.push(...found);
  }
  return names;
}

function classOf(ctx: Ctx, arg: Arg): readonly string[] | null {
  const name =
    arg.type === 'positional' ? resolveNamedClass(ctx.run.input.program, ctx.frame.nesting, arg.value) : null;
  return name === null ? null : [name];
}

export function resolveNamedClass(program: Program, nesting: Nesting, expr: Expr): string | null {
  if (expr.kind !== 'const') return null;
  return findConstantExpr(program, nesting, expr)?.classInfo?.name ?? expr.name;
}

function classesInList(ctx: Ctx, list: Expr | null): readonly string[] | null {
  const { program } = ctx.run.input;
  const constant = list?.kind === 'const' ? findConstantExpr(program, ctx.frame.nesting, list)?.constant : null;
  const value = constant?.value;
  if (value?.kind !== 'call' || value.method !== 'freeze' || value.receiver?.kind !== 'array') return null;
  const names = value.receiver.elements.map(element =>
    element.type === 'positional' && element.value.kind === 'const'
      ? (findConstantExpr(program, constant!.nesting, element.value)?.classInfo?.name ?? null)
      : null,
  );
  return names.every(name => name !== null) ? (names as string[]) : null;
}
