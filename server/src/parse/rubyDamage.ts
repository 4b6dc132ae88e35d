/**
 * What is wrong with a chunk that does not parse, told as helpfully as indentation allows: a construct without its
 * `end`, an `end` too many, or the place where tree-sitter stumbled.
 */
import type { Node } from 'web-tree-sitter';
import type { Span } from '../base/span';
import { type Chunk, closerOf } from './rubyChunks';
import { openQuote, type SourceLine, withoutLiterals } from './rubyLines';
import type { SliceStore } from './rubySlices';

export interface Damage {
  readonly kind: 'unclosed' | 'stray-end' | 'open' | 'missing' | 'unexpected';
  /** What cannot be analysed because of it. */
  readonly span: Span;
  /** Where the damage shows. */
  readonly at: Span;
  /** The first line of what cannot be analysed. */
  readonly header: string;
  /** The opening line, the open bracket or quote, the missing token or the unexpected text. */
  readonly token: string;
}

export interface DamagedText {
  readonly text: string;
  readonly lines: readonly SourceLine[];
  readonly slices: SliceStore;
}

export function damageOf(file: DamagedText, chunk: Chunk, span: Span): Damage {
  const header = lineText(file, chunk.from);
  const unclosed = unclosedLine(file.lines, chunk);
  const stray = unclosed === null ? strayEnd(file.lines, chunk) : null;
  if (unclosed !== null)
    return { kind: 'unclosed', span, at: lineSpan(file, unclosed), header, token: lineText(file, unclosed) };
  if (stray !== null) return { kind: 'stray-end', span, at: lineSpan(file, stray), header, token: 'end' };
  return { ...stumble(file, chunk, span), span, header };
}

/** The first line that opens something and finds no `end` at its own indentation. */
function unclosedLine(lines: readonly SourceLine[], chunk: Chunk): number | null {
  if (lines[chunk.from]!.net > 0 && chunk.closer === null) return chunk.from;
  for (let at = chunk.from + 1; at < chunk.to; at++) {
    const line = lines[at]!;
    if (line.kind === 'code' && line.net > 0 && line.lead !== 'end' && closerOf(lines, at, chunk.to) === null)
      return at;
  }
  return null;
}

/** An `end` further in that no line at its indentation asks for. */
function strayEnd(lines: readonly SourceLine[], chunk: Chunk): number | null {
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

/** Where tree-sitter's own recovery begins. */
function stumble(file: DamagedText, chunk: Chunk, span: Span): Pick<Damage, 'kind' | 'at' | 'token'> {
  const shift = file.lines[chunk.from]!.start;
  const root = file.slices.parse(file.text.slice(shift, file.lines[chunk.to - 1]!.end))?.rootNode;
  const error = root === undefined ? null : firstError(root);
  if (error === null || error.startIndex + shift <= span.start) {
    const open = openLiteral(file, chunk);
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

/** A quote, a bracket or a heredoc that is opened on a line of the chunk and closed nowhere in it. */
function openLiteral(file: DamagedText, chunk: Chunk): { readonly line: number; readonly token: string } | null {
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
    for (const [token] of withoutLiterals(source).matchAll(/[([{)\]}]/g)) {
      if (CLOSERS[token] !== undefined) open.push({ line, token });
      else if (open.length > 0 && CLOSERS[open[open.length - 1]!.token] === token) open.pop();
    }
  }
  return open[open.length - 1] ?? heredoc;
}

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The innermost error that comes first; an ERROR that swallowed everything tells less than one inside of it. */
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
