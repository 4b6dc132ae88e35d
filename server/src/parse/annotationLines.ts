/** Comment lines -> the strings of the annotations in them, each with its positions in the source. */
import type { AnchorId } from '../base/span';
import type { CommentDeclaration } from '../ril/declarations';
import { joinTexts, type TextSource } from './sourceText';

export interface CommentText {
  readonly text: string;
  readonly source: TextSource;
}

/**
 * Starts a new annotation at each line for which `starts` holds, if the previous annotation is complete, or if the line
 * cannot continue it: then the previous one has a mistake, and this one is still read.
 */
export function splitAnnotations(
  anchor: AnchorId,
  lines: CommentDeclaration['lines'],
  starts: (line: string) => boolean,
  isSeparate: (before: string, line: string) => boolean = () => false,
): readonly CommentText[] {
  const groups: CommentDeclaration['lines'][number][][] = [];
  for (const line of lines) {
    if (line.text.trim() === '') continue;
    const current = groups[groups.length - 1];
    const before = current?.map(one => one.text).join('\n') ?? '';
    const isNew = starts(line.text) && (isSeparate(before, line.text) || isComplete(before));
    if (current !== undefined && !isNew) current.push(line);
    else groups.push([line]);
  }
  return groups.map(group => joinLines(anchor, group));
}

export function joinLines(anchor: AnchorId, lines: CommentDeclaration['lines']): CommentText {
  const parts = lines.map(line => ({
    text: line.text,
    segments: [{ at: 0, length: line.text.length, source: line.span.start }],
  }));
  const joined = joinTexts(parts, '\n');
  return { text: joined.text, source: { anchor, segments: joined.segments } };
}

/** All brackets are closed, and the last token needs no continuation. */
function isComplete(text: string): boolean {
  const countMatches = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return (
    countMatches(/[([{]/g) === countMatches(/[)\]}]/g) && /->|→|:/u.test(text) && !/(->|→|,|\bor|:)\s*$/u.test(text)
  );
}
