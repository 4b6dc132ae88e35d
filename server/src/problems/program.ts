/** LP25xx: annotations that refer to something that does not exist. */
import type { ProblemDefinition } from './definition';

export const PROGRAM_PROBLEMS: Readonly<Record<string, ProblemDefinition>> = {
  LP2501: {
    name: 'annotation-without-method',
    kind: 'annotation',
    severity: 'error',
    message: () => 'no method is defined after this annotation in this class body',
  },
  LP2502: {
    name: 'unknown-class',
    kind: 'annotation',
    severity: 'error',
    message: ({ name, meant }) => `unknown class ${name}${meant ? `; did you mean ${meant}?` : ''}`,
  },
  LP2503: {
    name: 'unknown-alias',
    kind: 'annotation',
    severity: 'error',
    message: ({ name, meant }) => `unknown type alias ${name}${meant ? `; did you mean ${meant}?` : ''}`,
  },
  LP2504: {
    name: 'type-argument-count',
    kind: 'annotation',
    severity: 'error',
    message: ({ name, given, allowed }) =>
      name === 'Proc'
        ? 'Proc takes its arguments after a caret: `Proc<^(A, B), C>`, or in braces: `{ (A, B) -> C }`'
        : allowed === '0'
          ? `${name} takes no type arguments, ${given} given`
          : `${name} takes ${allowed} type argument${allowed === '1' ? '' : 's'}, ${given} given`,
  },
  LP2505: {
    name: 'contract-not-read',
    kind: 'annotation',
    severity: 'information',
    message: ({ when }) =>
      `this ${when} block is not checked: only a single expression over the method's arguments can be read as a refinement`,
  },
  LP2506: {
    name: 'annotation-for-unknown-method',
    kind: 'annotation',
    severity: 'warning',
    message: ({ name, owner, meant }) =>
      `${owner} has no method ${name}; did you mean ${meant}? The type is trusted as written`,
  },
  LP2507: {
    name: 'frame-of-unknown-object',
    kind: 'annotation',
    severity: 'error',
    message: ({ owner, known }) => `\`${owner}\` is not an argument of this type; it has ${known}`,
  },
  LP2508: {
    name: 'recursive-alias',
    kind: 'annotation',
    severity: 'error',
    message: ({ name }) =>
      `${name} is defined in terms of itself: recursive aliases are not supported, so it is read as %dyn`,
  },
  LP2511: {
    name: 'broken-rbs',
    kind: 'annotation',
    severity: 'error',
    message: ({ expected, got }) => `RBS: expected ${expected}, got ${got}`,
  },
  LP2512: {
    name: 'duplicate-rbs',
    kind: 'annotation',
    severity: 'warning',
    message: ({ name }) => `RBS: ${name} is declared more than once; the first declaration counts`,
  },
  LP2513: {
    name: 'groundless-rbs',
    kind: 'annotation',
    severity: 'warning',
    message: ({ why }) => `RBS: ${why}`,
  },
  LP2514: {
    name: 'type-argument-bound',
    kind: 'annotation',
    severity: 'error',
    message: ({ name, param, bound, given }) => `${name} takes ${bound} for its \`${param}\`, but this is ${given}`,
  },
  LP2531: {
    name: 'package-statement',
    kind: 'annotation',
    severity: 'error',
    message: () =>
      'a package describes methods: only `type`, `label :name, …`, `def` and `alias` in a class or module are read',
  },
  LP2532: {
    name: 'package-unknown-class',
    kind: 'annotation',
    severity: 'error',
    message: ({ name, meant }) =>
      `nothing defines ${name}${meant ? `; did you mean ${meant}?` : ': neither a Ruby file nor a signature'}`,
  },
  LP2533: {
    name: 'package-clash',
    kind: 'annotation',
    severity: 'error',
    message: ({ method }) => `${method} is a method of Ruby itself; Loupe's own description of it stays`,
  },
  LP2534: {
    name: 'package-unknown-method',
    kind: 'annotation',
    severity: 'error',
    message: ({ method }) => `${method} has no type to label; write \`type\` for it, or a signature`,
  },
  LP2515: {
    name: 'class-not-visible',
    kind: 'annotation',
    severity: 'information',
    message: ({ name, meant }) =>
      `nothing visible defines ${name}; ${meant ? `did you mean ${meant}?` : 'values of it are unknown here'}`,
  },
  LP2521: {
    name: 'hook-not-run',
    kind: 'annotation',
    severity: 'information',
    message: ({ method, others = '0', why }) =>
      `the hook of ${method} was not run for this call${others === '0' ? '' : `, nor those of ${others} more in this file`}, so annotations are missing: ${why}`,
  },
  LP2522: {
    name: 'hook-failed',
    kind: 'annotation',
    severity: 'warning',
    message: ({ call, why }) => `the hook for \`${call}\` stopped: ${why}`,
  },
};
