import type { ProblemDefinition } from './definition';

export const CONFIG_PROBLEMS: Readonly<Record<string, ProblemDefinition>> = {};
