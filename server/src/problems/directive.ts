import type { ProblemDefinition } from './definition';

/** What is wrong with a `# loupe:` comment, by the fault that its reader found. */
const FAULTS: Readonly<Record<string, (word: string, meant: string) => string>> = {
  unknown: (word, meant) =>
    `\`# loupe: ${word}\` is unknown${meant === '' ? '; write `ignore`, `off`, `types`, `strict` or `(pre) -> (post)`' : `; did you mean \`${meant}\`?`}`,
  'not-at-top': word => `\`# loupe: ${word}\` counts only above all code of a file`,
  form: () => 'a refinement is written `# loupe: (x > 0) -> (r >= x)`, with both parts in parentheses',
};

export const DIRECTIVE_PROBLEMS: Readonly<Record<string, ProblemDefinition>> = {
  LP1900: {
    name: 'unused-ignore',
    kind: 'annotation',
    severity: 'warning',
    message: args => (args.codes ? `unused \`loupe:ignore\`: no ${args.codes} on this line` : 'unused `loupe:ignore`'),
  },
  LP1901: {
    name: 'loupe-comment',
    kind: 'annotation',
    severity: 'warning',
    message: ({ fault, word, meant }) => FAULTS[String(fault)]?.(String(word), String(meant)) ?? '',
  },
};
