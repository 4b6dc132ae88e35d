/**
 * Units: everything whose code runs. A method (also one that `define_method` defines with a block), a script (the top
 * level of a file), and the body of a class or module, which includes the values of its constants.
 */
import type { Declaration } from '../ril/declarations';
import type { Type } from '../types/type';
import type { MethodKey } from '../types/typedMethod';
import type { MethodInfo, Nesting } from './program';

/** The key of a method, or `path|script`, `path|body Class`, with a number if the file opens the class again. */
export type UnitKey = MethodKey;

export type Unit = MethodUnit | BodyUnit;

interface MethodUnit {
  readonly kind: 'method';
  readonly key: UnitKey;
  readonly info: MethodInfo;
}

/** Statements in order; locals flow from each to the next. Definitions among them are units of their own. */
export interface BodyUnit {
  readonly kind: 'script' | 'body';
  readonly key: UnitKey;
  /** The type of `self`; %dyn: unknown. */
  readonly self: Type;
  readonly nesting: Nesting;
  readonly declarations: readonly Declaration[];
}
