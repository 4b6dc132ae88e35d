/**
 * RDL's `pre { |x| … }` and `post { |r, x| … }` become refinements of the signature: binders are matched by position
 * and renamed to the signature's own. A block that is not one pure-looking expression is not read.
 */
import type { Place } from '../base/span';
import type { Expr, Var } from '../ril/ril';
import type { ContractAnnotation } from '../types/annotation';
import { showExpr } from '../types/showExpr';
import type { Clause, MethodType, ParamType, Refinement } from '../types/type';

/** Null: the contract cannot be said as a refinement. */
export function withContract(method: MethodType, contract: ContractAnnotation): MethodType | null {
  if (!isPlain(contract.body)) return null;
  return contract.when === 'pre' ? withPre(method, contract) : withPost(method, contract);
}

function withPre(method: MethodType, contract: ContractAnnotation): MethodType | null {
  const { params, renames } = bind(method.params, contract.binders);
  const last = params.length - 1;
  const holder = params[last];
  if (!holder) return null;
  const refinement = extend(holder.refinement, holder.name, contract, renames);
  return { ...method, params: [...params.slice(0, last), { ...holder, refinement }] };
}

function withPost(method: MethodType, contract: ContractAnnotation): MethodType {
  const [resultBinder = null, ...binders] = contract.binders;
  const { params, renames } = bind(method.params, binders);
  const resultName = method.resultName ?? resultBinder;
  if (resultBinder !== null && resultName !== null) renames.set(resultBinder, resultName);
  const resultRefinement = extend(method.resultRefinement, resultName, contract, renames);
  return { ...method, params, resultName, resultRefinement };
}

/** Parameters without a name get the contract's. */
function bind(params: readonly ParamType[], binders: readonly string[]) {
  const renames = new Map<string, string>();
  const named = params.map((param, index): ParamType => {
    const binder = binders[index];
    if (binder === undefined) return param;
    renames.set(binder, param.name ?? binder);
    return { ...param, name: param.name ?? binder };
  });
  return { params: named, renames };
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
  return { expr, text: showExpr(expr), place: { anchor: whole.anchor, span: expr.span } };
}

function conjuncts(expr: Expr): readonly Expr[] {
  if (expr.kind === 'seq' && expr.body.length === 1) return conjuncts(expr.body[0]!);
  return expr.kind === 'and' ? [...conjuncts(expr.left), ...conjuncts(expr.right)] : [expr];
}

/** One expression without assignments, jumps or constructs that have no meaning in a refinement. */
function isPlain(expr: Expr): boolean {
  if (expr.kind === 'seq' && expr.body.length !== 1) return false;
  return !everyNode(expr).some(node => IMPURE.has(node.kind));
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

function everyNode(root: Expr): readonly Expr[] {
  const found: Expr[] = [];
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node !== 'object' || node === null) continue;
    if ('kind' in node && 'span' in node) found.push(node as Expr);
    stack.push(...Object.values(node));
  }
  return found;
}

/** Free locals by their new names. Blocks inside a contract do not shadow in practice; those that do keep the name. */
function rename<T>(node: T, renames: ReadonlyMap<string, string>): T {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(item => rename(item, renames)) as T;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, rename(value, renames)])) as T;
  if (!isLocal(copy)) return copy;
  return { ...copy, name: renames.get(copy.name) ?? copy.name };
}

function isLocal(node: unknown): node is Var {
  return (
    typeof node === 'object' &&
    node !== null &&
    'kind' in node &&
    node.kind === 'var' &&
    'scope' in node &&
    node.scope === 'local'
  );
}
