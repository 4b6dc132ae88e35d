/** A regexp as data: what each part matches. */
import type { CharSet } from './characters';

export type Anchor = 'start' | 'end' | 'end-or-newline' | 'line-start' | 'line-end';

export type Pattern =
  | { readonly kind: 'char'; readonly set: CharSet }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly body: Pattern; readonly least: number; readonly most: number | null }
  | { readonly kind: 'group'; readonly group: CapturingGroup }
  | { readonly kind: 'anchor'; readonly at: Anchor }
  | { readonly kind: 'any-text' }; // what is not read: a back reference, …

export interface CapturingGroup {
  readonly number: number;
  readonly name: string | null;
  readonly body: Pattern;
}

export interface RegexpPattern {
  readonly pattern: Pattern;
  /** In the order of their opening parentheses. */
  readonly groups: readonly CapturingGroup[];
  /** The pattern says exactly what the regexp matches; otherwise the regexp matches nothing else, but perhaps less. */
  readonly exact: boolean;
}

export const NOTHING: Pattern = { kind: 'sequence', parts: [] };

export function sequenceOf(parts: readonly Pattern[]): Pattern {
  const [only, ...others] = parts;
  return only && others.length === 0 ? only : { kind: 'sequence', parts };
}

export function choiceOf(options: readonly Pattern[]): Pattern {
  const [only, ...others] = options;
  return only && others.length === 0 ? only : { kind: 'choice', options };
}

export function hasAnchor(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case 'anchor':
      return true;
    case 'char':
    case 'any-text':
      return false;
    case 'sequence':
      return pattern.parts.some(hasAnchor);
    case 'choice':
      return pattern.options.some(hasAnchor);
    case 'repeat':
      return hasAnchor(pattern.body);
    case 'group':
      return hasAnchor(pattern.group.body);
  }
}

/** The least number of characters that it matches. */
export function leastLength(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'char':
      return 1;
    case 'anchor':
    case 'any-text':
      return 0;
    case 'sequence':
      return pattern.parts.reduce((sum, part) => sum + leastLength(part), 0);
    case 'choice':
      return Math.min(...pattern.options.map(leastLength));
    case 'repeat':
      return pattern.least * leastLength(pattern.body);
    case 'group':
      return leastLength(pattern.group.body);
  }
}
