/**
 * Edits source before it is parsed, and maps offsets of the rewritten source back to the original. Offsets inside a
 * replacement of equal length keep their place; inserted characters map to the insertion point.
 */
import type { TextEdit } from '../base/edit';
import type { PlaceOf } from './rubyTree';

export interface Rewritten {
  readonly text: string;
  readonly place: PlaceOf;
}

interface Step {
  /** The extent of the replacement in the rewritten source. */
  readonly start: number;
  readonly end: number;
  /** The extent of the replaced characters in the original. */
  readonly from: number;
  readonly to: number;
}

/** All edits refer to the original, are sorted and do not overlap. */
export function rewrite(original: string, edits: readonly TextEdit[]): Rewritten {
  const steps: Step[] = [];
  let text = '';
  let at = 0;
  for (const edit of edits) {
    text += original.slice(at, edit.start);
    steps.push({ start: text.length, end: text.length + edit.text.length, from: edit.start, to: edit.end });
    text += edit.text;
    at = edit.end;
  }
  return { text: text + original.slice(at), place: offset => placeOf(steps, offset) };
}

function placeOf(steps: readonly Step[], offset: number): number {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  const step = steps[low - 1];
  if (step === undefined) return offset;
  if (offset >= step.end) return offset - step.end + step.to;
  return Math.min(step.from + (offset - step.start), step.to);
}

/** Sorts the edits and drops those that overlap an earlier one. */
export function sortEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  const kept: TextEdit[] = [];
  for (const edit of sorted) {
    const last = kept[kept.length - 1];
    if (last === undefined || edit.start >= last.end) kept.push(edit);
  }
  return kept;
}
