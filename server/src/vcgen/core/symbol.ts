/** Symbols: their text, and what the solver knows of texts. nil: how it looks as other things. */
import { eq, FALSE, int, text } from '../../logic/build';
import { ANY, nominal } from '../../types/type';
import { makeArray } from '../arrays';
import { makeString } from '../strings';
import { truthy } from '../value';
import type { Model } from './models';
import { prefixed, textLength } from './texts';

export const symbolModel: Model = (ctx, receiver, method, args, _, state) => {
  if (receiver.kind !== 'sym' || args.irregular || args.block) return null;
  const own = receiver.term;
  const [other] = args.positional;
  if (other) {
    const with_ = args.positional.length === 1 ? prefixed(ctx, method, own, other, state) : null;
    return with_ && { value: { kind: 'bool', term: with_ }, state };
  }
  switch (method) {
    case 'to_s':
    case 'id2name':
    case 'name':
      return makeString(ctx, state, own);
    case 'to_sym':
      return { value: receiver, state };
    case 'size':
    case 'length':
      return { value: { kind: 'int', term: textLength(own) }, state };
    case 'empty?':
      return { value: { kind: 'bool', term: eq(own, text('')) }, state };
    default:
      return null;
  }
};

export const nilModel: Model = (ctx, receiver, method, args, site, state) => {
  if (receiver.kind !== 'nil' || args.irregular || args.block) return null;
  const [other] = args.positional;
  if (other && args.positional.length === 1 && method === '&') return { value: { kind: 'bool', term: FALSE }, state };
  if (other && args.positional.length === 1 && method === '|')
    return { value: { kind: 'bool', term: truthy(other) }, state };
  if (other) return null;
  switch (method) {
    case 'to_s':
      return makeString(ctx, state, text(''));
    case 'to_a':
      return makeArray(ctx, state, [], nominal('Array', [ANY]), site);
    case 'to_i':
      return { value: { kind: 'int', term: int(0) }, state };
    default:
      return null;
  }
};
