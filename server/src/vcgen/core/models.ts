/** Our models of Ruby's own methods, by the receiver's form. Null: none; the library's signature may still say something. */
import type { Args, Site } from '../arguments';
import type { Ctx, Out } from '../context';
import { classNameOf } from '../shape';
import type { State } from '../state';
import type { Val } from '../value';
import { arrayModel } from './array';
import { booleanModel } from './boolean';
import { comparableModel } from './comparable';
import { floatModel } from './float';
import { hashModel } from './hash';
import { integerModel } from './integer';
import { objectModel } from './object';
import { procModel } from './proc';
import { rangeModel } from './range';
import { rationalModel } from './rational';
import { setModel } from './set';
import { setLiteral } from './setBuilding';
import { stringModel } from './string';
import { structModel } from './struct';
import { nilModel, symbolModel } from './symbol';

export type Model = (ctx: Ctx, receiver: Val, method: string, args: Args, site: Site, state: State) => Out | null;

export const coreModel: Model = (ctx, receiver, method, args, site, state) =>
  args.keywords.size > 0 && receiver.kind !== 'ref'
    ? null
    : (ofForm(receiver)?.(ctx, receiver, method, args, site, state) ??
      comparableModel(ctx, receiver, method, args, site, state) ??
      objectModel(ctx, receiver, method, args, site, state));

function ofForm(receiver: Val): Model | null {
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

/** Methods of the classes themselves, but for `new` (construct.ts). */
const classModel: Model = (ctx, receiver, method, args, site, state) =>
  receiver.kind === 'class' && receiver.name === 'Set' && method === '[]' && !args.irregular && !args.block
    ? setLiteral(ctx, args.positional, site, state)
    : null;

const OF_CLASS: Readonly<Record<string, Model | undefined>> = {
  Array: arrayModel,
  Hash: hashModel,
  Set: setModel,
  String: stringModel,
};

const NIL_METHODS: ReadonlySet<string> = new Set(
  '== != ! nil? is_a? kind_of? instance_of? equal? eql? === class to_s to_a to_i to_f to_h inspect hash & | respond_to? frozen? dup freeze =~ itself then tap'.split(
    ' ',
  ),
);

/** nil has this method too: calling it on nil is no mistake. */
export function nilAnswers(method: string): boolean {
  return NIL_METHODS.has(method);
}
