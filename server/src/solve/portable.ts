/**
 * Formulas that any solver reads: a map defined by a term (Z3's lambda) becomes a declared function of the enclosing
 * bound variables, with an axiom for its elements. For people and other solvers; Loupe's own queries do not use it.
 */
import { apply, eq, forall } from '../logic/build';
import type { Formula, FunctionDeclaration, Signature } from '../logic/formula';
import { select } from '../logic/maps';
import { createRewrite } from '../logic/rewrite';
import { children } from '../logic/symbols';

export interface QueryParts {
  readonly formulas: readonly Formula[];
  readonly signature: Signature;
}

export function portable({ formulas, signature }: QueryParts): QueryParts {
  const functions: FunctionDeclaration[] = [];
  const definitions: Formula[] = [];
  const rewrite = createRewrite((node, of) => {
    if (node.kind === 'apply' && node.args.length > 0) return apply(node.operator, node.args.map(of), node.sort);
    if (node.kind !== 'quantified') return node;
    const body = of(node.body);
    if (node.quantifier !== 'lambda') return { ...node, body, patterns: node.patterns.map(each => each.map(of)) };
    const around = freeVariables(node);
    const name = `map:${functions.length}`;
    functions.push({ name, params: around.map(each => each.sort), result: node.sort });
    const map = apply(name, around, node.sort);
    const index = node.variables[0]!;
    const entry = select(map, { kind: 'bound', ...index });
    definitions.push(forall([...around.map(({ name, sort }) => ({ name, sort })), index], eq(entry, body)));
    return map;
  });
  const rest = formulas.map(rewrite);
  return {
    formulas: [...rest, ...definitions],
    signature: { ...signature, functions: [...signature.functions, ...functions] },
  };
}

type Bound = Formula & { readonly kind: 'bound' };

/** Variables bound by enclosing quantifiers, each once. */
function freeVariables(node: Formula): readonly Bound[] {
  if (node.kind === 'bound') return [node];
  const own = new Set(node.kind === 'quantified' ? node.variables.map(each => each.name) : []);
  const found = new Map<string, Bound>();
  for (const child of children(node))
    for (const each of freeVariables(child)) if (!own.has(each.name)) found.set(each.name, each);
  return [...found.values()];
}
