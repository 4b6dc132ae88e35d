/** Numbers and sizes of several processes or runs -> one entry. */
import type { LearnedValues, MeasuredPosition } from '../../../../shared/src/profile';
import type { Trace } from '../../parse/trace';

/** Null: the method was not measured, or no measured call returned. */
export function valuesOfTraces(
  traces: readonly Trace[],
  method: number,
  names: readonly string[] | null,
): LearnedValues | null {
  if (names === null) return null;
  const found = traces.flatMap(trace => trace.values.filter(each => each.method === method));
  return found
    .map(({ samples, positions, pairs }): LearnedValues => ({ samples, names, positions, pairs }))
    .reduce<LearnedValues | null>((known, each) => joinValues(known, each, (a, b) => a + b), null);
}

/** Entries for other parameters are of another recording: then nothing is known. */
export function joinValues(
  a: LearnedValues | null,
  b: LearnedValues | null,
  combine: (a: number, b: number) => number,
): LearnedValues | null {
  if (a === null || b === null) return a ?? b;
  if (a.names.join() !== b.names.join()) return null;
  return {
    samples: combine(a.samples, b.samples),
    names: a.names,
    positions: a.positions.map((each, i) => joinPositions(each, b.positions[i] ?? null)),
    pairs: a.pairs.flatMap(pair => {
      const other = b.pairs.find(({ left, right }) => left === pair.left && right === pair.right);
      if (!other) return [];
      return [{ ...pair, least: Math.min(pair.least, other.least), most: Math.max(pair.most, other.most) }];
    }),
  };
}

function joinPositions(a: MeasuredPosition | null, b: MeasuredPosition | null): MeasuredPosition | null {
  if (a === null || b === null || a.isSize !== b.isSize) return null;
  return {
    isSize: a.isSize,
    least: Math.min(a.least, b.least),
    most: Math.max(a.most, b.most),
    distinct: Math.max(a.distinct, b.distinct),
    hasZero: a.hasZero || b.hasZero,
  };
}
