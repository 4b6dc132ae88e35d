/**
 * The state of the workspace at one time, for the front ends: sources, problems, methods with their types and verdicts.
 * Immutable; each change produces a new snapshot that shares everything else. Places become Locations only here.
 */
import type { LearnedSite } from '../../../shared/src/profile';
import type { LineIndex } from '../base/lines';
import type { Problem } from '../base/problem';
import type { AnchorId, Location, Place } from '../base/span';
import { anchorPath, shift } from '../base/span';
import type { MethodInfo, Program } from '../program/program';
import type { Verdict } from '../proof/verdict';
import type { RilFile } from '../ril/declarations';
import type { Annotation } from '../types/annotation';
import type { MethodKey, TypedMethod } from '../types/typedMethod';
import type { Inferred } from './inferredSignatures';
import type { Learned } from './learn/learnedTypes';
import type { Suggestion } from './suggest/suggestion';

/** `stale`: the verdict shown belongs to an earlier source. */
export type MethodState = 'stale' | 'queued' | 'verifying' | 'done';

export interface MethodSnapshot {
  readonly info: MethodInfo;
  /** The name in the `def` (or the annotation, for methods without a body). */
  readonly nameLocation: Location;
  /** The whole `def`. */
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
  /** Syntax, annotations, resolution, types and verdicts: everything to be shown, with ignores applied. */
  readonly problems: readonly Problem[];
  readonly methods: readonly MethodSnapshot[];
}

/** A dynamic call, and what it did in runs. */
export interface SeenCall {
  readonly place: Place;
  readonly site: LearnedSite;
}

export interface Snapshot {
  readonly version: number;
  /** Each is built on first access; iterate over all of them only if you must. */
  readonly files: ReadonlyMap<string, FileSnapshot>;
  /** The files that were accessed before, or verified. */
  readonly looked: () => readonly FileSnapshot[];
  /** The content of the files, without types and verdicts. */
  readonly sources: ReadonlyMap<string, Pick<FileSnapshot, 'path' | 'text' | 'ril'>>;
  readonly program: Program;
  /** What is inferred about methods without annotations. */
  readonly inferred: Inferred;
  /** What runs showed about methods without annotations. */
  readonly learned: Learned;
  /** What fills the holes of a method's contract; null: it has none, or the search has not ended. */
  readonly fillingOf: (key: MethodKey) => Suggestion | null;
  /** The dynamic calls of a file that runs have shown, as far as their source is the same. */
  readonly seenCalls: (path: string) => readonly SeenCall[];
  /** The current offset of a declaration. */
  readonly anchorAt: (anchor: AnchorId) => number | undefined;
}

/** Null if the declaration no longer exists (or belongs to the library). */
export function locate(snapshot: Snapshot, place: Place): Location | null {
  const at = snapshot.anchorAt(place.anchor);
  return at === undefined ? null : { path: anchorPath(place.anchor), span: shift(place.span, at) };
}

/** Zero-based. */
export function lineIn(snapshot: Snapshot, place: Place): { readonly line: number } | null {
  const location = locate(snapshot, place);
  return (location && snapshot.files.get(location.path)?.lines.position(location.span.start)) ?? null;
}

/** The paths of files whose source contains this string. */
export function filesContaining(snapshot: Snapshot, text: string): readonly string[] {
  return [...snapshot.sources.values()].filter(file => file.text.includes(text)).map(file => file.path);
}
