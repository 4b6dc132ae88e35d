/** What one check starts from. */
import type { Settings } from '../../../shared/src/settings';
import { hierarchyOf } from '../program/hierarchy';
import type { Program } from '../program/program';
import type { TypeReader } from './context';
import { newMemory } from './context';
import { RULES } from './rules';
import type { Base } from './run';

export function baseOf(program: Program, settings: Settings, readType: TypeReader | null): Base {
  return { program, hierarchy: hierarchyOf(program), settings, rules: RULES, memory: newMemory(), readType };
}
