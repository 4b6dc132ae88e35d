/** Free symbols and function names of a formula, visiting each shared node once. */
import type { Formula, SymbolFormula } from './formula';

/** Visits every node below the roots once, children before parents, without recursion (formulas may be deep). */
export function visit(roots: readonly Formula[], see: (node: Formula) => void, seen = new Set<Formula>()): void {
  const stack: { node: Formula; entered: boolean }[] = [...roots].reverse().map(node => ({ node, entered: false }));
  while (stack.length > 0) {
    const top = stack[stack.length - 1]!;
    if (seen.has(top.node)) {
      stack.pop();
    } else if (top.entered) {
      stack.pop();
      seen.add(top.node);
      see(top.node);
    } else {
      top.entered = true;
      for (const child of [...children(top.node)].reverse()) {
        if (!seen.has(child)) stack.push({ node: child, entered: false });
      }
    }
  }
}

export function children(node: Formula): readonly Formula[] {
  if (node.kind === 'apply') return node.args;
  if (node.kind === 'quantified') return [node.body, ...node.patterns.flat()];
  return [];
}

/** The free constants below formulas, each name once. */
export function symbolsIn(roots: readonly Formula[]): readonly SymbolFormula[] {
  const found = new Map<string, SymbolFormula>();
  visit(roots, node => {
    if (node.kind === 'symbol') found.set(node.name, node);
  });
  return [...found.values()];
}

/** Names of the free constants below a formula. */
export function freeSymbols(roots: readonly Formula[]): Set<string> {
  const names = new Set<string>();
  visit(roots, node => {
    if (node.kind === 'symbol') names.add(node.name);
  });
  return names;
}

/**
 * The cone of influence: the hypotheses that share a symbol with the goal, directly or through other hypotheses.
 * Dropping the others is sound; it can only lose proofs by contradiction.
 */
export function coneOfInfluence(
  roots: readonly Formula[],
  hypotheses: readonly Formula[],
  symbolsOf: (formula: Formula) => ReadonlySet<string> = formula => freeSymbols([formula]),
): Formula[] {
  const reached = new Set(roots.flatMap(root => [...symbolsOf(root)]));
  const waiting = hypotheses.map((formula, at) => ({ formula, at, symbols: symbolsOf(formula) }));
  const kept = new Set<number>();
  for (let grew = true; grew; ) {
    grew = false;
    for (const one of waiting) {
      if (kept.has(one.at) || !(one.symbols.size === 0 || intersects(one.symbols, reached))) continue;
      kept.add(one.at);
      for (const name of one.symbols) reached.add(name);
      grew = true;
    }
  }
  return waiting.filter(one => kept.has(one.at)).map(one => one.formula);
}

function intersects(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const x of a) if (b.has(x)) return true;
  return false;
}

/** `freeSymbols` with a memo, for callers that query the same formulas repeatedly. */
export function memoiseFreeSymbols(): (formula: Formula) => ReadonlySet<string> {
  const known = new Map<Formula, ReadonlySet<string>>();
  return formula => {
    const before = known.get(formula);
    if (before) return before;
    const found = freeSymbols([formula]);
    known.set(formula, found);
    return found;
  };
}
