/** `if … end`, `unless … end` and `case … end` in refinements. Without `else` they ask nothing where nothing matches. */
import type { Expr } from '../ril/ril';
import { sequenceUntil } from './exprLists';
import {
  acceptKeyword,
  acceptOperator,
  atKeyword,
  callNode,
  type ExprNode,
  type ExprReader,
  implication,
  next,
  node,
  unexpected,
} from './exprReader';
import type { ExprToken } from './exprScanner';
import { spanIn } from './sourceText';

/** `if p then q end` says that p implies q; with `else` it chooses. The closing `end` is read here. */
export function conditional(reader: ExprReader, word: ExprToken): ExprNode {
  const condition = reader.grammar.expression(reader);
  const then = branch(reader);
  const otherwise = elseBranch(reader);
  const end = reader.lastEnd;
  const positive = word.text !== 'unless';
  if (otherwise !== null) {
    const [yes, no] = positive ? [then, otherwise] : [otherwise, then];
    return choice(reader, condition.expr, yes.expr, no.expr, word.start, end);
  }
  if (positive) return implication(reader, condition, then, word.start, end);
  const span = spanIn(reader.source, word.start, end);
  return node({ kind: 'or', span, left: condition.expr, right: then.expr }, word.start, end);
}

function branch(reader: ExprReader): ExprNode {
  if (!acceptKeyword(reader, 'then')) acceptOperator(reader, ';');
  return sequenceUntil(reader, () => ['when', 'else', 'elsif', 'end'].some(word => atKeyword(reader, word)));
}

function elseBranch(reader: ExprReader): ExprNode | null {
  if (atKeyword(reader, 'elsif')) return conditional(reader, next(reader));
  const otherwise = acceptKeyword(reader, 'else') ? sequenceUntil(reader, () => atKeyword(reader, 'end')) : null;
  if (!acceptKeyword(reader, 'end')) unexpected(reader, '`end`');
  return otherwise;
}

function choice(reader: ExprReader, condition: Expr, yes: Expr, no: Expr, start: number, end: number): ExprNode {
  const span = spanIn(reader.source, start, end);
  return node({ kind: 'if', span, condition, then: yes, else: no }, start, end);
}

/** `case x when A, B then p else q end`. The subject is pure, so it may be asked again for each `when`. */
export function caseChoice(reader: ExprReader, word: ExprToken): ExprNode {
  const subject = atKeyword(reader, 'when') ? null : reader.grammar.expression(reader);
  acceptOperator(reader, ';');
  const arms: { readonly test: Expr; readonly value: Expr }[] = [];
  while (acceptKeyword(reader, 'when')) arms.push({ test: tests(reader, subject), value: branch(reader).expr });
  if (arms.length === 0) return unexpected(reader, '`when`');
  const otherwise = elseBranch(reader);
  const end = reader.lastEnd;
  const span = spanIn(reader.source, end, end);
  const last: Expr = otherwise?.expr ?? { kind: 'lit', span, value: { type: 'true' } };
  const expr = arms.reduceRight(
    (rest, { test, value }) => choice(reader, test, value, rest, word.start, end).expr,
    last,
  );
  return node(expr, word.start, end);
}

/** `when A, B`: A === x || B === x. */
function tests(reader: ExprReader, subject: ExprNode | null): Expr {
  const first = test(reader, subject);
  let all = first;
  while (acceptOperator(reader, ',')) {
    const other = test(reader, subject);
    const span = spanIn(reader.source, first.start, other.end);
    all = node({ kind: 'or', span, left: all.expr, right: other.expr }, first.start, other.end);
  }
  return all.expr;
}

function test(reader: ExprReader, subject: ExprNode | null): ExprNode {
  const value = reader.grammar.expression(reader);
  if (subject === null) return value;
  const { start, end } = value;
  const args = [{ type: 'positional', value: subject.expr } as const];
  const parts = {
    receiver: value.expr,
    method: '===',
    methodStart: start,
    methodEnd: start,
    args,
    madeBy: 'case' as const,
  };
  return callNode(reader, parts, start, end);
}
