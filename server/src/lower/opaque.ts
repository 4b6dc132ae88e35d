/**
 * Constructs that RIL cannot express. The names they may assign are collected from the syntax without recursion,
 * because an opaque node also replaces code that is nested too deep or damaged.
 */
import type { OpaqueCode } from '../problems/opaqueCode';
import type { Opaque } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import type { LowerContext } from './context';
import { declare } from './scope';

export function opaque(ctx: LowerContext, node: SyntaxNode, code: OpaqueCode): Opaque {
  const assigns = assignedNames(ctx.file.text, node);
  for (const name of assigns) declare(ctx.scope, name);
  return { kind: 'opaque', span: { start: node.start - ctx.base, end: node.end - ctx.base }, code, assigns };
}

/** Plain names among the children of these nodes are assigned. */
const TARGET_LISTS = new Set([
  'left_assignment_list',
  'destructured_left_assignment',
  'rest_assignment',
  'exception_variable',
  'array_pattern',
  'find_pattern',
  'hash_pattern',
  'in_clause',
  'as_pattern',
  'alternative_pattern',
  'parenthesized_pattern',
  'match_pattern',
  'test_pattern',
]);

/** Locals that a syntax node may assign, each once, in source order; in damaged code every name counts. */
export function assignedNames(text: string, root: SyntaxNode): readonly string[] {
  const names = new Set<string>();
  const pending: { node: SyntaxNode; parent: SyntaxNode | null; damaged: boolean }[] = [
    { node: root, parent: null, damaged: false },
  ];
  while (pending.length > 0) {
    const { node, parent, damaged } = pending.pop()!;
    const broken = damaged || node.type === 'ERROR';
    if (node.type === 'identifier' && (broken || isWritten(node, parent))) names.add(text.slice(node.start, node.end));
    if (node.type === 'keyword_pattern') addKeyword(text, node, names);
    if (node.type === 'regex') for (const name of namedCaptures(text.slice(node.start, node.end))) names.add(name);
    for (let i = node.children.length - 1; i >= 0; i--)
      pending.push({ node: node.children[i]!, parent: node, damaged: broken });
  }
  names.delete('');
  return [...names];
}

function isWritten(node: SyntaxNode, parent: SyntaxNode | null): boolean {
  if (!parent) return false;
  if (TARGET_LISTS.has(parent.type)) return node.field !== 'value' || parent.type === 'as_pattern';
  switch (parent.type) {
    case 'assignment':
    case 'operator_assignment':
      return node.field === 'left';
    case 'for':
      return node.field === 'pattern';
    case 'keyword_pattern':
      return node.field === 'value';
    case 'splat_parameter':
    case 'hash_splat_parameter':
      return true;
    default:
      return false;
  }
}

function addKeyword(text: string, node: SyntaxNode, names: Set<string>): void {
  const key = node.children.find(child => child.field === 'key');
  if (key?.type === 'hash_key_symbol' && !node.children.some(child => child.field === 'value'))
    names.add(text.slice(key.start, key.end));
}

/** The names of `(?<name>…)` in a regexp's source. */
export function namedCaptures(source: string): readonly string[] {
  return [...source.matchAll(/\(\?<([a-z_]\w*)>/gu)].map(match => match[1]!);
}
