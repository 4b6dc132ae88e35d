/** `--format sarif`: SARIF 2.1.0, for code scanning services. Lines and columns are one-based, in UTF-16 units. */
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log, ReportingDescriptor, Result, Location as SarifLocation } from 'sarif';
import type { Location } from '../../base/span';
import type { Snapshot } from '../../engine/snapshot';
import { productVersion } from '../../host/assets';
import type { Diagnostic } from '../../ide/diagnostics';
import { definitionOf } from '../../problems/catalogue';
import type { FileResult } from '../results';

const LEVEL = { error: 'error', warning: 'warning', information: 'note', hint: 'note' } as const;

export function printSarif(results: readonly FileResult[], showPath: (path: string) => string): string {
  const codes = [...new Set(results.flatMap(result => result.diagnostics.map(diagnostic => diagnostic.code)))].sort();
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Loupe', version: productVersion(), rules: codes.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: results.flatMap(result =>
          result.diagnostics.map(diagnostic => resultOf(result.snapshot, diagnostic, codes, showPath)),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(code: string): ReportingDescriptor {
  const definition = definitionOf(code);
  return {
    id: code,
    name: definition.name,
    shortDescription: { text: definition.name.replace(/-/g, ' ') },
    defaultConfiguration: { level: LEVEL[definition.severity] },
    properties: { tags: [definition.kind] },
  };
}

function resultOf(
  snapshot: Snapshot,
  diagnostic: Diagnostic,
  codes: readonly string[],
  showPath: (path: string) => string,
): Result {
  const related = diagnostic.related.map((note, id) => ({
    id,
    message: { text: note.message },
    ...locationOf(snapshot, note.location, showPath),
  }));
  return {
    ruleId: diagnostic.code,
    ruleIndex: codes.indexOf(diagnostic.code),
    level: LEVEL[diagnostic.severity],
    message: { text: diagnostic.message },
    locations: [locationOf(snapshot, diagnostic.location, showPath)],
    ...(related.length > 0 ? { relatedLocations: related } : {}),
  };
}

function locationOf(snapshot: Snapshot, location: Location, showPath: (path: string) => string): SarifLocation {
  const lines = snapshot.files.get(location.path)?.lines;
  const artifactLocation = { uri: uriOf(showPath(location.path)) };
  if (lines === undefined) return { physicalLocation: { artifactLocation } };
  const start = lines.position(location.span.start);
  const end = lines.position(location.span.end);
  const region = {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
  return { physicalLocation: { artifactLocation, region } };
}

/** Relative to the working folder; a file elsewhere by its whole address. */
function uriOf(shown: string): string {
  return isAbsolute(shown) ? pathToFileURL(shown).href : shown.split('/').map(encodeURIComponent).join('/');
}
