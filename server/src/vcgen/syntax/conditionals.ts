/** T-If, and Ruby's `&&` and `||`. Both branches are evaluated; their states are joined. */

import { and, not, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import type { And, Expr, If, Or } from '../../ril/ril';
import { BOOL } from '../../types/type';
import { noteCondition } from '../obligations/knownFacts';
import { type Ctx, noteStep, type Out, placeOf } from '../state/context';
import { type Branch, forkState } from '../state/fork';
import { showCondition } from '../state/showCondition';
import type { State } from '../state/state';
import { isTruthy } from '../state/value';

export function evaluateIf(ctx: Ctx, expr: If, state: State): Out {
  const tested = ctx.run.rules.evaluate(ctx, expr.condition, state);
  const condition = isTruthy(tested.value);
  watchBranch(ctx, expr.condition, tested.state, condition);
  noteStep(ctx, { operation: 'if', text: showCondition(expr.condition) });
  return forkState(ctx, condition, tested.state, expr, {
    yes: s => ctx.run.rules.evaluate(ctx, expr.then, s),
    no: s => {
      noteStep(ctx, { operation: 'else', text: '' });
      const out = ctx.run.rules.evaluate(ctx, expr.else, s);
      noteStep(ctx, { operation: 'end', text: '' });
      return out;
    },
  });
}

export function evaluateAnd(ctx: Ctx, expr: And, state: State): Out {
  const left = ctx.run.rules.evaluate(ctx, expr.left, state);
  const right: Branch = s => ctx.run.rules.evaluate(ctx, expr.right, s);
  return forkState(ctx, isTruthy(left.value), left.state, expr, {
    yes: right,
    no: s => ({ value: left.value, state: s }),
  });
}

export function evaluateOr(ctx: Ctx, expr: Or, state: State): Out {
  const left = ctx.run.rules.evaluate(ctx, expr.left, state);
  const right: Branch = s => ctx.run.rules.evaluate(ctx, expr.right, s);
  return forkState(ctx, isTruthy(left.value), left.state, expr, {
    yes: s => ({ value: left.value, state: s }),
    no: right,
  });
}

/** Records the condition so that a counterexample shows which branch was taken. */
function watchBranch(ctx: Ctx, condition: Expr, state: State, term: Formula): void {
  if (ctx.spec || ctx.frame.callSite || term.kind === 'boolean') return;
  const place = placeOf(ctx, condition);
  noteCondition(ctx, { text: showCondition(condition), place }, term, state.path);
  for (const taken of [true, false]) {
    ctx.run.trace.watched.push({
      id: `branch:${ctx.run.trace.watched.length}`,
      role: { type: 'branch', place, text: showCondition(condition), taken },
      term: and(state.path === TRUE ? TRUE : state.path, taken ? term : not(term)),
      rubyType: BOOL,
    });
  }
}
