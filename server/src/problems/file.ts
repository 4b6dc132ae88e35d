/** Problems that prevent a file from being read at all. */
import type { ProblemDefinition } from './definition';

export const FILE_PROBLEMS: Readonly<Record<string, ProblemDefinition>> = {
  LP0101: {
    name: 'file-gone',
    kind: 'config',
    severity: 'error',
    message: () => 'the file disappeared before it could be read',
  },
  LP0102: {
    name: 'file-unreadable',
    kind: 'config',
    severity: 'error',
    message: args => `the file cannot be read: ${args.detail}`,
  },
  LP0103: {
    name: 'file-not-utf8',
    kind: 'config',
    severity: 'error',
    message: args => `the file is not UTF-8: ${args.detail}`,
  },
  LP0104: {
    name: 'file-over-limit',
    kind: 'config',
    severity: 'error',
    message: args => `the file is too large: ${args.detail}`,
  },
};
