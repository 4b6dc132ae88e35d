/**
 * RDL's `pre { |x| … }` and `post { |r, x| … }` become refinements of the signature: binders are matched by position
 * and renamed to the signature's own. A block that is not one pure-looking expression is not read.
 */
import type { Place } from '../base/span';
import type { Expr } from '../ril/ril';
import type { ContractAnnotation } from '../types/annotation';
import { showExpr } from '../types/showExpr';
import type { Clause, MethodType, Refinement } from '../types/type';
import { type BoundContract, bindContract, isPositional, unused } from './contractBinders';
import { everyNode, innerNames, isLocal, rename } from './renames';

/** Null: the contract cannot be said as a refinement. */
export function withContract(method: MethodType, contract: ContractAnnotation): MethodType | null {
  if (!isPlain(contract.body)) return null;
  return contract.when === 'pre' ? withPre(method, contract) : withPost(method, contract);
}

/** What is asked of the call as a whole: also where an argument is left out, or where there is none. */
function withPre(method: MethodType, contract: ContractAnnotation): MethodType | null {
  const bound = bindContract(method, contract.params);
  if (!isSayable(contract, bound)) return null;
  const precondition = extend(method.precondition ?? null, null, contract, bound.renames);
  return { ...method, params: bound.params, precondition };
}

function withPost(method: MethodType, contract: ContractAnnotation): MethodType | null {
  const [result, ...params] = contract.params;
  if (result !== undefined && (result.name === null || !isPositional(result))) return null;
  const binder = result?.name ?? null;
  const taken = new Set([...method.params.map(param => param.name), ...params.map(param => param.name)]);
  const resultName = method.resultName ?? (binder === null ? null : unused(binder, taken));
  const bound = bindContract({ ...method, resultName }, params);
  if (binder !== null && resultName !== null) bound.renames.set(binder, resultName);
  if (!isSayable(contract, bound)) return null;
  const resultRefinement = extend(method.resultRefinement, resultName, contract, bound.renames);
  return { ...method, params: bound.params, resultName, resultRefinement };
}

/** A name of a clause may neither be one that the contract could not bind, nor be caught by a block inside it. */
function isSayable(contract: ContractAnnotation, bound: BoundContract): boolean {
  const inner = new Set(innerNames(contract.body));
  for (const [from, to] of bound.renames) if (from !== to && (inner.has(from) || inner.has(to))) return false;
  return !everyNode(contract.body).some(node => isLocal(node) && bound.unbound.has(node.name));
}

function extend(
  before: Refinement | null,
  binder: string | null,
  contract: ContractAnnotation,
  renames: ReadonlyMap<string, string>,
): Refinement {
  const clauses = conjuncts(contract.body).map(expr => clause(rename(expr, renames), contract.place));
  const all = [...(before?.clauses ?? []), ...clauses];
  const text = all.map(one => one.text).join(' && ');
  return { binder: before?.binder ?? binder, text, place: before?.place ?? contract.place, clauses: all };
}

function clause(expr: Expr, whole: Place): Clause {
  return { expr, text: showExpr(expr), place: { anchor: whole.anchor, span: expr.span }, isRuby: true };
}

function conjuncts(expr: Expr): readonly Expr[] {
  if (expr.kind === 'seq' && expr.body.length === 1) return conjuncts(expr.body[0]!);
  return expr.kind === 'and' ? [...conjuncts(expr.left), ...conjuncts(expr.right)] : [expr];
}

/** One expression without assignments, jumps or constructs that have no meaning in a refinement. */
function isPlain(expr: Expr): boolean {
  if (expr.kind === 'seq' && expr.body.length !== 1) return false;
  if (conjuncts(expr).some(isRaise)) return false; // it says what happens, not what must hold
  return !everyNode(expr).some(node => IMPURE.has(node.kind));
}

function isRaise(expr: Expr): boolean {
  return expr.kind === 'call' && expr.receiver === null && /^(raise|fail|abort|exit!?)$/.test(expr.method);
}

const IMPURE: ReadonlySet<string> = new Set([
  'assign',
  'multiAssign',
  'while',
  'jump',
  'rescue',
  'ensure',
  'define',
  'yield',
  'super',
  'opaque',
]);
