/** The types of a method: as it is annotated, or as what made it says. */
import type { MethodInfo } from '../program/program';
import type { MethodType, Type } from '../types/type';
import type { Ctx } from './context';
import { syntheticTypes } from './synthetic';
import type { Bounds } from './unify';

export interface Callee {
  /** The alternative of the receiver's type. */
  readonly receiver: Type;
  /** Null: known only by a structural type or a block's. */
  readonly info: MethodInfo | null;
  readonly arms: readonly MethodType[];
  /** Lower bounds of the receiver's own type parameters, when they may still grow (`a = []; a << 1`). */
  readonly growth: Bounds | null;
  /** The instance that `new` makes, its parameters still open. */
  readonly makes: Type | null;
  /** `new` of a Data class with its own `initialize`: arms in pairs, in order and by keyword. */
  readonly isData?: boolean;
}

export function signatureOf(ctx: Ctx, info: MethodInfo, receiver = info.owner): readonly MethodType[] {
  if (info.signature !== null && info.signature.arms.length > 0) return info.signature.arms.map(arm => arm.type);
  return syntheticTypes(ctx, info, receiver);
}
