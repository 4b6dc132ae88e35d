/** `if … end`, `unless … end` and `case … end` in refinements. Without `else` they are true where no branch applies. */
import type { Expr } from '../ril/ril';
import { parseSequenceUntil } from './exprLists';
import {
  acceptKeyword,
  acceptOperator,
  atKeyword,
  callNode,
  type ExprNode,
  type ExprReader,
  implicationNode,
  next,
  node,
  reportUnexpected,
} from './exprReader';
import type { ExprToken } from './exprScanner';
import { spanIn } from './sourceText';

/** `if p then q end` means that p implies q; with `else` it chooses. Consumes the closing `end`. */
export function parseConditional(reader: ExprReader, word: ExprToken): ExprNode {
  const condition = reader.grammar.expression(reader);
  const then = parseBranch(reader);
  const otherwise = parseElse(reader);
  const end = reader.lastEnd;
  const positive = word.text !== 'unless';
  if (otherwise !== null) {
    const [yes, no] = positive ? [then, otherwise] : [otherwise, then];
    return choiceNode(reader, { condition: condition.expr, yes: yes.expr, no: no.expr }, word.start, end);
  }
  if (positive) return implicationNode(reader, condition, then, word.start, end);
  const span = spanIn(reader.source, word.start, end);
  return node({ kind: 'or', span, left: condition.expr, right: then.expr }, word.start, end);
}

function parseBranch(reader: ExprReader): ExprNode {
  if (!acceptKeyword(reader, 'then')) acceptOperator(reader, ';');
  return parseSequenceUntil(reader, () => ['when', 'else', 'elsif', 'end'].some(word => atKeyword(reader, word)));
}

function parseElse(reader: ExprReader): ExprNode | null {
  if (atKeyword(reader, 'elsif')) return parseConditional(reader, next(reader));
  const otherwise = acceptKeyword(reader, 'else') ? parseSequenceUntil(reader, () => atKeyword(reader, 'end')) : null;
  if (!acceptKeyword(reader, 'end')) reportUnexpected(reader, '`end`');
  return otherwise;
}

interface Choice {
  readonly condition: Expr;
  readonly yes: Expr;
  readonly no: Expr;
}

function choiceNode(reader: ExprReader, { condition, yes, no }: Choice, start: number, end: number): ExprNode {
  const span = spanIn(reader.source, start, end);
  return node({ kind: 'if', span, condition, then: yes, else: no }, start, end);
}

/** `case x when A, B then p else q end`. The subject is pure, so each `when` may evaluate it again. */
export function parseCase(reader: ExprReader, word: ExprToken): ExprNode {
  const subject = atKeyword(reader, 'when') ? null : reader.grammar.expression(reader);
  acceptOperator(reader, ';');
  const arms: { readonly test: Expr; readonly value: Expr }[] = [];
  while (acceptKeyword(reader, 'when'))
    arms.push({ test: parseTests(reader, subject), value: parseBranch(reader).expr });
  if (arms.length === 0) return reportUnexpected(reader, '`when`');
  const otherwise = parseElse(reader);
  const end = reader.lastEnd;
  const span = spanIn(reader.source, end, end);
  const last: Expr = otherwise?.expr ?? { kind: 'lit', span, value: { type: 'true' } };
  const expr = arms.reduceRight(
    (rest, { test, value }) => choiceNode(reader, { condition: test, yes: value, no: rest }, word.start, end).expr,
    last,
  );
  return node(expr, word.start, end);
}

/** `when A, B`: A === x || B === x. */
function parseTests(reader: ExprReader, subject: ExprNode | null): Expr {
  const first = parseTest(reader, subject);
  let all = first;
  while (acceptOperator(reader, ',')) {
    const other = parseTest(reader, subject);
    const span = spanIn(reader.source, first.start, other.end);
    all = node({ kind: 'or', span, left: all.expr, right: other.expr }, first.start, other.end);
  }
  return all.expr;
}

function parseTest(reader: ExprReader, subject: ExprNode | null): ExprNode {
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
