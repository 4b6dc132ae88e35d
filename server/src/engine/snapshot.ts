/**
 * What is known right now, for the faces to read: texts, problems, methods with their types and verdicts. Immutable;
 * a new one is made whenever something changed, sharing everything else. Places become Locations here and only here.
 */
import type { LineIndex } from '../base/lines';
import type { Problem } from '../base/problem';
import type { AnchorId, Location, Place } from '../base/span';
import { anchorPath, shift } from '../base/span';
import type { MethodInfo, Program } from '../program/program';
import type { Verdict } from '../proof/verdict';
import type { RilFile } from '../ril/declarations';
import type { Annotation } from '../types/annotation';
import type { TypedMethod } from '../types/typedMethod';

/** `stale`: the verdict shown belongs to an earlier text. */
export type MethodState = 'stale' | 'queued' | 'verifying' | 'done';

export interface MethodSnapshot {
  readonly info: MethodInfo;
  /** Of the name in the `def` (or of the annotation, for methods without a body). */
  readonly nameLocation: Location;
  /** Of the whole `def`. */
  readonly location: Location;
  readonly annotated: boolean;
  readonly typed: TypedMethod | null;
  readonly verdict: Verdict | null;
  readonly state: MethodState;
}

export interface FileSnapshot {
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndex;
  readonly ril: RilFile;
  readonly annotations: readonly Annotation[];
  /** Syntax, annotations, resolution, types and verdicts: all that is to be shown, ignores applied. */
  readonly problems: readonly Problem[];
  readonly methods: readonly MethodSnapshot[];
}

export interface Snapshot {
  readonly version: number;
  /** Each is made when it is asked for: going through all of them is for those who must. */
  readonly files: ReadonlyMap<string, FileSnapshot>;
  /** The files that were looked at before, or verified. */
  readonly looked: () => readonly FileSnapshot[];
  /** What the files say, without types and verdicts. */
  readonly sources: ReadonlyMap<string, Pick<FileSnapshot, 'path' | 'text' | 'ril'>>;
  readonly program: Program;
  /** Where a declaration stands now. */
  readonly anchorAt: (anchor: AnchorId) => number | undefined;
}

/** Null when the declaration is gone (or belongs to the library). */
export function locate(snapshot: Snapshot, place: Place): Location | null {
  const at = snapshot.anchorAt(place.anchor);
  return at === undefined ? null : { path: anchorPath(place.anchor), span: shift(place.span, at) };
}

/** Zero-based. */
export function lineIn(snapshot: Snapshot, place: Place): { readonly line: number } | null {
  const location = locate(snapshot, place);
  return (location && snapshot.files.get(location.path)?.lines.position(location.span.start)) ?? null;
}

/** The paths of files whose text holds this one. */
export function holding(snapshot: Snapshot, text: string): readonly string[] {
  return [...snapshot.sources.values()].filter(file => file.text.includes(text)).map(file => file.path);
}
