/** New arrays made of the elements of another: `map`, `select`, `reject` and their like, filled as the rounds go. */
import { compare } from '../../logic/arithmetic';
import { not } from '../../logic/build';
import { ANY, nominal, type Type } from '../../types/type';
import { append } from '../append';
import type { Site } from '../arguments';
import { type ArrayVal, elementInRange, elementType, lengthOf, makeArray } from '../arrays';
import { fork } from '../branch';
import type { Ctx, Exit, Out } from '../context';
import { collect } from '../general/collected';
import { joinExits } from '../join';
import { isDynamic } from '../shape';
import type { State } from '../state';
import { truthy } from '../value';
import { type CallBlock, each } from './arrayRounds';

/** map, select, reject: a new array, filled as the rounds go. */
export function building(ctx: Ctx, array: ArrayVal, method: string, site: Site, state: State, call: CallBlock): Out {
  const type: Type =
    method === 'map' || method === 'collect' ? mappedType(ctx, site) : nominal('Array', [elementType(array.type)]);
  const made = makeArray(ctx, state, [], type, site);
  const result = made.value as ArrayVal;
  if (method === 'map' || method === 'collect') return mapping(ctx, array, result, site, made.state, call);
  return each(
    ctx,
    array,
    site,
    made.state,
    (element, _, s, breaks) => {
      const out = call([element], s, breaks);
      const keep = method === 'reject' ? not(truthy(out.value)) : truthy(out.value);
      const kept = (more: State): Out => append(ctx, result, element, site, more);
      return fork(ctx, keep, out.state, site, kept, less => ({ value: result, state: less })).state;
    },
    () => result,
  );
}

function mapping(ctx: Ctx, array: ArrayVal, result: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const { settings } = ctx.run.input;
  const breaks: Exit[] = [];
  const end = collect(ctx, state, site, {
    array: result,
    count: s => lengthOf(ctx, s, array),
    element: (k, s) => call([elementInRange(ctx, s, array, k)], s, breaks),
    rounds: {
      more: (k, s) => ({ condition: compare('<', k, lengthOf(ctx, s, array)), state: s }),
      bound: settings.arrayBound,
      exactly: settings.unrolling,
      caveat: { type: 'arrays', bound: settings.arrayBound },
      gathers: [breaks],
      counted: true,
    },
  });
  return joinExits(ctx, [...breaks, { value: result, state: end }], site, end);
}

export function mappedType(ctx: Ctx, site: Site): Type {
  const checked = 'kind' in site ? ctx.frame.types.get(site as never) : undefined;
  const useful =
    checked?.kind === 'nominal' &&
    checked.name === 'Array' &&
    checked.args.length === 1 &&
    !isDynamic(checked.args[0]!);
  return useful ? checked : nominal('Array', [ANY]);
}
