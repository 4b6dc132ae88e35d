/** `5 + w`: a number calls `w.coerce(5)` for an operand of an unknown class; the result depends on that pair. */
import { findMethod } from '../../program/lookup';
import type { Type } from '../../types/type';
import { className } from '../../typing/narrow';
import { membersOf } from '../../typing/typeOps';
import type { Choice } from '../binding/overloads';
import type { Actuals } from '../state/call';
import type { Ctx } from '../state/context';

const NUMBERS: ReadonlySet<string> = new Set(['Integer', 'Float', 'Rational', 'Complex', 'Numeric', 'Comparable']);

/** No arm accepts the argument, but Ruby will call its `coerce`. */
export function isHandledByCoerce(ctx: Ctx, choice: Choice, actuals: Actuals): boolean {
  const { info } = choice.callee;
  const [only] = actuals.list;
  if (choice.mismatches.length === 0 || info?.origin !== 'core' || !NUMBERS.has(info.owner)) return false;
  if (info.facts?.calls && !info.facts.calls.arguments.includes('coerce')) return false;
  if (actuals.list.length !== 1 || only?.kind !== 'positional') return false;
  return membersOf(ctx, only.type).some(member => coerces(ctx, member));
}

function coerces(ctx: Ctx, type: Type): boolean {
  const name = className(type);
  const own = name === null ? null : findMethod(ctx.program, name, 'coerce');
  return own !== null && own.origin === 'workspace';
}
