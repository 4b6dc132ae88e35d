/**
 * The symbols whose values are not modelled, by what is not modelled, and the formulas that depend on them. What a node
 * depends on is remembered: formulas of a method share most of their nodes, and each is visited once.
 */
import type { Formula } from '../../logic/formula';
import { children, visit } from '../../logic/symbols';
import type { Trail, TrailMap } from './trail';

type Indices = ReadonlySet<number>;

const NONE: Indices = new Set();

export class Taints {
  /** The rest is memoised, and dropped whenever this changes. */
  readonly indices: TrailMap<string, number>;
  private visited = new Set<Formula>();
  /** Nodes that depend on something. */
  private dependent = new Map<Formula, Indices>();
  private readonly visitedNames = new Set<string>();

  constructor(private readonly trail: Trail) {
    this.indices = trail.map();
  }

  get size(): number {
    return this.indices.size;
  }

  has(symbol: string): boolean {
    return this.indices.has(symbol);
  }

  /** `index`: in the list of what is not modelled. */
  set(symbol: string, index: number): void {
    if (this.visitedNames.has(symbol) && this.indices.get(symbol) !== index) this.forget();
    this.indices.set(symbol, index);
    this.trail.record(this, () => this.forget());
  }

  /** What the values of these formulas depend on. */
  below(roots: readonly Formula[]): Indices {
    if (this.indices.size === 0) return NONE;
    visit(roots, node => this.note(node), this.visited);
    return this.union(roots);
  }

  private forget(): void {
    this.visited = new Set();
    this.dependent = new Map();
    this.visitedNames.clear();
  }

  private note(node: Formula): void {
    const found = node.kind === 'symbol' ? this.ofSymbol(node.name) : this.union(children(node));
    if (found.size > 0) this.dependent.set(node, found);
  }

  private ofSymbol(name: string): Indices {
    this.visitedNames.add(name);
    const index = this.indices.get(name);
    return index === undefined ? NONE : new Set([index]);
  }

  /** Shares the set of one of the nodes if it has all indices of the others. */
  private union(nodes: readonly Formula[]): Indices {
    let all = NONE;
    for (const node of nodes) {
      const more = this.dependent.get(node);
      if (more === undefined || more === all || contains(all, more)) continue;
      all = contains(more, all) ? more : new Set([...all, ...more]);
    }
    return all;
  }
}

function contains(all: Indices, some: Indices): boolean {
  if (some.size > all.size) return false;
  for (const index of some) if (!all.has(index)) return false;
  return true;
}
