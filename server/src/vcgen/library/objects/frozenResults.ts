/**
 * Library methods that return a frozen object for any receiver: `-s`, `true.to_s`, `x.clone(freeze: true)`. A string that a
 * method without a label returns may be frozen, too (`m.string`), unless it is a function that may return its argument (`String(s)`).
 */
import { FALSE, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { BOOL_SORT } from '../../../logic/sorts';
import { findMethod } from '../../../program/lookup';
import type { MethodInfo } from '../../../program/program';
import type { Type } from '../../../types/type';
import { withFrozen } from '../../heap/frozen';
import type { Args } from '../../state/call';
import { type Ctx, freshSymbol, type Out } from '../../state/context';
import { unionMembers } from '../../state/representation';

export function markFrozenResult(ctx: Ctx, className: string, method: string, args: Args, out: Out): Out {
  if (ctx.spec || out.value.kind !== 'ref') return out;
  const bit = method === 'clone' ? frozenByKeyword(args) : frozenByLabel(ctx, className, method);
  return bit === null ? out : { value: out.value, state: withFrozen(ctx, out.state, out.value.term, bit) };
}

/** Null: it is not frozen, unless it is an object that existed before. */
function frozenByLabel(ctx: Ctx, className: string, method: string): Formula | null {
  const found = findMethod(ctx.run.input.program, className, method);
  const returns = found?.facts?.returns ?? null;
  if (returns === 'frozen') return TRUE;
  return returns === null && found?.origin === 'core' && found.owner !== 'Kernel' && returnsString(found)
    ? freshSymbol(ctx.run, 'frozen', BOOL_SORT)
    : null;
}

function returnsString({ signature }: MethodInfo): boolean {
  return (signature?.arms ?? []).some(({ type }) => unionMembers(type.result).some(isString));
}

function isString(type: Type): boolean {
  return type.kind === 'literal' ? type.value.type === 'string' : type.kind === 'nominal' && type.name === 'String';
}

/** `freeze: nil` is the same as no keyword. */
function frozenByKeyword({ keywords }: Args): Formula | null {
  const freeze = keywords.get('freeze');
  return freeze?.kind === 'bool' && (freeze.term === TRUE || freeze.term === FALSE) ? freeze.term : null;
}
