/** Numbers and sizes in traces and profiles. Both come from outside: what is not a plausible bound is rejected. */
import type { LearnedValues, MeasuredPair, MeasuredPosition } from '../../../shared/src/profile';
import { isRecord } from '../base/json';
import { isVariableName } from './profileNames';

export interface TraceValues extends Omit<LearnedValues, 'names'> {
  readonly method: number;
}

/** `measuredOf`: how many parameters of a method are measured; null: nothing is. */
export function readValues(fields: readonly string[], measuredOf: (id: number) => number | null): TraceValues | null {
  const [id, times, list = '', compared = ''] = fields;
  const method = readWhole(id);
  const samples = readWhole(times);
  const measured = method === null ? null : measuredOf(method);
  if (fields.length !== 4 || method === null || samples === null || samples < 1 || measured === null) return null;
  const positions = list.split(',').map(readPosition);
  const pairs = compared === '' ? [] : compared.split(',').map(readPair);
  if (positions.length !== measured + 1 || positions.includes(undefined)) return null;
  if (!pairs.every(each => isPair(each, positions.length))) return null;
  return { method, samples, positions: positions as LearnedValues['positions'], pairs: pairs as MeasuredPair[] };
}

/** Undefined: invalid. */
function readPosition(text: string): MeasuredPosition | null | undefined {
  if (text === '-') return null;
  const [kind, ...rest] = text.split(':');
  const [least = null, most = null, distinct = null, zero = null] = rest.map(readWhole);
  if ((kind !== 'n' && kind !== 's') || rest.length !== 4) return undefined;
  const position = { isSize: kind === 's', least, most, distinct, hasZero: zero === 1 };
  return isPosition(position) ? position : undefined;
}

function readPair(text: string): Partial<Record<keyof MeasuredPair, number | null>> {
  const [left = null, right = null, least = null, most = null] = text.split(':').map(readWhole);
  return { left, right, least, most };
}

function readWhole(text: string | undefined): number | null {
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

function isPosition(json: unknown): json is MeasuredPosition {
  if (!isRecord(json)) return false;
  const { isSize, least, most, distinct, hasZero } = json;
  if (typeof isSize !== 'boolean' || typeof hasZero !== 'boolean' || !areBounds(least, most)) return false;
  return Number.isSafeInteger(distinct) && Number(distinct) >= 1 && Number(distinct) <= 3;
}

function isPair(json: unknown, positions: number): json is MeasuredPair {
  if (!isRecord(json)) return false;
  const { left, right, least, most } = json;
  const isIndex = (index: unknown): index is number => Number.isSafeInteger(index) && Number(index) < positions;
  return isIndex(left) && isIndex(right) && left >= 0 && left < right && areBounds(least, most);
}

function areBounds(least: unknown, most: unknown): boolean {
  return Number.isSafeInteger(least) && Number.isSafeInteger(most) && Number(least) <= Number(most);
}

/** Of a profile; undefined: there is none; null: invalid. */
export function readLearnedValues(json: unknown): LearnedValues | null | undefined {
  if (json === undefined) return undefined;
  if (!isRecord(json)) return null;
  const { samples, names, positions, pairs } = json;
  if (!Number.isSafeInteger(samples) || Number(samples) < 1) return null;
  if (!Array.isArray(names) || !names.every(each => typeof each === 'string' && isVariableName(each))) return null;
  if (!Array.isArray(positions) || positions.length !== names.length + 1) return null;
  if (!positions.every(each => each === null || isPosition(each))) return null;
  if (!Array.isArray(pairs) || !pairs.every(each => isPair(each, positions.length))) return null;
  return { samples: Number(samples), names, positions, pairs };
}
