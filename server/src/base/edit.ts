/** A change of a string: [start, end) of the old string becomes `text`. Several edits apply one after the other. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The one edit that turns a text into another; null: they are equal. */
export function differenceOf(before: string, after: string): TextEdit | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}

export function applyEdit(source: string, edit: TextEdit): string {
  return source.slice(0, edit.start) + edit.text + source.slice(edit.end);
}
