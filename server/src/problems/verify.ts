import type { ProblemDefinition } from './definition';

export const VERIFY_PROBLEMS: Readonly<Record<string, ProblemDefinition>> = {};
