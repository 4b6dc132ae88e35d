/** `defined?(x)`: a string that says what x is, or nil. Answered where it does not depend on what has run before. */
import { text } from '../logic/build';
import { candidates, dynamicsOf } from '../program/lookup';
import type { Defined, Expr } from '../ril/ril';
import { fork } from './branch';
import { type Ctx, notModelled, type Out } from './context';
import { classNameOf } from './shape';
import { isSet } from './sharedVariables';
import type { State } from './state';
import { makeString } from './strings';
import { NIL_VAL, typeOf } from './value';
import { hasLocal } from './variables';

export function evaluateDefined(ctx: Ctx, expr: Defined, state: State): Out {
  const { value } = expr;
  if (value.kind === 'var' && value.scope === 'class') {
    const is = isSet(ctx, value.name, state);
    const named = (s: State): Out => makeString(ctx, s, text('class variable'));
    return fork(ctx, is, state, expr, named, s => ({ value: NIL_VAL, state: s }));
  }
  const what = whatIs(ctx, value, state);
  if (what === undefined) return { value: notModelled(ctx, 'defined?', expr), state };
  return what === null ? { value: NIL_VAL, state } : makeString(ctx, state, text(what));
}

/** Undefined: it depends. */
function whatIs(ctx: Ctx, expr: Expr, state: State): string | null | undefined {
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
