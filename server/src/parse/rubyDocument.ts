/**
 * One open Ruby file: its source, its tree (in WASM memory, freed by `close`) and its outline. Edits go through
 * `tree.edit` and an incremental reparse; the outline is rebuilt on demand. Source after a NUL, and files that are too
 * large, are not parsed; the outline reports that.
 */
import type { Parser, Tree } from 'web-tree-sitter';
import { applyEdit, type TextEdit } from '../base/edit';
import type { Problem } from '../base/problem';
import type { FileOutline } from '../syntax/outline';
import { isErbTemplate } from './erbTemplate';
import { outlineOf } from './rubyOutline';
import { erbTemplate, nulCharacter, parserGaveUp, tooLarge } from './rubyProblems';
import { SliceStore } from './rubySlices';
import { TextMemo } from './stringMemo';
import { chunkAt, treeEdit } from './treeSitterInput';

export interface RubyDocument {
  readonly text: string;
  /** The edits apply in sequence, each to the result of the previous one. */
  edit(edits: readonly TextEdit[]): void;
  outline(): FileOutline;
  close(): void;
}

/** In UTF-16 units. A tree takes about thirty times as much memory as its source. */
export const LARGEST_FILE = 2_000_000;

class OpenRubyDocument implements RubyDocument {
  text: string;
  private tree: Tree | null;
  private made: FileOutline | null = null;
  private readonly slices: SliceStore;
  private readonly checked = new TextMemo<number>();

  constructor(
    private readonly parser: Parser,
    private readonly path: string,
    text: string,
  ) {
    this.text = text;
    this.slices = new SliceStore(parser);
    this.tree = parseText(parser, readablePart(text), null);
  }

  edit(edits: readonly TextEdit[]): void {
    const old = this.tree;
    const wasWhole = isWhole(this.text);
    for (const edit of edits) {
      const next = applyEdit(this.text, edit);
      if (wasWhole) old?.edit(treeEdit(this.text, next, edit));
      this.text = next;
    }
    this.made = null;
    this.tree = parseText(this.parser, readablePart(this.text), wasWhole && isWhole(this.text) ? old : null);
    old?.delete();
  }

  outline(): FileOutline {
    this.made ??= this.makeOutline();
    return this.made;
  }

  private makeOutline(): FileOutline {
    const { path, tree, slices, checked } = this;
    const text = readablePart(this.text);
    const limits = findLimitProblems(path, this.text, tree);
    const unread = { path, text: this.text, items: [], directives: [], misreads: [], damaged: true };
    if (tree === null) return { ...unread, problems: limits };
    if (isErbTemplate(this.parser, text, tree)) return { ...unread, problems: [...limits, erbTemplate(path)] };
    const made = outlineOf({ path, text, tree, slices, checked });
    return limits.length === 0 ? made : { ...made, text: this.text, problems: [...limits, ...made.problems] };
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
  if (text.length > LARGEST_FILE) return null;
  try {
    return parser.parse(index => chunkAt(text, index), old);
  } catch {
    // Out of WASM memory: only this file is unavailable.
    parser.reset();
    return null;
  }
}

function isWhole(text: string): boolean {
  return text.length <= LARGEST_FILE && !text.includes('\0');
}

/** Ruby stops reading at a NUL. */
function readablePart(text: string): string {
  const nul = text.indexOf('\0');
  return nul === -1 ? text : text.slice(0, nul);
}

function findLimitProblems(path: string, text: string, tree: Tree | null): readonly Problem[] {
  const nul = text.indexOf('\0');
  if (readablePart(text).length > LARGEST_FILE) return [tooLarge(path, text.length, LARGEST_FILE)];
  if (tree === null) return [parserGaveUp(path)];
  return nul === -1 ? [] : [nulCharacter(path, nul)];
}
