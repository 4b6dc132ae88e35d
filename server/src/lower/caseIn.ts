/**
 * case/in, `e in pattern` and `e => pattern`. A case is a chain of `if` on `match`; without an else it ends in
 * `raise NoMatchingPatternError`, as in Ruby.
 */
import type { Expr, Match } from '../ril/ril';
import { childOf, childrenOf, type SyntaxNode } from '../syntax/node';
import { call, negate, nilAt, positional, rootConst } from './build';
import { bindSubject, type Subject, subjectVar } from './caseSubject';
import { lowerCondition } from './conditionals';
import type { LowerContext, LowererTable } from './context';
import { spanOf } from './context';
import { lowerExpr, lowerNested, tooDeep } from './lowerExpr';
import { opaque } from './opaque';
import { lowerPattern } from './patterns';
import { lowerSequence } from './statements';
import { fieldOf, partsOf } from './syntaxParts';

export const caseInLowerers: LowererTable = {
  case_match: lowerCaseIn,
  test_pattern: (ctx, node) => lowerMatch(ctx, node, false),
  match_pattern: (ctx, node) => lowerMatch(ctx, node, true),
  in_clause: (ctx, node) => opaque(ctx, node, { kind: 'in-without-case' }),
};

function lowerMatch(ctx: LowerContext, node: SyntaxNode, raises: boolean): Expr {
  const value = childOf(node, 'value');
  const pattern = childOf(node, 'pattern');
  if (!value || !pattern) return opaque(ctx, node, { kind: 'missing-code' });
  const subject = lowerExpr(ctx, value);
  return { kind: 'match', span: spanOf(ctx, node), subject, pattern: lowerPattern(ctx, pattern), raises };
}

function lowerCaseIn(ctx: LowerContext, node: SyntaxNode): Expr {
  const value = fieldOf(node, 'value');
  if (!value) return opaque(ctx, node, { kind: 'missing-code' });
  const clauses = childrenOf(node, 'clauses');
  const subject = bindSubject(ctx, value, clauses.map(withoutBody));
  const chain = lowerClauses(ctx, subject, clauses, fieldOf(node, 'else'), node);
  return subject.around(spanOf(ctx, node), chain);
}

function withoutBody(clause: SyntaxNode): SyntaxNode {
  return { ...clause, children: clause.children.filter(child => child.field !== 'body') };
}

function lowerClauses(
  ctx: LowerContext,
  subject: Subject,
  [clause, ...others]: readonly SyntaxNode[],
  otherwise: SyntaxNode | null,
  node: SyntaxNode,
): Expr {
  if (!clause) return otherwise ? lowerSequence(ctx, partsOf(otherwise), otherwise) : raiseNoMatch(ctx, subject, node);
  const condition = lowerTest(ctx, subject, clause);
  const body = fieldOf(clause, 'body');
  const yes = body ? lowerSequence(ctx, partsOf(body), body) : nilAt(clause.end - ctx.base);
  const rest = () => lowerClauses(ctx, subject, others, otherwise, node);
  const no = lowerNested(ctx, rest, () => tooDeep(ctx, { ...node, start: (others[0] ?? node).start }));
  // The raise that replaces a missing else is reported at the `case` itself.
  const start = otherwise ? clause.start : node.start;
  return { kind: 'if', span: spanOf(ctx, { start, end: node.end }), condition, then: yes, else: no };
}

function lowerTest(ctx: LowerContext, subject: Subject, clause: SyntaxNode): Expr {
  const patternNode = childOf(clause, 'pattern');
  if (!patternNode) return opaque(ctx, clause, { kind: 'missing-code' });
  const span = spanOf(ctx, patternNode);
  const pattern = lowerPattern(ctx, patternNode);
  const match: Match = { kind: 'match', span, subject: subjectVar(subject, span), pattern, raises: false };
  const guard = fieldOf(clause, 'guard');
  const condition = guard && childOf(guard, 'condition');
  if (!guard || !condition) return match;
  const lowered = lowerCondition(ctx, condition);
  const right = guard.type === 'unless_guard' ? negate(lowered) : lowered;
  return { kind: 'and', span: { start: span.start, end: right.span.end }, left: match, right };
}

function raiseNoMatch(ctx: LowerContext, subject: Subject, node: SyntaxNode): Expr {
  const start = node.start - ctx.base;
  const span = { start, end: start + 'case'.length };
  const args = [positional(rootConst(span, 'NoMatchingPatternError')), positional(subjectVar(subject, span))];
  return call({ span, receiver: null, method: 'raise', methodSpan: span, args, madeBy: 'case' });
}
