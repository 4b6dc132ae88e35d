/**
 * Statements that never complete normally because each path through them ends in a jump. Ruby rejects such a statement
 * as a value ("void value expression").
 */
import { childOf, childrenOf, type SyntaxNode } from '../syntax/node';
import { codeIn } from './context';

const JUMPS = new Set(['return', 'break', 'next', 'redo', 'retry']);
const CLAUSES = new Set(['rescue', 'else', 'ensure']);

export function mayComplete(node: SyntaxNode): boolean {
  if (JUMPS.has(node.type)) return false;
  switch (node.type) {
    case 'body_statement':
    case 'begin':
      return mayBodyComplete(node);
    case 'parenthesized_statements':
    case 'then':
    case 'else':
      return mayAllComplete(codeIn(node));
    case 'if':
    case 'unless':
    case 'elsif':
    case 'conditional': {
      const arms = [childOf(node, 'consequence'), childOf(node, 'alternative')];
      return arms.some(arm => arm === null || mayComplete(arm));
    }
    case 'case':
    case 'case_match': {
      const otherwise = node.children.find(child => child.type === 'else');
      const arms = node.children.filter(child => child.type === 'when' || child.type === 'in_clause');
      return !otherwise || mayComplete(otherwise) || arms.some(arm => childrenOf(arm, 'body').every(mayComplete));
    }
    case 'binary':
      return isConnective(node) ? mayFieldComplete(node, 'left') : true;
    default:
      return true;
  }
}

/** `ensure` does not matter: a jump in it is rare, and wrapping it does no harm. */
function mayBodyComplete(node: SyntaxNode): boolean {
  const parts = codeIn(node);
  const statements = parts.filter(part => !CLAUSES.has(part.type));
  const rescues = parts.filter(part => part.type === 'rescue');
  const otherwise = parts.find(part => part.type === 'else');
  const normally = mayAllComplete(statements) && (otherwise === undefined || mayComplete(otherwise));
  return normally || rescues.some(clause => childrenOf(clause, 'body').every(mayComplete));
}

function mayAllComplete(statements: readonly SyntaxNode[]): boolean {
  return statements.every(mayComplete);
}

function mayFieldComplete(node: SyntaxNode, field: string): boolean {
  const child = childOf(node, field);
  return child === null || mayComplete(child);
}

export function isConnective(node: SyntaxNode): boolean {
  return CONNECTIVES.has(childOf(node, 'operator')?.type ?? '');
}

const CONNECTIVES = new Set(['&&', '||', 'and', 'or']);
