/**
 * The queries about summaries, and the parts that their answers consist of: what is known before the first run, what
 * stays if a query has no answer, and the texts by which equal parts are recognised.
 */
import {
  printCall,
  printConstraint,
  printField,
  printResult,
  printScheme,
  printSummary,
  printTypes,
  printWrite,
} from '../infer/printSummary';
import { unknownSummary } from '../infer/summarise';
import type { BlockUseSummary, FieldSummary, FieldWrite, Summary } from '../types/summary';
import type { Type } from '../types/type';
import { BOTTOM, DYNAMIC } from '../types/type';
import type { MethodKey } from '../types/typedMethod';
import type { Parts } from './incremental/queryParts';

export type Result = Pick<Summary, 'result' | 'splits' | 'dependsOnSelf'>;

export type SummaryQuery =
  | { readonly kind: 'open'; readonly name: string; readonly key: MethodKey }
  | {
      readonly kind: 'given';
      readonly name: string;
      /** Recursion may pass ever different arguments. */
      readonly group: string;
      readonly key: MethodKey;
      readonly self: Type | null;
      readonly assumed: ReadonlyMap<string, Type>;
    }
  | { readonly kind: 'field'; readonly name: string; readonly of: FieldKey }
  | { readonly kind: 'constant'; readonly name: string; readonly path: string }
  | { readonly kind: 'mentions'; readonly name: string; readonly className: string }
  | { readonly kind: 'constructed'; readonly name: string; readonly className: string }
  | { readonly kind: 'constructor-fields'; readonly name: string; readonly className: string };

export interface FieldKey {
  readonly className: string;
  readonly field: string;
  readonly singleton: boolean;
}

export function nameOfField({ className, field, singleton }: FieldKey): string {
  return `${className}${singleton ? '.' : '#'}${field}`;
}

export function openQuery(key: MethodKey): SummaryQuery {
  return { kind: 'open', name: `open ${key}`, key };
}

export function givenQuery(key: MethodKey, self: Type | null, assumed: ReadonlyMap<string, Type>): SummaryQuery {
  const name = `given ${key} ${self === null ? '' : printScheme(self)} (${printTypes(assumed)})`;
  return { kind: 'given', name, group: key, key, self, assumed };
}

export function fieldQuery(of: FieldKey): SummaryQuery {
  return { kind: 'field', name: `field ${nameOfField(of)}`, of };
}

/** Nothing returns, nothing is written. */
export function leastParts({ kind }: SummaryQuery): Parts {
  switch (kind) {
    case 'open':
      return LEAST_SUMMARY;
    case 'given':
      return new Map([['result', BOTTOM]]);
    case 'constant':
      return new Map([['type', BOTTOM]]);
    case 'field':
      return LEAST_FIELD;
    case 'mentions':
    case 'constructed':
    case 'constructor-fields':
      return new Map();
  }
}

export function giveUp(query: SummaryQuery, failed: boolean): Parts {
  switch (query.kind) {
    case 'open':
      return partsOf(unknownSummary(query.key, [], { kind: failed ? 'failed' : 'no-fixed-point' }));
    case 'given':
      return new Map([['result', DYNAMIC]]);
    case 'constant':
      return new Map([['type', DYNAMIC]]);
    case 'field': {
      const unknown = [{ kind: failed ? 'failed' : 'no-fixed-point' }] as const;
      const name = query.of.field;
      return partsOfField({
        name,
        type: DYNAMIC,
        shown: DYNAMIC,
        written: DYNAMIC,
        declared: null,
        writes: [],
        mayBeUnset: true,
        isShared: true,
        unknown,
      });
    }
    case 'mentions':
    case 'constructed':
    case 'constructor-fields':
      return new Map();
  }
}

/** The type in a part: of a result, of a field, or itself. */
export function typeIn(value: unknown): Type {
  if (!value || typeof value !== 'object') return BOTTOM;
  if ('result' in value) return (value as Result).result;
  return 'shown' in value ? (value as FieldSummary).type : (value as Type);
}

export function partsOf(summary: Summary): Parts {
  const { result, splits, dependsOnSelf, effect, calls, constraints, writes, block, element } = summary;
  const byField = new Map<string, FieldWrite[]>();
  for (const write of writes) byField.set(write.name, [...(byField.get(write.name) ?? []), write]);
  return new Map<string, unknown>([
    ['result', { result, splits, dependsOnSelf } satisfies Result],
    ['effect', effect],
    ['block', block],
    ['element', element],
    ['calls', calls],
    ['constraints', constraints],
    ['whole', summary],
    ...[...byField].map(([name, list]) => [`writes ${name}`, list] as const),
  ]);
}

export function partsOfField(field: FieldSummary): Parts {
  return new Map([
    ['type', field],
    ['whole', field],
  ]);
}

/** Equal texts for equal parts of answers to queries of this kind. */
export function printPart(kind: SummaryQuery['kind'], part: string, value: unknown): string {
  switch (kind) {
    case 'open':
      return printSummaryPart(part, value);
    case 'given':
    case 'constant':
      return printScheme(value as Type);
    case 'field': {
      const field = value as FieldSummary;
      // Callers that compute with the type do not depend on places.
      return part === 'type' ? printField(field) : `${printField(field)} ${field.writes.map(printWrite).join('\n')}`;
    }
    case 'mentions':
    case 'constructed':
    case 'constructor-fields':
      return JSON.stringify(value);
  }
}

function printSummaryPart(part: string, value: unknown): string {
  switch (part) {
    case 'result':
      return printResult(value as Result);
    case 'effect':
      return JSON.stringify(value);
    case 'block':
      return value === null ? '' : (value as BlockUseSummary).args.map(printScheme).join(', ');
    case 'element':
      return value === null ? '' : printScheme(value as Type);
    case 'calls':
      return (value as Summary['calls']).map(printCall).join('\n');
    case 'constraints':
      return (value as Summary['constraints']).map(printConstraint).join('\n');
    case 'whole':
      return printSummary(value as Summary);
    default:
      return (value as readonly FieldWrite[]).map(printWrite).join('\n');
  }
}

/** Nothing returns, nothing is written. */
const LEAST_SUMMARY: Parts = new Map<string, unknown>([
  ['result', { result: BOTTOM, splits: [], dependsOnSelf: false } satisfies Result],
  ['effect', []],
]);

const LEAST_FIELD: Parts = new Map<string, unknown>([
  [
    'type',
    {
      name: '',
      type: BOTTOM,
      shown: BOTTOM,
      written: BOTTOM,
      declared: null,
      writes: [],
      mayBeUnset: false,
      isShared: false,
      unknown: [],
    } satisfies FieldSummary,
  ],
]);
