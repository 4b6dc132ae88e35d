/** Symbols: their names, by the solver's string theory. nil: its conversions. */
import { eq, FALSE, int, text } from '../../../logic/build';
import { ANY, nominal } from '../../../types/type';
import { makeArray } from '../../heap/arrays';
import { makeString } from '../../heap/strings';
import { affixTest, textLength } from '../../heap/stringTheory';
import type { Model } from '../../state/context';
import { isTruthy, type Val } from '../../state/value';
import { argumentAt, boolResult, integerResult, type ModelOf, type ModelRow, modelOf } from '../rows/rows';

type SymbolVal = Val & { readonly kind: 'sym' };
type NilVal = Val & { readonly kind: 'nil' };

const symbolRow = (names: string, model: ModelOf<SymbolVal>, arity = 0): ModelRow<SymbolVal> => ({
  class: 'Symbol',
  names,
  arity,
  model,
});

export const SYMBOLS: readonly ModelRow<SymbolVal>[] = [
  symbolRow('to_s id2name name', (ctx, { receiver }, state) => makeString(ctx, state, receiver.term)),
  symbolRow('to_sym', (_, { receiver }, state) => ({ value: receiver, state })),
  symbolRow('size length', (_, { receiver }, state) => integerResult(textLength(receiver.term), state)),
  symbolRow('empty?', (_, { receiver }, state) => boolResult(eq(receiver.term, text('')), state)),
  symbolRow(
    'start_with? end_with?',
    (ctx, send, state) => {
      const holds = affixTest(ctx, send.method, send.receiver.term, argumentAt(send, 0), state);
      return holds && boolResult(holds, state);
    },
    1,
  ),
];

const nilRow = (names: string, model: ModelOf<NilVal>, arity = 0): ModelRow<NilVal> => ({
  class: 'NilClass',
  names,
  arity,
  model,
});

export const NILS: readonly ModelRow<NilVal>[] = [
  nilRow('to_s', (ctx, _, state) => makeString(ctx, state, text(''))),
  nilRow('to_a', (ctx, { site }, state) => makeArray(ctx, state, [], nominal('Array', [ANY]), site)),
  nilRow('to_i', (_, __, state) => integerResult(int(0), state)),
  nilRow('&', (_, __, state) => boolResult(FALSE, state), 1),
  nilRow('|', (_, send, state) => boolResult(isTruthy(argumentAt(send, 0)), state), 1),
];

const findOfSymbol = modelOf(SYMBOLS);
const findOfNil = modelOf(NILS);

export const symbolModel: Model = (ctx, send, state) => {
  const { receiver, args } = send;
  return receiver.kind !== 'sym' || args.irregular ? null : findOfSymbol(ctx, { ...send, receiver }, state);
};

export const nilModel: Model = (ctx, send, state) => {
  const { receiver, args } = send;
  return receiver.kind !== 'nil' || args.irregular ? null : findOfNil(ctx, { ...send, receiver }, state);
};
