/** `--format sarif`: SARIF 2.1.0, for code scanning services. Lines and columns are one-based, in UTF-16 units. */
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  ArtifactLocation,
  Log,
  ReportingDescriptor,
  Result,
  Location as SarifLocation,
  ThreadFlowLocation,
} from 'sarif';
import type { Location } from '../../base/span';
import { locate, type Snapshot } from '../../engine/snapshot';
import { assetPath, productVersion } from '../../host/assets';
import type { Diagnostic } from '../../ide/diagnostics';
import { noteOfStep, obligationOf } from '../../ide/trace';
import { definitionOf } from '../../problems/catalogue';
import type { FileResult } from '../results';
import { Fingerprints } from './fingerprint';

const LEVEL = { error: 'error', warning: 'warning', information: 'note', hint: 'note' } as const;

/** Paths are relative to the working folder. */
const BASE = '%SRCROOT%';

export function printSarif(results: readonly FileResult[], showPath: (path: string) => string, folder: string): string {
  const codes = [...new Set(results.flatMap(result => result.diagnostics.map(diagnostic => diagnostic.code)))].sort();
  const version = productVersion();
  const fingerprints = new Fingerprints();
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Loupe', version, semanticVersion: version, rules: codes.map(ruleOf) } },
        invocations: [{ executionSuccessful: true }],
        originalUriBaseIds: { [BASE]: { uri: `${pathToFileURL(folder).href.replace(/\/$/, '')}/` } },
        columnKind: 'utf16CodeUnits',
        results: results.flatMap(result =>
          result.diagnostics.map(diagnostic => ({
            ...resultOf(result.snapshot, diagnostic, codes, showPath),
            partialFingerprints: { 'loupe/v1': fingerprints.of(result.shown, diagnostic) },
          })),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(code: string): ReportingDescriptor {
  const definition = definitionOf(code);
  const page = readFileSync(assetPath('problems', `${code}.md`), 'utf8');
  return {
    id: code,
    name: definition.name,
    shortDescription: { text: definition.name.replace(/-/g, ' ') },
    help: { text: page, markdown: page },
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
  const steps = stepsOf(snapshot, diagnostic, showPath);
  return {
    ruleId: diagnostic.code,
    ruleIndex: codes.indexOf(diagnostic.code),
    level: LEVEL[diagnostic.severity],
    message: { text: diagnostic.message },
    locations: [locationOf(snapshot, diagnostic.location, showPath)],
    ...(related.length > 0 ? { relatedLocations: related } : {}),
    ...(steps.length > 0 ? { codeFlows: [{ threadFlows: [{ locations: [...steps] }] }] } : {}),
  };
}

/** The path of the counterexample. */
function stepsOf(
  snapshot: Snapshot,
  diagnostic: Diagnostic,
  showPath: (path: string) => string,
): readonly ThreadFlowLocation[] {
  return (obligationOf(snapshot, diagnostic)?.counterexample?.path ?? []).flatMap(step => {
    const location = locate(snapshot, step.place);
    if (location === null) return [];
    return [
      { location: { ...locationOf(snapshot, location, showPath), message: { text: noteOfStep(snapshot, step) } } },
    ];
  });
}

function locationOf(snapshot: Snapshot, location: Location, showPath: (path: string) => string): SarifLocation {
  const lines = snapshot.files.get(location.path)?.lines;
  const artifactLocation = artifactOf(showPath(location.path));
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

/** A file outside of the folder has an absolute URI. */
function artifactOf(shown: string): ArtifactLocation {
  return isAbsolute(shown)
    ? { uri: pathToFileURL(shown).href }
    : { uri: shown.split('/').map(encodeURIComponent).join('/'), uriBaseId: BASE };
}
