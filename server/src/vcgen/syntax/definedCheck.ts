/** `defined?(x)`: a string that describes x, or nil. Modelled where it does not depend on previous execution. */
import { text } from '../../logic/build';
import { candidates, dynamicsOf } from '../../program/lookup';
import type { Defined, Expr } from '../../ril/ril';
import { isSharedVariableSet } from '../fields/sharedVariables';
import { hasLocal } from '../fields/variables';
import { makeString } from '../heap/strings';
import { type Ctx, makeUnmodelled, type Out } from '../state/context';
import { forkState } from '../state/fork';
import { classNameOf } from '../state/representation';
import type { State } from '../state/state';
import { NIL_VAL, typeOf } from '../state/value';

export function evaluateDefined(ctx: Ctx, expr: Defined, state: State): Out {
  const { value } = expr;
  if (value.kind === 'var' && value.scope === 'class') {
    const is = isSharedVariableSet(ctx, value.name, state);
    const named = (s: State): Out => makeString(ctx, s, text('class variable'));
    return forkState(ctx, is, state, expr, { yes: named, no: s => ({ value: NIL_VAL, state: s }) });
  }
  const what = describeDefined(ctx, value, state);
  if (what === undefined) return { value: makeUnmodelled(ctx, { kind: 'defined-check' }, expr), state };
  return what === null ? { value: NIL_VAL, state } : makeString(ctx, state, text(what));
}

/** Undefined: it depends on previous execution. */
function describeDefined(ctx: Ctx, expr: Expr, state: State): string | null | undefined {
  switch (expr.kind) {
    case 'self':
      return 'self';
    case 'lit':
      return 'expression';
    case 'assign':
    case 'multiAssign':
      return 'assignment';
    case 'var':
      return expr.scope === 'local' && hasLocal(ctx, state, expr.name) ? 'local-variable' : undefined;
    case 'call':
      if (!expr.bare || expr.receiver !== null) return undefined;
      return hasLocal(ctx, state, expr.method) ? 'local-variable' : methodOfSelf(ctx, expr.method);
    default:
      return undefined;
  }
}

function methodOfSelf(ctx: Ctx, method: string): string | null | undefined {
  const { program } = ctx.run.input;
  const className = classNameOf(typeOf(ctx.frame.self));
  if (ctx.frame.self.kind !== 'ref' || className === null || dynamicsOf(program, className).length > 0)
    return undefined;
  const found = candidates(program, className, method);
  if (found.length === 0) return null;
  return found.length === 1 ? 'method' : undefined;
}
