/** An outline as lines, for comparison in tests. */
import type { FileOutline, OutlineItem } from '../../server/src/syntax/outline';

/** One line per item: kind and first source line, with its body indented. */
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
    return 'body' in item ? [line, ...showOutline(outline, item.body(), `${indent}  `)] : [line];
  });
}
