/** Passes a JavaScript string to tree-sitter, and its edits to a tree. */
import { Edit, type Point } from 'web-tree-sitter';
import type { TextEdit } from '../base/edit';

/** The chunk that tree-sitter reads at once: smaller than its buffer, and never half a surrogate pair. */
const CHUNK = 4096;

export function chunkAt(text: string, index: number): string {
  const end = index + CHUNK;
  const splitsPair = end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return text.slice(index, splitsPair ? end - 1 : end);
}

export function treeEdit(before: string, after: string, edit: TextEdit): Edit {
  const newEnd = edit.start + edit.text.length;
  return new Edit({
    startIndex: edit.start,
    oldEndIndex: edit.end,
    newEndIndex: newEnd,
    startPosition: pointAt(before, edit.start),
    oldEndPosition: pointAt(before, edit.end),
    newEndPosition: pointAt(after, newEnd),
  });
}

/** tree-sitter counts a line per `\n` only. */
function pointAt(text: string, offset: number): Point {
  let row = 0;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    row++;
    lineStart = at + 1;
  }
  return { row, column: offset - lineStart };
}
