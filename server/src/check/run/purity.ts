/**
 * May a refinement call this method? It may if the method is labelled pure, is a plain reader, or has a body that
 * writes nothing.
 */
import type { MethodInfo } from '../../program/program';
import type { Ctx } from '../state/context';
import { bodyHasExternalEffects, effectOf } from './effects';

export function isPure(ctx: Ctx, info: MethodInfo): boolean {
  if (info.synthetic !== null)
    return info.synthetic.type === 'attributeReader' || info.synthetic.type === 'structReader';
  const effect = effectOf(ctx, info);
  return effect !== null && effect.length === 0 && !bodyHasExternalEffects(ctx, info);
}

export function methodByName(info: MethodInfo): string {
  return info.key.replace(/^#/, '');
}
