/**
 * Ruby code that RIL cannot express, as data, with its descriptions. Code compares `kind` and never reads a description;
 * a description completes "… is not modelled" and "not checked: …".
 */
import type { Case, Table } from './reason';

export interface OpaqueCodeCases {
  'missing-code': object;
  'syntax-error': object;
  'nested-too-deeply': { readonly limit: number };
  /** A node of the grammar without a rule of its own, or that stands where it means nothing. */
  node: { readonly type: string };

  BEGIN: object;
  END: object;
  'computed-name': { readonly of: 'class' | 'module' };
  'method-without-name': object;
  'alias-of-global': object;
  'setter-name': object;
  'operator-name': object;
  'reserved-word': { readonly word: string };

  number: object;
  'long-number': object;
  'string-without-quotes': object;
  'escape-without-string': object;
  'percent-after-string': object;
  heredoc: object;
  'unread-interpolation': object;
  'not-utf-8': object;

  'call-without-name': object;
  'block-without-call': object;
  'block-argument-without-call': object;
  'arguments-without-call': object;
  'forwarding-without-call': object;
  'double-splat-without-call': object;
  'ambiguous-command': { readonly method: string; readonly next: string };
  'operator-before-argument': { readonly operator: string };
  'operator-after-jump': { readonly jump: string };
  'not-before-parentheses': object;

  assignment: { readonly target: string };
  'operator-assignment': object;
  'multiple-assignment': object;
  'flip-flop': object;
  for: object;
  'when-without-case': object;
  'in-without-case': object;
  'pattern-without-case': object;
  'hash-pattern': object;

  /** `->(x; y) {}`, which the parser misreads. */
  'lambda-local': object;
  'unreadable-refinement': object;
  /** An element of a collection, of which only the class matters. */
  element: object;
}

export type OpaqueCode<Kind extends keyof OpaqueCodeCases = keyof OpaqueCodeCases> = Case<OpaqueCodeCases, Kind>;

export const OPAQUE_CODE: Table<OpaqueCodeCases, string> = {
  'missing-code': () => 'missing code',
  'syntax-error': () => 'syntax error',
  'nested-too-deeply': ({ limit }) => `nesting deeper than ${limit}`,
  node: ({ type }) => type.replaceAll('_', ' '),

  BEGIN: () => 'BEGIN',
  END: () => 'END',
  'computed-name': ({ of }) => `${of} with a computed name`,
  'method-without-name': () => 'method without a name',
  'alias-of-global': () => 'alias of a global variable',
  'setter-name': () => 'setter name',
  'operator-name': () => 'operator name',
  'reserved-word': ({ word }) => `stray \`${word}\``,

  number: () => 'number',
  'long-number': () => 'number of more than 10,000 digits',
  'string-without-quotes': () => 'string without quotes',
  'escape-without-string': () => 'escape without a string',
  'percent-after-string': () => '`%` after a string',
  heredoc: () => 'heredoc',
  'unread-interpolation': () => 'interpolation that was not read',
  'not-utf-8': () => 'string that is not UTF-8',

  'call-without-name': () => 'call without a name',
  'block-without-call': () => 'block without a call',
  'block-argument-without-call': () => 'block argument without a call',
  'arguments-without-call': () => 'arguments without a call',
  'forwarding-without-call': () => '`...` without a call',
  'double-splat-without-call': () => '`**` without a call',
  'ambiguous-command': ({ method, next }) => `\`${method} ${next}…\``,
  'operator-before-argument': ({ operator }) => `\`${operator}\` before an argument`,
  'operator-after-jump': ({ jump }) => `operator after \`${jump}\``,
  'not-before-parentheses': () => '`not` before parentheses',

  assignment: ({ target }) => `assignment to ${target.replaceAll('_', ' ')}`,
  'operator-assignment': () => 'operator assignment',
  'multiple-assignment': () => 'multiple assignment',
  'flip-flop': () => 'flip-flop',
  for: () => 'for',
  'when-without-case': () => 'when without a case',
  'in-without-case': () => 'in without a case',
  'pattern-without-case': () => 'pattern without a case',
  'hash-pattern': () => 'hash pattern',

  'lambda-local': () => 'a block-local variable of a lambda (`->(x; y) {}`)',
  'unreadable-refinement': () => 'a refinement that could not be read',
  element: () => 'an element',
};

export function showOpaqueCode<Kind extends keyof OpaqueCodeCases>(code: OpaqueCode<Kind>): string {
  return OPAQUE_CODE[code.kind](code);
}
