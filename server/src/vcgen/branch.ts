/** T-If, and Ruby's `&&` and `||`. Both branches run; what they leave is joined. */
import { and, not, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import type { And, Expr, If, Or } from '../ril/ril';
import { BOOL } from '../types/type';
import { type Ctx, note, type Out, placeOf } from './context';
import { join } from './join';
import { showExpr } from './show';
import { type State, withPath } from './state';
import { truthy } from './value';

export type Run = (state: State) => Out;

export function evaluateIf(ctx: Ctx, expr: If, state: State): Out {
  const tested = ctx.run.rules.evaluate(ctx, expr.condition, state);
  const condition = truthy(tested.value);
  watchBranch(ctx, expr.condition, tested.state, condition);
  note(ctx, { operation: 'if', text: showExpr(expr.condition) });
  return fork(
    ctx,
    condition,
    tested.state,
    expr,
    s => ctx.run.rules.evaluate(ctx, expr.then, s),
    s => {
      note(ctx, { operation: 'else', text: '' });
      const out = ctx.run.rules.evaluate(ctx, expr.else, s);
      note(ctx, { operation: 'end', text: '' });
      return out;
    },
  );
}

/** Runs both ways, each under its own path, and joins them. */
export function fork(
  ctx: Ctx,
  condition: Formula,
  state: State,
  site: { readonly span: Expr['span'] },
  yes: Run,
  no: Run,
): Out {
  const a = yes(withPath(state, and(state.path, condition)));
  const b = no(withPath(state, and(state.path, not(condition))));
  return join(ctx, condition, a, b, site);
}

export function evaluateAnd(ctx: Ctx, expr: And, state: State): Out {
  const left = ctx.run.rules.evaluate(ctx, expr.left, state);
  const right: Run = s => ctx.run.rules.evaluate(ctx, expr.right, s);
  return fork(ctx, truthy(left.value), left.state, expr, right, s => ({ value: left.value, state: s }));
}

export function evaluateOr(ctx: Ctx, expr: Or, state: State): Out {
  const left = ctx.run.rules.evaluate(ctx, expr.left, state);
  const right: Run = s => ctx.run.rules.evaluate(ctx, expr.right, s);
  return fork(ctx, truthy(left.value), left.state, expr, s => ({ value: left.value, state: s }), right);
}

/** Lets the model tell which way was taken. */
function watchBranch(ctx: Ctx, condition: Expr, state: State, term: Formula): void {
  if (ctx.spec || ctx.frame.callSite || term.kind === 'boolean') return;
  const place = placeOf(ctx, condition);
  for (const taken of [true, false]) {
    ctx.run.watched.push({
      id: `branch:${ctx.run.watched.length}`,
      role: { type: 'branch', place, text: showExpr(condition), taken },
      term: and(state.path === TRUE ? TRUE : state.path, taken ? term : not(term)),
      rubyType: BOOL,
    });
  }
}
