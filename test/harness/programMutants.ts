/**
 * Mutants of a whole program that usually make it raise: a call of another name, an argument left out, two arguments
 * swapped, nil in place of a literal. Deterministic; whether a mutant is wrong is for a run in Ruby to decide.
 */
import { namedChildren, type SyntaxNode } from '../../server/src/syntax/node';
import type { OutlineItem } from '../../server/src/syntax/outline';
import { rubyParser } from './rubyParser';

export const MUTATION_KINDS = ['rename a call', 'drop an argument', 'swap two arguments', 'nil for a literal'] as const;
export type MutationKind = (typeof MUTATION_KINDS)[number];

export interface ProgramMutant {
  readonly kind: MutationKind;
  readonly text: string;
}

interface Change {
  readonly kind: MutationKind;
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

const LITERALS = new Set(['integer', 'float', 'string', 'simple_symbol', 'array', 'hash']);

/** At most `most` mutants of each kind, spread over the program. */
export async function mutateProgram(text: string, most: number): Promise<readonly ProgramMutant[]> {
  const document = (await rubyParser).open('program.rb', text);
  const changes = document.outline().items.flatMap(item => changesIn(text, item));
  return MUTATION_KINDS.flatMap(kind =>
    spread(
      changes.filter(change => change.kind === kind),
      most,
    ),
  ).map(({ kind, start, end, insert }) => ({ kind, text: text.slice(0, start) + insert + text.slice(end) }));
}

function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, index) => all[Math.floor(((index + 0.5) * all.length) / most)]!);
}

function changesIn(text: string, item: OutlineItem): readonly Change[] {
  if (item.kind === 'comment') return [];
  const own = changesOf(text, item.read());
  return 'body' in item ? [...own, ...item.body().flatMap(each => changesIn(text, each))] : own;
}

function changesOf(text: string, root: SyntaxNode): readonly Change[] {
  const found: Change[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'call') found.push(...changesOfCall(text, node));
    if (LITERALS.has(node.type)) {
      found.push({ kind: 'nil for a literal', start: node.start, end: node.end, insert: 'nil' });
    }
    open.push(...node.children);
  }
  return found.sort((a, b) => a.start - b.start);
}

function changesOfCall(text: string, call: SyntaxNode): readonly Change[] {
  const found: Change[] = [];
  const method = call.children.find(child => child.field === 'method');
  if (method?.type === 'identifier' && /\w$/.test(text.slice(method.start, method.end))) {
    found.push({ kind: 'rename a call', start: method.end, end: method.end, insert: 'x' });
  }
  const list = call.children.find(child => child.field === 'arguments');
  const args = list === undefined ? [] : namedChildren(list).filter(isPlainArgument);
  const [first, second] = args;
  const last = args.at(-1);
  if (last !== undefined) {
    const before = args.at(-2);
    found.push({ kind: 'drop an argument', start: before?.end ?? last.start, end: last.end, insert: '' });
  }
  if (first !== undefined && second !== undefined) {
    const swapped = `${text.slice(second.start, second.end)}, ${text.slice(first.start, first.end)}`;
    found.push({ kind: 'swap two arguments', start: first.start, end: second.end, insert: swapped });
  }
  return found;
}

function isPlainArgument(node: SyntaxNode): boolean {
  return !['pair', 'block_argument', 'splat_argument', 'hash_splat_argument', 'comment'].includes(node.type);
}
