/** May a refinement call this method? Labelled pure, a plain reader, or a body that is seen to write nothing. */
import type { MethodInfo } from '../program/program';
import type { Ctx } from './context';
import { bodyAsksTheWorld, effectOf } from './effects';

export function isPure(ctx: Ctx, info: MethodInfo): boolean {
  if (info.synthetic !== null)
    return info.synthetic.type === 'attributeReader' || info.synthetic.type === 'structReader';
  const effect = effectOf(ctx, info);
  return effect !== null && effect.length === 0 && !bodyAsksTheWorld(ctx, info);
}

export function methodByName(info: MethodInfo): string {
  return info.key.replace(/^#/, '');
}
