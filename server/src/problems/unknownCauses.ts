/**
 * Why an inferred type is unknown, as data, and the words for it. Code compares `kind` and never reads the words back.
 */
import { type DynamicCause, showDynamicCause } from './dynamicCauses';
import type { Case, Table } from './reason';

export interface UnknownCauseCases {
  /** A class uses something that hides its methods or fields. */
  dynamics: { readonly owner: string; readonly cause: DynamicCause };
  /** An attribute writer lets other code write the field. */
  'written-outside': { readonly field: string };
  /** Code outside of the class writes a field of this name by reflection, or in a block with another `self`. */
  'written-by-name': { readonly field: string };
  /** More alternatives than a reader can use. */
  'too-wide': { readonly members: number };
  /** A type that contains itself, or is nested too deeply. */
  'too-deep': object;
  /** The run took more steps than a run may. */
  'too-long': { readonly steps: number };
  /** The iterations of a cycle reached no fixed point. */
  'no-fixed-point': object;
  'half-typed': object;
  /** The checker failed on this unit. */
  failed: object;
}

export type UnknownCause<Kind extends keyof UnknownCauseCases = keyof UnknownCauseCases> = Case<
  UnknownCauseCases,
  Kind
>;

export const UNKNOWN_CAUSES: Table<UnknownCauseCases, string> = {
  dynamics: ({ owner, cause }) => `${owner} uses ${showDynamicCause(cause)}`,
  'written-outside': ({ field }) => `other code may write ${field} through its attribute writer`,
  'written-by-name': ({ field }) => `other code may write ${field} by its name`,
  'too-wide': ({ members }) => `it has more than ${members} alternatives`,
  'too-deep': () => 'its type contains itself or is nested too deeply',
  'too-long': ({ steps }) => `the method needs more than ${steps} steps to analyse`,
  'no-fixed-point': () => 'the methods that call each other here have no stable types',
  'half-typed': () => 'the method has a syntax error',
  failed: () => 'Loupe failed on this method',
};

export function showUnknownCause<Kind extends keyof UnknownCauseCases>(cause: UnknownCause<Kind>): string {
  return UNKNOWN_CAUSES[cause.kind](cause);
}

/** Why the writes of a field do not determine its type. */
interface FieldDoubtCases {
  /** It holds what callers of these methods pass. */
  passed: { readonly methods: readonly string[] };
  /** A value of unknown type is written. */
  'unknown-value': object;
  /** Nothing visible writes the field, but code that is not visible may. */
  'not-visible': object;
  inferred: { readonly cause: UnknownCause };
}

export type FieldDoubt<Kind extends keyof FieldDoubtCases = keyof FieldDoubtCases> = Case<FieldDoubtCases, Kind>;

export const FIELD_DOUBTS: Table<FieldDoubtCases, string> = {
  passed: ({ methods }) => `it holds what callers of ${methods.join(' and ')} pass`,
  'unknown-value': () => 'a value of unknown type is written to it',
  'not-visible': () => 'code that is not visible may write it',
  inferred: ({ cause }) => showUnknownCause(cause),
};

export function showFieldDoubt<Kind extends keyof FieldDoubtCases>(doubt: FieldDoubt<Kind>): string {
  return FIELD_DOUBTS[doubt.kind](doubt);
}
