/**
 * case/when: a chain of `if` on `value === subject`. The subject is evaluated once, into a temporary unless it is a
 * plain local that no `when` assigns (so that later phases can narrow that local). Without a subject the values are the
 * conditions.
 */
import type { Expr } from '../ril/ril';
import { childrenOf, type SyntaxNode } from '../syntax/node';
import { call, local, nilAt, positional } from './build';
import { bindSubject, type Subject, subjectVar } from './caseSubject';
import { lowerCondition } from './conditionals';
import type { LowerContext, LowererTable } from './context';
import { spanOf, temporaryName } from './context';
import { lowerExpr, lowerNested, tooDeep } from './lowerExpr';
import { opaque } from './opaque';
import { lowerSequence } from './statements';
import { fieldOf, firstPart, partsOf } from './syntaxParts';

export const caseWhenLowerers: LowererTable = {
  case: lowerCase,
  when: (ctx, node) => opaque(ctx, node, { kind: 'when-without-case' }),
};

function lowerCase(ctx: LowerContext, node: SyntaxNode): Expr {
  const valueNode = fieldOf(node, 'value');
  const clauses = partsOf(node).filter(part => part.type === 'when');
  const otherwise = partsOf(node).find(part => part.type === 'else') ?? null;
  const subject = valueNode && bindSubject(ctx, valueNode, clauses.flatMap(patternsOf));
  const chain = lowerClauses(ctx, subject, clauses, otherwise, node);
  return subject ? subject.around(spanOf(ctx, node), chain) : chain;
}

function patternsOf(clause: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(clause, 'pattern');
}

function lowerClauses(
  ctx: LowerContext,
  subject: Subject | null,
  [clause, ...others]: readonly SyntaxNode[],
  otherwise: SyntaxNode | null,
  node: SyntaxNode,
): Expr {
  if (!clause) return otherwise ? lowerSequence(ctx, partsOf(otherwise), otherwise) : nilAt(node.end - ctx.base);
  const condition = anyOf(
    patternsOf(clause).map(pattern => lowerTest(ctx, subject, pattern)),
    clause.start - ctx.base,
  );
  const body = fieldOf(clause, 'body');
  const yes = body ? lowerSequence(ctx, partsOf(body), body) : nilAt(clause.end - ctx.base);
  const rest = () => lowerClauses(ctx, subject, others, otherwise, node);
  const no = lowerNested(ctx, rest, () => tooDeep(ctx, { ...node, start: (others[0] ?? node).start }));
  const end = others.length > 0 || otherwise ? node.end : clause.end;
  return { kind: 'if', span: spanOf(ctx, { start: clause.start, end }), condition, then: yes, else: no };
}

/** `a || b || c …`, balanced, so that a long list of values does not become a deep tree. */
function anyOf(tests: readonly Expr[], at: number): Expr {
  if (tests.length === 0) return nilAt(at);
  if (tests.length === 1) return tests[0]!;
  const middle = tests.length >> 1;
  const left = anyOf(tests.slice(0, middle), at);
  const right = anyOf(tests.slice(middle), at);
  return { kind: 'or', span: { start: left.span.start, end: right.span.end }, left, right };
}

function lowerTest(ctx: LowerContext, subject: Subject | null, pattern: SyntaxNode): Expr {
  const value = pattern.type === 'pattern' ? firstPart(pattern) : pattern;
  if (!value) return nilAt(pattern.start - ctx.base);
  if (value.type === 'splat_argument') return lowerSplatTest(ctx, subject, value);
  return subject ? isCase(lowerExpr(ctx, value), subject) : lowerCondition(ctx, value);
}

function isCase(receiver: Expr, subject: Subject): Expr {
  const { span } = receiver;
  const methodSpan = { start: span.start, end: span.start };
  const args = [positional(subjectVar(subject, span))];
  return call({ span, receiver, method: '===', methodSpan, args, madeBy: 'case' });
}

/** `when *list`: `[*list].any? { |v| v === subject }`. */
function lowerSplatTest(ctx: LowerContext, subject: Subject | null, splat: SyntaxNode): Expr {
  const span = spanOf(ctx, splat);
  const inner = firstPart(splat);
  const value = inner && lowerExpr(ctx, inner);
  const receiver: Expr = { kind: 'array', span, elements: [{ type: 'splat', span, value }] };
  const methodSpan = { start: span.start, end: span.start };
  const name = temporaryName(ctx);
  const body = subject ? isCase(local(span, name), subject) : local(span, name);
  const params = [{ kind: 'required' as const, span, name, default: null, destructure: null }];
  const block = { span, params, locals: [], implicitParams: false, ownScope: true, body };
  return call({ span, receiver, method: 'any?', methodSpan, block: { type: 'block', block }, madeBy: 'case' });
}
