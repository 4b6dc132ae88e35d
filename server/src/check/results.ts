/** A body's value against the declared result: wrong ends are underlined one by one. */
import type { Expr } from '../ril/ril';
import type { Type } from '../types/type';
import { hintFor, showExpected, showGot } from './callReports';
import type { Ctx } from './context';
import { exprFits, fits } from './fits';
import { settleLiteral } from './literals';
import { joinedAll, sameTypes } from './relations';
import { report } from './report';
import { tailsOf } from './tails';

export function checkResult(ctx: Ctx, body: Expr, type: Type): void {
  const expected = ctx.frame.result;
  if (expected === null) return;
  const tails = tailsOf(body);
  if (fits(ctx, type, expected)) {
    for (const tail of tails) settleLiteral(ctx, tail, expected);
    return;
  }
  const blamed = tails.filter(tail => !exprFits(ctx, tail, typeAt(ctx, tail, type), expected));
  // Every end fits by itself, and there is no other: an `if` without an else would add a nil.
  const ends = joinedAll(
    ctx,
    tails.map(tail => typeAt(ctx, tail, type)),
  );
  if (blamed.length === 0 && sameTypes(ends, type)) return;
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

function typeAt(ctx: Ctx, expr: Expr, otherwise: Type): Type {
  return ctx.out.types.get(expr) ?? otherwise;
}
