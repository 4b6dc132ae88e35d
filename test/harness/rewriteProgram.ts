/** Rewrites a program without changing its meaning: renames locals, reorders methods. Verdicts must not change. */
import { childOf, type SyntaxNode } from '../../server/src/syntax/node';
import type { MethodItem, OutlineItem } from '../../server/src/syntax/outline';
import { rubyParser } from './rubyParser';

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

async function withItems(
  text: string,
  change: (items: readonly OutlineItem[]) => readonly Replacement[],
): Promise<string> {
  const document = (await rubyParser).open('reworded.rb', text);
  const changes = [...change(document.outline().items)].sort((a, b) => b.start - a.start);
  document.close();
  return changes.reduce((all, { start, end, insert }) => all.slice(0, start) + insert + all.slice(end), text);
}

/** Renames every local that a method assigns. Parameters keep their names, which are part of the contract. */
export function withOtherLocals(text: string): Promise<string> {
  return withItems(text, items => methodsIn(items).flatMap(item => renameLocals(text, item.read())));
}

function methodsIn(items: readonly OutlineItem[]): readonly MethodItem[] {
  return items.flatMap(item => (item.kind === 'method' ? [item] : 'body' in item ? methodsIn(item.body()) : []));
}

function renameLocals(text: string, method: SyntaxNode): readonly Replacement[] {
  const nodes = [...inside(method)];
  const params = new Set(identifiers(childOf(method, 'parameters')).map(node => textOf(text, node)));
  const assigned = nodes.flatMap(({ node }) => (isAssignment(node) ? identifiers(childOf(node, 'left')) : []));
  const names = new Set(assigned.map(node => textOf(text, node)).filter(name => !params.has(name)));
  return nodes
    .filter(({ node, parent }) => node.type === 'identifier' && !(parent?.type === 'call' && node.field === 'method'))
    .filter(({ node, parent }) => names.has(textOf(text, node)) && !(parent === method && node.field === 'name'))
    .map(({ node }) => ({ start: node.start, end: node.end, insert: `${textOf(text, node)}_by_another_name` }));
}

function isAssignment(node: SyntaxNode): boolean {
  return node.type === 'assignment' || node.type === 'operator_assignment';
}

/** The name itself, or the names in a list of targets. */
function identifiers(node: SyntaxNode | null): readonly SyntaxNode[] {
  if (node === null || node.type === 'call' || node.type === 'element_reference') return [];
  return node.type === 'identifier' ? [node] : node.children.flatMap(identifiers);
}

function* inside(
  node: SyntaxNode,
  parent: SyntaxNode | null = null,
): Generator<{ node: SyntaxNode; parent: SyntaxNode | null }> {
  yield { node, parent };
  for (const child of node.children) yield* inside(child, node);
}

function textOf(text: string, { start, end }: { start: number; end: number }): string {
  return text.slice(start, end);
}

/** Reverses the methods of every class. A body in which order matters (`private`) stays unchanged. */
export function inAnotherOrder(text: string): Promise<string> {
  return withItems(text, items => items.flatMap(item => reorderMethods(text, item)));
}

function reorderMethods(text: string, item: OutlineItem): readonly Replacement[] {
  if (!('body' in item)) return [];
  const chunks = chunksOf(text, item.body());
  const inner = item.body().flatMap(each => reorderMethods(text, each));
  if (inner.length > 0 || item.body().some(each => isOrder(text, each))) return inner;
  const texts = chunks.map(chunk => textOf(text, chunk)).reverse();
  return chunks.map((chunk, i) => ({ ...chunk, insert: texts[i]! }));
}

/** A method with the annotation directly above it. */
function chunksOf(text: string, body: readonly OutlineItem[]): readonly { start: number; end: number }[] {
  return body.flatMap((item, i) => {
    if (item.kind !== 'method') return [];
    let start = item.span.start;
    for (let above = i - 1; above >= 0 && isNextType(text, body[above]!); above--) start = body[above]!.span.start;
    return [{ start, end: item.span.end }];
  });
}

/** `type '…'`, `pre { … }`: they apply to the method below; with a name they may be anywhere. */
const NEXT = /^(rdl_|RDL\.|Loupe\.)?(type ['"]|(pre|post) (\{|do\b))/;

function isNextType(text: string, item: OutlineItem): boolean {
  return item.kind === 'comment' || (item.kind === 'statement' && NEXT.test(textOf(text, item.span)));
}

function isOrder(text: string, item: OutlineItem): boolean {
  return (
    item.kind === 'statement' && /^(private|protected|public|alias|module_function|undef)/.test(textOf(text, item.span))
  );
}
