/**
 * A parsed file -> its outline. A healthy tree is read as it is; a damaged one is rebuilt from indentation.
 */
import type { Node, Tree } from 'web-tree-sitter';
import type { FileOutline, OutlineItem } from '../syntax/outline';
import { directivesIn } from './rubyComments';
import { type Doubt, hidesKeyword } from './rubyDoubts';
import { itemsOf } from './rubyItems';
import { linesOf } from './rubyLines';
import { type Damage, recover } from './rubyRecovery';
import type { SliceStore } from './rubySlices';
import { isComment } from './rubyTree';

export interface ParsedFile {
  readonly path: string;
  readonly text: string;
  readonly tree: Tree | null;
  readonly slices: SliceStore;
}

export function outlineOf(file: ParsedFile): FileOutline {
  const { path, text, tree } = file;
  if (tree === null) return { path, text, items: [], directives: [], misreads: [], problems: [], damaged: true };
  const healthy = healthyItems(file, tree);
  return {
    path,
    text,
    items: healthy ?? recoveredItems(file),
    directives: directivesIn(text, offset => isComment(tree, offset)),
    misreads: [],
    problems: [],
    damaged: healthy === null,
  };
}

function healthyItems(file: ParsedFile, tree: Tree): readonly OutlineItem[] | null {
  if (tree.rootNode.hasError) return null;
  const doubts: Doubt[] = [];
  const place = (offset: number) => offset;
  const items = itemsOf({ text: file.text, source: file.text, place, isWrongInside, doubts }, tree.rootNode);
  return doubts.length === 0 ? items : null;
}

function recoveredItems(file: ParsedFile): readonly OutlineItem[] {
  const lines = linesOf(file.text);
  const damages: Damage[] = [];
  file.slices.begin();
  const items = recover({ text: file.text, lines, slices: file.slices, isWrongInside, damages }, 0, lines.length);
  file.slices.sweep();
  return items;
}

function isWrongInside(source: string, node: Node): boolean {
  return hidesKeyword(source, node);
}
