/** Baseline files of the command line: reads and writes them, and removes known problems from results. */
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readFileNow } from '../host/files';
import {
  type Baseline,
  baselineKey,
  parseBaseline,
  printBaseline,
  withoutKnown as withoutKnownIn,
} from '../ide/baseline';
import type { FileResult } from './results';
import { type Io, UsageError } from './usage';

export function baselineOf(results: readonly FileResult[]): Baseline {
  const counts = new Map<string, number>();
  for (const result of results) {
    for (const diagnostic of result.diagnostics) {
      const key = baselineKey(result.shown, diagnostic);
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
  const content = readFileNow(path);
  const baseline = 'text' in content ? parseBaseline(content.text) : null;
  if (baseline === null) throw new UsageError(`not a baseline file: ${name}`);
  return baseline;
}

export function writeBaseline(io: Io, name: string | null, baseline: Baseline): number {
  if (name === null) throw new UsageError('--update-baseline needs --baseline FILE');
  writeFileSync(resolve(io.cwd, name), printBaseline(baseline));
  io.err(`loupe: ${name} now lists ${baseline.size} problem${baseline.size === 1 ? '' : 's'}\n`);
  return 0;
}

export function withoutKnown(results: readonly FileResult[], baseline: Baseline): readonly FileResult[] {
  return results.map(result => ({
    ...result,
    diagnostics: withoutKnownIn(result.shown, result.diagnostics, baseline),
  }));
}
