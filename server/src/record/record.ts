/**
 * Outline of a file -> the same file with probes, line by line the same, and the table of what they record. Code that
 * does not parse is left alone. Nothing here knows Ruby beyond its syntax.
 */
import { hash } from '../base/hash';
import type { Span } from '../base/span';
import { childOf, type SyntaxNode } from '../syntax/node';
import type { FileOutline, NamespaceItem, OutlineItem } from '../syntax/outline';
import { hasImplicitMatch, recordBranch } from './branches';
import {
  codeIn,
  enterBlock,
  MAX_DEPTH,
  type MethodScope,
  NAMES,
  type Owner,
  type RecordContext,
  textOf,
} from './context';
import { Insertions } from './insertions';
import { recordReturn } from './jumps';
import { recordMethod } from './methods';
import { recordSite } from './sites';
import type { NotRecorded, RecordedMethod, RecordedSite, RecordedUnit } from './units';

export interface RecordedFile {
  readonly text: string;
  readonly methods: readonly RecordedMethod[];
  readonly sites: readonly RecordedSite[];
  readonly units: readonly RecordedUnit[];
  readonly notRecorded: readonly NotRecorded[];
}

/** The numbers of the file's first method and site; they are unique within one run. */
export interface FirstNumbers {
  readonly method: number;
  readonly site: number;
}

export function record(outline: FileOutline, first: FirstNumbers, values = false): RecordedFile {
  const { text } = outline;
  const unchanged = { text, methods: [], sites: [], units: [] };
  // Blocks of a Ractor cannot access the locals that probes use.
  if (/\bRactor\s*\.\s*new\b/.test(text)) return { ...unchanged, notRecorded: [{ kind: 'ractor' }] };
  if (outline.damaged) return { ...unchanged, notRecorded: [{ kind: 'damaged' }] };
  const insertions = new Insertions();
  const ctx: RecordContext = {
    text,
    insertions,
    methods: [],
    sites: [],
    units: [],
    firstId: first.method,
    firstSite: first.site,
    unit: null,
    temporaries: 0,
    values,
  };
  const notRecorded: NotRecorded[] = [];
  recordItems(ctx, outline.items, { name: null, singleton: false }, notRecorded);
  return { text: insertions.applyTo(text), methods: ctx.methods, sites: ctx.sites, units: ctx.units, notRecorded };
}

function recordItems(
  ctx: RecordContext,
  items: readonly OutlineItem[],
  owner: Owner,
  notRecorded: NotRecorded[],
): void {
  for (const item of items) {
    if (item.kind === 'comment') continue;
    if (item.kind === 'method' || item.kind === 'statement') {
      const node = item.broken ? null : item.read();
      if (node === null) notRecorded.push({ kind: 'misread', span: item.span });
      else {
        const doubt = findObstacle(node);
        enterUnit(ctx, item.span, node);
        if (doubt === null) visit(ctx, node, null, owner);
        else notRecorded.push(doubt);
      }
    } else recordItems(ctx, item.body(), ownerIn(ctx, item.read(), owner, item.kind), notRecorded);
  }
}

function enterUnit(ctx: RecordContext, span: Span, node: SyntaxNode): void {
  const text = ctx.text.slice(span.start, span.end);
  const name = node.type === 'method' || node.type === 'singleton_method' ? childOf(node, 'name') : null;
  ctx.units.push({ span, fingerprint: hash(text), defines: name && textOf(ctx, name) });
  ctx.unit = { start: span.start, text };
}

function ownerIn(ctx: RecordContext, node: SyntaxNode, owner: Owner, kind: NamespaceItem['kind']): Owner {
  if (kind === 'singleton') return { name: owner.name, singleton: true };
  const name = childOf(node, 'name');
  const own = name === null ? '' : textOf(ctx, name).replace(/\s+/g, '');
  if (own.startsWith('::')) return { name: own.slice(2), singleton: false };
  return { name: owner.name === null ? own : `${owner.name}::${own}`, singleton: false };
}

/** Why a node cannot be rewritten. Without recursion, because its depth may exceed the call stack. */
function findObstacle(root: SyntaxNode): NotRecorded | null {
  const open: (readonly [SyntaxNode, number])[] = [[root, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, depth] = next;
    if (depth > MAX_DEPTH) return { kind: 'too-deep' };
    if (isMisreadOperator(node)) return { kind: 'misread', span: { start: node.start, end: node.end } };
    for (const child of node.children) open.push([child, depth + 1]);
  }
  return null;
}

/**
 * The parser takes `a%(b)` for a call `a` with the string `%(b)`, which needs a space in Ruby, and `return +1` for a sum.
 */
function isMisreadOperator(node: SyntaxNode): boolean {
  if (OPERATIONS.has(node.type) && isBareJump(node.children[0])) return true;
  if (node.type !== 'call') return false;
  const list = childOf(node, 'arguments');
  const name = childOf(node, 'method');
  return list !== null && name !== null && list.start === name.end && list.children[0]?.type !== '(';
}

const OPERATIONS = new Set(['binary', 'element_reference', 'range', 'call', 'conditional']);

function isBareJump(node: SyntaxNode | undefined): boolean {
  return node !== undefined && /^(return|break|next)$/.test(node.type) && codeIn(node).length === 0;
}

function visit(ctx: RecordContext, node: SyntaxNode, scope: MethodScope | null, owner: Owner): void {
  switch (node.type) {
    case 'method':
    case 'singleton_method':
      recordMethod(ctx, node, ownerOfDef(scope, owner), (inner, body) =>
        visit(ctx, body, inner, { name: null, singleton: false }),
      );
      return;
    case 'class':
    case 'module':
    case 'singleton_class': {
      const kind = node.type === 'singleton_class' ? 'singleton' : node.type;
      visitChildren(ctx, node, null, ownerIn(ctx, node, owner, kind));
      return;
    }
    case 'block':
    case 'do_block':
      visitBlock(ctx, node, scope, false);
      return;
    case 'lambda':
      visitBlock(ctx, node, scope, true);
      return;
    case 'assignment':
      visitAssignment(ctx, node, scope, owner);
      return;
    case 'alias':
    case 'undef':
    case 'begin_block':
    case 'end_block':
    case 'block_parameters':
    case 'lambda_parameters':
      return;
    case 'unary':
      if (childOf(node, 'operator')?.type === 'defined?') return;
      visitChildren(ctx, node, scope, owner);
      return;
    case 'in_clause':
      visitBodyOf(ctx, node, scope, owner);
      return;
    case 'return':
      if (scope !== null) recordReturn(ctx, scope, node);
      visitChildren(ctx, node, scope, owner);
      return;
    case 'identifier':
      if (scope !== null) hideProbes(ctx, node);
      return;
    default:
      if (node.type === 'call') recordSite(ctx, node, scope !== null);
      if (scope !== null) recordBranch(ctx, scope, node);
      visitChildren(ctx, node, scope, owner);
      return;
  }
}

/** `local_variables` depends on the frame that calls it, so its result is filtered where it is called. */
function hideProbes(ctx: RecordContext, node: SyntaxNode): void {
  const isCall = node.field !== 'method' && node.field !== 'left' && node.field !== 'name';
  if (isCall && textOf(ctx, node) === 'local_variables') ctx.insertions.wrap(node, `${NAMES.library}.visible(`, ')');
}

/** A definition inside a method or block may belong to any class. */
function ownerOfDef(scope: MethodScope | null, owner: Owner): Owner {
  return scope === null && owner.name === null && !owner.singleton ? TOP_LEVEL : owner;
}

const TOP_LEVEL: Owner = { name: 'Object', singleton: false };
const ANYWHERE: Owner = { name: '(block)', singleton: false };

function visitBlock(ctx: RecordContext, node: SyntaxNode, scope: MethodScope | null, isLambda: boolean): void {
  visitChildren(ctx, node, scope === null ? null : enterBlock(ctx, scope, isLambda), ANYWHERE);
}

/** `Point = Struct.new(:x) do … end`: methods in the block are those of the constant's class. */
function visitAssignment(ctx: RecordContext, node: SyntaxNode, scope: MethodScope | null, owner: Owner): void {
  const left = childOf(node, 'left');
  const block = childOf(childOf(node, 'right') ?? node, 'block');
  if (scope !== null || left?.type !== 'constant' || block === null) {
    visitChildren(ctx, node, scope, owner);
    return;
  }
  const name = owner.name === null ? textOf(ctx, left) : `${owner.name}::${textOf(ctx, left)}`;
  visitChildren(ctx, block, null, { name, singleton: false });
}

/** Patterns and guards are left alone. */
function visitBodyOf(ctx: RecordContext, node: SyntaxNode, scope: MethodScope | null, owner: Owner): void {
  const body = childOf(node, 'body');
  if (body !== null) visitChildren(ctx, body, scope, owner);
}

function visitChildren(ctx: RecordContext, node: SyntaxNode, scope: MethodScope | null, owner: Owner): void {
  for (const child of node.children) {
    if (!child.named || (child.field === 'condition' && hasImplicitMatch(child))) continue;
    visit(ctx, child, scope, owner);
  }
}
