/**
 * Heredocs. The parser puts `<<X` and its body in different places of the tree; bodies are matched to their starts in
 * source order. A body outside of the declaration (`type <<~T` ends before it) is found in the source. `<<~` removes
 * the common indentation of its lines; a tab extends to the next multiple of 8.
 */
import type { SyntaxNode } from '../syntax/node';
import type { LowerContext } from './context';
import { textOf } from './context';
import type { StringStyle } from './escapes';
import { holesOf, joinParts, type StringPart, textParts } from './stringParts';

interface Heredoc {
  readonly parts: readonly StringPart[];
  readonly isCommand: boolean;
}

interface Opener {
  readonly indented: boolean; // the terminator may be indented: <<-X, <<~X
  readonly squiggly: boolean;
  readonly quote: string;
  readonly name: string;
}

/** `text` begins with the `<<X`; a statement that consists only of it extends to the end of the body. */
function readOpener(text: string): Opener | null {
  const match = /^<<([-~]?)(?:(["'`])(.*?)\2|([\p{L}\p{N}_]+))/su.exec(text);
  const name = match?.[3] ?? match?.[4];
  if (!match || name === undefined) return null;
  return { indented: match[1] !== '', squiggly: match[1] === '~', quote: match[2] ?? '', name };
}

export function heredocParts(ctx: LowerContext, node: SyntaxNode): Heredoc | null {
  const opener = readOpener(textOf(ctx, node));
  const body = ctx.heredocs.get(node.start);
  if (!opener || !body || hasInnerHeredoc(body)) return null;
  const { text } = ctx.file;
  const holes = holesOf(body.children);
  const start = lineAfter(text, body.start);
  const end = findContentEnd(text, start, body.end, holes, opener);
  if (end === null) return null;
  const style: StringStyle = opener.quote === "'" ? { type: 'raw' } : { type: 'double' };
  const lines = splitContent(text, start, end, holes);
  const margin = opener.squiggly ? commonMargin(text, lines) : 0;
  const parts = lines.map(line => {
    const from = line.start + marginLength(text, line, margin);
    return textParts(
      ctx,
      from,
      line.end,
      holes.filter(hole => hole.start >= from && hole.end <= line.end),
      style,
    );
  });
  return { parts: joinParts(parts), isCommand: opener.quote === '`' };
}

/** The parser reads the body of a heredoc that starts inside another one as content of the outer one. */
function hasInnerHeredoc(body: SyntaxNode): boolean {
  for (const node of walkInSourceOrder(body)) if (node.type === 'heredoc_beginning') return true;
  return false;
}

function lineAfter(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline < 0 ? text.length : newline + 1;
}

function isTerminator(line: string, opener: Opener): boolean {
  const bare = line.replace(/\r?\n?$/, '');
  return (opener.indented ? bare.replace(/^[ \t\f\v\r]+/, '') : bare) === opener.name;
}

/** The start of the terminator's line, or null; lines inside an interpolation do not count. */
function findContentEnd(
  text: string,
  start: number,
  limit: number,
  holes: readonly SyntaxNode[],
  opener: Opener,
): number | null {
  for (let at = start; at < text.length && at <= limit; at = lineAfter(text, at)) {
    if (isInside(at, holes)) continue;
    if (isTerminator(text.slice(at, lineAfter(text, at)), opener)) return at;
  }
  return null;
}

function isInside(offset: number, holes: readonly SyntaxNode[]): boolean {
  return holes.some(hole => hole.start < offset && offset < hole.end);
}

interface Line {
  readonly start: number;
  readonly end: number;
}

/** The lines of the content; an interpolation over several lines belongs to the line in which it starts. */
function splitContent(text: string, start: number, end: number, holes: readonly SyntaxNode[]): readonly Line[] {
  const lines: Line[] = [];
  let lineStart = start;
  for (let at = start; at < end; ) {
    at = Math.min(end, lineAfter(text, at));
    if (isInside(at, holes)) continue;
    lines.push({ start: lineStart, end: at });
    lineStart = at;
  }
  return lines;
}

/** Blank lines do not count. */
function commonMargin(text: string, lines: readonly Line[]): number {
  let margin = Number.POSITIVE_INFINITY;
  for (const line of lines)
    if (/\S/.test(text.slice(line.start, line.end))) margin = Math.min(margin, blankWidth(text, line));
  return margin === Number.POSITIVE_INFINITY ? 0 : margin;
}

function blankWidth(text: string, line: Line): number {
  let width = 0;
  for (let at = line.start; at < line.end; at++) {
    if (text[at] === '\t') width = nextTab(width);
    else if (text[at] === ' ') width++;
    else break;
  }
  return width;
}

function nextTab(width: number): number {
  return (Math.floor(width / 8) + 1) * 8;
}

/** The number of leading characters of the line that belong to the margin. */
function marginLength(text: string, line: Line, margin: number): number {
  let width = 0;
  let at = line.start;
  for (; at < line.end && width < margin; at++) {
    if (text[at] === ' ') width++;
    else if (text[at] === '\t' && nextTab(width) <= margin) width = nextTab(width);
    else break;
  }
  return at - line.start;
}

/** The body of each `<<X` in a declaration, by the start of the `<<X`. */
export function findHeredocs(text: string, root: SyntaxNode): ReadonlyMap<number, SyntaxNode> {
  const bodies = new Map<number, SyntaxNode>();
  if (!text.slice(root.start, root.end).includes('<<')) return bodies;
  const waiting: SyntaxNode[] = [];
  for (const node of walkInSourceOrder(root)) {
    if (node.type === 'heredoc_beginning') waiting.push(node);
    else if (node.type === 'heredoc_body') takeBody(text, waiting, node, bodies);
  }
  let bodyEnd = 0;
  for (const node of waiting) {
    const body = findBodyInSource(text, node, bodyEnd);
    bodies.set(node.start, body);
    bodyEnd = body.end;
  }
  return bodies;
}

/** Bodies come in the order of their starts; the name decides if one is inside the other. */
function takeBody(text: string, waiting: SyntaxNode[], body: SyntaxNode, bodies: Map<number, SyntaxNode>): void {
  const end = body.children.find(child => child.type === 'heredoc_end');
  const name = end ? text.slice(end.start, end.end) : '';
  const named = waiting.findIndex(node => readOpener(text.slice(node.start, node.end))?.name === name);
  const [start] = waiting.splice(Math.max(named, 0), 1);
  if (start) bodies.set(start.start, body);
}

function findBodyInSource(text: string, node: SyntaxNode, after: number): SyntaxNode {
  const opener = readOpener(text.slice(node.start, node.end));
  const start = Math.max(lineAfter(text, node.end), after) - 1;
  let end = start + 1;
  while (opener && end < text.length && !isTerminator(text.slice(end, lineAfter(text, end)), opener))
    end = lineAfter(text, end);
  const last = lineAfter(text, end);
  return { type: 'heredoc_body', named: true, field: null, start, end: last, missing: false, children: [] };
}

function* walkInSourceOrder(root: SyntaxNode): Generator<SyntaxNode> {
  const pending = [root];
  while (pending.length > 0) {
    const node = pending.pop()!;
    yield node;
    for (let i = node.children.length - 1; i >= 0; i--) pending.push(node.children[i]!);
  }
}
