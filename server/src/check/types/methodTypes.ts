/** The signatures of a method: annotated, or synthesised for methods without a `def`. */
import type { MethodInfo } from '../../program/program';
import type { MethodType, Type } from '../../types/type';
import type { Bounds } from '../../typing/unify';
import type { Ctx } from '../state/context';
import { syntheticTypes } from './synthetic';

export interface Callee {
  /** The alternative of the receiver's type. */
  readonly receiver: Type;
  /** Null if only a structural type or a block type declares it. */
  readonly info: MethodInfo | null;
  readonly arms: readonly MethodType[];
  /** Lower bounds of the receiver's own type parameters, if they may still grow (`a = []; a << 1`). */
  readonly growth: Bounds | null;
  /** The instance that `new` creates, with open type parameters. */
  readonly makes: Type | null;
  /** `new` of a Data class with its own `initialize`: arms come in pairs, positional and by keyword. */
  readonly isData?: boolean;
}

export function signatureOf(ctx: Ctx, info: MethodInfo, receiver = info.owner): readonly MethodType[] {
  if (info.signature !== null && info.signature.arms.length > 0) return info.signature.arms.map(arm => arm.type);
  return syntheticTypes(ctx, info, receiver);
}
