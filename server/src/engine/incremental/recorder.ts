/**
 * Records what a pass reads of the program, so that its result is known to be valid while everything that it read is
 * the same, and no dependency can be missed. Declarations are recorded by a view of the Program, bodies by the
 * definitions themselves (shareProgram.ts).
 */
import { InternalError } from '../../base/result';
import { methodByKey } from '../../program/lookup';
import { memoOfPart, PartMemoKey } from '../../program/memos';
import { split } from '../../program/patchedMap';
import type { Answer, ClassInfo, MethodInfo, Program } from '../../program/program';
import { answerOf, isStillAnswer } from '../../program/questions';
import { haveSameContract } from '../../program/sameContract';
import { ownClasses, redefinitionsIn, workspaceMethods } from '../../program/workspace';
import type { MethodDeclaration } from '../../ril/declarations';
import type { Expr } from '../../ril/ril';
import type { MethodKey } from '../../types/typedMethod';
import { type ClassRead, type Reading, type ReadNames, RecordedClass, RecordedMap } from './recordedClass';
import { ALL_NAMES, hasSameNames, haveSameBody, isSameRead } from './sameDeclarations';

/** An alias, a global or the like as it was when it was read. */
interface Part {
  readonly of: string;
  readonly name: string;
  readonly seen: unknown;
}

export interface Reads {
  readonly classes: Iterable<ClassRead>;
  /** How far iterations over names went. */
  readonly names: ReadonlyMap<ReadNames, number>;
  /** Aliases, globals, descendants, labels. */
  readonly others: Iterable<Part>;
  readonly methodsNamed: Map<string, readonly MethodInfo[]>;
  /** Ancestors, lookups and the like, each once. */
  readonly answers: Iterable<Answer>;
  readonly bodies: Map<MethodKey, MethodDeclaration>;
  /** The body objects themselves: results refer to their expressions, so they must not be parsed again. */
  readonly held: Set<Expr>;
  /** Parts of summaries by name: the objects themselves. */
  readonly summaries: Map<string, unknown>;
  /** Fields whose types the visible callers supply, by name (suppliedFieldCache.ts): the objects themselves. */
  readonly supplied: Map<string, unknown>;
  /** The names of all classes, if the pass iterated over them. */
  classNames: string | null;
  /** Its declarations were read, and which of them is not known; null: the above is all. */
  readonly of: Program | null;
}

/** The parts of a view that all views of one version share. */
type ViewParts = Omit<Program, 'memos' | 'runLabels'>;

/** While a pass runs. */
interface OpenReads extends Reads {
  readonly classes: Set<ClassRead>;
  readonly names: Map<ReadNames, number>;
  readonly others: Set<Part>;
  readonly answers: Set<Answer>;
}

function isOpen(reads: Reads): reads is OpenReads {
  return reads.classes instanceof Set;
}

function newReads(): OpenReads {
  return {
    classes: new Set(),
    names: new Map(),
    others: new Set(),
    methodsNamed: new Map(),
    answers: new Set(),
    bodies: new Map(),
    held: new Set(),
    summaries: new Map(),
    supplied: new Map(),
    classNames: null,
    of: null,
  };
}

/** Of a pass in an earlier start, which would read the same of this program. */
export function readsOfEarlierStart(of: Program, { bodies, summaries }: Pick<Reads, 'bodies' | 'summaries'>): Reads {
  return { ...NO_READS, bodies, summaries, of };
}

/** Shared, and never added to. */
const NO_READS = newReads();

/** The passes that are reading at present. Passes are synchronous; one may request the result of another. */
export class Recorder implements Reading {
  private readonly readers: OpenReads[] = [];
  private readonly recorded = new WeakMap<ClassInfo, RecordedClass>();
  private readonly parts = new WeakMap<Program, ViewParts>();

  /** Runs a pass on a view of the program that records what is read. */
  run<T>(program: Program, pass: (view: Program) => T): { readonly value: T; readonly reads: Reads } {
    const reads = newReads();
    this.readers.push(reads);
    try {
      return { value: pass(this.viewOf(program)), reads };
    } finally {
      this.readers.pop();
    }
  }

  /** Continues an earlier pass on the same view: further reads are added. */
  resume<T>(reads: Reads, pass: () => T): T {
    if (!isOpen(reads)) throw new InternalError('a pass is continued whose reads are complete');
    this.readers.push(reads);
    try {
      return pass();
    } finally {
      this.readers.pop();
    }
  }

  /** The running pass depends on this part of a summary from now on. */
  noteSummary(name: string, part: unknown): void {
    this.readers.at(-1)?.summaries.set(name, part);
  }

  /** The running pass depends on what the visible callers supply from now on. */
  noteSupplied(name: string, part: unknown): void {
    this.readers.at(-1)?.supplied.set(name, part);
  }

  /** The running pass depends on what is known of a body without parsing it. */
  noteBody(key: MethodKey, definition: MethodDeclaration): void {
    const reader = this.readers.at(-1);
    if (reader && !reader.bodies.has(key)) reader.bodies.set(key, definition);
  }

  /** The body of a definition; the running pass depends on it from now on. */
  readBody(key: MethodKey, definition: MethodDeclaration): Expr {
    const body = definition.body();
    const reader = this.readers.at(-1);
    if (!reader || reader.bodies.has(key)) return body;
    reader.bodies.set(key, definition);
    reader.held.add(body);
    return body;
  }

  note(read: ClassRead): void {
    this.readers.at(-1)?.classes.add(read);
  }

  noteNames(names: ReadNames, count: number): void {
    const reader = this.readers.at(-1);
    if (reader && count > (reader.names.get(names) ?? 0)) reader.names.set(names, count);
  }

  private noteOther(part: Part): void {
    this.readers.at(-1)?.others.add(part);
  }

  /** What is read through it is noted for the pass that is running. Memos are of this view: others have not read them. */
  private viewOf(program: Program): Program {
    const known = this.parts.get(program) ?? this.newParts(program);
    this.parts.set(program, known);
    const readLabels = (): Program['runLabels'] => {
      this.noteOther(newPart('runLabels', '', program.runLabels));
      return program.runLabels;
    };
    return {
      ...known,
      memos: program.memos.next(),
      get runLabels() {
        return readLabels();
      },
    };
  }

  private newParts(program: Program): ViewParts {
    const noteClassNames = (): void => {
      const reader = this.readers.at(-1);
      if (reader) reader.classNames = classNames(program);
    };
    const own = ownClasses(program);
    const read = this.classReader(program);
    return {
      ...(program.protocol && { protocol: program.protocol }),
      ...(program.refusals && { refusals: program.refusals }),
      classes: new RecordedMap(program.classes, read, noteClassNames),
      aliases: this.recordMap('aliases', program.aliases),
      aliasParams: this.recordMap('aliasParams', program.aliasParams),
      globals: this.recordMap('globals', program.globals),
      descendants: this.recordMap('descendants', program.descendants),
      *ownClasses() {
        noteClassNames();
        for (const name of own.keys()) yield read(name) as ClassInfo;
      },
      redefinitions: () => {
        const seen = redefinitionsIn(program);
        this.noteOther(newPart('redefinitions', '', seen));
        return seen;
      },
      methodsNamed: name => {
        const methods = workspaceMethods(program, name);
        this.readers.at(-1)?.methodsNamed.set(name, methods);
        return methods;
      },
      answerOf: (question, of, name) => {
        const answer = answerOf(program, question, of, name);
        this.readers.at(-1)?.answers.add(answer as Answer);
        return answer;
      },
    };
  }

  /** Classes of the workspace as views of them; those of the library count as a whole. */
  private classReader(program: Program): (name: string) => ClassInfo | undefined {
    const own = ownClasses(program);
    const known = new Map<string, { readonly read: ClassRead; readonly view: ClassInfo | undefined }>();
    return name => {
      let found = known.get(name);
      if (!found) {
        const info = program.classes.get(name);
        const isOwn = info !== undefined && own.has(name);
        const view = isOwn ? this.recordedClass(name, info) : info;
        found = { read: { className: name, info, part: info && !isOwn ? 'all' : null }, view };
        known.set(name, found);
      }
      this.note(found.read);
      return found.view;
    };
  }

  private recordedClass(name: string, info: ClassInfo): RecordedClass {
    const known = this.recorded.get(info) ?? new RecordedClass(name, info, this);
    this.recorded.set(info, known);
    return known;
  }

  private recordMap<T>(of: Part['of'], map: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
    const parts = new Map<string, Part>();
    const all = newPart(of, ALL_NAMES, map);
    return new RecordedMap(
      map,
      name => {
        let part = parts.get(name);
        if (!part) {
          part = newPart(of, name, map.get(name));
          parts.set(name, part);
        }
        this.noteOther(part);
        return part.seen as T | undefined;
      },
      () => this.noteOther(all),
    );
  }
}

function newPart(of: string, name: string, seen: unknown): Part {
  return { of, name, seen };
}

/** For reads that are complete: what most passes do not read takes no memory. */
export function compactReads(reads: Reads): Reads {
  return {
    classes: [...reads.classes],
    names: orNone(reads.names, NO_READS.names),
    others: [...reads.others],
    methodsNamed: orNone(reads.methodsNamed, NO_READS.methodsNamed),
    answers: [...reads.answers],
    bodies: orNone(reads.bodies, NO_READS.bodies),
    held: orNone(reads.held, NO_READS.held),
    summaries: orNone(reads.summaries, NO_READS.summaries),
    supplied: orNone(reads.supplied, NO_READS.supplied),
    classNames: reads.classNames,
    of: reads.of,
  };
}

function orNone<T extends { readonly size: number }>(read: T, none: T): T {
  return read.size === 0 ? none : read;
}

/** Whether a pass would read the same of this program. */
export function isStillTrue(reads: Reads, program: Program): boolean {
  if (reads.of !== null && reads.of !== program) return false;
  for (const read of reads.classes) {
    const now = program.classes.get(read.className);
    if (!isSameRead(now, read)) return false;
    read.info = now;
  }
  for (const [names, count] of reads.names)
    if (!hasSameNames(program.classes.get(names.className), names, count)) return false;
  if (!haveSameBodies(reads, program)) return false;
  for (const part of reads.others) if (!sameOther(otherPart(program, part), part.seen)) return false;
  for (const [name, methods] of reads.methodsNamed) {
    const now = workspaceMethods(program, name);
    if (now.length !== methods.length || !now.every((method, i) => haveSameContract(method, methods[i]!))) return false;
  }
  for (const answer of reads.answers) if (!isStillAnswer(program, answer)) return false;
  return reads.classNames === null || reads.classNames === classNames(program);
}

export function haveSameBodies(reads: Reads, program: Program): boolean {
  for (const [key, definition] of reads.bodies) {
    const now = methodByKey(program, key)?.definition ?? null;
    if (!now || !haveSameBody(now, definition)) return false;
  }
  return true;
}

/** Versions share what is equal, so a list is the same when its members are. */
function sameOther(now: unknown, seen: unknown): boolean {
  if (now === seen) return true;
  if (!Array.isArray(now) || !Array.isArray(seen)) return false;
  return now.length === seen.length && now.every((each, i) => each === seen[i]);
}

function otherPart(program: Program, part: Part): unknown {
  if (part.of === 'runLabels') return program.runLabels;
  if (part.of === 'redefinitions') return redefinitionsIn(program);
  const map = program[part.of as 'aliases' | 'aliasParams' | 'globals' | 'descendants'];
  return part.name === ALL_NAMES ? map : map.get(part.name);
}

function classNames(program: Program): string {
  const { base } = split(ownClasses(program));
  return memoOfPart(program, ALL_CLASS_NAMES, base, () => [...base.keys()].join(' '));
}

/** Versions that differ in some classes have the same names. */
const ALL_CLASS_NAMES = new PartMemoKey<Program['classes'], string>();
