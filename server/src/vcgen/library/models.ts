/** Our models of library methods, by the receiver's form. Null: no model; the library's signature may still apply. */
import type { Model } from '../state/context';
import { classNameOf } from '../state/representation';
import type { Val } from '../state/value';
import { arrayModel } from './arrays/array';
import { comparableModel } from './equality/comparable';
import { floatModel } from './numbers/float';
import { integerModel } from './numbers/integer';
import { rationalModel } from './numbers/rational';
import { booleanModel } from './objects/boolean';
import { objectModel } from './objects/object';
import { procModel } from './objects/proc';
import { structModel } from './objects/struct';
import { rangeModel } from './ranges/range';
import { hashModel } from './tables/hash';
import { makeSetLiteral } from './tables/newSet';
import { setModel } from './tables/set';
import { regexpModel } from './text/regexp';
import { stringModel } from './text/string';
import { nilModel, symbolModel } from './text/symbol';

export const applyModel: Model = (ctx, send, state) =>
  send.args.keywords.size > 0 && send.receiver.kind !== 'ref'
    ? null
    : (modelForForm(send.receiver)?.(ctx, send, state) ??
      comparableModel(ctx, send, state) ??
      objectModel(ctx, send, state));

function modelForForm(receiver: Val): Model | null {
  switch (receiver.kind) {
    case 'int':
      return integerModel;
    case 'real':
      return floatModel;
    case 'rat':
      return rationalModel;
    case 'bool':
      return booleanModel;
    case 'range':
      return rangeModel;
    case 'proc':
      return procModel;
    case 'sym':
      return symbolModel;
    case 'nil':
      return nilModel;
    case 'class':
      return classModel;
    case 'ref':
      return OF_CLASS[classNameOf(receiver.type) ?? ''] ?? structModel;
    default:
      return null;
  }
}

/** Singleton methods of classes, except `new` (construct.ts). */
const classModel: Model = (ctx, { receiver, method, args, site }, state) =>
  receiver.kind === 'class' && receiver.name === 'Set' && method === '[]' && !args.irregular && !args.block
    ? makeSetLiteral(ctx, args.positional, site, state)
    : null;

const OF_CLASS: Readonly<Record<string, Model | undefined>> = {
  Array: arrayModel,
  Hash: hashModel,
  Set: setModel,
  String: stringModel,
  Regexp: regexpModel,
};
