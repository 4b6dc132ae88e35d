import type { ProblemDefinition } from './definition';

export const DIRECTIVE_PROBLEMS: Readonly<Record<string, ProblemDefinition>> = {
  LP1900: {
    name: 'unused-ignore',
    kind: 'annotation',
    severity: 'warning',
    message: args => (args.codes ? `unused \`loupe:ignore\`: no ${args.codes} on this line` : 'unused `loupe:ignore`'),
  },
};
