/** Keys of hashes and sets that a counterexample shows: those that the method looks up. */
import { same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { visit } from '../../logic/symbols';
import type { Run } from '../state/context';

export function watchKey({ trace }: Run, key: Formula): void {
  if (!mentionsBound(key) && !trace.hashKeys.all.some(each => same(each, key))) trace.hashKeys.push(key);
}

/** A key inside of a quantifier has no value in a model. */
function mentionsBound(key: Formula): boolean {
  let found = false;
  visit([key], node => {
    if (node.kind === 'bound') found = true;
  });
  return found;
}
