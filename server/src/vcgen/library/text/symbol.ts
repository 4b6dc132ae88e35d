/** Symbols: their names, by the solver's string theory. nil: its conversions. */
import { eq, FALSE, int, text } from '../../../logic/build';
import { ANY, nominal } from '../../../types/type';
import { makeArray } from '../../heap/arrays';
import { makeString } from '../../heap/strings';
import { affixTest, textLength } from '../../heap/stringTheory';
import type { Model } from '../../state/call';
import { isTruthy } from '../../state/value';

export const symbolModel: Model = (ctx, { receiver, method, args }, state) => {
  if (receiver.kind !== 'sym' || args.irregular || args.block) return null;
  const own = receiver.term;
  const [other] = args.positional;
  if (other) {
    const with_ = args.positional.length === 1 ? affixTest(ctx, method, own, other, state) : null;
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

export const nilModel: Model = (ctx, { receiver, method, args, site }, state) => {
  if (receiver.kind !== 'nil' || args.irregular || args.block) return null;
  const [other] = args.positional;
  if (other && args.positional.length === 1 && method === '&') return { value: { kind: 'bool', term: FALSE }, state };
  if (other && args.positional.length === 1 && method === '|')
    return { value: { kind: 'bool', term: isTruthy(other) }, state };
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
