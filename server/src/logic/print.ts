/**
 * Formulas as SMT-LIB. A node that is used more than once is bound by `let` and printed once, so the output is linear
 * in the DAG. `rename` maps symbols and declared functions to their printed names.
 */
import type { Formula } from './formula';
import { printSort } from './sorts';
import { children, visit } from './symbols';

export type Rename = (name: string) => string;

const AS_IT_IS: Rename = name => name;

/**
 * A node that mentions an enclosing quantifier's variable cannot be bound by `let` outside, so it is printed at each
 * use. That may exceed the available memory.
 */
const LONGEST = 4_000_000;

/** The limit for a whole query: the solver would not finish reading more. */
const LONGEST_TOGETHER = 32_000_000;

export class TooLargeForQuery extends Error {
  constructor() {
    super('the formula is too large for a query');
  }
}

/** Prints several formulas under one set of `let`s. `wrap` builds the body from the printed formulas. */
export function printTogether(
  roots: readonly Formula[],
  wrap: (texts: readonly string[]) => string,
  rename: Rename = AS_IT_IS,
): string {
  const ids = numberTerms(roots);
  const uses = countUses(roots, ids);
  const open = findFreeVariables(roots);
  const texts = new Map<number, string>();
  const lets: string[] = [];
  let length = 0;
  visit(roots, node => {
    const id = ids.get(node)!;
    if (texts.has(id)) return;
    const written = printNode(node, child => texts.get(ids.get(child)!)!, rename);
    if (written.length > LONGEST) throw new TooLargeForQuery();
    if ((uses.get(id) ?? 0) > 1 && children(node).length > 0 && !open.has(node)) {
      const name = `$${lets.length + 1}`;
      length += written.length;
      if (length > LONGEST_TOGETHER) throw new TooLargeForQuery();
      lets.push(`(let ((${name} ${written}))`);
      texts.set(id, name);
    } else {
      texts.set(id, written);
    }
  });
  const body = wrap(roots.map(root => texts.get(ids.get(root)!)!));
  return `${lets.join('\n')}${lets.length > 0 ? '\n' : ''}${body}${')'.repeat(lets.length)}`;
}

export function printFormula(formula: Formula, rename: Rename = AS_IT_IS): string {
  return printTogether([formula], texts => texts[0]!, rename);
}

/** Structural equality in time linear in the DAG. */
export function equalTerms(a: Formula, b: Formula): boolean {
  const ids = numberTerms([a, b]);
  return ids.get(a) === ids.get(b);
}

/** Assigns equal numbers to equal terms, wherever they were built. */
function numberTerms(roots: readonly Formula[]): Map<Formula, number> {
  const byKey = new Map<string, number>();
  const ids = new Map<Formula, number>();
  visit(roots, node => {
    const key = keyOf(node, child => ids.get(child)!);
    const id = byKey.get(key) ?? byKey.size;
    byKey.set(key, id);
    ids.set(node, id);
  });
  return ids;
}

function keyOf(node: Formula, id: (child: Formula) => number): string {
  switch (node.kind) {
    case 'boolean':
      return `b${node.value}`;
    case 'numeral':
      return `n${node.sort.kind}${node.value}`;
    case 'text':
      return `t${node.value}`;
    case 'symbol':
      return `s${node.name}`;
    case 'bound':
      return `v${node.name}`;
    case 'apply':
      return `(${node.operator} ${node.args.map(id).join(' ')}`;
    case 'quantified':
      return `q${node.quantifier}${node.variables.map(v => v.name).join(',')}.${id(node.body)}`;
  }
}

function countUses(roots: readonly Formula[], ids: ReadonlyMap<Formula, number>): Map<number, number> {
  const uses = new Map<number, number>();
  const counted = new Set<number>();
  const count = (child: Formula): void => {
    const id = ids.get(child)!;
    uses.set(id, (uses.get(id) ?? 0) + 1);
  };
  for (const root of roots) count(root);
  visit(roots, node => {
    const id = ids.get(node)!;
    if (counted.has(id)) return;
    counted.add(id);
    for (const child of children(node)) count(child);
  });
  return uses;
}

/** A term with a free quantified variable cannot be bound by `let` outside its quantifier. */
function findFreeVariables(roots: readonly Formula[]): ReadonlyMap<Formula, ReadonlySet<string>> {
  const open = new Map<Formula, ReadonlySet<string>>();
  visit(roots, node => {
    const free = node.kind === 'bound' ? new Set([node.name]) : freeVariablesOfChildren(node, open);
    if (free.size > 0) open.set(node, free);
  });
  return open;
}

function freeVariablesOfChildren(node: Formula, open: ReadonlyMap<Formula, ReadonlySet<string>>): ReadonlySet<string> {
  const sets = children(node).flatMap(child => open.get(child) ?? []);
  if (node.kind !== 'quantified') return sets.length === 1 ? sets[0]! : new Set(sets.flatMap(set => [...set]));
  const own = new Set(node.variables.map(each => each.name));
  return new Set(sets.flatMap(set => [...set]).filter(name => !own.has(name)));
}

function printNode(node: Formula, child: (node: Formula) => string, rename: Rename): string {
  switch (node.kind) {
    case 'boolean':
      return String(node.value);
    case 'numeral':
      return node.sort.kind === 'int' ? printInteger(node.value) : printReal(node.value);
    case 'text':
      return printText(node.value);
    case 'symbol':
      return rename(node.name);
    case 'bound':
      return `?${node.name}`;
    case 'apply':
      return node.args.length === 0
        ? rename(node.operator)
        : `(${rename(node.operator)} ${node.args.map(child).join(' ')})`;
    case 'quantified': {
      const variables = node.variables.map(v => `(?${v.name} ${printSort(v.sort)})`).join(' ');
      const patterns = node.patterns.map(p => ` :pattern (${p.map(child).join(' ')})`).join('');
      const body = child(node.body);
      return `(${node.quantifier} (${variables}) ${patterns ? `(! ${body}${patterns})` : body})`;
    }
  }
}

function printInteger(value: string): string {
  return value.startsWith('-') ? `(- ${value.slice(1)})` : value;
}

function printReal(value: string): string {
  const negative = value.startsWith('-');
  const [p, q] = (negative ? value.slice(1) : value).split('/');
  const magnitude = q === undefined ? `${p}.0` : `(/ ${p}.0 ${q}.0)`;
  return negative ? `(- ${magnitude})` : magnitude;
}

/** Prints printable ASCII unchanged and everything else as an escape that every solver reads. */
export function printText(value: string): string {
  let out = '';
  for (const character of value) {
    const code = character.codePointAt(0)!;
    if (character === '"') out += '""';
    else if (code < 32 || code > 126 || character === '\\') out += `\\u{${code.toString(16)}}`;
    else out += character;
  }
  return `"${out}"`;
}
