/**
 * One open Ruby file: its text, its tree (in WASM memory, freed by `close`) and its outline. Edits go through
 * `tree.edit` and an incremental reparse; the outline is made anew when it is asked for.
 */
import type { Parser, Point, Tree } from 'web-tree-sitter';
import { Edit } from 'web-tree-sitter';
import { applyEdit, type TextEdit } from '../base/edit';
import type { FileOutline } from '../syntax/outline';
import { outlineOf } from './rubyOutline';

export interface RubyDocument {
  readonly text: string;
  /** The edits apply one after the other, each to the text that the one before it left. */
  edit(edits: readonly TextEdit[]): void;
  outline(): FileOutline;
  close(): void;
}

/** What tree-sitter reads at once; less than its own buffer, and never half a surrogate pair. */
const CHUNK = 4096;

class OpenRubyDocument implements RubyDocument {
  text: string;
  private tree: Tree | null;
  private made: FileOutline | null = null;

  constructor(
    private readonly parser: Parser,
    private readonly path: string,
    text: string,
  ) {
    this.text = text;
    this.tree = parseText(parser, text, null);
  }

  edit(edits: readonly TextEdit[]): void {
    const old = this.tree;
    for (const edit of edits) {
      const next = applyEdit(this.text, edit);
      old?.edit(treeEdit(this.text, next, edit));
      this.text = next;
    }
    this.made = null;
    this.tree = parseText(this.parser, this.text, old);
    old?.delete();
  }

  outline(): FileOutline {
    this.made ??= outlineOf({ path: this.path, text: this.text, tree: this.tree });
    return this.made;
  }

  close(): void {
    this.tree?.delete();
    this.tree = null;
    this.made = null;
  }
}

export function createRubyDocument(parser: Parser, path: string, text: string): RubyDocument {
  return new OpenRubyDocument(parser, path, text);
}

function parseText(parser: Parser, text: string, old: Tree | null): Tree | null {
  return parser.parse(index => chunkAt(text, index), old);
}

function chunkAt(text: string, index: number): string {
  const end = index + CHUNK;
  const splitsPair = end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return text.slice(index, splitsPair ? end - 1 : end);
}

function treeEdit(before: string, after: string, edit: TextEdit): Edit {
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
