/** Text -> Profile. An invalid entry is skipped and counted; the rest is used. Nothing in a profile is evaluated. */
import {
  type LearnedMethod,
  type LearnedOutcome,
  type LearnedParameter,
  type ObservedCalls,
  PROFILE_LIMITS,
  PROFILE_SCHEMA,
  type Profile,
  type TestLine,
} from '../../../shared/src/profile';
import { isRecord, parseJson } from '../base/json';
import type { ProfileProblem } from '../problems/learn';
import { isClassName, isMethodName, isVariableName, isWorkspacePath } from './profileNames';
import { readShape, readSite } from './profileSites';
import { isPath } from './trace';
import { readLearnedValues } from './traceValues';

export interface ReadProfile {
  readonly profile: Profile | null;
  readonly problems: readonly ProfileProblem[];
}

export function parseProfile(text: string): ReadProfile {
  if (text.length > PROFILE_LIMITS.bytes)
    return { profile: null, problems: [{ kind: 'too-large', limit: `${PROFILE_LIMITS.bytes >> 20} MB` }] };
  const json = parseJson(text);
  if (!isRecord(json) || json.schema === undefined || !Array.isArray(json.methods))
    return { profile: null, problems: [{ kind: 'not-json' }] };
  if (json.schema !== PROFILE_SCHEMA)
    return { profile: null, problems: [{ kind: 'other-schema', schema: String(json.schema).slice(0, 20) }] };
  const methods: LearnedMethod[] = [];
  const bad: string[] = [];
  for (const each of json.methods) {
    const method = isRecord(each) ? readMethod(each) : null;
    if (method !== null) methods.push(method);
    else bad.push(isRecord(each) && typeof each.name === 'string' ? each.name.slice(0, 80) : '?');
  }
  const sites = readSection(json.sites, readSite, bad);
  const shapes = readSection(json.shapes, readShape, bad);
  const [first] = bad;
  const problems: ProfileProblem[] = first === undefined ? [] : [{ kind: 'bad-entries', count: bad.length, first }];
  const entries =
    methods.reduce((sum, method) => sum + method.calls.length, 0) +
    sites.reduce((sum, site) => sum + site.uses.length, 0) +
    shapes.reduce((sum, shape) => sum + shape.methods.length, 0);
  if (entries > PROFILE_LIMITS.entries)
    return { profile: null, problems: [{ kind: 'too-large', limit: `${PROFILE_LIMITS.entries} entries` }] };
  return { profile: { ...readHead(json), methods, sites, shapes }, problems };
}

/** Absent in profiles of earlier versions. */
function readSection<T>(json: unknown, read: (each: unknown) => T | null, bad: string[]): readonly T[] {
  const entries: readonly unknown[] = Array.isArray(json) ? json : [];
  return entries.flatMap(each => {
    const entry = read(each);
    if (entry === null) bad.push(isRecord(each) ? String(each.name ?? each.path ?? '?').slice(0, 80) : '?');
    return entry ?? [];
  });
}

function readHead(json: Record<string, unknown>): Omit<Profile, 'methods' | 'sites' | 'shapes'> {
  const ruby = listOf(json.ruby, each => (typeof each === 'string' && /^[\d.]{1,20}$/.test(each) ? each : null)) ?? [];
  const classes = isRecord(json.classes) ? Object.entries(json.classes) : [];
  const valid = classes.filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && isClassName(entry[0]) && isWorkspacePath(entry[1]),
  );
  return {
    schema: PROFILE_SCHEMA,
    ruby,
    processes: readCount(json.processes) ?? 0,
    classes: Object.fromEntries(valid),
  };
}

function readMethod(json: Record<string, unknown>): LearnedMethod | null {
  const { name, path, fingerprint } = json;
  const line = readCount(json.line);
  if (typeof name !== 'string' || !isMethodName(name)) return null;
  if (typeof path !== 'string' || !isWorkspacePath(path) || line === null) return null;
  if (typeof fingerprint !== 'string' || !/^[0-9a-f]{32}$/.test(fingerprint)) return null;
  const parameters = listOf(json.parameters, readParameter);
  const fields = listOf(json.fields, each => (typeof each === 'string' && isVariableName(each) ? each : null));
  const outcomes = listOf(json.outcomes, readOutcome);
  if (parameters === null || fields === null || outcomes === null) return null;
  const positions = parameters.filter(parameter => parameter.recorded).length + fields.length;
  const calls = listOf(json.calls, each => readCalls(each, positions, outcomes.length));
  if (calls === null) return null;
  const values = readLearnedValues(json.values);
  if (values === null) return null;
  return { name, path, line, fingerprint, parameters, fields, outcomes, calls, ...(values && { values }) };
}

/** `[name, kind]`, `[name, kind, false]` */
function readParameter(json: unknown): LearnedParameter | null {
  if (!Array.isArray(json)) return null;
  const [name, kind, recorded = true] = json as unknown[];
  if (typeof name !== 'string' || (name !== '' && !isVariableName(name))) return null;
  if (typeof kind !== 'string' || !/^[a-zA-Z]{1,20}$/.test(kind) || typeof recorded !== 'boolean') return null;
  return { name, kind, recorded };
}

/** `[kind, outcome, line]`, `[kind, outcome, line, start, end]` */
function readOutcome(json: unknown): LearnedOutcome | null {
  if (!Array.isArray(json)) return null;
  const [kind, outcome, line, ...place] = json as unknown[];
  const at = readCount(line);
  if (typeof kind !== 'string' || !/^[a-z-]{1,20}$/.test(kind) || at === null) return null;
  if (outcome !== 'taken' && outcome !== 'else') return null;
  if (place.length === 0) return { kind, outcome, line: at, span: null };
  const [start = null, end = null] = place.map(readCount);
  return start === null || end === null || end < start ? null : { kind, outcome, line: at, span: { start, end } };
}

/** `[[classes], path, result, count]`, and the path and line of a test */
function readCalls(json: unknown, positions: number, outcomes: number): ObservedCalls | null {
  if (!Array.isArray(json)) return null;
  const [list, path, result, times, ...test] = json as unknown[];
  const count = readCount(times);
  const isClass = (each: unknown): each is string | null =>
    each === null || (typeof each === 'string' && isClassName(each));
  if (!Array.isArray(list) || list.length !== positions || !list.every(isClass)) return null;
  if (!isClass(result) || count === null) return null;
  if (path !== null && (typeof path !== 'string' || !isPath(path, outcomes))) return null;
  const from = readTestLine(test);
  return from === undefined ? null : { classes: list, path, result, count, from };
}

/** Undefined: invalid. */
function readTestLine([path, line]: readonly unknown[]): TestLine | null | undefined {
  if (path === undefined) return null;
  const at = readCount(line);
  return typeof path !== 'string' || !isWorkspacePath(path) || at === null ? undefined : { path, line: at };
}

function readCount(json: unknown): number | null {
  return typeof json === 'number' && Number.isSafeInteger(json) && json >= 0 ? json : null;
}

/** Null: not a list, or one of its elements is invalid. */
function listOf<T>(json: unknown, read: (each: unknown) => T | null): readonly T[] | null {
  if (!Array.isArray(json)) return null;
  const values: T[] = [];
  for (const each of json) {
    const value = read(each);
    if (value === null) return null;
    values.push(value);
  }
  return values;
}
