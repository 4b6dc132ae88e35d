/**
 * The classes and methods that a file defines, with their spans, from CRuby's parser (Prism) and from Loupe's outline:
 * the two must agree on every valid file. Prism's offsets are UTF-8 bytes, Loupe's UTF-16 units.
 */

import type { ClassNode, DefNode, ModuleNode, SingletonClassNode } from '@ruby/prism/src/nodes.js';
import { childOf, type SyntaxNode } from '../../server/src/syntax/node';
import type { FileOutline, OutlineItem } from '../../server/src/syntax/outline';
import { loadPrismParser } from './prism';

export interface Definition {
  /** `A::B`, `A/<<self`, `A#m`, `A#self.m`: nested namespaces with `/` between them. */
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

export interface OracleReply {
  readonly valid: boolean;
  readonly definitions: readonly Definition[];
}

type PrismNode = {
  readonly location: { readonly startOffset: number; readonly length: number };
  childNodes(): (PrismNode | null)[];
};

export async function loadOracle(): Promise<(source: string) => OracleReply> {
  const nodes = await import('@ruby/prism/src/nodes.js');
  const parse = await loadPrismParser();
  return source => {
    const result = parse(source);
    const units = unitOffsets(source);
    const found: Definition[] = [];
    const open: { node: PrismNode; within: string }[] = [{ node: result.value as unknown as PrismNode, within: '' }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { node } = next;
      let { within } = next;
      const name = prismName(source, units, node, nodes);
      if (name !== null) {
        const path = within + name;
        const { startOffset, length } = node.location;
        found.push({ path, start: units(startOffset), end: units(startOffset + length) });
        if (!name.startsWith('#')) within = `${path}/`;
      }
      for (const child of node.childNodes()) if (child !== null) open.push({ node: child, within });
    }
    return { valid: result.errors.length === 0, definitions: found.sort(byPlace) };
  };
}

type Nodes = typeof import('@ruby/prism/src/nodes.js');

function prismName(source: string, units: (byte: number) => number, node: object, nodes: Nodes): string | null {
  const text = (part: { location: PrismNode['location'] }) =>
    source.slice(units(part.location.startOffset), units(part.location.startOffset + part.location.length));
  if (node instanceof nodes.ClassNode || node instanceof nodes.ModuleNode) {
    return text((node as ClassNode | ModuleNode).constantPath as never);
  }
  if (node instanceof nodes.SingletonClassNode) return `<<${text((node as SingletonClassNode).expression as never)}`;
  if (!(node instanceof nodes.DefNode)) return null;
  const { receiver, name } = node as DefNode;
  return receiver === null ? `#${name}` : `#${text(receiver as never).replace(/^\((.*)\)$/, '$1')}.${name}`;
}

/** UTF-8 byte offset -> UTF-16 offset. */
function unitOffsets(source: string): (byte: number) => number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked for
  if (/^[\x00-\x7f]*$/.test(source)) return byte => byte;
  const units: number[] = [];
  let unit = 0;
  for (const character of source) {
    for (let i = Buffer.byteLength(character); i > 0; i--) units.push(unit);
    unit += character.length;
  }
  units.push(unit);
  return byte => units[byte] ?? unit;
}

/** The same from Loupe's outline, including definitions inside statements and methods. */
export function definitionsOf(outline: FileOutline): readonly Definition[] {
  const found: Definition[] = [];
  collectItems(outline.text, outline.items, '', found);
  return found.sort(byPlace);
}

function collectItems(text: string, items: readonly OutlineItem[], within: string, found: Definition[]): void {
  for (const item of items) {
    if (item.kind === 'comment') continue;
    const node = item.read();
    if (!('body' in item)) collectNodes(text, node, within, found);
    else {
      const path = within + nodeName(text, node);
      found.push({ path, ...item.span });
      for (const child of node.children) collectNodes(text, child, `${path}/`, found);
      collectItems(text, item.body(), `${path}/`, found);
    }
  }
}

function collectNodes(text: string, root: SyntaxNode, outer: string, found: Definition[]): void {
  const open = [{ node: root, within: outer }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    let { within } = next;
    const name = nodeName(text, next.node);
    if (name !== null) {
      found.push({ path: within + name, start: next.node.start, end: next.node.end });
      if (!name.startsWith('#')) within = `${within}${name}/`;
    }
    for (const node of next.node.children) open.push({ node, within });
  }
}

function nodeName(text: string, node: SyntaxNode): string | null {
  if (!node.named) return null;
  const part = (field: string) => {
    const child = childOf(node, field);
    return child === null ? '' : text.slice(child.start, child.end);
  };
  if (node.type === 'class' || node.type === 'module') return part('name');
  if (node.type === 'singleton_class') return `<<${part('value')}`;
  if (node.type === 'method') return `#${part('name').replace(/^([~!])@$/, '$1')}`;
  return node.type === 'singleton_method' ? `#${part('object')}.${part('name')}` : null;
}

function byPlace(a: Definition, b: Definition): number {
  return a.start - b.start || b.end - a.end;
}
