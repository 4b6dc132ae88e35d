/**
 * Lines -> chunks: the statements and definitions at one level of a damaged file, separated by indentation. Only lines
 * at a chunk's own indentation decide where it ends, so damage further inside cannot move its borders.
 */
import type { SourceLine } from './rubyLines';

export interface Chunk {
  /** Line numbers, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** The line of the `end` that closes the chunk's first line; null if it is missing or not needed. */
  readonly closer: number | null;
}

export function chunksOf(lines: readonly SourceLine[], from: number, to: number): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = from; at < to; ) {
    const kind = lines[at]!.kind;
    if (kind === 'blank' || kind === 'content') at++;
    else {
      const chunk = kind === 'comment' ? commentsFrom(lines, at, to) : codeFrom(lines, at, to);
      chunks.push(chunk);
      at = chunk.to;
    }
  }
  return chunks;
}

function commentsFrom(lines: readonly SourceLine[], from: number, to: number): Chunk {
  let end = from + 1;
  while (end < to && lines[end]!.kind === 'comment') end++;
  return { from, to: end, closer: null };
}

function codeFrom(lines: readonly SourceLine[], from: number, to: number): Chunk {
  const head = lines[from]!;
  const closer = head.net > 0 ? (closerOf(lines, from, to) ?? closerOfNamespace(lines, from, to)) : null;
  if (closer === null) return { from, to: endWithoutCloser(lines, from, to), closer };
  return { from, to: continuationEnd(lines, from, closer + 1, to), closer };
}

/** The line at the same indentation that closes what line `from` opens. */
export function closerOf(lines: readonly SourceLine[], from: number, to: number): number | null {
  const head = lines[from]!;
  let depth = head.net;
  for (let at = from + 1; at < to; at++) {
    const line = lines[at]!;
    if (line.kind !== 'code' || line.indent > head.indent) continue;
    const defines = line.lead === 'namespace' || line.lead === 'method';
    if (line.indent < head.indent) {
      if (defines || line.lead === 'end') return null;
      continue;
    }
    if (defines && head.lead !== 'namespace') return null;
    depth += line.net;
    if (depth <= 0) return at;
  }
  return null;
}

/** Like `closerOf`, for a class with a damaged line at the class's own indentation: only classes and `end`s count. */
function closerOfNamespace(lines: readonly SourceLine[], from: number, to: number): number | null {
  const head = lines[from]!;
  if (head.lead !== 'namespace') return null;
  let depth = head.net;
  for (let at = from + 1; at < to; at++) {
    const line = lines[at]!;
    if (line.kind !== 'code' || line.indent > head.indent) continue;
    if (line.indent < head.indent) return null;
    if (line.lead === 'namespace') depth += line.net;
    else if (line.lead === 'end' && --depth === 0) return at;
  }
  return null;
}

/** A closed chunk may continue: an `end` with an indented `.sort` below it. */
function continuationEnd(lines: readonly SourceLine[], head: number, from: number, to: number): number {
  let end = from;
  for (let at = from; at < to; at++) {
    const line = lines[at]!;
    if (line.kind === 'blank' || line.kind === 'comment') continue;
    const deeperCode = line.indent > lines[head]!.indent && line.lead === 'plain';
    if (line.kind === 'code' && !deeperCode && line.lead !== 'chain') break;
    end = at + 1;
  }
  return end;
}

/** Without a closer, the chunk extends over lines that are indented further or continue it. */
function endWithoutCloser(lines: readonly SourceLine[], from: number, to: number): number {
  const head = lines[from]!;
  if (head.lead === 'end' || head.lead === 'middle') return from + 1;
  let end = from + 1;
  let open = head.net;
  for (let at = from + 1; at < to; at++) {
    const line = lines[at]!;
    if (line.kind === 'blank' || line.kind === 'comment') continue;
    if (line.kind === 'code') {
      if (!isContinuation(head, line, open)) break;
      open += line.net;
    }
    end = at + 1;
  }
  return end;
}

function isContinuation(head: SourceLine, line: SourceLine, open: number): boolean {
  const defines = line.lead === 'namespace' || line.lead === 'method';
  if (line.indent > head.indent) return head.net > 0 || open > 0 || !defines;
  if (line.indent < head.indent) return false;
  return ['middle', 'chain', 'bracket'].includes(line.lead) || (line.lead === 'end' && open > 0);
}
