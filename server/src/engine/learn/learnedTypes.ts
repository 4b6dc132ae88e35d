/**
 * What was learned of the methods of a program, computed on first use, with a word for how reliable it is.
 * A type is complete only if every method whose result it uses, and every writer of a field that it reads, is complete,
 * proved, annotated or of the library. Nothing that is reported depends on it.
 */
import type { LearnedMethod, Profile } from '../../../../shared/src/profile';
import { hash } from '../../base/hash';
import { anchorPath } from '../../base/span';
import type { CheckInput } from '../../check/check';
import { hierarchyOf } from '../../program/hierarchy';
import { methodByKey } from '../../program/lookup';
import type { MethodInfo, Program } from '../../program/program';
import { workspaceClasses } from '../../program/workspace';
import type { MethodDeclaration } from '../../ril/declarations';
import type { FieldSummary, Summary } from '../../types/summary';
import type { MethodKey } from '../../types/typedMethod';
import { collectAnchors } from '../anchors';
import { ClosedWorldRuns } from '../closedWorld/runs';
import type { SourceFile } from '../sources';
import { type Conflict, findConflicts } from './conflicts';
import { type Contradiction, findContradiction } from './contradictions';
import { type LearnedBody, type LearnInput, learnBody } from './learnedMethod';
import { completedCalls, observedSupply, type Supplied } from './observedParameters';

export type Reliability = 'proved' | 'complete' | 'likely' | 'partial';

export interface LearnedType extends LearnedBody {
  readonly word: Reliability;
  /** What keeps it from being complete: methods that it uses and that are not. */
  readonly incompleteUses: readonly string[];
}

export interface LearnedField {
  readonly className: string;
  readonly singleton: boolean;
  readonly summary: FieldSummary;
  readonly word: Reliability;
}

export interface Learned {
  /** Null: no run called this source of the method. */
  methodOf(key: MethodKey): LearnedType | null;
  /** What runs recorded of it, whether or not it has changed since. */
  entryOf(key: MethodKey): { readonly entry: LearnedMethod; readonly stale: boolean } | null;
  /** All methods that runs called and that have not changed since. */
  methods(): readonly MethodKey[];
  fieldsOf(keys: readonly MethodKey[]): readonly LearnedField[];
  conflictsOf(key: MethodKey): readonly Conflict[];
  contradictionOf(key: MethodKey): Contradiction | null;
  /** Of all methods. */
  contradictions(): readonly Contradiction[];
}

export interface LearnedInput {
  readonly profile: Profile | null;
  /** The folder that paths of the profile are relative to. */
  readonly root: string;
  readonly program: Program;
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly check: CheckInput;
  readonly summaryOf: (key: MethodKey) => Summary | null;
  /** What the visible callers pass. */
  readonly suppliedTo: (method: MethodInfo) => Supplied;
  readonly report: (what: string, error: unknown) => void;
}

interface Entry {
  readonly entry: LearnedMethod;
  readonly stale: boolean;
}

export class LearnedTypes implements Learned {
  private readonly bodies = new Map<MethodKey, LearnedBody | null>();
  private readonly conflicts = new Map<MethodKey, readonly Conflict[]>();
  private readonly reasons = new Map<MethodKey, readonly string[]>();
  private readonly found = new Map<MethodKey, Entry | null>();
  private readonly fingerprintOf: ReturnType<typeof createFingerprints>;
  private known: ReadonlyMap<MethodKey, Listed> | null = null;
  private made: Omit<LearnInput, 'fromCallers'> | null = null;

  constructor(private readonly input: LearnedInput) {
    this.fingerprintOf = createFingerprints(input.files);
  }

  /** The entry of its present source, else one of an earlier source. */
  entryOf(key: MethodKey): Entry | null {
    const known = this.found.get(key);
    if (known !== undefined) return known;
    const listed = this.listed().get(key);
    const now = listed ? this.fingerprintOf(listed.definition) : null;
    const exact = listed?.entries.find(each => each.fingerprint === now);
    const [entry] = exact ? [exact] : (listed?.entries ?? []);
    const found = entry === undefined ? null : { entry, stale: exact === undefined };
    this.found.set(key, found);
    return found;
  }

  methods(): readonly MethodKey[] {
    return [...this.listed().keys()].filter(key => this.entryOf(key)?.stale === false);
  }

  contradictions(): readonly Contradiction[] {
    return [...this.listed()].flatMap(([key, { isAnnotated }]) =>
      isAnnotated ? (this.contradictionOf(key) ?? []) : [],
    );
  }

  methodOf(key: MethodKey): LearnedType | null {
    const body = this.bodyOf(key);
    if (body === null) return null;
    const incompleteUses = body.isProved ? [] : this.findIncompleteUses(key);
    return { ...body, incompleteUses, word: reliabilityFor(body, incompleteUses) };
  }

  fieldsOf(keys: readonly MethodKey[]): readonly LearnedField[] {
    const found = new Map<string, LearnedField>();
    for (const body of keys.flatMap(key => this.bodyOf(key) ?? [])) {
      const { owner, singleton } = body.info;
      for (const name of [...body.fields, ...body.outcome.writes.map(write => write.name)]) {
        const id = `${name.startsWith('$') ? '' : `${owner}${singleton && !name.startsWith('@@') ? '.' : ''}`}${name}`;
        const summary = found.has(id) ? null : this.fieldOf(owner, name, singleton);
        if (summary === null || summary.writes.length === 0) continue;
        found.set(id, { className: owner, singleton, summary, word: this.reliabilityOfField(summary) });
      }
    }
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, field]) => field);
  }

  conflictsOf(key: MethodKey): readonly Conflict[] {
    const known = this.conflicts.get(key) ?? this.findConflicts(key);
    this.conflicts.set(key, known);
    return known;
  }

  private findConflicts(key: MethodKey): readonly Conflict[] {
    const body = this.bodyOf(key);
    if (body === null || body.info.signature !== null) return [];
    const learning = { ...this.learning(), fromCallers: () => new Map() };
    const fieldOf = ({ info }: LearnedBody, name: string): FieldSummary | null =>
      this.fieldOf(info.owner, name, info.singleton);
    return findConflicts({ learning, program: this.input.program, fieldOf }, body);
  }

  contradictionOf(key: MethodKey): Contradiction | null {
    const found = this.entryOf(key);
    const info = methodByKey(this.input.program, key);
    if (found === null || found.stale || !info?.signature) return null;
    return findContradiction(hierarchyOf(this.input.program), info, found.entry);
  }

  private reliabilityOfField({ writes, unknown }: FieldSummary): Reliability {
    const writers = writes.map(write => this.writerAt(write.place.anchor));
    if (unknown.length > 0 || writers.includes(null)) return 'likely';
    return writers.every(key => key !== null && this.isSettled(key)) ? 'complete' : 'partial';
  }

  private isSettled(key: MethodKey): boolean {
    const { program } = this.input;
    if (methodByKey(program, key)?.signature) return true;
    const body = this.bodyOf(key);
    return body !== null && (body.isProved || (isLocallyComplete(body) && this.findIncompleteUses(key).length === 0));
  }

  /** Names of what the method uses and that is not complete; found through everything that it uses. */
  private findIncompleteUses(key: MethodKey): readonly string[] {
    const known = this.reasons.get(key);
    if (known) return known;
    const reached = new Set<MethodKey>([key]);
    const reasons = new Set<string>();
    for (const each of reached) {
      for (const other of this.uses(each)) {
        if (other.unknown !== null) reasons.add(other.unknown);
        else if (other.key !== null && !reached.has(other.key) && !this.isTrusted(other.key)) {
          reached.add(other.key);
          const body = this.bodyOf(other.key);
          if (body === null || !isLocallyComplete(body)) reasons.add(other.key);
        }
      }
    }
    const found = [...reasons].sort();
    this.reasons.set(key, found);
    return found;
  }

  /** Callees of the workspace, and the writers of the fields that it reads. */
  private uses(key: MethodKey): readonly { readonly key: MethodKey | null; readonly unknown: string | null }[] {
    const body = this.bodyOf(key);
    if (body === null) return [];
    const { owner, singleton } = body.info;
    const callees = [...body.callees].map(callee => ({ key: callee, unknown: null }));
    const writers = [...body.fields].flatMap(name => {
      const field = this.fieldOf(owner, name, singleton);
      if (field === null) return [];
      if (field.unknown.length > 0) return [{ key: null, unknown: name }];
      return field.writes.map(({ place }) => {
        const writer = this.writerAt(place.anchor);
        return writer === null ? { key: null, unknown: name } : { key: writer, unknown: null };
      });
    });
    return [...callees, ...writers];
  }

  /** Annotated, proved or of the library: nothing has to be seen. */
  private isTrusted(key: MethodKey): boolean {
    const method = methodByKey(this.input.program, key);
    if (method?.origin !== 'workspace' || method.signature !== null) return true;
    if (method.definition === null) return method.learned === undefined;
    return this.bodyOf(key)?.isProved ?? false;
  }

  private fieldOf(className: string, name: string, singleton: boolean): FieldSummary | null {
    return this.learning().runs.fieldOf(className, name, singleton);
  }

  private writerAt(anchor: string): MethodKey | null {
    return this.learning().runs.methodAt(anchor)?.key ?? null;
  }

  private bodyOf(key: MethodKey): LearnedBody | null {
    const known = this.bodies.get(key);
    if (known !== undefined) return known;
    const found = this.entryOf(key);
    const info = methodByKey(this.input.program, key);
    let body: LearnedBody | null = null;
    if (found !== null && !found.stale && info) {
      try {
        const { suppliedTo } = this.input;
        const input = { ...this.learning(), fromCallers: () => suppliedTo(info) };
        body = learnBody(input, info, found.entry);
      } catch (error) {
        this.input.report(`learning ${key}`, error);
      }
    }
    this.bodies.set(key, body);
    return body;
  }

  private learning(): Omit<LearnInput, 'fromCallers'> {
    if (this.made) return this.made;
    const { program, check, profile, summaryOf } = this.input;
    const hierarchy = hierarchyOf(program);
    const runs = new ClosedWorldRuns({
      ...check,
      summaryOf,
      callersOf: () => ({ methods: [], paths: [] }),
      isCreated: () => true,
      suppliedTo: method => ({ calls: [], types: this.supplyOf(method) }),
    });
    const known = profile ?? NO_PROFILE;
    this.made = { runs, open: check, hierarchy, profile: known };
    return this.made;
  }

  /** What runs passed; what the visible callers pass if no run did. */
  private supplyOf(method: MethodInfo): Supplied {
    const found = this.entryOf(method.key);
    const fromCallers = (): Supplied => this.input.suppliedTo(method);
    if (found === null || found.stale) return fromCallers();
    const { entry } = found;
    const { hierarchy, profile } = this.learning();
    return observedSupply({ hierarchy, profile, fromCallers }, entry, completedCalls(entry.calls));
  }

  /** Methods of the program of which the profile has an entry, by name and file. */
  private listed(): ReadonlyMap<MethodKey, Listed> {
    this.known ??= this.findListed();
    return this.known;
  }

  private findListed(): ReadonlyMap<MethodKey, Listed> {
    const { profile, root, program } = this.input;
    const found = new Map<MethodKey, Listed>();
    if (profile === null) return found;
    const byPlace = new Map<string, LearnedMethod[]>();
    for (const method of profile.methods) {
      const place = `${root}/${method.path} ${method.name}`;
      const others = byPlace.get(place);
      if (others) others.push(method);
      else byPlace.set(place, [method]);
    }
    for (const info of workspaceClasses(program))
      for (const method of [...info.methods.values(), ...info.singletonMethods.values()]) {
        const { definition, key, owner, name, singleton, aliasOf } = method;
        if (definition === null || aliasOf !== null) continue;
        const place = `${anchorPath(definition.anchor)} ${owner}${singleton ? '.' : '#'}${name}`;
        const entries = byPlace.get(place);
        if (entries) found.set(key, { entries, definition, isAnnotated: method.signature !== null });
      }
    return found;
  }
}

/** Entries of the present source of a method and of earlier ones. */
interface Listed {
  readonly entries: readonly LearnedMethod[];
  readonly definition: MethodDeclaration;
  readonly isAnnotated: boolean;
}

/** The fingerprint of a method's present source; null: its file is gone. */
function createFingerprints(
  files: LearnedInput['files'],
): (definition: Pick<MethodDeclaration, 'anchor' | 'span'>) => string | null {
  const anchors = new Map<string, ReadonlyMap<string, number>>();
  return ({ anchor, span }) => {
    const path = anchorPath(anchor);
    const file = files.get(path);
    if (file === undefined) return null;
    const known = anchors.get(path) ?? collectAnchors(file);
    anchors.set(path, known);
    const at = known.get(anchor);
    return at === undefined ? null : hash(file.text.slice(at + span.start, at + span.end));
  };
}

const NO_PROFILE: Profile = { schema: 1, ruby: [], processes: 0, classes: {}, methods: [], sites: [], shapes: [] };

function isLocallyComplete({ coverage, isKnown }: LearnedBody): boolean {
  return coverage.isComplete && isKnown;
}

function reliabilityFor(body: LearnedBody, incompleteUses: readonly string[]): Reliability {
  if (body.isProved) return 'proved';
  if (isLocallyComplete(body) && incompleteUses.length === 0) return 'complete';
  const isSeen = body.coverage.isComplete || body.coverage.missing.length === 0;
  return isSeen || body.unseenAgrees ? 'likely' : 'partial';
}
