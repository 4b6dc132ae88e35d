/**
 * The body or clause being evaluated, and how it is left. A value may be a proc, which has the frame that it was made in,
 * and a frame has values and a state.
 */
import type { AnchorId, Place } from '../../base/span';
import type { MethodInfo, Nesting } from '../../program/program';
import type { Call, Expr, Super, Yield } from '../../ril/ril';
import type { Type } from '../../types/type';
import type { CallTarget, MethodKey } from '../../types/typedMethod';
import type { State } from './state';
import type { TrailList } from './trail';
import type { Closure, Val } from './value';

/** The body or clause being evaluated: self, types, the scope of constants, the call stack. */
export interface Frame {
  readonly id: number;
  readonly method: MethodInfo;
  readonly anchor: AnchorId;
  readonly nesting: Nesting;
  readonly self: Val;
  readonly types: ReadonlyMap<Expr, Type>;
  readonly calls: ReadonlyMap<Call | Super | Yield, CallTarget>;
  readonly block: Closure | null;
  /** Methods being evaluated, outermost first; a call to one of them is recursive. */
  readonly stack: readonly MethodKey[];
  /** For an inlined body: the call in the verified method; its problems are shown there. */
  readonly callSite: Place | null;
  readonly params: readonly Val[];
  /** Receives the exits of `return`, including those in blocks that run elsewhere. */
  readonly returns: ExitList;
  /** For an inlined body: its entry state, for `old` in its loops. */
  readonly entry?: State;
}

export interface Exit {
  readonly state: State;
  readonly value: Val;
  readonly place: Place;
  /** For an exception: its class, if known. */
  readonly exception: string | null;
  /** A `throw`, not an exception: to this catch, or past the method (catchThrow.ts). No rescue handles it. */
  readonly thrown?: number | 'past';
}

/** Exits of one kind, as they are found. */
export type ExitList = TrailList<Exit>;
