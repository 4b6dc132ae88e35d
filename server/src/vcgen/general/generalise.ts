/**
 * From one arbitrary round to all of them: what was learnt about the round of index k holds for every index, if what was
 * made in that round (symbols, functions) becomes a function of the index.
 */
import { apply, bound, forall } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { INT_SORT } from '../../logic/sorts';
import type { Run } from '../context';

/** Of a symbol or function: was it made in the round? */
export type IsMade = (name: string) => boolean;

export interface Generalised {
  readonly index: Formula;
  readonly of: (formula: Formula) => Formula;
  /** `of` it, for all indices; itself where the index plays no part. `pattern`: when the solver should think of it. */
  readonly always: (formula: Formula, pattern: (index: Formula) => Formula) => Formula;
}

export function generalise(run: Run, round: Formula & { readonly kind: 'symbol' }, isMade: IsMade): Generalised {
  const name = `k${run.quantifiers++}`;
  const index = bound(name, INT_SORT);
  const known = new Map<Formula, Formula>();
  const of = (node: Formula): Formula => {
    const before = known.get(node);
    if (before) return before;
    const made = rewritten(run, node, round.name, index, isMade, of);
    known.set(node, made);
    return made;
  };
  return {
    index,
    of,
    always: (formula, pattern) => {
      const body = of(formula);
      return body === formula ? formula : forall([{ name, sort: INT_SORT }], body, [[pattern(index)]]);
    },
  };
}

function rewritten(
  run: Run,
  node: Formula,
  round: string,
  index: Formula,
  isMade: IsMade,
  of: (node: Formula) => Formula,
): Formula {
  switch (node.kind) {
    case 'symbol':
      if (node.name === round) return index;
      return isMade(node.name) ? asFunction(run, node.name, [index], node) : node;
    case 'apply': {
      const args = node.args.map(of);
      if (run.functions.has(node.operator) && isMade(node.operator))
        return asFunction(run, node.operator, [index, ...args], node);
      return args.every((arg, i) => arg === node.args[i]) ? node : apply(node.operator, args, node.sort);
    }
    case 'quantified': {
      const body = of(node.body);
      if (body === node.body) return node;
      return { ...node, body, patterns: node.patterns.map(each => each.map(of)) };
    }
    default:
      return node;
  }
}

function asFunction(run: Run, name: string, args: readonly Formula[], node: Formula): Formula {
  const made = `each:${name}`;
  run.functions.set(made, { name: made, params: args.map(arg => arg.sort), result: node.sort });
  return apply(made, args, node.sort);
}
