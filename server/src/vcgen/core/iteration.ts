/** Iterators over integers and ranges. */
import type { Formula } from '../../logic/formula';
import type { Args, Site } from '../arguments';
import type { Ctx, Out } from '../context';
import type { State } from '../state';
import type { Val } from '../value';

export function integerIteration(
  _ctx: Ctx,
  _from: Formula,
  _method: string,
  _args: Args,
  _site: Site,
  _state: State,
): Out | null {
  return null;
}

export function rangeIteration(
  _ctx: Ctx,
  _range: Val & { kind: 'range' },
  _method: string,
  _args: Args,
  _site: Site,
  _state: State,
): Out | null {
  return null;
}
