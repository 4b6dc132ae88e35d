/**
 * A question that the solver gave up, about small cases only: what is said of every index is said of the first few, and
 * there are no more (where a range says how many there are). A quantifier over anything else is said of the places that
 * the question itself names, and a product of unknowns may be any number, which is less than was meant: so a model of this
 * is a hint. Only a run that breaks the clause makes it an answer.
 */
import { add, le, sub } from '../logic/arithmetic';
import { and, int, isApply, not, rebuilt, same } from '../logic/build';
import type { Formula } from '../logic/formula';
import { rewriting } from '../logic/rewrite';
import { substitute } from '../logic/substitute';
import { visit } from '../logic/symbols';
import type { MethodObligations, Obligation } from '../proof/obligation';
import { loosened } from './loosened';

/** So many indices of every range. */
const FEW = 2;
/** So many places for what is said of everything. */
const MOST_PLACES = 8;

/** The question in easier forms, the easiest first: small cases, with products of unknowns left open or as they are. */
export function easierForms(set: MethodObligations, obligation: Obligation): readonly MethodObligations[] {
  const small = narrowed(obligation) ?? obligation;
  const open = withOpenProducts(set, small);
  const forms = small === obligation ? [] : [{ ...set, obligations: [small] }];
  return open ? [open, ...forms] : forms;
}

/** Null: there are none. */
function withOpenProducts(set: MethodObligations, obligation: Obligation): MethodObligations | null {
  const { hypotheses, entryHypotheses, goal } = obligation;
  const { formulas, functions } = loosened([goal, ...hypotheses, ...entryHypotheses]);
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

/** Null: there is no quantifier in it. */
function narrowed(obligation: Obligation): Obligation | null {
  const all = [...obligation.hypotheses, not(obligation.goal)];
  if (!all.some(hasQuantifier)) return null;
  const sizes: Formula[] = [];
  const places = placesIn(all);
  const small = (formula: Formula): Formula => expanded(formula, places, sizes);
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

/** Indices that the question reads maps at, without those that a quantifier ranges over. */
function placesIn(roots: readonly Formula[]): readonly Formula[] {
  const open = new Set<Formula>();
  const places: Formula[] = [];
  visit(roots, node => {
    const inner = node.kind === 'apply' ? node.args : node.kind === 'quantified' ? [node.body] : [];
    if (node.kind === 'bound' || inner.some(each => open.has(each))) open.add(node);
    const at = isApply(node, 'select') ? node.args[1]! : null;
    if (at && at.sort.kind === 'int' && !open.has(at) && !places.some(each => same(each, at))) places.push(at);
  });
  return places.slice(0, MOST_PLACES);
}

function expanded(root: Formula, places: readonly Formula[], sizes: Formula[]): Formula {
  return rewriting((node, of) => {
    if (isOverAll(node)) return and(...instances(node, places, sizes).map(of));
    if (node.kind !== 'apply') return node;
    const args = node.args.map(of);
    return args.every((arg, i) => arg === node.args[i]) ? node : rebuilt(node.operator, args, node.sort);
  })(root);
}

function instances(node: Quantified, places: readonly Formula[], sizes: Formula[]): readonly Formula[] {
  return node.variables.reduce<readonly Formula[]>(
    (bodies, variable) =>
      bodies.flatMap(body => {
        const values = valuesFor(variable.name, body, places, sizes);
        return values.map(value => substitute(body, variable.name, value));
      }),
    [node.body],
  );
}

/** A range that says where it begins and ends holds no more than a few. */
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
  const isIt = (node: Formula): boolean => node.kind === 'bound' && node.name === name;
  const from = guards.find(guard => isApply(guard, '<=') && isIt(guard.args[1]!) && isClosed(guard.args[0]!));
  const to = guards.find(guard => isApply(guard, '<') && isIt(guard.args[0]!) && isClosed(guard.args[1]!));
  return { from: argument(from, 0), to: argument(to, 1) };
}

function argument(guard: Formula | undefined, index: number): Formula | null {
  return guard?.kind === 'apply' ? guard.args[index]! : null;
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
