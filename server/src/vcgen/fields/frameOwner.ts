/** The object that a frame entry refers to: `self`, an argument, or the object in a field of self (`'@log': :contents`). */
import type { FrameEntry } from '../../types/annotation';
import { scopeOfName } from '../analysis/variableKeys';
import type { Ctx } from '../state/context';
import { fieldKey } from '../state/heapKey';
import type { State } from '../state/state';
import type { Val } from '../state/value';
import { readField } from './fields';

/** Reads the field in `state`. Null: not an object. */
export function findFrameOwner(
  ctx: Ctx,
  state: State,
  entry: FrameEntry,
  self: Val,
  binders: ReadonlyMap<string, Val>,
): Val | null {
  if (entry.owner === 'self') return self;
  if (scopeOfName(entry.owner) !== 'instance') return binders.get(entry.owner) ?? null;
  return self.kind === 'ref' ? readField(ctx, state, self, fieldKey(entry.owner), { span: entry.place.span }) : null;
}
