/** Constants: classes, and values that are plain literals (or sums of such). Anything else is not modelled. */
import { findConstantExpr } from '../program/constants';
import type { Const, Expr } from '../ril/ril';
import { type Ctx, notModelled, type Out } from './context';
import type { State } from './state';
import { classTerm } from './typing';

export function evaluateConstant(ctx: Ctx, expr: Const, state: State): Out {
  const found = findConstantExpr(ctx.run.input.program, ctx.frame.nesting, expr);
  if (found?.classInfo && !(found.constant?.value && found.constant.value.kind !== 'const'))
    return {
      value: {
        kind: 'class',
        term: classTerm(ctx.run, found.classInfo.name),
        name: found.classInfo.name,
        base: found.classInfo.name,
      },
      state,
    };
  const value = found?.constant?.value;
  if (value && isLiteral(value)) {
    const inner: Ctx = { ...ctx, frame: { ...ctx.frame, nesting: found.constant!.nesting } };
    return ctx.run.rules.evaluate(inner, value, state);
  }
  return { value: notModelled(ctx, `the value of ${expr.name}`, expr), state };
}

const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '-@']);

function isLiteral(expr: Expr): boolean {
  if (expr.kind === 'lit') return ['integer', 'float', 'symbol', 'true', 'false', 'nil'].includes(expr.value.type);
  if (expr.kind === 'const') return false;
  return (
    expr.kind === 'call' &&
    ARITHMETIC.has(expr.method) &&
    expr.receiver !== null &&
    isLiteral(expr.receiver) &&
    expr.args.every(arg => arg.type === 'positional' && isLiteral(arg.value))
  );
}
