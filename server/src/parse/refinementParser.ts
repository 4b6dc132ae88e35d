/**
 * Refinements -> RIL. A refinement is a Ruby expression with a few signs of the paper's; it is split at its top-level
 * conjunctions, because each conjunct is proved, underlined and counted by itself. What cannot be read becomes an
 * opaque clause next to its problem: it can never be proved by accident.
 */
import type { Problem } from '../base/problem';
import type { Arg, Expr } from '../ril/ril';
import type { Clause } from '../types/type';
import { argument } from './exprLists';
import { expression, operators } from './exprOperators';
import {
  atOperator,
  broken,
  createExprReader,
  type ExprGrammar,
  type ExprNode,
  type ExprReader,
  next,
  unexpected,
} from './exprReader';
import { placeIn, type TextSource } from './sourceText';

const GRAMMAR: ExprGrammar = { expression, operators };

export interface ReadClauses {
  readonly clauses: readonly Clause[];
  readonly problems: readonly Problem[];
}

/** text[start, end) is the predicate; `binders` are the names that are values there, all other words are calls. */
export function parseClauses(
  text: string,
  source: TextSource,
  start: number,
  end: number,
  binders: ReadonlySet<string>,
): ReadClauses {
  const reader = createExprReader(GRAMMAR, text, source, start, end, binders);
  const whole = expression(reader);
  const nodes = [...(whole.conjuncts ?? [whole])];
  if (reader.failed) nodes.push(broken(reader, nodes.pop()?.start ?? start, end));
  else if (reader.token.kind !== 'end') nodes.push(leftOver(reader));
  return { clauses: nodes.map(node => clause(reader, node)), problems: reader.problems };
}

/** A refinement given as a text of its own. */
export function parseRefinement(text: string, source: TextSource, binders: ReadonlySet<string>): ReadClauses {
  return parseClauses(text, source, 0, text.length, binders);
}

/** One expression, for those who ask about a text of their own. */
export function parseExpression(
  text: string,
  source: TextSource,
  binders: ReadonlySet<string>,
): { readonly expr: Expr; readonly problems: readonly Problem[] } {
  const reader = createExprReader(GRAMMAR, text, source, 0, text.length, binders);
  const whole = expression(reader);
  if (reader.token.kind !== 'end') leftOver(reader);
  return { expr: whole.expr, problems: reader.problems };
}

/** `:pure, modifies: { t: :@min }`: labels after a type in a comment are read as a call's arguments. */
export function parseArguments(
  text: string,
  source: TextSource,
  start: number,
): { readonly args: readonly Arg[]; readonly problems: readonly Problem[] } {
  const reader = createExprReader(GRAMMAR, text, source, start, text.length, new Set());
  const args: Arg[] = [];
  while (reader.token.kind !== 'end') {
    if (atOperator(reader, ',')) next(reader);
    else args.push(argument(reader));
  }
  return { args, problems: reader.problems };
}

function leftOver(reader: ExprReader): ExprNode {
  const { start } = reader.token;
  unexpected(reader, 'an operator or the end of the refinement');
  return broken(reader, start, reader.limit);
}

function clause(reader: ExprReader, node: ExprNode): Clause {
  return {
    expr: node.expr,
    text: reader.text.slice(node.start, node.end),
    place: placeIn(reader.source, node.start, node.end),
  };
}
