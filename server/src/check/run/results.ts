/** Checks the body's value against the declared result; each tail expression of the wrong type is reported. */
import type { Expr } from '../../ril/ril';
import { SELF, type Type } from '../../types/type';
import { isAssignable, isExprAssignable } from '../../typing/assignable';
import { joinAllTypes, sameTypes } from '../../typing/typeOps';
import { hintFor, showExpected, showGot } from '../binding/callReports';
import type { Ctx } from '../state/context';
import { report } from '../state/report';
import { settleLiteral } from '../types/literals';
import { findTailExpressions } from './tailExpressions';

export function checkResult(ctx: Ctx, body: Expr, type: Type): void {
  const expected = ctx.frame.result;
  if (expected === null) return;
  const tails = findTailExpressions(body);
  if (isAssignable(ctx, type, expected)) {
    for (const tail of tails) settleLiteral(ctx, tail, expected);
    return;
  }
  const blamed = tails.filter(tail => !isResult(ctx, tail, typeAt(ctx, tail, type), expected));
  // Every tail expression has a fitting type by itself, and there is no other: an `if` without `else` would add a nil.
  const ends = joinAllTypes(
    ctx,
    tails.map(tail => typeAt(ctx, tail, type)),
  );
  if (blamed.length === 0 && (sameTypes(ends, type) || isAssignable(ctx, type, ends))) return;
  const [only] = tails;
  for (const tail of blamed.length > 0 ? blamed : [body]) {
    const got = tail === only && tails.length === 1 ? type : typeAt(ctx, tail, type);
    const args = {
      method: ctx.frame.method?.name ?? '',
      expected: showExpected(ctx, expected),
      got: showGot(ctx, got, expected),
      hint: hintFor(ctx, got, expected, tail),
    };
    report(ctx, 'LP3001', tail.span, args, ctx.frame.resultFrom);
  }
}

function isResult(ctx: Ctx, tail: Expr, type: Type, expected: Type): boolean {
  return (
    isExprAssignable(ctx, tail, type, expected) || (ctx.out.ownInstances.has(tail) && isAssignable(ctx, SELF, expected))
  );
}

function typeAt(ctx: Ctx, expr: Expr, otherwise: Type): Type {
  return ctx.out.types.get(expr) ?? otherwise;
}
