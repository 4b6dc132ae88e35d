/** Locals of a clause under other names. */

import { localsOfParam } from '../ril/bindings';
import { mapParts, partsOf } from '../ril/dataParts';
import type { Expr, Var } from '../ril/ril';

/** Names that blocks inside it bind. */
export function innerNames(body: Expr): readonly string[] {
  const names: string[] = [];
  for (const node of everyNode(body)) {
    const block =
      node.kind === 'lambda'
        ? node.block
        : node.kind === 'call' && node.block?.type === 'block'
          ? node.block.block
          : null;
    if (block !== null) names.push(...block.locals, ...block.params.flatMap(localsOfParam));
  }
  return names;
}

export function everyNode(root: Expr): readonly Expr[] {
  const found: Expr[] = [];
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node !== 'object' || node === null) continue;
    if ('kind' in node && 'span' in node) found.push(node as Expr);
    stack.push(...partsOf(node));
  }
  return found;
}

/** Renames free locals; the caller has checked that no block inside captures one. */
export function rename<T>(node: T, renames: ReadonlyMap<string, string>): T {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(item => rename(item, renames)) as T;
  const copy = mapParts(node, part => rename(part, renames)) as T;
  if (!isLocal(copy)) return copy;
  return { ...copy, name: renames.get(copy.name) ?? copy.name };
}

export function isLocal(node: unknown): node is Var {
  return (
    typeof node === 'object' &&
    node !== null &&
    'kind' in node &&
    node.kind === 'var' &&
    'scope' in node &&
    node.scope === 'local'
  );
}
