/**
 * One open Ruby file: its text, its tree (in WASM memory, freed by `close`) and its outline. Edits go through
 * `tree.edit` and an incremental reparse; the outline is made anew when it is asked for.
 */
import type { Parser, Tree } from 'web-tree-sitter';
import { applyEdit, type TextEdit } from '../base/edit';
import type { FileOutline } from '../syntax/outline';
import { outlineOf } from './rubyOutline';
import { SliceStore } from './rubySlices';
import { chunkAt, treeEdit } from './rubyText';
import { TextMemo } from './rubyTextMemo';

export interface RubyDocument {
  readonly text: string;
  /** The edits apply one after the other, each to the text that the one before it left. */
  edit(edits: readonly TextEdit[]): void;
  outline(): FileOutline;
  close(): void;
}

class OpenRubyDocument implements RubyDocument {
  text: string;
  private tree: Tree | null;
  private made: FileOutline | null = null;
  private readonly slices: SliceStore;
  private readonly checked = new TextMemo<boolean>();

  constructor(
    private readonly parser: Parser,
    private readonly path: string,
    text: string,
  ) {
    this.text = text;
    this.slices = new SliceStore(parser);
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
    this.made ??= this.makeOutline();
    return this.made;
  }

  private makeOutline(): FileOutline {
    const { path, text, tree, slices, checked } = this;
    return tree === null ? emptyOutline(path, text) : outlineOf({ path, text, tree, slices, checked });
  }

  close(): void {
    this.tree?.delete();
    this.tree = null;
    this.slices.close();
    this.made = null;
  }
}

export function createRubyDocument(parser: Parser, path: string, text: string): RubyDocument {
  return new OpenRubyDocument(parser, path, text);
}

function parseText(parser: Parser, text: string, old: Tree | null): Tree | null {
  return parser.parse(index => chunkAt(text, index), old);
}

function emptyOutline(path: string, text: string): FileOutline {
  return { path, text, items: [], directives: [], misreads: [], problems: [], damaged: true };
}
