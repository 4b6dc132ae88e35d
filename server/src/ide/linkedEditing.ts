/** Where a parameter is named in its definition and in its annotations, to be edited together as the user types. */
import type { Span } from '../base/span';
import type { Snapshot } from '../engine/snapshot';
import { linkedParameterAt } from './rename/parameters';

export function linkedSpansAt(snapshot: Snapshot, path: string, offset: number): readonly Span[] {
  const linked = linkedParameterAt(snapshot, path, offset);
  if (linked === null || linked.fixed !== null || linked.parameter.some(({ shorthand }) => shorthand)) return [];
  const { binders, parameter } = linked;
  const spans = [...binders.flatMap(({ declared, uses }) => [declared, ...uses]), ...parameter.map(({ span }) => span)];
  return spans.sort((a, b) => a.start - b.start);
}
