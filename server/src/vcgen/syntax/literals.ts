/** T-Const: literals. Numbers are exact; a Float literal is its decimal value (proofs say "over reals"). */
import { exactRational, FALSE, int, real, TRUE, text } from '../../logic/build';
import { ratio } from '../../logic/rationals';
import type { Lit } from '../../ril/ril';
import { markFrozenIf } from '../heap/frozen';
import { evaluateRegexp } from '../heap/preexistingObjects';
import { makeString } from '../heap/strings';
import { addCaveat, type Ctx, makeUnmodelled, type Out } from '../state/context';
import type { State } from '../state/state';
import { NIL_VAL } from '../state/value';

export function evaluateLiteral(ctx: Ctx, expr: Lit, state: State): Out {
  const { value } = expr;
  switch (value.type) {
    case 'nil':
      return { value: NIL_VAL, state };
    case 'true':
      return { value: { kind: 'bool', term: TRUE }, state };
    case 'false':
      return { value: { kind: 'bool', term: FALSE }, state };
    case 'integer':
      return { value: { kind: 'int', term: int(value.value) }, state };
    case 'float':
      addCaveat(ctx.run, { type: 'reals' });
      return { value: { kind: 'real', term: real(value.value) }, state };
    case 'rational': {
      const [p, q = '1'] = exactRational(value.value.replace(/r$/, '')).split('/') as [string, string?];
      return { value: { kind: 'rat', term: ratio(BigInt(p), BigInt(q)) }, state };
    }
    case 'symbol':
      return { value: { kind: 'sym', term: text(value.value) }, state };
    case 'string':
      return markFrozenIf(value.frozen === true, ctx, makeString(ctx, state, text(value.value)));
    case 'regexp':
      return evaluateRegexp(ctx, expr.span, value, state);
    default:
      return { value: makeUnmodelled(ctx, { kind: 'literal', type: value.type }, expr), state };
  }
}
