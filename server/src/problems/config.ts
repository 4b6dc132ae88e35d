/** LP00xx: the settings file. */
import type { ProblemDefinition } from './definition';

export const CONFIG_PROBLEMS: Readonly<Record<string, ProblemDefinition>> = {
  LP0001: {
    name: 'config-syntax',
    kind: 'config',
    severity: 'error',
    message: ({ detail }) => `not valid YAML: ${detail}`,
  },
  LP0002: {
    name: 'unknown-setting',
    kind: 'config',
    severity: 'error',
    message: ({ key, meant }) => `there is no setting \`${key}\`${meant ? `; did you mean \`${meant}\`?` : ''}`,
  },
  LP0003: {
    name: 'unknown-code',
    kind: 'config',
    severity: 'error',
    message: ({ code, meant }) => `there is no problem \`${code}\`${meant ? `; did you mean \`${meant}\`?` : ''}`,
  },
  LP0004: {
    name: 'setting-value',
    kind: 'config',
    severity: 'error',
    message: ({ key, wanted }) => `${key} takes ${wanted}`,
  },
};
