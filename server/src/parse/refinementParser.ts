/**
 * Refinements -> RIL. A refinement is a Ruby expression with a few symbols of the paper; it is split at its top-level
 * conjunctions, because each conjunct is proved, reported and counted separately. A part that cannot be read becomes an
 * opaque clause next to its problem, so it is never proved by accident.
 */
import type { Problem } from '../base/problem';
import type { Arg, Expr } from '../ril/ril';
import type { Clause } from '../types/type';
import { parseArgument } from './exprLists';
import { parseOperators, parseWholeExpression } from './exprOperators';
import {
  atOperator,
  brokenNode,
  createExprReader,
  type ExprGrammar,
  type ExprNode,
  type ExprReader,
  next,
  reportUnexpected,
} from './exprReader';
import { parseQuoted } from './exprStrings';
import { placeIn, type TextSource } from './sourceText';

const GRAMMAR: ExprGrammar = { expression: parseWholeExpression, operators: parseOperators };

export interface ReadClauses {
  readonly clauses: readonly Clause[];
  readonly problems: readonly Problem[];
}

/** text[start, end) is the predicate; `binders` are names of values there, all other words are calls. */
export function parseClauses(
  text: string,
  source: TextSource,
  start: number,
  end: number,
  binders: ReadonlySet<string>,
): ReadClauses {
  const reader = createExprReader(GRAMMAR, text, source, { start, end }, binders);
  const whole = parseWholeExpression(reader);
  const nodes = [...(whole.conjuncts ?? [whole])];
  if (reader.failed) nodes.push(brokenNode(reader, nodes.pop()?.start ?? start, end));
  else if (reader.token.kind !== 'end' && !atOperator(reader, ',')) nodes.push(reportLeftOver(reader));
  const message = !reader.failed && atOperator(reader, ',') ? readMessage(reader) : null;
  if (message?.broken) nodes.push(message.broken);
  const clauses = nodes.map(node => makeClause(reader, node));
  return {
    clauses: message?.text ? clauses.map(clause => ({ ...clause, message: message.text })) : clauses,
    problems: reader.problems,
  };
}

interface Message {
  /** Empty: none. */
  readonly text: string;
  readonly broken: ExprNode | null;
}

/** `, "the price must be positive"` after the expression. */
function readMessage(reader: ExprReader): Message {
  const { start } = next(reader);
  const quoted = reader.token;
  if (quoted.kind !== 'string') {
    reportUnexpected(reader, 'a message in quotes');
    return { text: '', broken: brokenNode(reader, start, reader.limit) };
  }
  next(reader);
  const { expr } = parseQuoted(reader, quoted);
  const text = expr.kind === 'lit' && expr.value.type === 'string' ? expr.value.value.trim() : '';
  if (reader.failed) return { text, broken: brokenNode(reader, start, reader.limit) };
  return { text, broken: reader.token.kind === 'end' ? null : reportLeftOver(reader) };
}

/** A refinement in a string of its own. */
export function parseRefinement(text: string, source: TextSource, binders: ReadonlySet<string>): ReadClauses {
  return parseClauses(text, source, 0, text.length, binders);
}

/** A single expression in a string of its own. */
export function parseExpression(
  text: string,
  source: TextSource,
  binders: ReadonlySet<string>,
): { readonly expr: Expr; readonly problems: readonly Problem[] } {
  const reader = createExprReader(GRAMMAR, text, source, { start: 0, end: text.length }, binders);
  const whole = parseWholeExpression(reader);
  if (reader.token.kind !== 'end') reportLeftOver(reader);
  return { expr: whole.expr, problems: reader.problems };
}

/** `:pure, modifies: { t: :@min }`: labels after a type in a comment are parsed as the arguments of a call. */
export function parseArguments(
  text: string,
  source: TextSource,
  start: number,
): { readonly args: readonly Arg[]; readonly problems: readonly Problem[] } {
  const reader = createExprReader(GRAMMAR, text, source, { start, end: text.length }, new Set());
  const args: Arg[] = [];
  while (reader.token.kind !== 'end') {
    if (atOperator(reader, ',')) next(reader);
    else args.push(parseArgument(reader));
  }
  return { args, problems: reader.problems };
}

function reportLeftOver(reader: ExprReader): ExprNode {
  const { start } = reader.token;
  reportUnexpected(reader, 'an operator or the end of the refinement');
  return brokenNode(reader, start, reader.limit);
}

function makeClause(reader: ExprReader, node: ExprNode): Clause {
  return {
    expr: node.expr,
    text: reader.text.slice(node.start, node.end),
    place: placeIn(reader.source, node.start, node.end),
  };
}
