/**
 * Baselines: known problems, so that only new ones are reported. A problem is identified by file, code and message, not
 * by its line, and matched as often as it was counted.
 */
import type { Diagnostic } from './diagnostics';

export type Baseline = ReadonlyMap<string, number>;

/** `shown`: the path of the file relative to the baseline's folder, with forward slashes. */
export function baselineKey(shown: string, { code, message }: Diagnostic): string {
  return `${shown} ${code} ${message}`;
}

/** Null: not a valid baseline. */
export function parseBaseline(text: string): Baseline | null {
  try {
    const known: unknown = (JSON.parse(text) as { known?: unknown }).known;
    if (typeof known !== 'object' || known === null) return null;
    const counts = Object.entries(known as Record<string, unknown>);
    return counts.every(isCount) ? new Map(counts) : null;
  } catch {
    return null;
  }
}

function isCount(entry: [string, unknown]): entry is [string, number] {
  return Number.isSafeInteger(entry[1]) && (entry[1] as number) > 0;
}

export function printBaseline(baseline: Baseline): string {
  const known = Object.fromEntries([...baseline].sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ schema: 1, known }, null, 2)}\n`;
}

/**
 * The diagnostics of one file that are not in the baseline. Stale diagnostics count as well: they were current when
 * counted.
 */
export function withoutKnown(
  shown: string,
  diagnostics: readonly Diagnostic[],
  baseline: Baseline,
): readonly Diagnostic[] {
  const left = new Map(baseline);
  return diagnostics.filter(diagnostic => {
    const key = baselineKey(shown, diagnostic).replace(' before the last change: ', ' ');
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count === 0;
  });
}
