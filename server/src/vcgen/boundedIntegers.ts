/**
 * The setting `integerBits`: parameters that are Integers, and operands of bit operations, fit into so many bits, and the
 * verdict says so. What is computed stays exact.
 */
import { compare } from '../logic/arithmetic';
import { and, int, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { type Ctx, caveat } from './context';
import type { Val } from './value';

export function withinBits(ctx: Ctx, val: Val): Formula {
  const width = ctx.run.input.settings.integerBits;
  if (width === 0 || val.kind !== 'int') return TRUE;
  caveat(ctx.run, { type: 'bitvectors', width });
  return withinWidth(val.term, width);
}

export function withinWidth(term: Formula, width: number): Formula {
  const most = 2n ** BigInt(width - 1);
  return and(compare('<=', int(-most), term), compare('<', term, int(most)));
}
