/**
 * The table of lowering: every node type of the grammar that can be an expression, by family. A node that the parser's
 * recovery created, or that has an error among its own children, is opaque; so is a type that is not in the table.
 */
import type { Expr } from '../ril/ril';
import { childOf, type SyntaxNode } from '../syntax/node';
import { assignmentLowerers } from './assignments';
import { blockLowerers } from './blocks';
import { callLowerers } from './calls';
import { caseInLowerers } from './caseIn';
import { caseWhenLowerers } from './caseWhen';
import { collectionLowerers } from './collections';
import { LEFT_FIELD } from './command';
import { conditionalLowerers } from './conditionals';
import type { LowerContext, LowererTable } from './context';
import { definitionLowerers } from './definitions';
import { lowerJumpOnLeft } from './jumpPrecedence';
import { jumpLowerers } from './jumps';
import { loopLowerers } from './loops';
import { nameLowerers } from './names';
import { numberLowerers } from './numbers';
import { opAssignLowerers } from './opAssign';
import { opaque } from './opaque';
import { operatorLowerers } from './operators';
import { patternLowerers } from './patterns';
import { statementLowerers } from './statements';
import { stringLowerers } from './strings';
import { hasError } from './syntaxParts';

export const LOWERERS: LowererTable = {
  ...nameLowerers,
  ...numberLowerers,
  ...stringLowerers,
  ...collectionLowerers,
  ...operatorLowerers,
  ...callLowerers,
  ...blockLowerers,
  ...assignmentLowerers,
  ...opAssignLowerers,
  ...conditionalLowerers,
  ...caseWhenLowerers,
  ...caseInLowerers,
  ...patternLowerers,
  ...loopLowerers,
  ...jumpLowerers,
  ...statementLowerers,
  ...definitionLowerers,
};

/** Lowered by the construct that contains them; on their own they are damage. */
export const PARTS: ReadonlySet<string> = new Set([
  'block_parameter',
  'block_parameters',
  'comment',
  'destructured_left_assignment',
  'destructured_parameter',
  'empty_statement',
  'exception_variable',
  'exceptions',
  'forward_parameter',
  'hash_splat_nil',
  'hash_splat_parameter',
  'heredoc_body',
  'heredoc_content',
  'heredoc_end',
  'if_guard',
  'in',
  'keyword_parameter',
  'lambda_parameters',
  'left_assignment_list',
  'method_parameters',
  'optional_parameter',
  'pattern',
  'rescue',
  'rest_assignment',
  'splat_parameter',
  'superclass',
  'uninterpreted',
  'unless_guard',
]);

/** These hold statements: an error among them is a separate statement and does not affect the others. */
const CONTAINERS = new Set(['program', 'body_statement', 'block_body', 'begin', 'then', 'do', 'else', 'ensure']);

export function lowerNode(ctx: LowerContext, node: SyntaxNode): Expr {
  if (node.type === 'ERROR') return opaque(ctx, node, { kind: 'syntax-error' });
  if (node.missing) return opaque(ctx, node, { kind: 'missing-code' });
  if (hasError(node) && !CONTAINERS.has(node.type)) return opaque(ctx, node, { kind: 'syntax-error' });
  if (isCutByNot(ctx, node)) return opaque(ctx, node, { kind: 'not-before-parentheses' });
  const jump = lowerJumpOnLeft(ctx, node);
  if (jump) return jump;
  const lowerer = Object.hasOwn(LOWERERS, node.type) ? LOWERERS[node.type] : undefined;
  return lowerer ? lowerer(ctx, node) : opaque(ctx, node, { kind: 'node', type: node.type });
}

/** `not (a).b` is `not ((a).b)`; the parser reads `(not (a)).b`, which is right only for `not(a).b`. */
function isCutByNot(ctx: LowerContext, node: SyntaxNode): boolean {
  const field = Object.hasOwn(LEFT_FIELD, node.type) ? LEFT_FIELD[node.type]! : null;
  const left = field ? childOf(node, field) : null;
  if (left?.type !== 'unary' || ['and', 'or'].includes(childOf(node, 'operator')?.type ?? '')) return false;
  return /^not\s/.test(ctx.file.text.slice(left.start, left.start + 4));
}
