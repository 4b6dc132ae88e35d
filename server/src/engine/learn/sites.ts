/** Traces -> what dynamic calls did, and the final shapes of classes. Names that are not names are left out. */
import type { LearnedShape, LearnedSite, ShapeMethod, SiteCategory, SiteUse } from '../../../../shared/src/profile';
import { isSiteValue } from '../../parse/siteValues';
import type { Trace, TraceOwn, TraceUse } from '../../parse/trace';
import type { Recording } from './recordFiles';
import { isTestFile } from './testFiles';

export function sitesOfTraces(recording: Recording, traces: readonly Trace[]): readonly LearnedSite[] {
  return sortSites(
    recording.sites.flatMap((site, id): readonly LearnedSite[] => {
      const uses: SiteUse[] = [];
      const origins: (string | null)[] = [];
      let more = false;
      for (const trace of traces) {
        if (trace.more.includes(id)) more = true;
        for (const use of trace.uses) {
          if (use.site !== id || isByTest(site, use)) continue;
          const read = readUse(recording, trace, site.kind, use);
          if (read === null) continue;
          uses.push(read);
          origins.push(use.origin);
        }
      }
      if (uses.length === 0 && !more) return [];
      const { isLoop, ...known } = site;
      const joined = joinUses(uses, (a, b) => a + b);
      return [{ ...known, category: categoryOf(site.kind, isLoop, origins, joined), uses: joined, more }];
    }),
  );
}

/** What a test defines counts for tests only; which names it calls counts. */
function isByTest({ kind, method }: Pick<LearnedSite, 'kind' | 'method'>, { origin }: TraceUse): boolean {
  const defines = kind === 'eval' || kind === 'define' || kind === 'mixin' || isConstantWrite(kind, method);
  return defines && origin !== null && isTestFile(origin);
}

/** Other calls of this kind read a constant. */
function isConstantWrite(kind: LearnedSite['kind'], method: string): boolean {
  return kind === 'constant' && method.endsWith('_set');
}

function readUse(recording: Recording, trace: Trace, kind: LearnedSite['kind'], use: TraceUse): SiteUse | null {
  const receiver = nameOf(trace, use.receiver);
  const value = use.valueKind === 'module' ? nameOf(trace, Number(use.value)) : use.value;
  if (value === null || !isSiteValue(kind, value)) return null;
  const kept = kind === 'eval' ? recording.redact(value) : value;
  return { receiver, ofModule: use.ofModule, value: kept, count: use.count };
}

function nameOf(trace: Trace, index: number): string | null {
  const found = trace.classes[index];
  return found?.status === 'named' ? found.name : null;
}

function categoryOf(
  kind: LearnedSite['kind'],
  isLoop: boolean,
  origins: readonly (string | null)[],
  uses: readonly SiteUse[],
): SiteCategory {
  if (kind === 'load') return 'file-system';
  if (origins.some(origin => origin !== null)) return 'open';
  if (isLoop) return 'collection';
  return uses.length === 1 ? 'single' : 'bounded';
}

function joinUses(uses: readonly SiteUse[], combine: (a: number, b: number) => number): readonly SiteUse[] {
  const joined = new Map<string, SiteUse>();
  for (const use of uses) {
    const key = JSON.stringify([use.receiver, use.ofModule, use.value]);
    const known = joined.get(key);
    joined.set(key, known === undefined ? use : { ...known, count: combine(known.count, use.count) });
  }
  return [...joined].sort(([a], [b]) => compareText(a, b)).map(([, use]) => use);
}

/** The same source at the same place is the same site. */
function siteKey({ path, unit, at, method }: LearnedSite): string {
  return `${path}\n${unit}\n${String(at.start).padStart(9, '0')}\n${method}`;
}

function sortSites(sites: readonly LearnedSite[]): readonly LearnedSite[] {
  return [...sites].sort((a, b) => compareText(siteKey(a), siteKey(b)));
}

export function mergeSites(
  sites: readonly LearnedSite[],
  combine: (a: number, b: number) => number,
): readonly LearnedSite[] {
  const merged = new Map<string, LearnedSite>();
  for (const site of sites) {
    const known = merged.get(siteKey(site));
    merged.set(siteKey(site), known === undefined ? site : joinSites(known, site, combine));
  }
  return sortSites([...merged.values()]);
}

function joinSites(a: LearnedSite, b: LearnedSite, combine: (a: number, b: number) => number): LearnedSite {
  if (a.kind !== b.kind) return a;
  const uses = joinUses([...a.uses, ...b.uses], combine);
  const category = CATEGORIES.indexOf(a.category) > CATEGORIES.indexOf(b.category) ? a.category : b.category;
  const wider = category === 'single' && uses.length > 1 ? 'bounded' : category;
  return { ...b, category: wider, uses, more: a.more || b.more };
}

/** From the narrowest on. */
const CATEGORIES: readonly SiteCategory[] = ['single', 'collection', 'bounded', 'file-system', 'open'];

export function shapesOfTraces(recording: Recording, traces: readonly Trace[]): readonly LearnedShape[] {
  return mergeShapes(
    traces.flatMap(trace =>
      trace.own.flatMap((own): readonly LearnedShape[] => {
        const name = nameOf(trace, own.of);
        const path = trace.classes[own.of]?.path ?? '';
        const method = isTestFile(path) ? null : shapeMethod(recording, own, path);
        return name === null || method === null ? [] : [{ name, methods: [method] }];
      }),
    ),
  );
}

/** Null: a test defines it, or a `def` shows it. */
function shapeMethod(recording: Recording, own: TraceOwn, classPath: string): ShapeMethod | null {
  const { name, singleton, visibility, parameters, path, line } = own;
  if (path === null) {
    const shape = { name, singleton, visibility, parameters, path: classPath, line: 0, unit: null };
    return classPath === '' ? null : shape;
  }
  if (isTestFile(path)) return null;
  const unit = recording.units.get(path)?.find(each => each.firstLine <= line && line <= each.lastLine);
  if (unit === undefined || unit.defines === name) return null;
  return { name, singleton, visibility, parameters, path, line, unit: unit.fingerprint };
}

export function mergeShapes(shapes: readonly LearnedShape[]): readonly LearnedShape[] {
  const methods = new Map<string, ShapeMethod[]>();
  for (const shape of shapes) {
    const known = methods.get(shape.name);
    if (known) known.push(...shape.methods);
    else methods.set(shape.name, [...shape.methods]);
  }
  const merged = [...methods].map(([name, all]) => ({ name, methods: sortMethods(all) }));
  return merged.filter(shape => shape.methods.length > 0).sort((a, b) => compareText(a.name, b.name));
}

/** The last one of a name counts. */
function sortMethods(methods: readonly ShapeMethod[]): readonly ShapeMethod[] {
  const byName = new Map(methods.map(method => [`${method.singleton ? '.' : '#'}${method.name}`, method]));
  return [...byName].sort(([a], [b]) => compareText(a, b)).map(([, method]) => method);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Every value that it used is known, with the class that it concerns. */
export function isUnderstood({ uses, more }: LearnedSite): boolean {
  return !more && uses.length > 0 && uses.every(({ receiver, value }) => receiver !== null && value !== null);
}
