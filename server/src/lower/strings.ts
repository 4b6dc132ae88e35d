/**
 * String, symbol, regexp and command literals. escapes.ts reads the source between the delimiters; the parser only
 * provides the interpolations. Without any, the literal is a `lit` (a command never is).
 */
import type { Expr, Interpolate, Lit } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import { lit } from './build';
import type { LowerContext, LowererTable } from './context';
import { spanOf, textOf } from './context';
import { addSource, type StringStyle } from './escapes';
import { heredocParts } from './heredocs';
import { lowerExpr } from './lowerExpr';
import { opaque } from './opaque';
import { finishText, joinParts, type StringPart, textParts } from './stringParts';
import { emptyText } from './stringText';
import { partsOf } from './syntaxParts';

export const stringLowerers: LowererTable = {
  string: (ctx, node) => finishLiteral(ctx, node, 'string', quotedParts(ctx, node)),
  bare_string: (ctx, node) => finishLiteral(ctx, node, 'string', quotedParts(ctx, node)),
  bare_symbol: (ctx, node) => finishLiteral(ctx, node, 'symbol', quotedParts(ctx, node)),
  chained_string: lowerChain,
  delimited_symbol: (ctx, node) => finishLiteral(ctx, node, 'symbol', quotedParts(ctx, node)),
  simple_symbol: (ctx, node) => lit(spanOf(ctx, node), { type: 'symbol', value: textOf(ctx, node).slice(1) }),
  hash_key_symbol: (ctx, node) => lit(spanOf(ctx, node), { type: 'symbol', value: textOf(ctx, node) }),
  regex: lowerRegexp,
  subshell: (ctx, node) => finishLiteral(ctx, node, 'command', quotedParts(ctx, node)),
  character: lowerCharacter,
  heredoc_beginning: lowerHeredoc,
  string_content: (ctx, node) => opaque(ctx, node, { kind: 'string-without-quotes' }),
  escape_sequence: (ctx, node) => opaque(ctx, node, { kind: 'escape-without-string' }),
};

type LiteralKind = Interpolate['as'];

/** Adjacent literals. After a string, `%q(a)` is the operator `%`, not a literal; the parser does not see that. */
function lowerChain(ctx: LowerContext, node: SyntaxNode): Expr {
  const strings = partsOf(node);
  if (strings.slice(1).some(string => ctx.file.text[string.start] === '%'))
    return opaque(ctx, node, { kind: 'percent-after-string' });
  return finishLiteral(ctx, node, 'string', joinParts(strings.map(string => quotedParts(ctx, string))));
}

/** The key of `"a": 1`. */
export function lowerSymbolKey(ctx: LowerContext, node: SyntaxNode): Expr {
  return finishLiteral(ctx, node, 'symbol', quotedParts(ctx, node));
}

/** One word of `%w[…]` or `%I[…]`. */
export function lowerWord(ctx: LowerContext, list: SyntaxNode, word: SyntaxNode, as: 'string' | 'symbol'): Expr {
  const opener = list.children[0] ? textOf(ctx, list.children[0]).trim() : '%w[';
  const style: StringStyle = /^%[WI]/.test(opener)
    ? { type: 'double' }
    : { type: 'words', delimiters: delimitersOf(opener) };
  return finishLiteral(ctx, word, as, textParts(ctx, word.start, word.end, word.children, style));
}

function quotedParts(ctx: LowerContext, node: SyntaxNode): readonly StringPart[] {
  const tokens = node.children.filter(child => !child.named);
  const opener = tokens[0];
  const closer = tokens.length > 1 ? tokens.at(-1)! : null;
  const start = opener ? opener.end : node.start;
  const end = closer ? closer.start : node.end;
  const style = opener ? styleOf(textOf(ctx, opener)) : ({ type: 'double' } as const);
  return textParts(ctx, start, end, node.children, style);
}

function styleOf(opener: string): StringStyle {
  const delimiters = delimitersOf(opener);
  if (/^(\/|%r)/.test(opener)) return { type: 'regexp', delimiters };
  if (/^(:?'|%[qs])/.test(opener)) return { type: 'single', delimiters };
  return { type: 'double' };
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

function delimitersOf(opener: string): string {
  const open = opener.at(-1) ?? '';
  return open + (CLOSING[open] ?? '');
}

function finishLiteral(
  ctx: LowerContext,
  node: SyntaxNode,
  as: LiteralKind,
  parts: readonly StringPart[],
  flags = '',
): Expr {
  const span = spanOf(ctx, node);
  const unknown = parts.map(part => (part.type === 'text' ? part.text.unknown : null)).find(reason => reason !== null);
  if (unknown) return opaque(ctx, node, unknown);
  const [only] = parts;
  if (as !== 'command' && parts.length <= 1 && only?.type !== 'expr')
    return makeLiteral(ctx, span, as, only ?? null, flags);
  return { kind: 'interpolate', span, as, parts: parts.map(part => partExpr(ctx, part)), flags };
}

function makeLiteral(
  ctx: LowerContext,
  span: Lit['span'],
  as: LiteralKind,
  part: StringPart | null,
  flags: string,
): Lit {
  const text = part?.type === 'text' ? part.text : emptyText();
  if (as === 'symbol') return lit(span, { type: 'symbol', value: text.value });
  if (as === 'regexp') return lit(span, { type: 'regexp', value: text.value, flags });
  return lit(span, finishText(ctx, text));
}

function partExpr(ctx: LowerContext, part: StringPart): Expr {
  return part.type === 'expr' ? lowerExpr(ctx, part.node) : lit(spanOf(ctx, part), finishText(ctx, part.text));
}

function lowerRegexp(ctx: LowerContext, node: SyntaxNode): Expr {
  const closer = node.children.filter(child => !child.named).at(-1);
  const flags = closer ? textOf(ctx, closer).slice(1) : '';
  return finishLiteral(ctx, node, 'regexp', quotedParts(ctx, node), [...flags].sort().join(''));
}

/** `?a`, `?\n`; the parser cuts `?\ ` to `?\`. */
function lowerCharacter(ctx: LowerContext, node: SyntaxNode): Expr {
  const source = ctx.file.text;
  const end = source.slice(node.start, node.end + 1) === '?\\ ' ? node.end + 1 : node.end;
  const text = emptyText();
  addSource(text, source, node.start + 1, end, { type: 'double' });
  return finishLiteral(ctx, node, 'string', [{ type: 'text', start: node.start + 1, end, text }]);
}

function lowerHeredoc(ctx: LowerContext, node: SyntaxNode): Expr {
  const heredoc = heredocParts(ctx, node);
  if (!heredoc) return opaque(ctx, node, { kind: 'heredoc' });
  return finishLiteral(ctx, node, heredoc.isCommand ? 'command' : 'string', heredoc.parts);
}
