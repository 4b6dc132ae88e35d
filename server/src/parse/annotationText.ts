/** Comment lines gathered into the annotations that they hold, each a text of its own with its places. */
import type { AnchorId } from '../base/span';
import type { CommentDeclaration } from '../ril/declarations';
import { joinTexts, type TextSource } from './sourceText';

export interface CommentText {
  readonly text: string;
  readonly source: TextSource;
}

/** Lines gathered into annotations: a new one begins where `starts` says so and the one before is whole. */
export function commentTexts(
  anchor: AnchorId,
  lines: CommentDeclaration['lines'],
  starts: (line: string) => boolean,
): readonly CommentText[] {
  const groups: CommentDeclaration['lines'][number][][] = [];
  for (const line of lines) {
    if (line.text.trim() === '') continue;
    const current = groups[groups.length - 1];
    if (current !== undefined && !(starts(line.text) && isWhole(current.map(one => one.text).join('\n'))))
      current.push(line);
    else groups.push([line]);
  }
  return groups.map(group => {
    const parts = group.map(line => ({
      text: line.text,
      segments: [{ at: 0, length: line.text.length, source: line.span.start }],
    }));
    const joined = joinTexts(parts, '\n');
    return { text: joined.text, source: { anchor, segments: joined.segments } };
  });
}

/** All brackets are closed, and nothing at the end asks for more. */
function isWhole(text: string): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return count(/[([{]/g) === count(/[)\]}]/g) && /->|→|:/u.test(text) && !/(->|→|,|\bor|:)\s*$/u.test(text);
}
