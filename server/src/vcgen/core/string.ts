/** String: contents in the heap, the solver's text theory for what it decides well. Anything else is left to signatures. */
import { apply, eq, int, TRUE, text } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { store } from '../../logic/maps';
import { BOOL_SORT, INT_SORT, TEXT_SORT } from '../../logic/sorts';
import type { Site } from '../arguments';
import { heapMap } from '../bases';
import { fork } from '../branch';
import { type Ctx, type Out, placeOf } from '../context';
import { frozenLike, frozenTerm } from '../frozen';
import { mayWrite, touched } from '../heap';
import { classNameOf } from '../shape';
import { type State, withMap } from '../state';
import { makeString, textOf } from '../strings';
import type { Val } from '../value';
import type { Model } from './models';

type StringVal = Val & { readonly kind: 'ref' };

export const stringModel: Model = (ctx, receiver, method, args, site, state) => {
  if (receiver.kind !== 'ref' || args.irregular || args.block) return null;
  const own = textOf(ctx, state, receiver);
  const [other] = args.positional;
  if (args.positional.length === 0) return unary(ctx, own, receiver, method, site, state);
  if (args.positional.length !== 1 || !other || !isString(other)) return null;
  return binary(ctx, receiver, method, own, textOf(ctx, state, other), site, state);
};

function isString(val: Val): val is StringVal {
  return val.kind === 'ref' && classNameOf(val.type) === 'String';
}

function unary(ctx: Ctx, own: Formula, receiver: StringVal, method: string, site: Site, state: State): Out | null {
  switch (method) {
    case 'size':
    case 'length':
      return { value: { kind: 'int', term: length(own) }, state };
    case 'empty?':
      return { value: { kind: 'bool', term: eq(own, text('')) }, state };
    case 'to_s':
    case 'to_str':
      return { value: receiver, state };
    case 'dup':
      return makeString(ctx, state, own);
    case 'clone':
      return copied(ctx, makeString(ctx, state, own), receiver);
    case '+@':
      return unfrozenString(ctx, own, receiver, site, state);
    case 'intern':
    case 'to_sym':
      return { value: { kind: 'sym', term: own }, state };
    default:
      return null;
  }
}

function copied(ctx: Ctx, out: Out, original: StringVal): Out {
  if (out.value.kind !== 'ref') return out;
  return { value: out.value, state: frozenLike(ctx, out.state, original.term, out.value.term) };
}

/** `+s` is s itself, unless it is frozen. */
function unfrozenString(ctx: Ctx, own: Formula, receiver: StringVal, site: Site, state: State): Out {
  const frozen = frozenTerm(ctx, state, receiver) ?? TRUE;
  const copy = (s: State): Out => makeString(ctx, s, own);
  return fork(ctx, frozen, state, site, copy, s => ({ value: receiver, state: s }));
}

function length(own: Formula): Formula {
  return own.kind === 'text' ? int([...own.value].length) : apply('str.len', [own], INT_SORT);
}

function binary(
  ctx: Ctx,
  receiver: StringVal,
  method: string,
  a: Formula,
  b: Formula,
  site: Site,
  state: State,
): Out | null {
  const truth = (term: Formula): Out => ({ value: { kind: 'bool', term }, state });
  switch (method) {
    case '+':
      return makeString(ctx, state, apply('str.++', [a, b], TEXT_SORT));
    case '<<':
    case 'concat': {
      mayWrite(ctx, state, '#text', receiver.term, placeOf(ctx, site));
      const joined = apply('str.++', [a, b], TEXT_SORT);
      const next = touched(ctx, state, receiver.term);
      return {
        value: receiver,
        state: withMap(next, '#text', store(heapMap(ctx, next, '#text'), receiver.term, joined)),
      };
    }
    case 'start_with?':
      return truth(apply('str.prefixof', [b, a], BOOL_SORT));
    case 'end_with?':
      return truth(apply('str.suffixof', [b, a], BOOL_SORT));
    case 'include?':
      return truth(apply('str.contains', [a, b], BOOL_SORT));
    default:
      return null;
  }
}
