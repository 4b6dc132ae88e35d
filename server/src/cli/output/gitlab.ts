/** `--format gitlab`: a Code Quality report, which GitLab shows in merge requests. */
import type { FileResult } from '../results';
import { evidenceLines, rangeOf } from './evidence';
import { Fingerprints } from './fingerprint';

const SEVERITY = { error: 'critical', warning: 'major', information: 'info', hint: 'info' } as const;

export function printGitlab(results: readonly FileResult[]): string {
  const fingerprints = new Fingerprints();
  const issues = results.flatMap(result =>
    result.diagnostics.map(diagnostic => {
      const { start, end } = rangeOf(result, diagnostic);
      return {
        type: 'issue',
        check_name: `${diagnostic.code} ${diagnostic.name}`,
        description: diagnostic.message,
        content: { body: evidenceLines(result, diagnostic).join('\n') },
        categories: ['Bug Risk'],
        severity: SEVERITY[diagnostic.severity],
        fingerprint: fingerprints.of(result.shown, diagnostic),
        location: { path: result.shown, lines: { begin: start.line + 1, end: end.line + 1 } },
      };
    }),
  );
  return `${JSON.stringify(issues, null, 2)}\n`;
}
