/** Coverage as text and as JSON. */
import { productVersion } from '../../host/assets';
import { showCoverageCause } from '../../ide/coverage/causeText';
import { type FileCoverage, type Share, totalOf } from '../../ide/coverage/coverage';
import type { FolderCoverage } from './folders';

const COLUMNS = ['typed', 'inferred', 'unknown'] as const;

export function printCoverageText(folders: readonly FolderCoverage[]): string {
  const [all] = folders;
  const width = Math.max(6, ...folders.map(({ path }) => path.length));
  const head = `${'folder'.padEnd(width)}  ${'expressions'.padStart(11)}  typed  infer.  unkn.   ${'signatures'.padStart(10)}  typed  infer.  unkn.`;
  const rows = folders.map(
    ({ path, expressions, signatures }) =>
      `${path.padEnd(width)}  ${showRow(expressions, 11)}   ${showRow(signatures, 10)}`,
  );
  const causes = [...(all?.causes ?? [])].map(([cause, n]) => `${String(n).padStart(8)}  ${showCoverageCause(cause)}`);
  return `${[head, ...rows, ...(causes.length > 0 ? ['', 'Causes of unknown types:', ...causes] : [])].join('\n')}\n`;
}

function showRow(share: Share, width: number): string {
  const total = totalOf(share);
  const percents = COLUMNS.map(column => (total === 0 ? '-' : `${Math.round((100 * share[column]) / total)} %`));
  return `${String(total).padStart(width)}  ${percents.map((each, i) => each.padStart(i === 1 ? 6 : 5)).join('  ')}`;
}

/** Fields may be added; none may change. */
export function printCoverageJson(folders: readonly FolderCoverage[], files: readonly FileCoverage[]): string {
  const document = {
    schema: 1,
    version: productVersion(),
    folders: folders.map(({ causes, ...folder }) => ({ ...folder, causes: Object.fromEntries(causes) })),
    files: files.map(({ causes, ...file }) => ({ ...file, causes: Object.fromEntries(causes) })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
