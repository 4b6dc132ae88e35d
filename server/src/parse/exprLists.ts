/** Lists inside expressions: call arguments, elements, entries, and statements separated by `;`. */
import type { Arg, BlockArg, Expr } from '../ril/ril';
import {
  acceptOperator,
  atOperator,
  type ExprNode,
  type ExprReader,
  fail,
  next,
  node,
  rescanAt,
  unexpected,
} from './exprReader';
import type { ExprToken } from './exprScanner';
import { spanIn } from './sourceText';

const LABEL = /([\p{L}_][\p{L}\p{N}_]*[?!]?):(?!:)/uy;
const QUOTED_LABEL = /(["'])((?:(?!\1)[^\\])*)\1:(?!:)/uy;

/** Reads to the closing bracket, and over it. */
export function argumentsUntil(reader: ExprReader, close: string, open: ExprToken): Arg[] {
  return [...callArgumentsUntil(reader, close, open, false).args];
}

export interface CallArguments {
  readonly args: readonly Arg[];
  readonly pass: BlockArg | null;
}

/** As argumentsUntil; `passes`: `&block` may come last. */
export function callArgumentsUntil(reader: ExprReader, close: string, open: ExprToken, passes: boolean): CallArguments {
  const outer = { ternaries: reader.ternaries, brackets: reader.brackets };
  reader.ternaries = 0;
  reader.brackets++;
  const args: Arg[] = [];
  let pass: BlockArg | null = null;
  while (!atOperator(reader, close) && reader.token.kind !== 'end' && pass === null) {
    pass = passes ? blockPass(reader) : null;
    if (pass === null) args.push(argument(reader));
    if (!acceptOperator(reader, ',')) break;
  }
  Object.assign(reader, outer);
  if (!acceptOperator(reader, close)) {
    if (reader.token.kind === 'end') fail(reader, 'LP2003', open.start, open.end, { open: open.text, close });
    else unexpected(reader, `\`,\` or \`${close}\``);
  }
  return { args, pass };
}

/** Words like `and` end the arguments of a call without parentheses. */
const ABOVE_WORDS = 4;

export function commandArgument(reader: ExprReader): Arg {
  const label = labelAt(reader, reader.token.start);
  if (label !== null) return argument(reader);
  const value = reader.grammar.operators(reader, ABOVE_WORDS).expr;
  if (!acceptOperator(reader, '=>')) return { type: 'positional', value };
  return { type: 'pair', key: value, value: reader.grammar.operators(reader, ABOVE_WORDS).expr };
}

export function argument(reader: ExprReader): Arg {
  const { start } = reader.token;
  const label = labelAt(reader, start);
  if (label !== null) return keywordArgument(reader, label, start);
  if (acceptOperator(reader, '*')) return spread(reader, 'splat', start);
  if (acceptOperator(reader, '**')) return spread(reader, 'doubleSplat', start);
  const value = reader.grammar.expression(reader).expr;
  if (!acceptOperator(reader, '=>')) return { type: 'positional', value };
  return { type: 'pair', key: value, value: reader.grammar.expression(reader).expr };
}

function spread(reader: ExprReader, type: 'splat' | 'doubleSplat', start: number): Arg {
  const value = reader.grammar.expression(reader);
  return { type, span: spanIn(reader.source, start, value.end), value: value.expr };
}

function labelAt(reader: ExprReader, offset: number): { name: string; end: number } | null {
  LABEL.lastIndex = offset;
  const plain = LABEL.exec(reader.text);
  if (plain !== null) return { name: plain[1]!, end: offset + plain[0].length };
  QUOTED_LABEL.lastIndex = offset;
  const withQuotes = QUOTED_LABEL.exec(reader.text);
  return withQuotes === null ? null : { name: withQuotes[2]!, end: offset + withQuotes[0].length };
}

/** `a: e`; `a:` alone means `a: a`. */
function keywordArgument(reader: ExprReader, label: { name: string; end: number }, start: number): Arg {
  reader.lastEnd = label.end;
  rescanAt(reader, label.end);
  const alone = [',', ')', '}', ']'].some(sign => atOperator(reader, sign));
  const value = alone ? shorthand(reader, label.name, start) : reader.grammar.expression(reader).expr;
  return { type: 'keyword', span: spanIn(reader.source, start, reader.lastEnd), name: label.name, value };
}

function shorthand(reader: ExprReader, name: string, start: number): Expr {
  const span = spanIn(reader.source, start, start + name.length);
  if (reader.locals.has(name)) return { kind: 'var', span, scope: 'local', name };
  const call = { kind: 'call', span, receiver: null, method: name, methodSpan: span, args: [], block: null } as const;
  return { ...call, safe: false, bare: true, madeBy: 'source' };
}

/** `&e`, the last of a call's arguments. */
function blockPass(reader: ExprReader): BlockArg | null {
  if (!atOperator(reader, '&')) return null;
  const sign = next(reader);
  const value = reader.grammar.expression(reader);
  return { type: 'pass', span: spanIn(reader.source, sign.start, value.end), value: value.expr };
}

/** One or more expressions with `;` between them. */
export function sequenceUntil(reader: ExprReader, atEnd: () => boolean): ExprNode {
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
  if (only === undefined) return unexpected(reader, 'an expression');
  const end = body[body.length - 1]!.end;
  const span = spanIn(reader.source, start, end);
  return node({ kind: 'seq', span, body: body.map(part => part.expr) }, start, end);
}
