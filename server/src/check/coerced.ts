/** `5 + w`: a number asks what it does not know for a pair that it does, `w.coerce(5)`; what comes of it is up to that. */
import { findMethod } from '../program/lookup';
import type { Type } from '../types/type';
import type { Actuals } from './arguments';
import type { Ctx } from './context';
import { className } from './narrow';
import type { Choice } from './overloads';
import { membersOf } from './relations';

const NUMBERS: ReadonlySet<string> = new Set(['Integer', 'Float', 'Rational', 'Complex', 'Numeric', 'Comparable']);
const ASKS: ReadonlySet<string> = new Set('+ - * / % ** div modulo divmod fdiv remainder < <= > >= & | ^'.split(' '));

/** Nothing of the signature takes the argument, but Ruby will ask it. */
export function isCoerced(ctx: Ctx, choice: Choice, actuals: Actuals): boolean {
  const { info } = choice.callee;
  const [only] = actuals.list;
  if (choice.mismatches.length === 0 || info?.origin !== 'core' || !NUMBERS.has(info.owner) || !ASKS.has(info.name))
    return false;
  if (actuals.list.length !== 1 || only?.kind !== 'positional') return false;
  return membersOf(ctx, only.type).some(member => coerces(ctx, member));
}

function coerces(ctx: Ctx, type: Type): boolean {
  const name = className(type);
  const own = name === null ? null : findMethod(ctx.program, name, 'coerce');
  return own !== null && own.origin === 'workspace';
}
