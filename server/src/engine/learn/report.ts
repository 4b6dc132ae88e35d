/**
 * Profile + current sources -> what `loupe learn --show` prints: per method its learned type, how much was seen, and
 * whether it has changed since. Methods that the program does not know (in blocks, or stale) have the classes that were seen.
 */
import type {
  LearnedMethod,
  LearnedSite,
  Profile,
  SiteCategory,
  SiteKind,
  TestLine,
} from '../../../../shared/src/profile';
import { anchorPath, type Place } from '../../base/span';
import { showMethodType, showType } from '../../types/show';
import type { MethodKey } from '../../types/typedMethod';
import { lineIn, type Snapshot } from '../snapshot';
import type { Conflict } from './conflicts';
import { coverageOf, type MethodCoverage } from './coverage';
import type { LearnedType, Reliability } from './learnedTypes';
import { observedFields, showClasses, showObservedType } from './observedTypes';
import { findOverloads, withoutNames } from './overloads';
import type { RecordableMethod, RecordableSite, Recording } from './recordFiles';

export interface LearnReport {
  readonly schema: 1;
  readonly ruby: string;
  readonly runs: { readonly processes: number; readonly calls: number };
  readonly methods: readonly ReportedMethod[];
  readonly fields: readonly { readonly name: string; readonly type: string; readonly word: Reliability }[];
  readonly conflicts: readonly ReportedConflict[];
  readonly contradictions: readonly ReportedContradiction[];
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
  /** Dynamic methods that its sources call, or that it calls by name: what these did is not recorded. */
  readonly nested: readonly string[];
}

/** Two ends that do not fit. */
export interface ReportedConflict {
  readonly about: string;
  readonly path: string;
  /** Where it flows in, and where it is required; one line if it was passed by a test. */
  readonly lines: readonly number[];
  readonly lower: string;
  readonly upper: string;
  /** A call that Ruby shows to fail. */
  readonly shown: string | null;
  /** The test that passed it. */
  readonly test: string | null;
}

export interface ReportedContradiction {
  readonly method: string;
  readonly annotation: string;
  readonly seen: string;
  /** `test/money_test.rb:8`, counted from 1 */
  readonly at: string | null;
}

export interface ReportedMethod {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly calls: number;
  readonly stale: boolean;
  readonly type: string;
  readonly overloads: readonly string[];
  readonly word: Reliability;
  /** `exact: false`: outcomes of branches are counted, not paths. */
  readonly paths: { readonly seen: number; readonly all: number; readonly exact: boolean };
  readonly missing: readonly { readonly line: number; readonly outcome: string }[];
  /** What it uses and that was not seen as a whole. */
  readonly leansOn: readonly string[];
  /** The first test that called it. */
  readonly test: string | null;
  readonly refinements: readonly ReportedRefinement[];
}

/** `word`: proved of the result, or needed of a parameter. `under`: the preconditions that a proof rests on. */
export interface ReportedRefinement {
  /** A parameter, or `result`. */
  readonly of: string;
  readonly text: string;
  readonly word: 'proved' | 'needs';
  readonly under: readonly string[];
}

/** The program with the profile, and the calls that Ruby showed to end in a conflict. */
export interface ReportedProgram {
  readonly snapshot: Snapshot;
  readonly calls: ReadonlyMap<Conflict, string>;
  /** Of methods of which runs recorded values. */
  readonly refinements: ReadonlyMap<MethodKey, readonly ReportedRefinement[]>;
}

/**
 * `current`: the sources as they are now. Methods that are gone are not listed. Without a program, only what was seen is
 * told.
 */
export function reportProfile(
  profile: Profile,
  { methods: current, sites }: Pick<Recording, 'methods' | 'sites'>,
  isShown: (path: string) => boolean,
  program: ReportedProgram | null = null,
): LearnReport {
  const snapshot = program?.snapshot ?? null;
  const learned = new Map<string, LearnedType>();
  const keys = (snapshot?.learned.methods() ?? []).filter(key => {
    const entry = snapshot?.learned.entryOf(key)?.entry;
    return entry !== undefined && isShown(entry.path);
  });
  for (const key of keys) {
    const type = snapshot?.learned.methodOf(key) ?? null;
    if (type !== null) learned.set(idOf(type.entry), type);
  }
  const methods = profile.methods.flatMap(method => {
    const found = isShown(method.path) ? findCurrent(method, current) : null;
    const type = learned.get(idOf(method)) ?? null;
    const refinements = (type && program?.refinements.get(type.info.key)) ?? [];
    return found === null ? [] : [{ ...reportMethod(profile, method, found, type), refinements }];
  });
  const fresh = profile.methods.filter(method => isShown(method.path) && findCurrent(method, current)?.stale === false);
  const calls = methods.reduce((sum, method) => sum + method.calls, 0);
  return {
    schema: 1,
    ruby: profile.ruby.join(', '),
    runs: { processes: profile.processes, calls },
    methods,
    fields: reportFields(profile, fresh, snapshot, keys),
    conflicts: program === null ? [] : reportConflicts(program, keys),
    contradictions: snapshot === null ? [] : reportContradictions(snapshot, keys),
    sites: profile.sites.filter(site => isShown(site.path)).map(site => reportSite(site, sites)),
  };
}

function idOf({ path, name, fingerprint }: LearnedMethod): string {
  return `${path}\n${name}\n${fingerprint}`;
}

function reportFields(
  profile: Profile,
  fresh: readonly LearnedMethod[],
  snapshot: Snapshot | null,
  keys: readonly string[],
): LearnReport['fields'] {
  const fields = new Map<string, { readonly type: string; readonly word: Reliability }>();
  for (const [name, classes] of observedFields(fresh))
    fields.set(name, { type: showClasses(profile, classes), word: 'partial' });
  for (const { className, singleton, summary, word } of snapshot?.learned.fieldsOf(keys) ?? []) {
    const owner = summary.name.startsWith('$') ? '' : className;
    const name = `${owner}${singleton && /^@[^@]/.test(summary.name) ? '.' : ''}${summary.name}`;
    if (summary.type.kind !== 'dynamic') fields.set(name, { type: showType(summary.type), word });
  }
  return [...fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => ({ name, ...field }));
}

function reportConflicts(
  { snapshot, calls }: Pick<ReportedProgram, 'snapshot' | 'calls'>,
  keys: readonly string[],
): readonly ReportedConflict[] {
  const lineOf = (place: Place): number => lineIn(snapshot, place)?.line ?? 0;
  return keys.flatMap(key =>
    snapshot.learned.conflictsOf(key).map(conflict => {
      const { about, lower, upper, flowsInAt, requiredAt, test } = conflict;
      return {
        about,
        path: snapshot.learned.entryOf(key)?.entry.path ?? anchorPath(requiredAt.anchor),
        lines: [...(flowsInAt === null ? [] : [lineOf(flowsInAt)]), lineOf(requiredAt)],
        lower,
        upper,
        shown: calls.get(conflict) ?? null,
        test: showTestLine(test),
      };
    }),
  );
}

function reportContradictions(snapshot: Snapshot, keys: readonly string[]): readonly ReportedContradiction[] {
  return keys.flatMap(key => {
    const found = snapshot.learned.contradictionOf(key);
    if (found === null) return [];
    return [{ method: key, annotation: found.annotation, seen: found.seen, at: showTestLine(found.test) }];
  });
}

export function showTestLine(test: TestLine | null): string | null {
  return test === null ? null : `${test.path}:${test.line + 1}`;
}

function reportSite(site: LearnedSite, current: readonly RecordableSite[]): ReportedSite {
  const { path, kind, method, category, uses, nested } = site;
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
    nested,
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

function reportMethod(
  profile: Profile,
  method: LearnedMethod,
  { line, stale }: Current,
  learned: LearnedType | null,
): Omit<ReportedMethod, 'refinements'> {
  const coverage = coverageOf(method);
  const missing = learned?.coverage.missing ?? coverage.missing;
  const { calls } = method;
  return {
    name: method.name,
    path: method.path,
    line,
    calls: coverage.calls,
    stale,
    type: learned === null ? showObservedType(profile, method) : showMethodType(withoutNames(learned.type)),
    overloads: learned === null ? [] : findOverloads(learned),
    word: learned?.word ?? (missing.length === 0 ? 'likely' : 'partial'),
    paths: learned === null ? pathsOf(coverage) : pathsSeen(learned),
    missing: missing.map(({ line: below, outcome, kind }) => ({
      line: line + below,
      outcome: outcome === 'else' ? 'else' : kind,
    })),
    leansOn: learned?.incompleteUses ?? [],
    test: showTestLine(calls.flatMap(({ from }) => from ?? [])[0] ?? null),
  };
}

function pathsSeen({ coverage: { seen, all, exact } }: LearnedType): ReportedMethod['paths'] {
  return { seen, all, exact };
}

function pathsOf({ seen, all }: MethodCoverage): ReportedMethod['paths'] {
  return all === 0 ? { seen: 1, all: 1, exact: true } : { seen, all, exact: false };
}
