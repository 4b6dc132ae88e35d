/**
 * Whether a damaged source is a template of ERB: with its tags filled in, fewer places of it are damaged. Tags inside
 * strings do not count.
 */
import type { Node, Parser, Tree } from 'web-tree-sitter';
import { chunkAt } from './treeSitterInput';

const TAG = /<%(=?)[^%]*(?:%(?!>)[^%]*)*%>/g;
/** Where an expression is filled in: a constant is allowed almost everywhere, also as a part of a name. */
const FILLED = 'X';

export function isErbTemplate(parser: Parser, text: string, tree: Tree): boolean {
  if (!text.includes('<%') || !tree.rootNode.hasError) return false;
  const filled = text.replace(TAG, (_, isExpression: string) => (isExpression === '=' ? FILLED : ''));
  if (filled === text) return false;
  const other = parser.parse(index => chunkAt(filled, index), null);
  if (other === null) return false;
  const isLess = countErrors(other.rootNode) < countErrors(tree.rootNode);
  other.delete();
  return isLess;
}

function countErrors(node: Node): number {
  if (!node.hasError) return 0;
  const own = node.isError || node.isMissing ? 1 : 0;
  return node.children.reduce((sum, child) => sum + (child ? countErrors(child) : 0), own);
}
