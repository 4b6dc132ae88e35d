/** `self` inside types, for types that leave a method. */
import { containsSelf } from '../types/containsType';
import { substituteType } from '../types/substitute';
import type { Type } from '../types/type';
import type { TypingContext } from './context';

/** Replaces `self` by its type. */
export function replaceSelf(ctx: TypingContext, type: Type): Type {
  return containsSelf(type) ? substituteType(type, new Map(), ctx.frame.selfType) : type;
}
