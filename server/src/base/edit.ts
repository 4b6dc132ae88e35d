/** A change of a string: [start, end) of the old string becomes `text`. Several edits apply one after the other. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function applyEdit(source: string, edit: TextEdit): string {
  return source.slice(0, edit.start) + edit.text + source.slice(edit.end);
}
