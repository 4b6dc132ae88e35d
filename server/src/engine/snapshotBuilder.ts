/** Builds snapshots per file from sources, program, types and verdicts; files that nothing affected keep their view. */
import { type AnchorId, anchorPath } from '../base/span';
import type { MethodInfo, Program } from '../program/program';
import type { MethodKey } from '../types/typedMethod';
import { collectAnchors } from './anchors';
import { homeOf, SettledCaveats } from './caveats';
import { isProved, levelOf } from './checkLevels';
import { type FileView, viewSafely } from './fileView';
import { LazyFiles } from './incremental/lazyFiles';
import { isChecked } from './methods';
import type { FileSnapshot, Snapshot } from './snapshot';
import type { SnapshotInput } from './snapshotInput';
import type { SourceFile } from './sources';

interface View extends FileView {
  /** The last era in which all views were invalidated and this one was found to be valid. */
  era: number;
}

export class SnapshotBuilder {
  private readonly files = new Map<string, View>();
  private readonly anchors = new Map<
    string,
    { readonly file: SourceFile; readonly at: ReadonlyMap<AnchorId, number> }
  >();
  private settled = new SettledCaveats();
  /** Files whose view may have changed; a view that turns out to be equal is kept. */
  private readonly touched = new Set<string>();
  /** Files that were accessed or verified. */
  private readonly looked = new Set<string>();
  private era = 0;
  private version = 0;
  private made: Snapshot | null = null;

  /** Drops all earlier views. */
  clear(): void {
    this.files.clear();
    this.anchors.clear();
    this.settled = new SettledCaveats();
    this.touched.clear();
    this.made = null;
  }

  touch(path: string): void {
    this.touched.add(path);
    this.made = null;
  }

  touchAll(): void {
    this.era++;
    this.settled.reset();
    this.made = null;
  }

  /** Some classes were rebuilt, so any view may have changed. */
  invalidateClasses(before: Program, now: Program, classes: ReadonlySet<string>): void {
    this.era++;
    this.settled.invalidateClasses(before, now, classes);
    this.made = null;
  }

  /** Drops the view of a deleted file. */
  remove(path: string): void {
    this.looked.delete(path);
    this.files.delete(path);
    this.anchors.delete(path);
    this.made = null;
  }

  /** The method has a new verdict: its file and the files with methods that depend on it are affected. */
  addVerdict(path: string, key: MethodKey): void {
    this.settled.addVerdict(key);
    this.looked.add(path);
    this.touch(path);
  }

  /** The input is never modified afterwards: changes arrive as new maps. */
  snapshot(given: () => SnapshotInput): Snapshot {
    if (this.made) return this.made;
    const input = given();
    const anchorAt = (anchor: AnchorId): number | undefined => this.anchorsOf(input, anchorPath(anchor))?.get(anchor);
    if (!input.hasFailed) this.settleCaveats(input);
    const files = new LazyFiles(input.files, (source: SourceFile) =>
      this.made === made
        ? this.viewOf(input, source, anchorAt)
        : viewSafely(input, source, anchorAt, this.settled.caveats).file,
    );
    const made: Snapshot = {
      version: ++this.version,
      files,
      looked: () => [...this.looked].flatMap(path => files.get(path) ?? []),
      sources: input.files,
      program: input.program,
      inferred: input.inferred,
      learned: input.learned,
      fillingOf: key => input.fillings.of(key, input.program),
      seenCalls: input.seenCalls,
      anchorAt,
    };
    this.made = made;
    return made;
  }

  private settleCaveats(input: SnapshotInput): void {
    input.stages.enter('settle-caveats');
    for (const key of this.settled.update(input.proofs.verdicts, input.program, info => isActive(input, info))) {
      const path = homeOf(input.program, key);
      if (path !== null) this.touched.add(path);
    }
  }

  /** Keeps the view only if the snapshot is the latest one. */
  private viewOf(
    input: SnapshotInput,
    source: SourceFile,
    anchorAt: (anchor: AnchorId) => number | undefined,
  ): FileSnapshot {
    const { path } = source;
    const known = this.files.get(path);
    if (known?.era === this.era && !this.touched.has(path)) return known.file;
    this.looked.add(path);
    const { file, from } = viewSafely(input, source, anchorAt, this.settled.caveats, known);
    if (from) {
      this.touched.delete(path);
      this.files.set(path, { file, from, era: this.era });
    } else this.touch(path); // the next snapshot tries again
    return file;
  }

  private anchorsOf(input: SnapshotInput, path: string): ReadonlyMap<AnchorId, number> | undefined {
    const file = input.files.get(path);
    if (!file) return undefined;
    const known = this.anchors.get(path);
    if (known?.file === file) return known.at;
    const at = collectAnchors(file);
    this.anchors.set(path, { file, at });
    return at;
  }
}

function isActive(input: SnapshotInput, info: MethodInfo): boolean {
  const source = info.definition && input.files.get(anchorPath(info.definition.anchor));
  if (source && !isProved(levelOf(source, input.settings))) return false;
  return isChecked(info, input.program, input.settings);
}
