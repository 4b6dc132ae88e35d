/** Fields whose value on entry matters: those that a method may read before it writes them, in the order of the source. */
import { childOf, type SyntaxNode } from '../syntax/node';
import { type RecordContext, textOf } from './context';

/** More would make the table of classes sparse. */
const MOST_FIELDS = 6;

export function findFieldsRead(ctx: RecordContext, body: SyntaxNode): readonly string[] {
  const read = new Set<string>();
  const written = new Set<string>();
  const visit = (node: SyntaxNode, isStatement: boolean): void => {
    if (DEFINITIONS.has(node.type)) return;
    if (node.type === 'instance_variable') {
      const name = textOf(ctx, node);
      if (!written.has(name)) read.add(name);
      return;
    }
    const target = node.type === 'assignment' ? childOf(node, 'left') : null;
    const field = target?.type === 'instance_variable' ? target : null;
    for (const child of node.children) if (child !== field) visit(child, node.type === 'body_statement');
    // Only a statement of the body itself is always executed.
    if (field !== null && isStatement) written.add(textOf(ctx, field));
  };
  visit(body, true);
  return [...read].slice(0, MOST_FIELDS);
}

const DEFINITIONS = new Set(['method', 'singleton_method', 'class', 'module', 'singleton_class']);
