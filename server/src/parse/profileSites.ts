/** The sections `sites` and `shapes` of a profile -> data. They may be forged: every name and place is checked. */
import type { LearnedShape, LearnedSite, ShapeMethod, SiteCategory, SiteUse } from '../../../shared/src/profile';
import { isRecord } from '../base/json';
import { isCallName, isClassName, isParameter, isWorkspacePath } from './profileNames';
import { isSiteKind, isSiteValue } from './siteValues';

/** No call of a program is longer. */
const LONGEST_UNIT = 10_000_000;

const CATEGORIES: ReadonlySet<unknown> = new Set<SiteCategory>([
  'single',
  'collection',
  'bounded',
  'file-system',
  'open',
]);

export function readSite(json: unknown): LearnedSite | null {
  if (!isRecord(json)) return null;
  const { path, kind, method, unit, category, uses, more = false, nested = [] } = json;
  const line = readCount(json.line);
  const [start, end] = Array.isArray(json.at) ? json.at.map(readCount) : [];
  if (typeof path !== 'string' || !isWorkspacePath(path) || line === null) return null;
  if (!isSiteKind(kind) || typeof method !== 'string' || !isCallName(method)) return null;
  if (!isFingerprint(unit) || !CATEGORIES.has(category) || typeof more !== 'boolean') return null;
  if (start == null || end == null || start > end || end > LONGEST_UNIT || !Array.isArray(uses)) return null;
  const read = uses.map(use => readUse(use, kind));
  if (!read.every(use => use !== null) || !isListOf(nested, isCallName)) return null;
  const at = { start, end };
  return { path, line, kind, method, unit, at, category: category as SiteCategory, uses: read, more, nested };
}

/** `[receiver, ofModule, value, count]` */
function readUse(json: unknown, kind: LearnedSite['kind']): SiteUse | null {
  if (!Array.isArray(json)) return null;
  const [receiver, ofModule, value, times] = json as unknown[];
  const count = readCount(times);
  if (receiver !== null && (typeof receiver !== 'string' || !isClassName(receiver))) return null;
  if (value !== null && (typeof value !== 'string' || !isSiteValue(kind, value))) return null;
  if (value === null && kind !== 'eval') return null;
  return typeof ofModule === 'boolean' && count !== null ? { receiver, ofModule, value, count } : null;
}

export function readShape(json: unknown): LearnedShape | null {
  if (!isRecord(json)) return null;
  const { name, methods, constants = [] } = json;
  if (typeof name !== 'string' || !isClassName(name) || !Array.isArray(methods)) return null;
  const read = methods.map(readShapeMethod);
  if (!isListOf(constants, isClassName) || constants.some(each => each.includes('::'))) return null;
  return read.every(method => method !== null) ? { name, methods: read, constants } : null;
}

function isListOf(json: unknown, isName: (text: string) => boolean): json is readonly string[] {
  return Array.isArray(json) && json.every(each => typeof each === 'string' && isName(each));
}

/** `[name, singleton, visibility, parameters, path, line, unit]` */
function readShapeMethod(json: unknown): ShapeMethod | null {
  if (!Array.isArray(json)) return null;
  const [name, singleton, visibility, parameters, path, at, unit] = json as unknown[];
  const line = readCount(at);
  if (typeof name !== 'string' || !isCallName(name) || typeof singleton !== 'boolean') return null;
  if (visibility !== 'public' && visibility !== 'protected' && visibility !== 'private') return null;
  if (!Array.isArray(parameters) || !parameters.every(each => typeof each === 'string' && isParameter(each)))
    return null;
  if (typeof path !== 'string' || !isWorkspacePath(path) || line === null) return null;
  if (unit !== null && !isFingerprint(unit)) return null;
  return { name, singleton, visibility, parameters: parameters as readonly string[], path, line, unit };
}

function isFingerprint(json: unknown): json is string {
  return typeof json === 'string' && /^[0-9a-f]{32}$/.test(json);
}

function readCount(json: unknown): number | null {
  return typeof json === 'number' && Number.isSafeInteger(json) && json >= 0 ? json : null;
}
