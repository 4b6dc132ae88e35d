/** An outline as lines of text, for tests to compare. */
import type { FileOutline, OutlineItem } from '../../server/src/syntax/outline';

/** Each item as one line: kind, the first line of its text, its body indented. */
export function showOutline(
  outline: FileOutline,
  items: readonly OutlineItem[] = outline.items,
  indent = '',
): string[] {
  return items.flatMap(item => {
    const first = outline.text.slice(item.span.start, item.span.end).split(/\r?\n/)[0];
    const flags =
      ('broken' in item && item.broken ? ' BROKEN' : '') + ('rebuilt' in item && item.rebuilt ? ' REBUILT' : '');
    const line = `${indent}${item.kind}${flags}: ${first}`;
    return 'body' in item ? [line, ...showOutline(outline, item.body, `${indent}  `)] : [line];
  });
}
