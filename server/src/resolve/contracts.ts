/**
 * RDL's `pre { |x| … }` and `post { |r, x| … }` become refinements of the signature: binders are matched by position
 * and renamed to the signature's own. Only a block that is a single expression without obvious effects is read.
 */
import type { Place } from '../base/span';
import type { Expr } from '../ril/ril';
import type { ContractAnnotation } from '../types/annotation';
import { showExpr } from '../types/showExpr';
import type { Clause, MethodType, Refinement } from '../types/type';
import { type BoundContract, bindContract, findUnusedName, isPositional } from './contractBinders';
import { everyNode, innerNames, isLocal, rename } from './renameLocals';

/** Returns null if the contract cannot be expressed as a refinement. */
export function addContract(method: MethodType, contract: ContractAnnotation): MethodType | null {
  if (!isPlain(contract.body)) return null;
  return contract.when === 'pre' ? addPrecondition(method, contract) : addPostcondition(method, contract);
}

/** A precondition of the call as a whole: it also applies if an argument is omitted, or if there are none. */
function addPrecondition(method: MethodType, contract: ContractAnnotation): MethodType | null {
  const bound = bindContract(method, contract.params);
  if (!isExpressible(contract, bound)) return null;
  const precondition = extendRefinement(method.precondition ?? null, null, contract, bound.renames);
  return { ...method, params: bound.params, precondition };
}

function addPostcondition(method: MethodType, contract: ContractAnnotation): MethodType | null {
  const [result, ...params] = contract.params;
  if (result !== undefined && (result.name === null || !isPositional(result))) return null;
  const binder = result?.name ?? null;
  const taken = new Set([...method.params.map(param => param.name), ...params.map(param => param.name)]);
  const resultName = method.resultName ?? (binder === null ? null : findUnusedName(binder, taken));
  const bound = bindContract({ ...method, resultName }, params);
  if (binder !== null && resultName !== null) bound.renames.set(binder, resultName);
  if (!isExpressible(contract, bound)) return null;
  const resultRefinement = extendRefinement(method.resultRefinement, resultName, contract, bound.renames);
  return { ...method, params: bound.params, resultName, resultRefinement };
}

/** A clause may neither use a name that the contract could not bind, nor have a block that captures a renamed one. */
function isExpressible(contract: ContractAnnotation, bound: BoundContract): boolean {
  const inner = new Set(innerNames(contract.body));
  for (const [from, to] of bound.renames) if (from !== to && (inner.has(from) || inner.has(to))) return false;
  return !everyNode(contract.body).some(node => isLocal(node) && bound.unbound.has(node.name));
}

function extendRefinement(
  before: Refinement | null,
  binder: string | null,
  contract: ContractAnnotation,
  renames: ReadonlyMap<string, string>,
): Refinement {
  const clauses = splitConjuncts(contract.body).map(expr => makeClause(rename(expr, renames), contract.place));
  const all = [...(before?.clauses ?? []), ...clauses];
  const text = all.map(one => one.text).join(' && ');
  return { binder: before?.binder ?? binder, text, place: before?.place ?? contract.place, clauses: all };
}

function makeClause(expr: Expr, whole: Place): Clause {
  return { expr, text: showExpr(expr), place: { anchor: whole.anchor, span: expr.span }, isRuby: true };
}

function splitConjuncts(expr: Expr): readonly Expr[] {
  if (expr.kind === 'seq' && expr.body.length === 1) return splitConjuncts(expr.body[0]!);
  return expr.kind === 'and' ? [...splitConjuncts(expr.left), ...splitConjuncts(expr.right)] : [expr];
}

/** A single expression without assignments, jumps or constructs that refinements do not support. */
function isPlain(expr: Expr): boolean {
  if (expr.kind === 'seq' && expr.body.length !== 1) return false;
  if (splitConjuncts(expr).some(isRaise)) return false; // an action, not a condition
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
