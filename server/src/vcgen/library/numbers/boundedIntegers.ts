/**
 * The setting `integerBits`: Integer parameters, and operands of bit operations, fit into that many bits, and the
 * verdict says so. Computed values stay exact.
 */
import { compare } from '../../../logic/arithmetic';
import { and, int, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { addCaveat, type Ctx } from '../../state/context';
import type { Val } from '../../state/value';

export function withinBits(ctx: Ctx, val: Val): Formula {
  const width = ctx.run.input.settings.integerBits;
  if (width === 0 || val.kind !== 'int') return TRUE;
  addCaveat(ctx.run, { type: 'bitvectors', width });
  return withinWidth(val.term, width);
}

export function withinWidth(term: Formula, width: number): Formula {
  const most = 2n ** BigInt(width - 1);
  return and(compare('<=', int(-most), term), compare('<', term, int(most)));
}
