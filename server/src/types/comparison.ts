/** One question of subtyping under way. The rules call each other through `fits`, so each can live in its own file. */
import type { Hierarchy } from './hierarchy';
import type { Type } from './type';

export interface Comparison {
  readonly hierarchy: Hierarchy;
  /** Pairs above this one: met again, they hold by assumption (recursive aliases and structures). */
  readonly assumed: readonly (readonly [Type, Type])[];
  readonly fits: (ctx: Comparison, left: Type, right: Type) => boolean;
}
