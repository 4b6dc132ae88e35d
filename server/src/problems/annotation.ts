import type { ProblemDefinition } from './definition';

export const ANNOTATION_PROBLEMS: Readonly<Record<string, ProblemDefinition>> = {};
