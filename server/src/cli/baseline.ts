/**
 * Baseline files: what was there before, so that only what is new is shown. A problem is recognised by its file, code
 * and words, not by its line, and as often as it was counted.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Diagnostic } from '../ide/diagnostics';
import type { FileResult } from './results';
import { type Io, UsageError } from './usage';

export type Baseline = ReadonlyMap<string, number>;

function keyOf(shown: string, diagnostic: Diagnostic): string {
  return `${shown} ${diagnostic.code} ${diagnostic.message}`;
}

export function baselineOf(results: readonly FileResult[]): Baseline {
  const counts = new Map<string, number>();
  for (const result of results) {
    for (const diagnostic of result.diagnostics) {
      const key = keyOf(result.shown, diagnostic);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/** `mayBeMissing`: the file is about to be written. */
export function readBaseline(io: Io, name: string, mayBeMissing: boolean): Baseline {
  const path = resolve(io.cwd, name);
  if (!existsSync(path)) {
    if (mayBeMissing) return new Map();
    throw new UsageError(`no such baseline file: ${name} (--update-baseline writes one)`);
  }
  try {
    const document: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const known = (document as { known?: unknown }).known;
    if (typeof known !== 'object' || known === null) throw new Error('no "known"');
    return new Map(Object.entries(known as Record<string, number>));
  } catch {
    throw new UsageError(`not a baseline file: ${name}`);
  }
}

export function writeBaseline(io: Io, name: string | null, baseline: Baseline): number {
  if (name === null) throw new UsageError('--update-baseline needs --baseline FILE');
  const known = Object.fromEntries([...baseline].sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(resolve(io.cwd, name), `${JSON.stringify({ schema: 1, known }, null, 2)}\n`);
  io.err(`loupe: ${name} knows ${baseline.size} problem${baseline.size === 1 ? '' : 's'} now\n`);
  return 0;
}

export function withoutKnown(results: readonly FileResult[], baseline: Baseline): readonly FileResult[] {
  const left = new Map(baseline);
  return results.map(result => ({
    ...result,
    diagnostics: result.diagnostics.filter(diagnostic => {
      const key = keyOf(result.shown, diagnostic);
      const count = left.get(key) ?? 0;
      if (count > 0) left.set(key, count - 1);
      return count === 0;
    }),
  }));
}
