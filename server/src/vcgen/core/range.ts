/** Ranges of integers: membership. */
import { compare } from '../../logic/arithmetic';
import { and, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import type { Val } from '../value';
import { rangeIteration } from './iteration';
import type { Model } from './models';

export const rangeModel: Model = (ctx, receiver, method, args, site, state) => {
  if (receiver.kind !== 'range' || args.irregular) return null;
  if (args.block) return rangeIteration(ctx, receiver, method, args, site, state);
  const [first] = args.positional;
  switch (method) {
    case 'include?':
    case 'member?':
    case 'cover?':
    case '===': {
      const member = first?.kind === 'int' ? within(receiver, first.term) : null;
      return member && { value: { kind: 'bool', term: member }, state };
    }
    case 'begin':
    case 'first':
      return receiver.from && args.positional.length === 0 ? { value: receiver.from, state } : null;
    case 'end':
      return receiver.to && args.positional.length === 0 ? { value: receiver.to, state } : null;
    default:
      return null;
  }
};

export function within(range: Val & { kind: 'range' }, term: Formula): Formula | null {
  const { from, to } = range;
  if ((from && from.kind !== 'int') || (to && to.kind !== 'int')) return null;
  const above = from ? compare('<=', from.term, term) : TRUE;
  const below = to ? compare(range.exclusive ? '<' : '<=', term, to.term) : TRUE;
  return and(above, below);
}
