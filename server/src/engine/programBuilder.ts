/**
 * Versions of the Program: an edit rebuilds all of it, a part of it, or only replaces bodies, whichever suffices.
 * Versions share what is equal. The cost of a partial rebuild depends on its own files, not on the size of the
 * workspace.
 */

import { hash } from '../base/hash';
import type { Problem } from '../base/problem';
import { anchorPath, fileAnchor } from '../base/span';
import { methodByKey } from '../program/lookup';
import { PatchedMap } from '../program/patchedMap';
import type { MethodInfo, Program } from '../program/program';
import {
  addDefinitionSites,
  type DefinitionSites,
  findDefinitionSites,
  type HookedInput,
  type Part,
  type Parts,
  type Resolved,
  replaceBodies,
  resolvePart,
} from '../resolve/resolve';
import { toJson } from '../ril/dataParts';
import { type Hooks, NOTHING_HOOKED } from './hooks';
import type { Recorder } from './incremental/recorder';
import { findChangedMethods, shareProgram } from './incremental/shareProgram';
import { methodsByFile, updateMethodsByFile } from './methods';
import { findVisibleGems } from './packages/visibleGems';
import { buildProgram } from './pipeline';
import type { ProfiledCode } from './profiledCode';
import type { Signatures } from './signatures';
import type { SourceFile, Sources } from './sources';
import type { Stages } from './stages';

type ByFile<T> = ReadonlyMap<string, readonly T[]>;

/** The program before the rebuild, and the classes that were rebuilt; null: all of them. */
export interface RebuiltProgram {
  readonly before: Program;
  readonly classes: ReadonlySet<string> | null;
}

/** A program and the data for rebuilding a part of it; null: it can only be rebuilt as a whole. */
interface BuiltProgram {
  readonly program: Program;
  readonly parts: Parts | null;
}

/** What a program is built from. */
export interface ProgramInputs {
  readonly sources: Sources;
  readonly signatures: Signatures;
  readonly hooks: Hooks;
  readonly profiled: ProfiledCode;
}

export class ProgramBuilder {
  program: Program;
  problems: ByFile<Problem> = new Map();
  methods: ByFile<MethodInfo> = new Map();
  /** How often the program was built as a whole, and in part. */
  wholes = 0;
  made = 0;
  parts: Parts | null = null;
  /** For the current program; null: not computed yet. */
  private sites: DefinitionSites | null = null;
  /** If there are hooks: the program without what they define. Bodies in it may be outdated. */
  private plain: BuiltProgram | null = null;
  private isWholeStale = true;
  /** Building failed: no method is known until something changes. */
  hasFailed = false;
  private readonly stale = new Set<string>();
  /** What hooks and profiles declared, in the last program that was built as a whole; null: in part since. */
  private added: readonly HookedInput[] | null = [];

  private readonly sources: Sources;
  private readonly signatures: Signatures;
  private readonly hooks: Hooks;
  private readonly profiled: ProfiledCode;

  constructor(
    inputs: ProgramInputs,
    private readonly recorder: Recorder,
    private readonly stages: Stages,
  ) {
    this.sources = inputs.sources;
    this.signatures = inputs.signatures;
    this.hooks = inputs.hooks;
    this.profiled = inputs.profiled;
    this.program = inputs.signatures.library;
  }

  /** Copies the state of another workspace's builder. */
  startFrom(other: ProgramBuilder): void {
    this.program = other.program;
    this.problems = other.problems;
    this.methods = other.methods;
    this.parts = other.parts;
    this.sites = other.sites;
    this.plain = other.plain;
    this.isWholeStale = other.isWholeStale;
    this.hasFailed = other.hasFailed;
    this.added = other.added;
  }

  /** What the program consists of, except bodies; null: not known. */
  get fingerprint(): string | null {
    if (this.hasFailed || this.isStale || this.added === null) return null;
    const shapes = this.sources.inOrder().flatMap(({ path, shape }) => [path, shape]);
    return hash(...shapes, this.signatures.fingerprint, toJson(this.added));
  }

  get isStale(): boolean {
    return this.isWholeStale || this.stale.size > 0;
  }

  /** Everything may have changed. */
  invalidate(): void {
    this.isWholeStale = true;
  }

  /** The declarations of one file changed. */
  invalidateDeclarations(path: string): void {
    if (this.hasFailed) this.invalidate();
    this.stale.add(path);
  }

  /** Drops all earlier results. */
  reset(): void {
    this.program = this.signatures.library;
    this.problems = new Map();
    this.methods = new Map();
    this.parts = null;
    this.sites = null;
    this.plain = null;
    this.hasFailed = false;
    this.invalidate();
  }

  /** The program cannot be built: there are no methods, and every file says so, until something changes. */
  fail(message: string): void {
    this.reset();
    const problemsOf = (path: string): readonly Problem[] => [
      { code: 'LP9004', place: { anchor: fileAnchor(path), span: { start: 0, end: 0 } }, args: { message } },
    ];
    this.problems = new Map([...this.sources.files.keys()].map(path => [path, problemsOf(path)]));
    this.hasFailed = true;
    this.isWholeStale = false;
    this.stale.clear();
  }

  /** Rebuilds what may have changed beyond bodies; null: nothing did. */
  update(): RebuiltProgram | null {
    if (!this.isStale) return null;
    const before = this.program;
    const isMore = [...this.stale].some(path => this.mentionsMore(path));
    const classes = this.isWholeStale || isMore ? null : this.rebuildPart();
    if (!classes) this.rebuildAll();
    this.isWholeStale = false;
    this.stale.clear();
    return { before, classes };
  }

  /** Only bodies of one file changed. Returns the methods that differ, before and after. */
  replaceBodies(path: string, after: SourceFile): ReturnType<typeof findChangedMethods> {
    if (this.hasFailed) this.invalidate();
    // An edit of a dynamic call makes stale what runs showed about it.
    if (this.profiled.mayAffect(path) || this.signatures.isMore(after)) this.invalidate();
    if (this.isWholeStale || this.stale.has(path)) return []; // it is rebuilt anyway
    this.stages.enter('replace-bodies');
    const before = this.program;
    this.sites ??= findDefinitionSites(before);
    const replaced = replaceBodies(before, after.ril, this.sites);
    if (replaced === before) return [];
    this.stages.enter('share-bodies');
    this.program = shareProgram(before, replaced, this.recorder);
    const methods = this.methods.get(path) ?? [];
    const now = methods.map(method => methodByKey(this.program, method.key) ?? method);
    this.methods = PatchedMap.replace(this.methods, new Map([[path, now]]));
    return findChangedMethods(before, this.program);
  }

  private mentionsMore(path: string): boolean {
    const file = this.sources.files.get(path);
    return file !== undefined && this.signatures.isMore(file);
  }

  private rebuildPart(): ReadonlySet<string> | null {
    if (!this.profiled.isUnused) return null;
    this.stages.enter('resolve-part');
    const part = this.hooks.isUnused ? this.rebuildWithoutHooks() : this.rebuildWithHooks();
    if (!part) return null;
    const { program } = this;
    this.stages.enter('share-part');
    this.program = shareProgram(program, part.program, this.recorder);
    this.parts = part.parts;
    const classes = [...part.classes].flatMap(name => this.program.classes.get(name) ?? []);
    this.stages.enter('list-part');
    this.sites = this.sites && addDefinitionSites(this.sites, classes);
    const none = [...part.paths].filter(path => this.problems.has(path)).map(path => [path, []] as const);
    this.problems = PatchedMap.replace(this.problems, new Map([...none, ...groupByFile(part.problems)]));
    this.methods = updateMethodsByFile(this.methods, program, this.program, part.classes);
    this.made++;
    return part.classes;
  }

  /** Without earlier hooks, only new declarations can have any. */
  private rebuildWithoutHooks(): Part | null {
    const part = this.resolvePart(this);
    if (!part) return null;
    const classes = [...part.classes].flatMap(name => part.program.classes.get(name) ?? []);
    return this.hooks.mayHook(this.filesAt(part.paths), classes) ? null : part;
  }

  /** First rebuilds without what hooks define, so that hooks see the current classes; then with it. */
  private rebuildWithHooks(): Part | null {
    const { plain } = this;
    const bare = plain && this.resolvePart(plain);
    if (!plain || !bare) return null;
    const { program, classes, paths } = bare;
    const changed = {
      before: plain.program,
      program,
      classes,
      files: this.filesAt(paths),
      allFiles: () => this.sources.inOrder(),
    };
    const hooked = this.hooks.annotatePart(changed, this.sources.files);
    const part = hooked && this.resolvePart(this, hooked.annotations);
    if (!part || part.problems.some(problem => !paths.has(anchorPath(problem.place.anchor)))) return null;
    this.added = null;
    this.plain = bare;
    return { ...part, problems: [...part.problems, ...hooked.problems] };
  }

  private resolvePart({ program, parts }: BuiltProgram, hooked: readonly HookedInput[] = []): Part | null {
    const library = this.signatures.program();
    return (
      parts && resolvePart({ program, parts, library }, [...this.stale], path => this.sources.files.get(path), hooked)
    );
  }

  private filesAt(paths: ReadonlySet<string>): readonly SourceFile[] {
    return [...paths].flatMap(path => this.sources.files.get(path) ?? []);
  }

  private rebuildAll(): void {
    const { value, problems, parts } = this.build();
    this.stages.enter('share-whole');
    this.program = shareProgram(this.program, value, this.recorder);
    this.parts = parts;
    this.sites = null;
    this.stages.enter('list-whole');
    this.problems = new Map(groupByFile(problems));
    this.methods = methodsByFile(this.program);
    this.wholes++;
  }

  /** Hooks run on the resolved classes; their annotations take part in a second resolution. */
  private build(): Resolved {
    const files = this.sources.inOrder();
    this.signatures.showGems(findVisibleGems(files));
    this.signatures.showMentioned(files);
    const library = this.signatures.program();
    this.stages.enter('resolve-whole');
    const plain = buildProgram(files, library);
    this.stages.enter('hook-whole');
    const hooked = this.hooks.annotate(files, plain.value);
    this.plain = this.hooks.isUnused ? null : { program: plain.value, parts: plain.parts };
    const learned = this.profiled.declare(this.sources.files, plain.value);
    this.added = [...hooked.annotations, ...learned];
    if (hooked === NOTHING_HOOKED && learned.length === 0) return plain;
    const built = buildProgram(files, library, this.added);
    return { ...built, problems: [...built.problems, ...hooked.problems] };
  }
}

function groupByFile(problems: readonly Problem[]): [string, readonly Problem[]][] {
  const byFile = new Map<string, Problem[]>();
  for (const problem of problems) {
    const path = anchorPath(problem.place.anchor);
    const list = byFile.get(path);
    if (list) list.push(problem);
    else byFile.set(path, [problem]);
  }
  return [...byFile];
}
