import type { ProblemDefinition } from './definition';

export const SYNTAX_PROBLEMS: Readonly<Record<string, ProblemDefinition>> = {};
