/**
 * Sequences of statements, and bodies: statements with rescue, else and ensure (of a def, a block, a class, begin). One
 * statement is itself, several are a `seq`, none is nil.
 */
import type { Arg, Expr, RescueClause } from '../ril/ril';
import { childrenOf, type SyntaxNode } from '../syntax/node';
import { lowerArg } from './arguments';
import { nilAt, seq } from './build';
import { applyCommentCast, selfByComment } from './commentCasts';
import type { LowerContext, LowererTable } from './context';
import { spanOf } from './context';
import { lowerExpr } from './lowerExpr';
import { fieldOf, firstPart, partsOf } from './syntaxParts';
import { lowerTarget } from './targets';

export const statementLowerers: LowererTable = {
  program: (ctx, node) => lowerSequence(ctx, partsOf(node), node),
  body_statement: lowerBody,
  block_body: lowerBody,
  begin: lowerBody,
  // The parser's wrappers around statements; reached only through the construct that contains them.
  then: lowerBody,
  do: lowerBody,
  else: lowerBody,
  ensure: lowerBody,
  parenthesized_statements: lowerParentheses,
  interpolation: lowerBody,
  rescue_modifier: lowerRescueModifier,
};

function lowerParentheses(ctx: LowerContext, node: SyntaxNode): Expr {
  return lowerSequence(ctx, partsOf(node), node);
}

/** The statements among `nodes`; `around` provides the place of an empty sequence. */
export function lowerSequence(ctx: LowerContext, nodes: readonly SyntaxNode[], around: SyntaxNode): Expr {
  const [first, ...others] = nodes;
  if (!first) return nilAt(around.start - ctx.base);
  const all = nodes.flatMap(one => [...selfByComment(ctx, one), applyCommentCast(ctx, one, lowerExpr(ctx, one))]);
  if (all.length === 1) return all[0]!;
  const span = spanOf(ctx, { start: first.start, end: (others.at(-1) ?? first).end });
  return seq(span, all);
}

const CLAUSES = new Set(['rescue', 'else', 'ensure']);

/** `body rescue … else … ensure …`: ensure is outermost, else runs after the body and is not rescued. */
export function lowerBody(ctx: LowerContext, node: SyntaxNode): Expr {
  const parts = partsOf(node);
  const statements = parts.filter(part => !CLAUSES.has(part.type));
  const clauses = parts.filter(part => CLAUSES.has(part.type));
  const body = lowerSequence(ctx, statements, node);
  return clauses.length === 0 ? body : lowerClauses(ctx, node, body, clauses);
}

function lowerClauses(ctx: LowerContext, node: SyntaxNode, body: Expr, clauses: readonly SyntaxNode[]): Expr {
  const rescues = clauses.filter(clause => clause.type === 'rescue').map(clause => lowerRescue(ctx, clause));
  const otherwise = clauses.find(clause => clause.type === 'else');
  const always = clauses.find(clause => clause.type === 'ensure');
  const span = spanOf(ctx, node);
  const orElse = otherwise ? lowerSequence(ctx, partsOf(otherwise), otherwise) : null;
  const guarded = addRescue(span, body, rescues, orElse);
  if (!always) return guarded;
  return { kind: 'ensure', span, body: guarded, ensure: lowerSequence(ctx, partsOf(always), always) };
}

function addRescue(span: Expr['span'], body: Expr, clauses: readonly RescueClause[], orElse: Expr | null): Expr {
  if (clauses.length > 0) return { kind: 'rescue', span, body, clauses, else: orElse };
  return orElse ? seq(span, [body, orElse]) : body;
}

function lowerRescue(ctx: LowerContext, node: SyntaxNode): RescueClause {
  const classes = childrenOf(node, 'exceptions')
    .flatMap(list => partsOf(list))
    .map((part): Arg => lowerArg(ctx, part));
  const variable = fieldOf(node, 'variable');
  const named = variable && firstPart(variable);
  const target = named ? lowerTarget(ctx, named) : null;
  const body = fieldOf(node, 'body');
  return {
    span: spanOf(ctx, node),
    classes,
    target,
    body: body ? lowerBody(ctx, body) : nilAt(node.end - ctx.base),
  };
}

/** `body rescue handler` catches StandardError. */
function lowerRescueModifier(ctx: LowerContext, node: SyntaxNode): Expr {
  const body = lowerField(ctx, node, 'body');
  const handlerNode = fieldOf(node, 'handler');
  const handler = lowerField(ctx, node, 'handler');
  const span = handlerNode ? spanOf(ctx, handlerNode) : handler.span;
  const clause: RescueClause = { span, classes: [], target: null, body: handler };
  return { kind: 'rescue', span: spanOf(ctx, node), body, clauses: [clause], else: null };
}

/** The expression in a field; nil at the node's end if it is missing. */
export function lowerField(ctx: LowerContext, node: SyntaxNode, field: string): Expr {
  const child = fieldOf(node, field);
  return child ? lowerExpr(ctx, child) : nilAt(node.end - ctx.base);
}
