/** Profile + current sources -> what `loupe learn --show` prints: per method its observed type, coverage, staleness. */
import type { LearnedMethod, LearnedSite, Profile, SiteCategory, SiteKind } from '../../../../shared/src/profile';
import { coverageOf, type MethodCoverage } from './coverage';
import { observedFields, showClasses, showObservedType } from './observedTypes';
import type { RecordableMethod, RecordableSite, Recording } from './recordFiles';

export interface LearnReport {
  readonly schema: 1;
  readonly ruby: string;
  readonly runs: { readonly processes: number; readonly calls: number };
  readonly methods: readonly ReportedMethod[];
  readonly fields: readonly { readonly name: string; readonly type: string; readonly word: Word }[];
  readonly conflicts: readonly never[];
  readonly contradictions: readonly never[];
  readonly sites: readonly ReportedSite[];
}

export interface ReportedSite {
  readonly path: string;
  readonly line: number;
  readonly kind: SiteKind;
  readonly method: string;
  /** Names, paths or sources, without duplicates. */
  readonly strings: readonly string[];
  readonly receivers: readonly string[];
  readonly runs: number;
  readonly category: SiteCategory;
  readonly stale: boolean;
}

/** Nothing is called proved or complete: observed classes are not checked. */
type Word = 'likely' | 'partial';

export interface ReportedMethod {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly calls: number;
  readonly stale: boolean;
  readonly type: string;
  readonly overloads: readonly never[];
  readonly word: Word;
  /** `exact: false`: outcomes of branches are counted, not paths. */
  readonly paths: { readonly seen: number; readonly all: number; readonly exact: boolean };
  readonly missing: readonly { readonly line: number; readonly outcome: string }[];
  readonly refinements: readonly never[];
}

/** `current`: the sources as they are now. Methods that are gone are not listed. */
export function reportProfile(
  profile: Profile,
  { methods: current, sites }: Pick<Recording, 'methods' | 'sites'>,
  isShown: (path: string) => boolean,
): LearnReport {
  const methods = profile.methods.flatMap(method => {
    const found = isShown(method.path) ? findCurrent(method, current) : null;
    return found === null ? [] : [reportMethod(profile, method, found)];
  });
  const fresh = profile.methods.filter(method => isShown(method.path) && findCurrent(method, current)?.stale === false);
  const calls = methods.reduce((sum, method) => sum + method.calls, 0);
  const fields = [...observedFields(fresh)].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    schema: 1,
    ruby: profile.ruby.join(', '),
    runs: { processes: profile.processes, calls },
    methods,
    fields: fields.map(([name, classes]) => ({ name, type: showClasses(profile, classes), word: 'partial' })),
    conflicts: [],
    contradictions: [],
    sites: profile.sites.filter(site => isShown(site.path)).map(site => reportSite(site, sites)),
  };
}

function reportSite(site: LearnedSite, current: readonly RecordableSite[]): ReportedSite {
  const { path, kind, method, category, uses } = site;
  const now = current.find(each => each.path === path && each.unit === site.unit && each.at.start === site.at.start);
  return {
    path,
    line: now?.line ?? site.line,
    kind,
    method,
    strings: [...new Set(uses.flatMap(use => use.value ?? []))],
    receivers: [...new Set(uses.flatMap(use => use.receiver ?? []))],
    runs: uses.reduce((sum, use) => sum + use.count, 0),
    category,
    stale: now === undefined,
  };
}

interface Current {
  readonly line: number;
  readonly stale: boolean;
}

function findCurrent(method: LearnedMethod, current: readonly RecordableMethod[]): Current | null {
  const same = current.filter(each => each.path === method.path && each.name === method.name);
  const exact = same.find(each => each.fingerprint === method.fingerprint);
  if (exact !== undefined) return { line: exact.line, stale: false };
  return same[0] === undefined ? null : { line: same[0].line, stale: true };
}

function reportMethod(profile: Profile, method: LearnedMethod, { line, stale }: Current): ReportedMethod {
  const coverage = coverageOf(method);
  return {
    name: method.name,
    path: method.path,
    line,
    calls: coverage.calls,
    stale,
    type: showObservedType(profile, method),
    overloads: [],
    word: coverage.missing.length === 0 ? 'likely' : 'partial',
    paths: pathsOf(coverage),
    missing: coverage.missing.map(({ line: below, outcome, kind }) => ({
      line: line + below,
      outcome: outcome === 'else' ? 'else' : kind,
    })),
    refinements: [],
  };
}

function pathsOf({ seen, all }: MethodCoverage): ReportedMethod['paths'] {
  return all === 0 ? { seen: 1, all: 1, exact: true } : { seen, all, exact: false };
}
