/**
 * Syntax errors of Ruby files. `inside` is the first line of the construct that cannot be analysed because of the
 * error.
 */
import type { ProblemDefinition } from './definition';

export const SYNTAX_PROBLEMS: Readonly<Record<string, ProblemDefinition>> = {
  LP1001: {
    name: 'syntax-error',
    kind: 'syntax',
    severity: 'error',
    message: ({ how = '', token = '', inside = '' }) =>
      describeSyntaxError(how, token) + describeSkipped(inside, token),
  },
  LP1002: {
    name: 'missing-end',
    kind: 'syntax',
    severity: 'error',
    message: ({ token = '', inside = '' }) => `\`${token}\` has no matching \`end\`${describeSkipped(inside, token)}`,
  },
  LP1003: {
    name: 'stray-end',
    kind: 'syntax',
    severity: 'error',
    message: ({ inside = '' }) => `This \`end\` closes nothing${describeSkipped(inside, 'end')}`,
  },
  LP1004: {
    name: 'not-readable',
    kind: 'syntax',
    severity: 'information',
    message: ({ construct }) => `Loupe cannot read ${construct} yet: the method or statement around it is not analysed`,
  },
  LP1005: {
    name: 'nesting-too-deep',
    kind: 'syntax',
    severity: 'warning',
    message: ({ limit }) => `Classes nested more than ${limit} levels deep are not analysed`,
  },
  LP1006: {
    name: 'file-too-large',
    kind: 'syntax',
    severity: 'warning',
    message: ({ megabytes, limit }) =>
      `The file is not analysed: it has ${megabytes} MB, and Loupe reads up to ${limit} MB`,
  },
  LP1007: {
    name: 'parser-gave-up',
    kind: 'syntax',
    severity: 'warning',
    message: () => 'The file is not analysed: the parser gave up on it',
  },
  LP1008: {
    name: 'nul-character',
    kind: 'syntax',
    severity: 'warning',
    message: () => 'NUL character: the rest of the file is not analysed',
  },
  LP1009: {
    name: 'erb-template',
    kind: 'syntax',
    severity: 'information',
    message: () => 'The file is not analysed: it is an ERB template, not Ruby',
  },
};

function describeSyntaxError(how: string, token: string): string {
  if (how === 'unfinished') return `Nothing follows \`${token}\``;
  if (how === 'open') return `\`${token}\` is never closed`;
  return how === 'missing' ? `\`${token}\` is missing here` : `Unexpected \`${token}\``;
}

function describeSkipped(inside: string, token: string): string {
  return inside === '' || inside === token ? '' : `; \`${inside}\` is not analysed until this is fixed`;
}
