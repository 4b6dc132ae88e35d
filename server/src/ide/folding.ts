/** Folding ranges of annotations: consecutive annotation lines, or one annotation that spans several lines. */
import type { Snapshot } from '../engine/snapshot';
import { locate } from '../engine/snapshot';

export interface Fold {
  readonly startLine: number;
  readonly endLine: number;
}

export function foldsOf(snapshot: Snapshot, path: string): readonly Fold[] {
  const file = snapshot.files.get(path);
  if (file === undefined) return [];
  const ranges = file.annotations.flatMap(annotation => {
    const location = locate(snapshot, annotation.place);
    if (location === null) return [];
    const { line: startLine } = file.lines.position(location.span.start);
    return [{ startLine, endLine: file.lines.position(location.span.end).line }];
  });
  return mergeFolds(ranges.sort((a, b) => a.startLine - b.startLine)).filter(fold => fold.endLine > fold.startLine);
}

function mergeFolds(ranges: readonly Fold[]): readonly Fold[] {
  const folds: Fold[] = [];
  for (const range of ranges) {
    const last = folds.at(-1);
    if (last === undefined || range.startLine > last.endLine + 1) folds.push(range);
    else folds[folds.length - 1] = { startLine: last.startLine, endLine: Math.max(last.endLine, range.endLine) };
  }
  return folds;
}
