/**
 * Signs that a tree is wrong although tree-sitter reports no error: it reads a misplaced keyword (an extra `end`,
 * `x = end`) as a name, lets a heredoc run to the end of the file, and reads the method below an incomplete `class A <`
 * as the superclass.
 */
import type { Node } from 'web-tree-sitter';
import type { Span } from '../base/span';

export interface SilentMisparse {
  readonly kind: 'stray-keyword' | 'open-heredoc' | 'lost-body';
  /** Absolute. */
  readonly span: Span;
}

const KEYWORD_FIRST = /^(?:end|else|elsif|when|then|do|in|rescue|ensure)(?![\w?!:]|\s*[=(.,](?!=))/;
const KEYWORD = /(?<![.:@$\w]|&\.)(?:end|else|elsif|when|then|do|in|rescue|ensure)(?![\w?!:])/g;
/** Nodes in which a keyword is legitimately a name. */
const NAMING = new Set(['method', 'singleton_method', 'alias', 'undef', 'pair', 'setter']);

export function findSilentMisparse(source: string, node: Node, bodies: readonly Node[]): SilentMisparse['kind'] | null {
  if (isStrayKeyword(source, node)) return 'stray-keyword';
  if (bodies.some(isOpenHeredoc)) return 'open-heredoc';
  return hasDefinitionAsSuperclass(node) ? 'lost-body' : null;
}

function isStrayKeyword(source: string, node: Node): boolean {
  if (node.type === 'rescue' || node.type === 'ensure' || node.type === 'else') return false;
  return KEYWORD_FIRST.test(source.slice(node.startIndex, node.startIndex + 12));
}

function isOpenHeredoc(body: Node): boolean {
  const close = body.type === 'heredoc_body' ? body.lastChild : null;
  return close !== null && close.startIndex === close.endIndex;
}

function hasDefinitionAsSuperclass(node: Node): boolean {
  const superclass = node.type === 'class' ? node.childForFieldName('superclass') : null;
  const value = superclass?.firstNamedChild?.type;
  return value === 'method' || value === 'singleton_method' || value === 'class' || value === 'module';
}

/** The offset in a method or statement where it is wrong although it parses; -1 if there is none. */
export function findWrongOffset(source: string, node: Node, bodies: readonly Node[]): number {
  const text = source.slice(node.startIndex, node.endIndex);
  const keyword = findHiddenKeyword(text, node);
  return keyword >= 0 ? keyword : findUnclosedHeredoc(text, node, bodies);
}

/** The offset of a keyword that was read as a name. */
function findHiddenKeyword(text: string, node: Node): number {
  for (const match of text.matchAll(KEYWORD)) {
    const start = node.startIndex + match.index;
    const found = node.descendantForIndex(start, start + match[0].length);
    const isWhole = found !== null && found.endIndex - found.startIndex === match[0].length;
    if (isWhole && found.type === 'identifier' && !isName(found)) return match.index;
  }
  return -1;
}

/** A heredoc at the very end of the file, with nothing below it. */
function findUnclosedHeredoc(text: string, node: Node, bodies: readonly Node[]): number {
  if (!/<<[~-]?["'`\w]/.test(text)) return -1;
  const begun = node.descendantsOfType('heredoc_beginning');
  const ended = node.descendantsOfType('heredoc_body').length + bodies.length;
  return begun.length > ended ? begun[ended]!.startIndex - node.startIndex : -1;
}

function isName(identifier: Node): boolean {
  const parent = identifier.parent;
  if (parent === null || NAMING.has(parent.type)) return true;
  return parent.type === 'call' && parent.childForFieldName('receiver') !== null && isMethodOf(parent, identifier);
}

function isMethodOf(call: Node, identifier: Node): boolean {
  return call.childForFieldName('method')?.startIndex === identifier.startIndex;
}
