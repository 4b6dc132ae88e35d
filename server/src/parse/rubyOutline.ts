/**
 * A parsed file -> its outline. A healthy tree is read as it is; a damaged one is rebuilt from indentation.
 */
import type { Tree } from 'web-tree-sitter';
import type { FileOutline } from '../syntax/outline';
import { directivesIn } from './rubyComments';
import { itemsOf } from './rubyItems';
import { isComment } from './rubyTree';

export interface ParsedFile {
  readonly path: string;
  readonly text: string;
  readonly tree: Tree | null;
}

export function outlineOf(file: ParsedFile): FileOutline {
  const { path, text, tree } = file;
  if (tree === null) return { path, text, items: [], directives: [], misreads: [], problems: [], damaged: true };
  return {
    path,
    text,
    items: itemsOf({ text, shift: 0, isBroken: () => false }, tree.rootNode),
    directives: directivesIn(text, offset => isComment(tree, offset)),
    misreads: [],
    problems: [],
    damaged: tree.rootNode.hasError,
  };
}
