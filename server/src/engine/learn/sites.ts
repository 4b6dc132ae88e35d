/** Traces -> what dynamic calls did, and the final shapes of classes. Names that are not names are left out. */
import type { LearnedShape, LearnedSite, ShapeMethod, SiteCategory, SiteUse } from '../../../../shared/src/profile';
import { isSiteValue } from '../../parse/siteValues';
import type { Trace, TraceOwn, TraceUse } from '../../parse/trace';
import { DYNAMIC_CALLS } from '../../record/dynamicCalls';
import type { RecordableSite, Recording } from './recordFiles';
import { isTestFile } from './testFiles';

export function sitesOfTraces(recording: Recording, traces: readonly Trace[]): readonly LearnedSite[] {
  return sortSites(
    recording.sites.flatMap((site, id): readonly LearnedSite[] => {
      const uses: SiteUse[] = [];
      const nested = new Set<string>();
      const origins: (string | null)[] = [];
      let more = false;
      for (const trace of traces) {
        if (trace.more.includes(id)) more = true;
        for (const use of trace.uses) {
          if (use.site !== id || isByTest(site, use)) continue;
          const read = readUse(recording, trace, site.kind, use);
          if (read === null) continue;
          uses.push(read);
          for (const name of nestedCalls(recording, site.kind, use.value)) nested.add(name);
          origins.push(use.origin);
        }
      }
      if (uses.length === 0 && !more) return [];
      const { from, ...known } = site;
      const joined = joinUses(uses, (a, b) => a + b);
      const category = categoryOf(site, origins, joined);
      return [{ ...known, category, uses: joined, more, nested: [...nested].sort(compareText) }];
    }),
  );
}

/** What a test defines counts for tests only; which names it calls counts. A test has no influence on a fixed value. */
function isByTest({ kind, method, from }: RecordableSite, { origin }: TraceUse): boolean {
  if (from === 'fixed') return false;
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

/** What a source evaluates in turn, or a dynamic method that is called by its name or becomes a Method object. */
function nestedCalls(recording: Recording, kind: LearnedSite['kind'], value: string): readonly string[] {
  if (kind === 'eval') return recording.callsIn(value);
  return kind === 'send' && DYNAMIC_CALLS.has(value) ? [value] : [];
}

function nameOf(trace: Trace, index: number): string | null {
  const found = trace.classes[index];
  return found?.status === 'named' ? found.name : null;
}

function categoryOf(
  { kind, from }: Pick<RecordableSite, 'kind' | 'from'>,
  origins: readonly (string | null)[],
  uses: readonly SiteUse[],
): SiteCategory {
  if (kind === 'load') return 'file-system';
  const isOpen = from !== 'fixed' && origins.some(origin => origin !== null);
  if (isOpen) return 'open';
  if (from === 'list') return 'collection';
  return new Set(uses.map(use => use.value)).size === 1 ? 'single' : 'bounded';
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
  const nested = [...new Set([...a.nested, ...b.nested])].sort(compareText);
  return { ...b, category: wider, uses, more: a.more || b.more, nested };
}

/** From the narrowest on. */
const CATEGORIES: readonly SiteCategory[] = ['single', 'collection', 'bounded', 'file-system', 'open'];

/** `sites`: what the same traces say about dynamic calls. */
export function shapesOfTraces(
  recording: Recording,
  traces: readonly Trace[],
  sites: readonly LearnedSite[],
): readonly LearnedShape[] {
  const nested = new Set(
    sites.filter(site => site.nested.length > 0).flatMap(site => site.uses.map(use => use.receiver)),
  );
  const shapes: LearnedShape[] = [];
  for (const trace of traces) {
    for (const own of trace.own) {
      const name = nameOf(trace, own.of);
      const method = shapeMethod(recording, own, trace.classes[own.of]?.path ?? '');
      // Without a nested evaluation in this class, the source may be one of a test.
      if (name !== null && method !== null && (!own.isEvaluated || nested.has(name)))
        shapes.push({ name, methods: [method], constants: [] });
    }
    for (const { of, name: constant } of trace.constants) {
      const name = nameOf(trace, of);
      if (name !== null && isLibrary(trace.classes[of]?.path ?? ''))
        shapes.push({ name, methods: [], constants: [constant] });
    }
  }
  return mergeShapes(shapes);
}

/** Not of a test, and not of a gem. */
function isLibrary(path: string): boolean {
  return path !== '' && !isTestFile(path);
}

/** Null: a test defines it, or a `def` shows it. */
function shapeMethod(recording: Recording, own: TraceOwn, classPath: string): ShapeMethod | null {
  if (!isLibrary(classPath)) return null;
  const { name, singleton, visibility, parameters, path, line } = own;
  if (path === null) return { name, singleton, visibility, parameters, path: classPath, line: 0, unit: null };
  if (isTestFile(path)) return null;
  const unit = recording.units.get(path)?.find(each => each.firstLine <= line && line <= each.lastLine);
  if (unit === undefined || unit.defines === name) return null;
  return { name, singleton, visibility, parameters, path, line, unit: unit.fingerprint };
}

export function mergeShapes(shapes: readonly LearnedShape[]): readonly LearnedShape[] {
  const byName = new Map<string, { readonly methods: ShapeMethod[]; readonly constants: Set<string> }>();
  for (const { name, methods, constants } of shapes) {
    const known = byName.get(name) ?? { methods: [], constants: new Set() };
    known.methods.push(...methods);
    for (const each of constants) known.constants.add(each);
    byName.set(name, known);
  }
  return [...byName]
    .map(([name, { methods, constants }]) => {
      return { name, methods: sortMethods(methods), constants: [...constants].sort(compareText) };
    })
    .filter(shape => shape.methods.length + shape.constants.length > 0)
    .sort((a, b) => compareText(a.name, b.name));
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
export function isUnderstood({ uses, more, nested }: LearnedSite): boolean {
  return (
    !more &&
    nested.length === 0 &&
    uses.length > 0 &&
    uses.every(({ receiver, value }) => receiver !== null && value !== null)
  );
}
