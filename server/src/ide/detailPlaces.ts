/** Places in the details of a method. */
import type { DetailLine, DetailPlace } from '../../../shared/src/protocol';
import type { Location, Place } from '../base/span';
import { locate, type Snapshot } from '../engine/snapshot';

export interface PlaceContext {
  readonly snapshot: Snapshot;
  readonly uriOf: (path: string) => string;
}

export function lineAt(ctx: PlaceContext, text: string, place: Place): DetailLine {
  return { text, at: locateLine(ctx, place) };
}

export function locateLine(ctx: PlaceContext, place: Place): DetailPlace | null {
  const location = locate(ctx.snapshot, place);
  return location && placeAt(ctx, location);
}

export function placeAt({ snapshot, uriOf }: PlaceContext, { path, span }: Location): DetailPlace | null {
  const lines = snapshot.files.get(path)?.lines;
  return lines === undefined ? null : { uri: uriOf(path), ...lines.position(span.start) };
}
