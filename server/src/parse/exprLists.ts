/** Lists inside expressions: call arguments, elements, entries, and statements separated by `;`. */
import { matchAt } from '../base/matchAt';
import type { Arg, BlockArg, Expr } from '../ril/ril';
import {
  acceptOperator,
  atOperator,
  type ExprNode,
  type ExprReader,
  fail,
  next,
  node,
  reportUnexpected,
  rescanAt,
} from './exprReader';
import type { ExprToken } from './exprScanner';
import { spanIn } from './sourceText';

const LABEL = /([\p{L}_][\p{L}\p{N}_]*[?!]?):(?!:)/uy;
const QUOTED_LABEL = /(["'])((?:(?!\1)[^\\])*)\1:(?!:)/uy;

/** Reads up to and including the closing bracket. */
export function parseArgumentsUntil(reader: ExprReader, close: string, open: ExprToken): Arg[] {
  return [...parseCallArgumentsUntil(reader, close, open, false).args];
}

export interface CallArguments {
  readonly args: readonly Arg[];
  readonly pass: BlockArg | null;
}

/** Like argumentsUntil; with `passes`, `&block` may come last. */
export function parseCallArgumentsUntil(
  reader: ExprReader,
  close: string,
  open: ExprToken,
  passes: boolean,
): CallArguments {
  const outer = { ternaries: reader.ternaries, brackets: reader.brackets };
  reader.ternaries = 0;
  reader.brackets++;
  const args: Arg[] = [];
  let pass: BlockArg | null = null;
  while (!atOperator(reader, close) && reader.token.kind !== 'end' && pass === null) {
    pass = passes ? parseBlockPass(reader) : null;
    if (pass === null) args.push(parseArgument(reader));
    if (!acceptOperator(reader, ',')) break;
  }
  Object.assign(reader, outer);
  if (!acceptOperator(reader, close)) {
    if (reader.token.kind === 'end') fail(reader, 'LP2003', open.start, open.end, { open: open.text, close });
    else reportUnexpected(reader, `\`,\` or \`${close}\``);
  }
  return { args, pass };
}

/** Keywords such as `and` end the arguments of a call without parentheses. */
const ABOVE_WORDS = 4;

export function parseCommandArgument(reader: ExprReader): Arg {
  const label = labelAt(reader, reader.token.start);
  if (label !== null) return parseArgument(reader);
  const value = reader.grammar.operators(reader, ABOVE_WORDS).expr;
  if (!acceptOperator(reader, '=>')) return { type: 'positional', value };
  return { type: 'pair', key: value, value: reader.grammar.operators(reader, ABOVE_WORDS).expr };
}

export function parseArgument(reader: ExprReader): Arg {
  const { start } = reader.token;
  const label = labelAt(reader, start);
  if (label !== null) return parseKeywordArgument(reader, label, start);
  if (acceptOperator(reader, '*')) return parseSplat(reader, 'splat', start);
  if (acceptOperator(reader, '**')) return parseSplat(reader, 'doubleSplat', start);
  const value = reader.grammar.expression(reader).expr;
  if (!acceptOperator(reader, '=>')) return { type: 'positional', value };
  return { type: 'pair', key: value, value: reader.grammar.expression(reader).expr };
}

function parseSplat(reader: ExprReader, type: 'splat' | 'doubleSplat', start: number): Arg {
  const value = reader.grammar.expression(reader);
  return { type, span: spanIn(reader.source, start, value.end), value: value.expr };
}

function labelAt(reader: ExprReader, offset: number): { name: string; end: number } | null {
  const plain = matchAt(LABEL, reader.text, offset);
  if (plain !== null) return { name: plain[1]!, end: offset + plain[0].length };
  const withQuotes = matchAt(QUOTED_LABEL, reader.text, offset);
  return withQuotes === null ? null : { name: withQuotes[2]!, end: offset + withQuotes[0].length };
}

/** `a: e`; `a:` alone means `a: a`. */
function parseKeywordArgument(reader: ExprReader, label: { name: string; end: number }, start: number): Arg {
  reader.lastEnd = label.end;
  rescanAt(reader, label.end);
  const alone = [',', ')', '}', ']'].some(sign => atOperator(reader, sign));
  const value = alone ? expandShorthand(reader, label.name, start) : reader.grammar.expression(reader).expr;
  return { type: 'keyword', span: spanIn(reader.source, start, reader.lastEnd), name: label.name, value };
}

function expandShorthand(reader: ExprReader, name: string, start: number): Expr {
  const span = spanIn(reader.source, start, start + name.length);
  if (reader.locals.has(name)) return { kind: 'var', span, scope: 'local', name };
  const call = { kind: 'call', span, receiver: null, method: name, methodSpan: span, args: [], block: null } as const;
  return { ...call, safe: false, bare: true, madeBy: 'source' };
}

/** `&e`, the last argument of a call. */
function parseBlockPass(reader: ExprReader): BlockArg | null {
  if (!atOperator(reader, '&')) return null;
  const sign = next(reader);
  const value = reader.grammar.expression(reader);
  return { type: 'pass', span: spanIn(reader.source, sign.start, value.end), value: value.expr };
}

/** One or more expressions separated by `;`. */
export function parseSequenceUntil(reader: ExprReader, atEnd: () => boolean): ExprNode {
  const { start } = reader.token;
  const body: ExprNode[] = [];
  for (;;) {
    while (acceptOperator(reader, ';'));
    if (atEnd() || reader.token.kind === 'end') break;
    body.push(reader.grammar.expression(reader));
    if (!atOperator(reader, ';')) break;
  }
  const only = body[0];
  if (body.length === 1 && only !== undefined) return only;
  if (only === undefined) return reportUnexpected(reader, 'an expression');
  const end = body[body.length - 1]!.end;
  const span = spanIn(reader.source, start, end);
  return node({ kind: 'seq', span, body: body.map(part => part.expr) }, start, end);
}
