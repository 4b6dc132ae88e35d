/**
 * `.loupe.yml` -> settings. The schema is shared/src/settings.ts; an unknown key or an invalid value is reported at its
 * place, and the rest of the file still applies.
 */
import { dirname } from 'node:path';
import { isMap, isScalar, isSeq, type Pair, parseDocument, type YAMLMap } from 'yaml';
import {
  DEFAULT_SETTINGS,
  LEVELS,
  type Level,
  type RemoteCacheSetting,
  SETTINGS_SCHEMA,
  SEVERITIES,
  type SettingSchema,
  type Settings,
  type Severity,
} from '../../../shared/src/settings';
import type { Problem, ProblemArg } from '../base/problem';
import { type WithProblems, withProblems } from '../base/result';
import { fileAnchor } from '../base/span';
import { closest } from '../base/spelling';
import { CATALOGUE } from '../problems/catalogue';

interface Reading {
  readonly path: string;
  readonly text: string;
  readonly problems: Problem[];
}

export function parseConfig(path: string, text: string, base: Settings = DEFAULT_SETTINGS): WithProblems<Settings> {
  const reading: Reading = { path, text, problems: [] };
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: true });
  for (const error of document.errors) {
    reportProblem(reading, 'LP0001', error.pos, { detail: error.message.split('\n')[0] ?? '' });
  }
  if (reading.problems.length > 0) return withProblems(base, reading.problems);
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return withProblems(base, reading.problems);
  if (!isMap(root)) {
    reportProblem(reading, 'LP0004', rangeOf(root), { key: 'the file', wanted: 'a list of settings: `key: value`' });
    return withProblems(base, reading.problems);
  }
  return withProblems({ ...base, ...readSettings(reading, root) }, reading.problems);
}

function readSettings(reading: Reading, map: YAMLMap): Partial<Settings> {
  const read: Record<string, unknown> = {};
  for (const pair of map.items) {
    const key = keyOf(pair);
    if (!Object.hasOwn(SETTINGS_SCHEMA, key)) {
      const meant = closest(key, Object.keys(SETTINGS_SCHEMA)) ?? '';
      reportProblem(reading, 'LP0002', rangeOf(pair.key), { key, meant });
      continue;
    }
    const value = readValue(reading, key, SETTINGS_SCHEMA[key as keyof Settings], pair);
    if (value !== undefined) read[key] = value;
  }
  return read as Partial<Settings>;
}

/** Returns undefined for an invalid value, which has been reported. */
function readValue(reading: Reading, key: string, schema: SettingSchema, pair: Pair): unknown {
  const node = pair.value;
  if (schema.type === 'strings') return readStrings(reading, key, pair);
  if (schema.type === 'severities') return readSeverities(reading, key, pair);
  if (schema.type === 'levels') return readLevels(reading, key, pair);
  if (schema.type === 'remote-cache') return readRemoteCache(reading, key, pair);
  const value = isScalar(node) ? node.value : undefined;
  if (value !== undefined && scalarFits(schema, value)) return value;
  return reportWrongValue(reading, key, pair, showExpected(schema));
}

function scalarFits(schema: SettingSchema, value: unknown): boolean {
  switch (schema.type) {
    case 'integer':
      return (
        typeof value === 'number' && Number.isSafeInteger(value) && value >= (schema.minimum ?? Number.MIN_SAFE_INTEGER)
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'optional-string':
      return value === null || typeof value === 'string';
    default:
      return typeof value === 'string' && (schema.choices === undefined || schema.choices.includes(value));
  }
}

function showExpected(schema: SettingSchema): string {
  switch (schema.type) {
    case 'integer':
      return schema.minimum === undefined ? 'a whole number' : `a whole number, at least ${schema.minimum}`;
    case 'boolean':
      return '`true` or `false`';
    case 'optional-string':
      return 'a string';
    default:
      return schema.choices === undefined ? 'a string' : schema.choices.map(choice => `\`${choice}\``).join(' or ');
  }
}

function readStrings(reading: Reading, key: string, pair: Pair): readonly string[] | undefined {
  const node = pair.value;
  if (isScalar(node) && typeof node.value === 'string') return [node.value];
  const values = isSeq(node) ? node.items.map(item => (isScalar(item) ? item.value : null)) : [null];
  if (values.every(value => typeof value === 'string')) return values;
  return reportWrongValue(reading, key, pair, 'a list of strings');
}

function readSeverities(reading: Reading, key: string, pair: Pair): Readonly<Record<string, Severity>> | undefined {
  if (!isMap(pair.value)) return reportWrongValue(reading, key, pair, 'codes and severities: `{ LP4101: warning }`');
  const known = new Set(Object.entries(CATALOGUE).flatMap(([code, { name }]) => [code, name]));
  const read: Record<string, Severity> = {};
  for (const entry of pair.value.items) {
    const code = keyOf(entry);
    const given = isScalar(entry.value) ? String(entry.value.value) : '';
    // YAML 1.1 editors turn `off` into false; both mean the same here.
    const severity = SEVERITIES.find(one => one === given || (one === 'off' && given === 'false'));
    if (!known.has(code))
      reportProblem(reading, 'LP0003', rangeOf(entry.key), { code, meant: closest(code, known) ?? '' });
    else if (severity === undefined)
      reportWrongValue(reading, code, entry, SEVERITIES.map(one => `\`${one}\``).join(' or '));
    else read[code] = severity;
  }
  return read;
}

/** Globs are relative to the folder of the file; the result has whole paths. */
function readLevels(reading: Reading, key: string, pair: Pair): Readonly<Record<string, Level>> | undefined {
  if (!isMap(pair.value)) return reportWrongValue(reading, key, pair, 'globs and levels: `{ "lib/**": types }`');
  const folder = dirname(reading.path).replaceAll('\\', '/');
  const before = folder === '.' ? '' : `${folder.replace(/[$^*+?()[\]{}!|@]/g, '\\$&').replace(/\/$/, '')}/`;
  const read: Record<string, Level> = {};
  for (const entry of pair.value.items) {
    const level = levelOf(entry);
    if (level === undefined)
      reportWrongValue(reading, keyOf(entry), entry, LEVELS.map(one => `\`${one}\``).join(' or '));
    else read[before + keyOf(entry)] = level;
  }
  return read;
}

function readRemoteCache(reading: Reading, key: string, pair: Pair): RemoteCacheSetting | undefined {
  const wanted = 'a URL and `read` or `write`: `{ remote: https://cache.example.org/loupe/, mode: read }`';
  if (!isMap(pair.value)) return reportWrongValue(reading, key, pair, wanted);
  const { remote = null, mode = 'read', ...rest } = pair.value.toJSON() as Readonly<Record<string, unknown>>;
  const isUrl = remote === null || typeof remote === 'string';
  if (!isUrl || (mode !== 'read' && mode !== 'write') || Object.keys(rest).length > 0)
    return reportWrongValue(reading, key, pair, wanted);
  return { remote, mode };
}

function levelOf(entry: Pair): Level | undefined {
  const given = isScalar(entry.value) ? String(entry.value.value) : '';
  return LEVELS.find(one => one === given || (one === 'off' && given === 'false'));
}

function reportWrongValue(reading: Reading, key: string, pair: Pair, expected: string): undefined {
  reportProblem(reading, 'LP0004', rangeOf(pair.value) ?? rangeOf(pair.key), { key, wanted: expected });
  return undefined;
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : '';
}

type Range = readonly [number, number, ...number[]];

function rangeOf(node: unknown): Range | null {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
  return isRange(range) ? range : null;
}

function isRange(value: unknown): value is Range {
  return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number';
}

function reportProblem(
  reading: Reading,
  code: string,
  range: Range | null,
  args: Readonly<Record<string, ProblemArg>>,
): void {
  const [start, end] = range ?? [0, 0];
  const last = Math.min(Math.max(start, end), reading.text.length);
  const place = { anchor: fileAnchor(reading.path), span: { start: Math.min(start, last), end: last } };
  reading.problems.push({ code, place, args });
}
