/** true and false: `&`, `|`, `^` do not short-circuit. */
import { and, eq, not, or } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import type { Model } from '../../state/context';
import { isTruthy, type Val } from '../../state/value';
import { argumentAt, boolResult, type ModelRow, modelOf } from '../rows/rows';

type BoolVal = Val & { readonly kind: 'bool' };

const row = (names: string, combine: (a: Formula, b: Formula) => Formula): ModelRow<BoolVal> => ({
  class: 'TrueClass',
  names,
  arity: 1,
  block: 'allowed',
  model: (_, send, state) => boolResult(combine(send.receiver.term, isTruthy(argumentAt(send, 0))), state),
});

export const BOOLEANS: readonly ModelRow<BoolVal>[] = [
  row('&', (a, b) => and(a, b)),
  row('|', (a, b) => or(a, b)),
  row('^', (a, b) => not(eq(a, b))),
];

const find = modelOf(BOOLEANS);

export const booleanModel: Model = (ctx, send, state) => {
  const { receiver, args } = send;
  return receiver.kind !== 'bool' || args.irregular ? null : find(ctx, { ...send, receiver }, state);
};
