/**
 * Inferred signatures for the run-time library: one line per method, `Class#method`, a tab, its type. With
 * LOUPE=check,infer it compares calls with them.
 */
import type { Snapshot } from '../../engine/snapshot';
import { inferFile } from '../../ide/infer/inferFile';
import { shortName } from '../../judge/verdictText';
import { showMethodType } from '../../types/show';

export const RUNTIME_FILE = '.loupe/inferred';

const HEADER = '# Written by loupe infer --write runtime; read by LOUPE=check,infer.';

export function showRuntimeSignatures(snapshot: Snapshot): string {
  const lines = [...snapshot.files.values()].flatMap(file =>
    inferFile(snapshot, file).methods.map(({ info, type }) => `${shortName(info.key)}\t${showMethodType(type)}`),
  );
  return `${[HEADER, ...lines.filter(line => !line.includes('\n')).sort()].join('\n')}\n`;
}
