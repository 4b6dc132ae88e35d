/** `any?`, `none?` and `all?` without a block, for elements that are neither nil nor false. */
import { compare } from '../../../logic/arithmetic';
import { eq, int, TRUE } from '../../../logic/build';
import { elementType, lengthOf } from '../../heap/arrays';
import { representationOf } from '../../state/representation';
import type { ArrayVal } from '../../state/value';
import { boolResult, type ModelOf } from '../rows/rows';

/** Null: an element may be falsy. */
export const testTruthiness: ModelOf<ArrayVal> = (ctx, { receiver: array, method }, state) => {
  if (!ALWAYS_TRUTHY.has(representationOf(elementType(array.type)))) return null;
  const length = lengthOf(ctx, state, array);
  if (method === 'all?') return boolResult(TRUE, state);
  return boolResult(method === 'none?' ? eq(length, int(0)) : compare('>', length, int(0)), state);
};

const ALWAYS_TRUTHY: ReadonlySet<string> = new Set(['int', 'real', 'rat', 'sym', 'ref']);
