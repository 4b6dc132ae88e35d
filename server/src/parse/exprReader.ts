/**
 * The state of the refinement parser, and constructors for the RIL it builds. The first mistake is reported and ends
 * parsing: missing parts become `opaque`, so that a partly read refinement is never proved.
 */
import type { Problem, ProblemArg } from '../base/problem';
import type { Span } from '../base/span';
import type { Arg, BlockArg, Call, Expr } from '../ril/ril';
import { type ExprToken, scanExpr } from './exprScanner';
import { placeIn, spanIn, type TextSource } from './sourceText';

/** An expression with its offsets in the string (not in the source). */
export interface ExprNode {
  readonly expr: Expr;
  readonly start: number;
  readonly end: number;
  /** The parts of a conjunction; each is proved separately. */
  readonly conjuncts: readonly ExprNode[] | null;
  /** The level and right operand of a comparison, so that `0 <= x < 60` can be continued. */
  readonly comparison: { readonly operator: string; readonly right: ExprNode } | null;
}

/** The parameters that a block without `| |` declares by mentioning `it`, `_1` … */
interface ImplicitParams {
  readonly names: Set<string>;
}

/** The mutually recursive rules, so that each can have its own file. */
export interface ExprGrammar {
  readonly expression: (reader: ExprReader) => ExprNode;
  /** Parses only operators that bind at least as tightly as `level`. */
  readonly operators: (reader: ExprReader, level: number) => ExprNode;
}

export interface ExprReader {
  readonly grammar: ExprGrammar;
  readonly text: string;
  readonly limit: number;
  readonly source: TextSource;
  readonly problems: Problem[];
  token: ExprToken;
  lastEnd: number;
  depth: number;
  locals: ReadonlySet<string>;
  implicit: ImplicitParams | null;
  /** The number of enclosing `? :`, in which `:` does not begin a symbol. */
  ternaries: number;
  /** The number of enclosing brackets whose commas separate. */
  brackets: number;
  failed: boolean;
}

export function createExprReader(
  grammar: ExprGrammar,
  text: string,
  source: TextSource,
  { start, end: limit }: Span,
  locals: ReadonlySet<string>,
): ExprReader {
  const token = scanExpr(text, start, limit, true);
  const base = { grammar, text, limit, source, locals, token };
  return { ...base, problems: [], lastEnd: start, depth: 0, implicit: null, ternaries: 0, brackets: 0, failed: false };
}

const ENDS_OPERAND = new Set([')', ']', '}']);
const VALUE_WORDS = new Set(['end', 'self', 'nil', 'true', 'false']);

function expectsOperandAfter(token: ExprToken): boolean {
  if (token.kind === 'operator') return !ENDS_OPERAND.has(token.text);
  return token.kind === 'keyword' && !VALUE_WORDS.has(token.text);
}

export function next(reader: ExprReader): ExprToken {
  const token = reader.token;
  reader.lastEnd = token.end;
  reader.token = scanExpr(reader.text, token.end, reader.limit, expectsOperandAfter(token));
  return token;
}

/** Continues at `offset`, where an operand begins. */
export function rescanAt(reader: ExprReader, offset: number): void {
  reader.token = scanExpr(reader.text, offset, reader.limit, true);
}

export function atOperator(reader: ExprReader, text: string): boolean {
  return reader.token.kind === 'operator' && reader.token.text === text;
}

export function atKeyword(reader: ExprReader, text: string): boolean {
  return reader.token.kind === 'keyword' && reader.token.text === text;
}

export function acceptOperator(reader: ExprReader, text: string): boolean {
  if (!atOperator(reader, text)) return false;
  next(reader);
  return true;
}

export function acceptKeyword(reader: ExprReader, text: string): boolean {
  if (!atKeyword(reader, text)) return false;
  next(reader);
  return true;
}

export function expectOperator(reader: ExprReader, text: string): void {
  if (!acceptOperator(reader, text)) reportUnexpected(reader, `\`${text}\``);
}

export function fail(
  reader: ExprReader,
  code: string,
  start: number,
  end: number,
  args: Readonly<Record<string, ProblemArg>>,
): ExprNode {
  if (!reader.failed) reader.problems.push({ code, place: placeIn(reader.source, start, end), args });
  reader.failed = true;
  reader.token = { kind: 'end', text: '', start: reader.limit, end: reader.limit };
  return brokenNode(reader, start, reader.limit);
}

export function reportUnexpected(reader: ExprReader, expected: string): ExprNode {
  const { kind, start, end } = reader.token;
  if (kind === 'end') {
    return fail(reader, 'LP2101', reader.lastEnd, reader.lastEnd, { expected, found: 'the end of the refinement' });
  }
  return fail(reader, 'LP2101', start, end, { expected, found: `\`${reader.text.slice(start, end)}\`` });
}

/** Reports a problem without ending parsing. */
export function reportProblem(
  reader: ExprReader,
  code: string,
  start: number,
  end: number,
  args: Readonly<Record<string, ProblemArg>>,
): void {
  if (!reader.failed) reader.problems.push({ code, place: placeIn(reader.source, start, end), args });
}

export function node(expr: Expr, start: number, end: number): ExprNode {
  return { expr, start, end, conjuncts: null, comparison: null };
}

export function brokenNode(reader: ExprReader, start: number, end: number): ExprNode {
  const span = spanIn(reader.source, start, end);
  return node({ kind: 'opaque', span, code: { kind: 'unreadable-refinement' }, assigns: [] }, start, end);
}

export interface CallParts {
  readonly receiver: Expr | null;
  readonly method: string;
  readonly methodStart: number;
  readonly methodEnd: number;
  readonly args: readonly Arg[];
  readonly block?: BlockArg | null;
  readonly safe?: boolean;
  readonly bare?: boolean;
  readonly madeBy?: Call['madeBy'];
}

export function callNode(reader: ExprReader, parts: CallParts, start: number, end: number): ExprNode {
  const expr: Call = {
    kind: 'call',
    span: spanIn(reader.source, start, end),
    receiver: parts.receiver,
    method: parts.method,
    methodSpan: spanIn(reader.source, parts.methodStart, parts.methodEnd),
    args: parts.args,
    block: parts.block ?? null,
    safe: parts.safe ?? false,
    bare: parts.bare ?? false,
    madeBy: parts.madeBy ?? 'source',
  };
  return node(expr, start, end);
}

/** p -> q, as `!p || q`. */
export function implicationNode(
  reader: ExprReader,
  premise: ExprNode,
  conclusion: ExprNode,
  start: number,
  end: number,
): ExprNode {
  const negated = negate(reader, premise);
  const span = spanIn(reader.source, start, end);
  return node({ kind: 'or', span, left: negated, right: conclusion.expr }, start, end);
}

function negate(reader: ExprReader, operand: ExprNode): Expr {
  const { start, end } = operand;
  const parts: CallParts = {
    receiver: operand.expr,
    method: '!',
    methodStart: start,
    methodEnd: start,
    args: [],
    madeBy: 'negation',
  };
  return callNode(reader, parts, start, end).expr;
}

const DEEPEST = 150;

/** Guards the stack: extreme nesting is reported as a problem in the refinement. */
export function readNested(reader: ExprReader, read: () => ExprNode): ExprNode {
  if (reader.depth >= DEEPEST) {
    return fail(reader, 'LP2016', reader.token.start, reader.token.end, { limit: DEEPEST });
  }
  reader.depth++;
  const result = read();
  reader.depth--;
  return result;
}
