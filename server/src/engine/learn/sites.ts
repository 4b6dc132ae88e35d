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
          if (use.site !== id || isByTest(site.kind, use)) continue;
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
function isByTest(kind: LearnedSite['kind'], { origin }: TraceUse): boolean {
  if (kind !== 'eval' && kind !== 'define' && kind !== 'constant' && kind !== 'mixin') return false;
  return origin !== null && isTestFile(origin);
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

export function joinUses(uses: readonly SiteUse[], combine: (a: number, b: number) => number): readonly SiteUse[] {
  const joined = new Map<string, SiteUse>();
  for (const use of uses) {
    const key = JSON.stringify([use.receiver, use.ofModule, use.value]);
    const known = joined.get(key);
    joined.set(key, known === undefined ? use : { ...known, count: combine(known.count, use.count) });
  }
  return [...joined].sort(([a], [b]) => compareText(a, b)).map(([, use]) => use);
}

/** The same source at the same place is the same site. */
export function siteKey({ path, unit, at, method }: LearnedSite): string {
  return `${path}\n${unit}\n${String(at.start).padStart(9, '0')}\n${method}`;
}

export function sortSites(sites: readonly LearnedSite[]): readonly LearnedSite[] {
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
export const CATEGORIES: readonly SiteCategory[] = ['single', 'collection', 'bounded', 'file-system', 'open'];

export function shapesOfTraces(recording: Recording, traces: readonly Trace[]): readonly LearnedShape[] {
  const shapes = traces.flatMap(trace =>
    trace.shapes.flatMap(({ of, includes, extends: extended }): readonly LearnedShape[] => {
      const name = nameOf(trace, of);
      if (name === null || isTestFile(trace.classes[of]?.path ?? '')) return [];
      const isOwn = (index: number): boolean => !isTestFile(trace.classes[index]?.path ?? '');
      const names = (list: readonly number[]): readonly string[] =>
        list.filter(isOwn).flatMap(each => nameOf(trace, each) ?? []);
      const methods = trace.own.filter(own => own.of === of).flatMap(own => shapeMethod(recording, own) ?? []);
      return [{ name, includes: names(includes), extends: names(extended), methods: sortMethods(methods) }];
    }),
  );
  return mergeShapes(shapes);
}

/** Null: a test defines it, or a `def` shows it. */
function shapeMethod(recording: Recording, own: TraceOwn): ShapeMethod | null {
  const { name, singleton, visibility, parameters, path, line } = own;
  if (isTestFile(path)) return null;
  const unit = recording.units.get(path)?.find(each => each.firstLine <= line && line <= each.lastLine);
  if (unit === undefined || unit.defines === name) return null;
  return { name, singleton, visibility, parameters, path, line, unit: unit.fingerprint };
}

export function mergeShapes(shapes: readonly LearnedShape[]): readonly LearnedShape[] {
  const merged = new Map<string, LearnedShape>();
  for (const shape of shapes) {
    const known = merged.get(shape.name);
    if (known === undefined) merged.set(shape.name, shape);
    else
      merged.set(shape.name, {
        name: shape.name,
        includes: [...new Set([...known.includes, ...shape.includes])],
        extends: [...new Set([...known.extends, ...shape.extends])],
        methods: sortMethods([...known.methods, ...shape.methods]),
      });
  }
  const all = [...merged.values()].filter(({ methods, includes, extends: extended }) =>
    [methods, includes, extended].some(list => list.length > 0),
  );
  return all.sort((a, b) => compareText(a.name, b.name));
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
