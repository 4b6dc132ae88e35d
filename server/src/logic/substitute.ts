/** Replaces a bound variable by a term. Visits shared nodes once, and keeps unchanged nodes shared. */
import { rebuild } from './build';
import type { Formula } from './formula';
import { createRewrite } from './rewrite';

export function substitute(formula: Formula, name: string, by: Formula): Formula {
  return createRewrite((node, of) => {
    if (node.kind === 'bound') return node.name === name ? by : node;
    if (node.kind === 'apply') {
      const args = node.args.map(of);
      return args.every((arg, i) => arg === node.args[i]) ? node : rebuild(node.operator, args, node.sort);
    }
    if (node.kind !== 'quantified') return node;
    const body = of(node.body);
    return body === node.body ? node : { ...node, body, patterns: node.patterns.map(each => each.map(of)) };
  })(formula);
}
