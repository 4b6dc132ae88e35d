/**
 * The Program over time: after an edit it is made again as a whole, in part, or with other bodies only, whichever is
 * enough. Versions share what is equal. A part costs what its own files cost, however large the workspace is.
 */
import type { Problem } from '../base/problem';
import { anchorPath } from '../base/span';
import { methodByKey } from '../program/lookup';
import { PatchedMap } from '../program/patchedMap';
import type { MethodInfo, Program } from '../program/program';
import { type HookedInput, type Part, type Parts, type Resolved, replaceBodies, resolvePart } from '../resolve/resolve';
import { type Hooks, NOTHING_HOOKED } from './hooks';
import { methodsAgain, methodsByFile } from './methods';
import { buildProgram } from './pipeline';
import type { Recording } from './reads';
import { changedMethods, shareProgram } from './share';
import type { Signatures } from './signatures';
import type { SourceFile, Sources } from './sources';

type ByFile<T> = ReadonlyMap<string, readonly T[]>;

/** The program as it was, and the classes that were made again; null: all of them. */
export interface Remade {
  readonly before: Program;
  readonly classes: ReadonlySet<string> | null;
}

/** A program, and how to make a part of it again; null: only as a whole. */
interface Made {
  readonly program: Program;
  readonly parts: Parts | null;
}

export class Assembly {
  program: Program;
  problems: ByFile<Problem> = new Map();
  methods: ByFile<MethodInfo> = new Map();
  /** How often it was made as a whole, and in part. */
  wholes = 0;
  made = 0;
  parts: Parts | null = null;
  /** Where there are hooks: what there is without what they make. Bodies in it may be old. */
  private plain: Made | null = null;
  private isWholeStale = true;
  private readonly stale = new Set<string>();

  constructor(
    private readonly sources: Sources,
    private readonly signatures: Signatures,
    private readonly hooks: Hooks,
    private readonly recording: Recording,
  ) {
    this.program = signatures.program();
  }

  /** The same of a copy of the workspace. */
  startFrom(other: Assembly): void {
    this.program = other.program;
    this.problems = other.problems;
    this.methods = other.methods;
    this.parts = other.parts;
    this.plain = other.plain;
    this.isWholeStale = false;
  }

  get isStale(): boolean {
    return this.isWholeStale || this.stale.size > 0;
  }

  /** Everything may be another. */
  invalidate(): void {
    this.isWholeStale = true;
  }

  /** The declarations of one file are others. */
  declarationsChanged(path: string): void {
    this.stale.add(path);
  }

  /** What is new, where more than bodies may be; null: nothing. */
  update(): Remade | null {
    if (!this.isStale) return null;
    const before = this.program;
    const classes = this.isWholeStale ? null : this.makePart();
    if (!classes) this.makeWhole();
    this.isWholeStale = false;
    this.stale.clear();
    return { before, classes };
  }

  /** Only bodies of one file are new. Returns the methods that are others now, as they were and as they are. */
  replaceBodies(path: string, after: SourceFile): ReturnType<typeof changedMethods> {
    if (this.isWholeStale || this.stale.has(path)) return []; // it is made again anyway
    const before = this.program;
    const replaced = replaceBodies(before, after.ril);
    if (replaced === before) return [];
    this.program = shareProgram(before, replaced, this.recording);
    const methods = this.methods.get(path) ?? [];
    const now = methods.map(method => methodByKey(this.program, method.key) ?? method);
    this.methods = PatchedMap.exchange(this.methods, new Map([[path, now]]));
    return changedMethods(before, this.program);
  }

  private makePart(): ReadonlySet<string> | null {
    const part = this.hooks.isUnused ? this.unhookedPart() : this.hookedPart();
    if (!part) return null;
    const { program } = this;
    this.program = shareProgram(program, part.program, this.recording);
    this.parts = part.parts;
    const none = [...part.paths].filter(path => this.problems.has(path)).map(path => [path, []] as const);
    this.problems = PatchedMap.exchange(this.problems, new Map([...none, ...grouped(part.problems)]));
    this.methods = methodsAgain(this.methods, program, this.program, part.classes);
    this.made++;
    return part.classes;
  }

  /** Where nothing was hooked before, only what is new can be. */
  private unhookedPart(): Part | null {
    const part = this.partOf(this);
    if (!part) return null;
    const classes = [...part.classes].flatMap(name => part.program.classes.get(name) ?? []);
    return this.hooks.mayHook(this.filesAt(part.paths), classes) ? null : part;
  }

  /** First without what hooks make, so that they see the classes as they are now; then with it. */
  private hookedPart(): Part | null {
    const { plain } = this;
    const bare = plain && this.partOf(plain);
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
    const part = hooked && this.partOf(this, hooked.annotations);
    if (!part || part.problems.some(problem => !paths.has(anchorPath(problem.place.anchor)))) return null;
    this.plain = bare;
    return { ...part, problems: [...part.problems, ...hooked.problems] };
  }

  private partOf({ program, parts }: Made, hooked: readonly HookedInput[] = []): Part | null {
    const library = this.signatures.program();
    return (
      parts && resolvePart({ program, parts, library }, [...this.stale], path => this.sources.files.get(path), hooked)
    );
  }

  private filesAt(paths: ReadonlySet<string>): readonly SourceFile[] {
    return [...paths].flatMap(path => this.sources.files.get(path) ?? []);
  }

  private makeWhole(): void {
    const { value, problems, parts } = this.build();
    this.program = shareProgram(this.program, value, this.recording);
    this.parts = parts;
    this.problems = new Map(grouped(problems));
    this.methods = methodsByFile(this.program);
    this.wholes++;
  }

  /** Hooks are asked with the classes in sight; what they annotate joins a second reading. */
  private build(): Resolved {
    const files = this.sources.inOrder();
    const library = this.signatures.program();
    const plain = buildProgram(files, library);
    const hooked = this.hooks.annotate(files, plain.value);
    this.plain = this.hooks.isUnused ? null : { program: plain.value, parts: plain.parts };
    if (hooked === NOTHING_HOOKED) return plain;
    const built = buildProgram(files, library, hooked.annotations);
    return { ...built, problems: [...built.problems, ...hooked.problems] };
  }
}

function grouped(problems: readonly Problem[]): [string, readonly Problem[]][] {
  const byFile = new Map<string, Problem[]>();
  for (const problem of problems) {
    const path = anchorPath(problem.place.anchor);
    const list = byFile.get(path);
    if (list) list.push(problem);
    else byFile.set(path, [problem]);
  }
  return [...byFile];
}
