/**
 * For vacuity: replaces products and quotients of unknowns by uninterpreted functions. A contradiction in the weaker
 * formula is one in the original, and the solver does not search for models through nonlinear arithmetic. The
 * precondition is then queried once more without this (engine/vacuity.ts): it rarely contains products.
 */
import { apply } from '../logic/build';
import type { Formula, FunctionDeclaration } from '../logic/formula';
import { createRewrite, type Rewrite } from '../logic/rewrite';
import { children } from '../logic/symbols';

export interface AbstractedProducts {
  readonly formulas: readonly Formula[];
  readonly functions: readonly FunctionDeclaration[];
}

/** Whether `loosened` would change anything. */
export function hasProducts(roots: readonly Formula[]): boolean {
  return abstractProducts(roots).functions.length > 0;
}

export function abstractProducts(roots: readonly Formula[]): AbstractedProducts {
  const functions = new Map<string, FunctionDeclaration>();
  const of = createRewrite((node, inside) => rewriteProducts(node, inside, functions));
  return { formulas: roots.map(of), functions: [...functions.values()] };
}

const NONLINEAR: ReadonlySet<string> = new Set(['*', '/', 'div', 'mod']);

function rewriteProducts(node: Formula, of: Rewrite, functions: Map<string, FunctionDeclaration>): Formula {
  if (children(node).length === 0) return node;
  if (node.kind === 'quantified')
    return { ...node, body: of(node.body), patterns: node.patterns.map(each => each.map(of)) };
  if (node.kind !== 'apply') return node;
  const args = node.args.map(of);
  if (!isNonlinear(node))
    return args.every((arg, i) => arg === node.args[i]) ? node : apply(node.operator, args, node.sort);
  const name = `loose:${node.operator}:${node.sort.kind}:${args.length}`;
  functions.set(name, { name, params: args.map(arg => arg.sort), result: node.sort });
  return apply(name, args, node.sort);
}

function isNonlinear(node: Formula & { readonly kind: 'apply' }): boolean {
  if (!NONLINEAR.has(node.operator)) return false;
  const unknown = node.args.map(arg => arg.kind !== 'numeral');
  return node.operator === '*' ? unknown.filter(each => each).length > 1 : unknown[unknown.length - 1]!;
}
