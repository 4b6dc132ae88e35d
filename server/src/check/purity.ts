/** May a refinement call this method? Labelled pure, a plain reader, or a body that is seen to write nothing. */
import type { MethodInfo } from '../program/program';
import type { Ctx } from './context';
import { effectOf } from './effects';

/** Classes whose instances never change: their core methods can only compute. */
const VALUE_CLASSES: ReadonlySet<string> = new Set([
  'BasicObject',
  'Comparable',
  'Complex',
  'FalseClass',
  'Float',
  'Integer',
  'Module',
  'NilClass',
  'Numeric',
  'Object',
  'Range',
  'Rational',
  'Symbol',
  'TrueClass',
]);

export function isPure(ctx: Ctx, info: MethodInfo): boolean {
  const labels = info.signature?.labels;
  if (labels?.pure) return true;
  if (labels?.modifies) return labels.modifies.length === 0;
  if (info.synthetic !== null)
    return info.synthetic.type === 'attributeReader' || info.synthetic.type === 'structReader';
  if (info.origin !== 'workspace') return VALUE_CLASSES.has(info.owner) || !MUTATORS.test(info.name);
  const effect = effectOf(ctx, info, []);
  return effect === 'none' || (effect !== 'any' && effect.length === 0);
}

/** Core methods without a label that say by their name that they change their receiver. */
const MUTATORS =
  /(!|=|<<)$|^(push|pop|shift|unshift|append|prepend|insert|concat|clear|delete\w*|replace|store|update|fill|keep_if|add|puts|print|p|gets|rand|srand|sleep|exit|system)$/;

export function methodByName(info: MethodInfo): string {
  return info.key.replace(/^#/, '');
}
