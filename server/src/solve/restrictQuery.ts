/**
 * An undecided query, restricted to small cases. A quantifier over an index range is instantiated with its first few
 * indices, and the range is assumed to have no more. Any other quantifier is instantiated with the terms that the query
 * itself mentions, and a product of unknowns becomes an arbitrary number. That is weaker than the original, so a model
 * is only a hint: it counts only if a run breaks the clause.
 */
import { add, le, sub } from '../logic/arithmetic';
import { and, int, isApply, not, rebuild, same } from '../logic/build';
import type { Formula } from '../logic/formula';
import { createRewrite } from '../logic/rewrite';
import { printSort } from '../logic/sorts';
import { substitute } from '../logic/substitute';
import { visit } from '../logic/symbols';
import type { MethodObligations, Obligation } from '../proof/obligation';
import { abstractProducts } from './abstractProducts';

/** Instances of a quantifier over a range. */
const FEW = 2;
/** Instances of a quantifier over anything else. */
const MOST_PLACES = 8;

/** The easier forms of an obligation, the easiest first: small cases, with products of unknowns left open or exact. */
export function restrictToSmallCases(set: MethodObligations, obligation: Obligation): readonly MethodObligations[] {
  const small = narrowObligation(obligation) ?? obligation;
  const open = openProducts(set, small);
  const forms = small === obligation ? [] : [{ ...set, obligations: [small] }];
  return open ? [open, ...forms] : forms;
}

/** Null: it has no such products. */
function openProducts(set: MethodObligations, obligation: Obligation): MethodObligations | null {
  const { hypotheses, entryHypotheses, goal } = obligation;
  const { formulas, functions } = abstractProducts([goal, ...hypotheses, ...entryHypotheses]);
  if (functions.length === 0) return null;
  const open: Obligation = {
    ...obligation,
    goal: formulas[0]!,
    hypotheses: formulas.slice(1, hypotheses.length + 1),
    entryHypotheses: formulas.slice(hypotheses.length + 1),
  };
  const signature = { ...set.signature, functions: [...set.signature.functions, ...functions] };
  return { ...set, signature, obligations: [open] };
}

type Quantified = Formula & { readonly kind: 'quantified' };

/** Null: it has no quantifier. */
function narrowObligation(obligation: Obligation): Obligation | null {
  const all = [...obligation.hypotheses, not(obligation.goal)];
  if (!all.some(hasQuantifier)) return null;
  const sizes: Formula[] = [];
  const places = placesIn(all);
  const small = (formula: Formula): Formula => expandQuantifiers(formula, places, sizes);
  const hypotheses = obligation.hypotheses.map(small);
  const goal = small(obligation.goal);
  const entryHypotheses = obligation.entryHypotheses.map(small);
  const path = hypotheses.slice(-1);
  return { ...obligation, goal, entryHypotheses, hypotheses: [...hypotheses.slice(0, -1), ...sizes, ...path] };
}

function hasQuantifier(formula: Formula): boolean {
  let found = false;
  visit([formula], node => {
    if (isOverAll(node)) found = true;
  });
  return found;
}

function isOverAll(node: Formula): node is Quantified {
  return node.kind === 'quantified' && node.quantifier === 'forall';
}

/** Terms at which the query reads maps, without those that mention quantified variables. */
function placesIn(roots: readonly Formula[]): readonly Formula[] {
  const open = new Set<Formula>();
  const places: Formula[] = [];
  visit(roots, node => {
    const inner = node.kind === 'apply' ? node.args : node.kind === 'quantified' ? [node.body] : [];
    if (node.kind === 'bound' || inner.some(each => open.has(each))) open.add(node);
    const at = isApply(node, 'select') ? node.args[1]! : null;
    if (at && !open.has(at) && !places.some(each => same(each, at))) places.push(at);
  });
  return places;
}

function expandQuantifiers(root: Formula, places: readonly Formula[], sizes: Formula[]): Formula {
  return createRewrite((node, of) => {
    if (isOverAll(node)) return and(...instances(node, places, sizes).map(of));
    if (node.kind !== 'apply') return node;
    const args = node.args.map(of);
    return args.every((arg, i) => arg === node.args[i]) ? node : rebuild(node.operator, args, node.sort);
  })(root);
}

function instances(node: Quantified, places: readonly Formula[], sizes: Formula[]): readonly Formula[] {
  return node.variables.reduce<readonly Formula[]>(
    (bodies, variable) =>
      bodies.flatMap(body => {
        const alike = places.filter(each => printSort(each.sort) === printSort(variable.sort)).slice(0, MOST_PLACES);
        const values = variable.sort.kind === 'int' ? valuesFor(variable.name, body, alike, sizes) : alike;
        return values.map(value => substitute(body, variable.name, value));
      }),
    [node.body],
  );
}

/** Assumes that a range with known ends has only a few elements. */
function valuesFor(name: string, body: Formula, places: readonly Formula[], sizes: Formula[]): readonly Formula[] {
  const { from, to } = rangeOf(name, body);
  if (from && to) sizes.push(le(sub(to, from), int(FEW)));
  if (from || to) return Array.from({ length: FEW }, (_, k) => add(from ?? int(0), int(k)));
  return [...places, ...Array.from({ length: FEW }, (_, k) => int(k))];
}

interface Range {
  readonly from: Formula | null;
  readonly to: Formula | null;
}

function rangeOf(name: string, body: Formula): Range {
  const guards = guardsOf(body);
  const isIt = (node: Formula | undefined): boolean => node?.kind === 'bound' && node.name === name;
  const from = guards.find(guard => isApply(guard, '<=') && isIt(guard.args[1]) && isClosed(guard.args[0]!));
  const to = guards.find(guard => isApply(guard, '<') && isIt(guard.args[0]) && isClosed(guard.args[1]!));
  return { from: argument(from, 0), to: argument(to, 1) };
}

function argument(guard: Formula | undefined, index: number): Formula | null {
  return guard?.kind === 'apply' ? (guard.args[index] ?? null) : null;
}

function guardsOf(body: Formula): readonly Formula[] {
  if (!isApply(body, '=>')) return [];
  const [condition, rest] = body.args as [Formula, Formula];
  return [...(isApply(condition, 'and') ? condition.args : [condition]), ...guardsOf(rest)];
}

function isClosed(formula: Formula): boolean {
  let closed = true;
  visit([formula], node => {
    if (node.kind === 'bound') closed = false;
  });
  return closed;
}
