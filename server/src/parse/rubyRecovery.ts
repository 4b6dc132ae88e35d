/**
 * A damaged file -> outline items. Cuts the file into chunks by indentation and parses each separately. A chunk that
 * parses is read from its own tree; any other is opened (a class, a block with methods inside) or kept as broken (a
 * method, a statement). So damage stays inside the smallest chunk that contains it.
 */
import type { Span } from '../base/span';
import type { MethodItem, NamespaceItem, OutlineItem } from '../syntax/outline';
import { type Chunk, chunksOf } from './rubyChunks';
import { type Damage, damageOf } from './rubyDamage';
import type { SourceLine } from './rubyLines';
import { type ReadingContext, readRewritten, readTree } from './rubyReading';
import { methodStub, namespaceStub, type Stub } from './rubyStubs';
import { copyNode } from './rubyTree';

export interface RecoveryContext extends ReadingContext {
  readonly lines: readonly SourceLine[];
  /** Directly inside an opened statement, where `else` and the like are valid. */
  readonly inStatement: boolean;
  /** The current lines are known to contain damage. */
  readonly holdDamage: boolean;
}

/** Deeper constructs are not opened. */
const MAX_DEPTH = 16;
/** In characters; parsing it only to find the damage would be noticeable while typing. */
const LARGE_CLASS = 10_000;
/** With more damage the file is not Ruby being edited, and the rest is left out. */
const MOST_DAMAGES = 500;
/** The number of rewrites to try on one piece. */
const MOST_TRIES = 12;

export function recover(ctx: RecoveryContext, from: number, to: number, depth = 0): OutlineItem[] {
  const chunks = chunksOf(ctx.lines, from, to);
  const suspect = depth < MAX_DEPTH && ctx.holdDamage ? largestNamespace(ctx, chunks) : null;
  const before = ctx.damages.length;
  const items = chunks.map(chunk => (chunk === suspect ? [] : recoverChunk(ctx, chunk, depth)));
  if (suspect === null) return items.flat();
  // If all other chunks are intact, the damage is in this one, so it need not be parsed.
  const isDamaged = ctx.damages.length === before;
  items[chunks.indexOf(suspect)] = (isDamaged ? rebuildNamespace : recoverChunk)(ctx, suspect, depth);
  return items.flat();
}

function largestNamespace(ctx: RecoveryContext, chunks: readonly Chunk[]): Chunk | null {
  const size = (chunk: Chunk) => ctx.lines[chunk.to - 1]!.end - ctx.lines[chunk.from]!.start;
  const large = chunks.filter(it => ctx.lines[it.from]!.lead === 'namespace' && size(it) > LARGE_CLASS);
  return large.reduce<Chunk | null>((most, it) => (most === null || size(it) > size(most) ? it : most), null);
}

function recoverChunk(ctx: RecoveryContext, chunk: Chunk, depth: number): OutlineItem[] {
  if (ctx.damages.length >= MOST_DAMAGES) return [];
  const span = spanOf(ctx, chunk.from, chunk.to);
  const healthy = readHealthy(ctx, span, ctx.text.slice(span.start, span.end));
  if (healthy !== null) return healthy;
  const head = ctx.lines[chunk.from]!;
  if (depth < MAX_DEPTH && head.lead === 'namespace') return rebuildNamespace(ctx, chunk, depth);
  if (head.lead === 'end')
    return recordDamage(ctx, { kind: 'stray-end', span, at: codeSpan(ctx, span), header: '', token: 'end' }, []);
  if (head.lead === 'middle' && ctx.inStatement) return [];
  if (depth < MAX_DEPTH && holdsDefinitions(ctx, chunk)) return openStatement(ctx, chunk, depth);
  return keepBroken(ctx, chunk, span);
}

/** The items of a piece that can be read exactly, or null. */
function readHealthy(ctx: RecoveryContext, span: Span, source: string): OutlineItem[] | null {
  const line = `${source}\n`; // a heredoc terminator only counts before a line end
  const root = ctx.slices.parse(line)?.rootNode;
  const place = (offset: number) => Math.min(offset + span.start, span.end);
  const items = root === undefined ? null : readTree(ctx, root, line, place);
  return items ?? readRewritten(ctx, line, place, MOST_TRIES);
}

function rebuildNamespace(ctx: RecoveryContext, chunk: Chunk, depth: number): OutlineItem[] {
  const whole = spanOf(ctx, chunk.from, chunk.closer === null ? chunk.to : chunk.closer + 1);
  const stub = namespaceStub(ctx.slices, ctx.text, ctx.lines[chunk.from]!);
  if (stub === null) return keepBroken(ctx, chunk, whole);
  if (chunk.closer === null) ctx.damages.push(damageOfUnclosedNamespace(ctx, stub));
  const inner = { ...ctx, inStatement: false, holdDamage: chunk.closer !== null };
  const body = recover(inner, chunk.from + 1, chunk.closer ?? chunk.to, depth + 1);
  const kind: NamespaceItem['kind'] =
    stub.node.type === 'singleton_class' ? 'singleton' : (stub.node.type as 'class' | 'module');
  const span = { start: stub.span.start, end: whole.end };
  return [{ kind, span, read: readStub(stub, span), body: () => body, rebuilt: true }];
}

function damageOfUnclosedNamespace(ctx: RecoveryContext, { span }: Stub): Damage {
  return { kind: 'unclosed', span, at: span, header: '', token: ctx.text.slice(span.start, span.end) };
}

function holdsDefinitions(ctx: RecoveryContext, chunk: Chunk): boolean {
  for (let at = chunk.from + 1; at < chunk.to; at++) {
    const lead = ctx.lines[at]!.lead;
    if (lead === 'namespace' || lead === 'method') return true;
  }
  return false;
}

/**
 * `included do … end`, `if x … end`, a method that creates classes: blanks the broken definitions inside and tries
 * again. If that fails, class definitions are lifted out; methods are not lifted out of a block or a method, since they
 * may belong to another class.
 */
function openStatement(ctx: RecoveryContext, chunk: Chunk, depth: number): OutlineItem[] {
  const span = spanOf(ctx, chunk.from, chunk.to);
  const inner: RecoveryContext = { ...ctx, damages: [], inStatement: true, holdDamage: false };
  const items = recover(inner, chunk.from + 1, chunk.closer ?? chunk.to, depth + 1);
  const rest = inner.damages.length === 0 ? null : readHealthy(ctx, span, blankOut(ctx.text, span, inner.damages));
  const head = ctx.lines[chunk.from]!;
  if (rest !== null) {
    ctx.damages.push(...inner.damages);
    return head.lead === 'method' ? rest.map(item => ('broken' in item ? { ...item, broken: true } : item)) : rest;
  }
  if (head.lead === 'method') return keepBroken(ctx, chunk, span);
  ctx.damages.push(...inner.damages);
  const isBlock = /\bdo\b|\{\s*(\|.*\|)?\s*$/.test(ctx.text.slice(head.start, head.end));
  return [
    ...keepBroken(ctx, { ...chunk, to: chunk.from + 1 }, { start: head.start, end: head.end }),
    ...items.filter(item => 'body' in item || !isBlock),
  ];
}

function blankOut(text: string, span: Span, damages: readonly Damage[]): string {
  let source = '';
  let at = span.start;
  for (const { span: hole } of damages) {
    if (hole.start < at) continue;
    source += text.slice(at, hole.start) + text.slice(hole.start, hole.end).replace(/[^\r\n]/g, ' ');
    at = hole.end;
  }
  return source + text.slice(at, span.end);
}

function keepBroken(ctx: RecoveryContext, chunk: Chunk, span: Span): OutlineItem[] {
  const head = ctx.lines[chunk.from]!;
  const stub = head.lead === 'method' ? methodStub(ctx.slices, ctx.text, head) : null;
  const whole = { start: stub?.span.start ?? codeSpan(ctx, span).start, end: span.end };
  const read = stub === null ? () => copyPiece(ctx, span) : readStub(stub, whole);
  const isMethod = stub !== null && (stub.node.type === 'method' || stub.node.type === 'singleton_method');
  const item: OutlineItem = { kind: isMethod ? 'method' : 'statement', span: whole, read, broken: true };
  return recordDamage(ctx, damageOf(ctx, chunk, whole), [item]);
}

function recordDamage(ctx: RecoveryContext, damage: Damage, items: OutlineItem[]): OutlineItem[] {
  ctx.damages.push(damage);
  return items;
}

/** The header's node with the extent of the whole definition. */
function readStub(stub: Stub, whole: Span): MethodItem['read'] {
  return () => {
    const node = copyNode(stub.node, offset => Math.min(offset + stub.shift, stub.span.end), ['body']);
    return { ...node, ...whole, children: node.children.filter(child => child.type !== 'end') };
  };
}

/** The whole piece as tree-sitter parses it, including errors. */
function copyPiece(ctx: RecoveryContext, span: Span): ReturnType<MethodItem['read']> {
  const root = ctx.slices.parse(ctx.text.slice(span.start, span.end))!.rootNode;
  const only = root.namedChildCount === 1 ? root.firstNamedChild! : root;
  return copyNode(only, offset => offset + span.start);
}

function spanOf(ctx: RecoveryContext, from: number, to: number): Span {
  return { start: ctx.lines[from]!.start, end: ctx.lines[to - 1]!.end };
}

/** Excludes surrounding white space. */
function codeSpan(ctx: RecoveryContext, span: Span): Span {
  const source = ctx.text.slice(span.start, span.end);
  const start = span.start + (source.length - source.trimStart().length);
  return { start, end: Math.max(start, span.start + source.trimEnd().length) };
}
