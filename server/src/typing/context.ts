/** What relations between types depend on: the program, the hierarchy, the settings, and the type of `self`. */
import type { Settings } from '../../../shared/src/settings';
import type { MethodInfo, Program } from '../program/program';
import type { Hierarchy } from '../types/hierarchy';
import type { Type } from '../types/type';

export interface TypingContext {
  readonly program: Program;
  readonly hierarchy: Hierarchy;
  readonly settings: Settings;
  /** Inference: its types are all that there is. Nil is explicit, and a branch that they rule out is dead. */
  readonly infers?: boolean;
  readonly frame: { readonly method: MethodInfo | null; readonly selfType: Type };
}
