/**
 * Records what a pass reads of the program, so that its result is known to be valid while everything that it read is
 * the same, and no dependency can be missed. Declarations are recorded by a view of the Program, bodies by the
 * definitions themselves (shareProgram.ts).
 */
import { methodByKey } from '../../program/lookup';
import { memoOfPart, PartMemoKey } from '../../program/memos';
import { split } from '../../program/patchedMap';
import type { ClassInfo, MethodInfo, Program } from '../../program/program';
import { type Answer, answerOf, isStillAnswer } from '../../program/questions';
import { haveSameContract } from '../../program/sameContract';
import { ownClasses, redefinitionsIn, workspaceMethods } from '../../program/workspace';
import type { MethodDeclaration } from '../../ril/declarations';
import type { Expr } from '../../ril/ril';
import type { MethodKey } from '../../types/typedMethod';
import { ClassReads, RecordedClass, RecordedMap } from './recordedClass';
import { ALL_NAMES, haveSameBody, haveSameParts } from './sameDeclarations';

/** A class as it was when it was read. Without parts: a class of the library, which counts as a whole. */
interface SeenClass {
  info: ClassInfo | undefined;
  readonly parts: ClassReads | null;
}

/** An alias, a global or the like as it was when it was read. */
interface Part {
  readonly of: string;
  readonly name: string;
  readonly seen: unknown;
}

export interface Reads {
  readonly classes: Map<string, SeenClass>;
  /** Aliases, globals, descendants, labels: by what was read. */
  readonly others: Map<string, Part>;
  readonly methodsNamed: Map<string, readonly MethodInfo[]>;
  /** Ancestors, lookups and the like, each once. */
  readonly answers: Iterable<Answer>;
  readonly bodies: Map<MethodKey, MethodDeclaration>;
  /** The body objects themselves: results refer to their expressions, so they must not be parsed again. */
  readonly held: Set<Expr>;
  /** Parts of summaries by name: the objects themselves. */
  readonly summaries: Map<string, unknown>;
  /** Fields whose types the visible callers supply, by name (suppliedParts.ts): the objects themselves. */
  readonly supplied: Map<string, unknown>;
  /** The names of all classes, if the pass iterated over them. */
  classNames: string | null;
  /** Its declarations were read, and which of them is not known; null: the above is all. */
  readonly of: Program | null;
}

/** While a pass runs. */
interface OpenReads extends Reads {
  readonly answers: Set<Answer>;
}

function newReads(): OpenReads {
  return {
    classes: new Map(),
    others: new Map(),
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
export class Recorder {
  private readonly readers: Reads[] = [];

  /** Runs a pass on a view of the program that records what is read. */
  run<T>(program: Program, pass: (view: Program) => T): { readonly value: T; readonly reads: Reads } {
    const reads = newReads();
    this.readers.push(reads);
    try {
      return { value: pass(viewOf(program, reads)), reads };
    } finally {
      this.readers.pop();
    }
  }

  /** Continues an earlier pass on the same view: further reads are added. */
  resume<T>(reads: Reads, pass: () => T): T {
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
}

/** For reads that are complete: what most passes do not read takes no memory, and what several read of a class is shared. */
export function compactReads(reads: Reads, program: Program): Reads {
  for (const [name, seen] of reads.classes) reads.classes.set(name, shareSeen(program, seen));
  return {
    classes: reads.classes,
    others: reads.others.size === 0 ? NO_READS.others : reads.others,
    methodsNamed: reads.methodsNamed.size === 0 ? NO_READS.methodsNamed : reads.methodsNamed,
    answers: [...reads.answers],
    bodies: reads.bodies,
    held: reads.held.size === 0 ? NO_READS.held : reads.held,
    summaries: reads.summaries.size === 0 ? NO_READS.summaries : reads.summaries,
    supplied: reads.supplied.size === 0 ? NO_READS.supplied : reads.supplied,
    classNames: reads.classNames,
    of: reads.of,
  };
}

/** Those who read the same parts of a class saw the same. */
function shareSeen(program: Program, seen: SeenClass): SeenClass {
  const { info, parts } = seen;
  if (!info) return NO_CLASS;
  if (!parts) return seen;
  const known = memoOfPart(program, SEEN, info, () => new Map<string, SeenClass>());
  const names = parts.showNames();
  const shared = known.get(names) ?? seen;
  known.set(names, shared);
  return shared;
}

/** Whether a pass would read the same of this program. */
export function isStillTrue(reads: Reads, program: Program): boolean {
  if (reads.of !== null && reads.of !== program) return false;
  for (const [name, seen] of reads.classes) {
    const now = program.classes.get(name);
    if (now === seen.info) continue;
    if (!now || !seen.info || !seen.parts || !haveSameParts(now, seen.parts)) return false;
    seen.info = now;
  }
  if (!haveSameBodies(reads, program)) return false;
  for (const part of reads.others.values()) if (!sameOther(otherPart(program, part), part.seen)) return false;
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

function viewOf(program: Program, reads: OpenReads): Program {
  const seen = new Map<string, ClassInfo | undefined>();
  const own = ownClasses(program);
  const read = (name: string): ClassInfo | undefined => {
    if (seen.has(name)) return seen.get(name);
    const info = program.classes.get(name);
    const parts = info && own.has(name) ? new ClassReads() : null;
    reads.classes.set(
      name,
      info && !parts ? memoOfPart(program, OF_LIBRARY, info, () => ({ info, parts })) : { info, parts },
    );
    const view = info && parts ? new RecordedClass(info, parts) : info;
    seen.set(name, view);
    return view;
  };
  const classes = new RecordedMap(program.classes, read, () => {
    reads.classNames = classNames(program);
  });
  const other = <T>(of: Part['of'], map: ReadonlyMap<string, T>): ReadonlyMap<string, T> => {
    const note = (name: string, value: unknown): void => {
      reads.others.set(`${of} ${name}`, { of, name, seen: value });
    };
    return new RecordedMap(
      map,
      name => {
        const value = map.get(name);
        note(name, value);
        return value;
      },
      () => note(ALL_NAMES, map),
    );
  };
  return {
    memos: program.memos.next(),
    ...(program.refusals && { refusals: program.refusals }),
    classes,
    aliases: other('aliases', program.aliases),
    aliasParams: other('aliasParams', program.aliasParams),
    globals: other('globals', program.globals),
    descendants: other('descendants', program.descendants),
    get runLabels() {
      reads.others.set('runLabels', { of: 'runLabels', name: '', seen: program.runLabels });
      return program.runLabels;
    },
    *ownClasses() {
      reads.classNames = classNames(program);
      for (const name of own.keys()) yield read(name) as ClassInfo;
    },
    redefinitions() {
      const seen = redefinitionsIn(program);
      reads.others.set('redefinitions', { of: 'redefinitions', name: '', seen });
      return seen;
    },
    methodsNamed(name) {
      const methods = workspaceMethods(program, name);
      reads.methodsNamed.set(name, methods);
      return methods;
    },
    answerOf(question, of, name) {
      const answer = answerOf(program, question, of, name);
      reads.answers.add(answer as Answer);
      return answer;
    },
  };
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

/** What was read of a class, by the names of its parts. */
const SEEN = new PartMemoKey<ClassInfo, Map<string, SeenClass>>();

const NO_CLASS: SeenClass = { info: undefined, parts: null };

/** All readers of a class of the library share the fact that it exists. */
const OF_LIBRARY = new PartMemoKey<ClassInfo, SeenClass>();

/** Versions that differ in some classes have the same names. */
const ALL_CLASS_NAMES = new PartMemoKey<Program['classes'], string>();
