import type { ProblemDefinition } from './definition';

export const TYPE_PROBLEMS: Readonly<Record<string, ProblemDefinition>> = {};
