/** Whose fields or contents a frame names: `self`, an argument, or the object in a field of self (`'@log': :contents`). */
import type { FrameEntry } from '../types/annotation';
import type { Ctx } from './context';
import { readField } from './fields';
import type { State } from './state';
import type { Val } from './value';

/** As of `state`: the field is read there. Null: nothing that has fields or contents. */
export function frameOwner(
  ctx: Ctx,
  state: State,
  entry: FrameEntry,
  self: Val,
  binders: ReadonlyMap<string, Val>,
): Val | null {
  if (entry.owner === 'self') return self;
  if (!entry.owner.startsWith('@')) return binders.get(entry.owner) ?? null;
  return self.kind === 'ref' ? readField(ctx, state, self, entry.owner, { span: entry.place.span }) : null;
}
