/**
 * From one arbitrary iteration to all: the facts about iteration k hold for every k, if the symbols and functions that
 * were created in that iteration become functions of the index.
 */
import { apply, bound, forall } from '../../logic/build';
import type { Formula, Sort } from '../../logic/formula';
import { INT_SORT } from '../../logic/sorts';
import type { Origin } from '../../logic/symbolOrigin';
import type { Run } from '../state/context';

/** Whether a symbol or function was created in the iteration. */
export type IsCreated = (origin: Origin) => boolean;

export interface Generalised {
  readonly index: Formula;
  readonly of: (formula: Formula) => Formula;
  /** `of` the formula, quantified over all indices; unchanged if it does not depend on the index. `pattern`: the trigger. */
  readonly always: (formula: Formula, pattern: (index: Formula) => Formula) => Formula;
}

export function generalise(
  run: Run,
  iteration: Formula & { readonly kind: 'symbol' },
  isCreated: IsCreated,
): Generalised {
  const name = `k${run.names.quantifiers++}`;
  const index = bound(name, INT_SORT);
  const known = new Map<Formula, Formula>();
  const of = (node: Formula): Formula => {
    const before = known.get(node);
    if (before) return before;
    const made = rewriteNode(run, node, { iteration: iteration.name, index, isCreated }, of);
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

/** An arbitrary iteration: the symbol of its number, the index that replaces it and the symbols that depend on it. */
interface AnyIteration {
  readonly iteration: string;
  readonly index: Formula;
  readonly isCreated: IsCreated;
}

function rewriteNode(
  run: Run,
  node: Formula,
  { iteration, index, isCreated }: AnyIteration,
  of: (node: Formula) => Formula,
): Formula {
  switch (node.kind) {
    case 'symbol':
      if (node.name === iteration) return index;
      return isCreated(node.origin) ? asFunction(run, node, node.origin.serial, [index]) : node;
    case 'apply': {
      const args = node.args.map(of);
      const origin = run.hypotheses.functions.get(node.operator)?.origin;
      if (origin && isCreated(origin))
        return asFunction(run, { name: node.operator, sort: node.sort }, origin.serial, [index, ...args]);
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

/** A function of the index in place of a symbol or function of one iteration. */
function asFunction(
  run: Run,
  { name, sort }: { readonly name: string; readonly sort: Sort },
  serial: number,
  args: readonly Formula[],
): Formula {
  const made = `each:${name}`;
  const origin = { kind: 'fresh', serial } as const;
  run.hypotheses.functions.set(made, { name: made, params: args.map(arg => arg.sort), result: sort, origin });
  return apply(made, args, sort);
}
