/** A bound variable replaced by a term; shared nodes are visited once and stay shared where nothing changes. */
import { rebuilt } from './build';
import type { Formula } from './formula';

export function substitute(formula: Formula, name: string, by: Formula): Formula {
  const done = new Map<Formula, Formula>();
  const go = (node: Formula): Formula => {
    const known = done.get(node);
    if (known) return known;
    const made = replaced(node);
    done.set(node, made);
    return made;
  };
  const replaced = (node: Formula): Formula => {
    if (node.kind === 'bound') return node.name === name ? by : node;
    if (node.kind === 'apply') {
      const args = node.args.map(go);
      return args.every((arg, i) => arg === node.args[i]) ? node : rebuilt(node.operator, args, node.sort);
    }
    if (node.kind !== 'quantified') return node;
    const body = go(node.body);
    return body === node.body ? node : { ...node, body, patterns: node.patterns.map(each => each.map(go)) };
  };
  return go(formula);
}
