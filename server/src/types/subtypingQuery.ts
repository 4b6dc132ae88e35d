/** The state of one subtyping query. The rules call each other through `fits`, so that each can have its own file. */
import type { Hierarchy } from './hierarchy';
import type { Type } from './type';

export interface Comparison {
  readonly hierarchy: Hierarchy;
  /** Enclosing pairs: met again, they are assumed to hold (recursive aliases and structures). */
  readonly assumed: readonly (readonly [Type, Type])[];
  readonly fits: (ctx: Comparison, left: Type, right: Type) => boolean;
}
