/**
 * Describes the damage in a chunk that does not parse, as precisely as indentation allows: a construct without its
 * `end`, an extra `end`, or the first error of tree-sitter.
 */
import type { Node } from 'web-tree-sitter';
import type { Span } from '../base/span';
import { type Chunk, closerOf } from './rubyChunks';
import { openQuote, replaceLiterals, type SourceLine } from './rubyLines';
import type { SliceStore } from './rubySlices';

export interface Damage {
  readonly kind: 'unclosed' | 'stray-end' | 'unfinished' | 'open' | 'missing' | 'unexpected';
  /** The code that cannot be analysed because of it. */
  readonly span: Span;
  /** Where the damage is visible. */
  readonly at: Span;
  /** The first line of the code that cannot be analysed. */
  readonly header: string;
  /** The opening line, the operator at the end, the open bracket or quote, the missing token or the unexpected source. */
  readonly token: string;
}

export interface DamagedText {
  readonly text: string;
  readonly lines: readonly SourceLine[];
  readonly slices: SliceStore;
}

export function damageOf(file: DamagedText, chunk: Chunk, span: Span): Damage {
  const header = lineText(file, chunk.from);
  const unclosed = findUnclosedLine(file.lines, chunk);
  const stray = unclosed === null ? findStrayEnd(file.lines, chunk) : null;
  if (unclosed !== null)
    return { kind: 'unclosed', span, at: lineSpan(file, unclosed), header, token: lineText(file, unclosed) };
  if (stray !== null) return { kind: 'stray-end', span, at: lineSpan(file, stray), header, token: 'end' };
  return { ...(findUnfinishedLine(file, chunk) ?? findFirstError(file, chunk, span)), span, header };
}

/** The first line that opens a construct without an `end` at its own indentation. */
function findUnclosedLine(lines: readonly SourceLine[], chunk: Chunk): number | null {
  if (lines[chunk.from]!.net > 0 && chunk.closer === null) return chunk.from;
  for (let at = chunk.from + 1; at < chunk.to; at++) {
    const line = lines[at]!;
    if (line.kind === 'code' && line.net > 0 && line.lead !== 'end' && closerOf(lines, at, chunk.to) === null)
      return at;
  }
  return null;
}

/** An indented `end` that no line at its indentation opens. */
function findStrayEnd(lines: readonly SourceLine[], chunk: Chunk): number | null {
  const open = new Map<number, number>();
  for (let at = chunk.from; at < chunk.to; at++) {
    const line = lines[at]!;
    if (line.kind !== 'code') continue;
    const depth = (open.get(line.indent) ?? 0) + line.net;
    if (depth < 0 && line.lead === 'end') return at;
    open.set(line.indent, Math.max(0, depth));
  }
  return null;
}

/** A line that ends with a dot or an operator, before a line that cannot continue it: the user is typing there. */
function findUnfinishedLine(file: DamagedText, chunk: Chunk): Pick<Damage, 'kind' | 'at' | 'token'> | null {
  let last: { readonly end: number; readonly token: string } | null = null;
  for (const { kind, lead, start, end } of file.lines.slice(chunk.from, chunk.to)) {
    if (kind !== 'code') continue;
    if (last !== null && CANNOT_CONTINUE.has(lead))
      return { kind: 'unfinished', at: { start: last.end - last.token.length, end: last.end }, token: last.token };
    const source = file.text.slice(start, end);
    const [, token] = UNFINISHED.exec(replaceLiterals(source)) ?? [];
    last = token === undefined ? null : { token, end: start + endOfLast(source, token) };
  }
  return null;
}

const CANNOT_CONTINUE: ReadonlySet<SourceLine['lead']> = new Set(['end', 'bracket', 'middle', 'namespace', 'method']);
const UNFINISHED = /(&\.|::|(?<!\.)\.|&&|\|\||<<|>>|<=|>=|[=!]=|=~|[-+*/%<>=])\s*$/;

/** Where the token ends of which only blanks and a comment follow. */
function endOfLast(source: string, token: string): number {
  let at = source.lastIndexOf(token);
  while (at > 0 && !/^\s*(?:#.*)?$/.test(source.slice(at + token.length))) at = source.lastIndexOf(token, at - 1);
  return at + token.length;
}

/** Where tree-sitter's own recovery begins. */
function findFirstError(file: DamagedText, chunk: Chunk, span: Span): Pick<Damage, 'kind' | 'at' | 'token'> {
  const shift = file.lines[chunk.from]!.start;
  const root = file.slices.parse(file.text.slice(shift, file.lines[chunk.to - 1]!.end))?.rootNode;
  const error = root === undefined ? null : firstError(root);
  if (error === null || error.startIndex + shift <= span.start) {
    const open = findOpenLiteral(file, chunk);
    if (open !== null) return { kind: 'open', at: lineSpan(file, open.line), token: open.token };
  }
  if (error === null) return { kind: 'unexpected', at: lineSpan(file, chunk.from), token: lineText(file, chunk.from) };
  const start = Math.min(Math.max(error.startIndex + shift, span.start), span.end);
  if (error.isMissing) return { kind: 'missing', at: { start, end: start }, token: error.type };
  const token = file.text
    .slice(start, error.endIndex + shift)
    .split(/[\r\n]/)[0]!
    .trimEnd()
    .slice(0, LONGEST_TOKEN);
  return { kind: 'unexpected', at: { start, end: start + token.length }, token };
}

const LONGEST_TOKEN = 40;

/** A quote, a bracket or a heredoc that is opened on a line of the chunk and not closed in it. */
function findOpenLiteral(file: DamagedText, chunk: Chunk): { readonly line: number; readonly token: string } | null {
  const open: { line: number; token: string }[] = [];
  let heredoc: { line: number; token: string } | null = null;
  for (let line = chunk.from; line < chunk.to; line++) {
    const { kind, start, end } = file.lines[line]!;
    if (kind !== 'code') continue;
    const source = file.text.slice(start, end);
    const quote = openQuote(source);
    if (quote !== null) return { line, token: quote };
    const begun = /<<[~-]?["'`]?[A-Za-z_]\w*/.exec(source);
    if (begun !== null && file.lines[line + 1]?.kind !== 'content') heredoc = { line, token: begun[0] };
    for (const [token] of replaceLiterals(source).matchAll(/[([{)\]}]/g)) {
      if (CLOSERS[token] !== undefined) open.push({ line, token });
      else if (open.length > 0 && CLOSERS[open[open.length - 1]!.token] === token) open.pop();
    }
  }
  return open[open.length - 1] ?? heredoc;
}

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The first innermost error; an ERROR node that covers everything says less than one inside it. */
function firstError(root: Node): Node | null {
  let node: Node | null = root;
  let found: Node | null = null;
  while (node !== null) {
    if (node.isError || node.isMissing) found = node;
    node = node.children.find(child => child.hasError || child.isMissing) ?? null;
  }
  return found;
}

function lineSpan(file: DamagedText, line: number): Span {
  const { start, end } = file.lines[line]!;
  const source = file.text.slice(start, end);
  const from = start + (source.length - source.trimStart().length);
  return { start: from, end: Math.max(from, start + source.trimEnd().length) };
}

function lineText(file: DamagedText, line: number): string {
  const { start, end } = lineSpan(file, line);
  return file.text.slice(start, end);
}
