/**
 * What a pass read of the program, recorded while it reads: so a result is known to be true as long as everything that
 * it looked at is the same, and nothing that a pass looks at can be forgotten. Declarations are recorded by a view of
 * the Program; bodies by the definitions themselves (engine/bodies.ts).
 */
import { methodByKey } from '../program/lookup';
import { split } from '../program/patchedMap';
import type { ClassInfo, MethodInfo, Program } from '../program/program';
import { ownClasses, redefinitionsIn, workspaceMethods } from '../program/workspace';
import type { MethodDeclaration } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import type { MethodKey } from '../types/typedMethod';
import { RecordedMap, recordedClass } from './recordedClass';
import { ALL_NAMES, type Part, sameBody, sameContract, sameParts } from './same';

/** A class as it was when it was read. Without parts: a class of the library, which counts as a whole. */
export interface SeenClass {
  info: ClassInfo | undefined;
  readonly parts: Map<string, Part> | null;
}

export interface Reads {
  readonly classes: Map<string, SeenClass>;
  /** Aliases, globals, descendants, labels: by what was asked. */
  readonly others: Map<string, Part>;
  readonly methodsNamed: Map<string, readonly MethodInfo[]>;
  readonly bodies: Map<MethodKey, MethodDeclaration>;
  /** The very bodies: what was made of their expressions is about these objects, so they must not be read anew. */
  readonly held: Set<Expr>;
  /** The names of all classes, where somebody went through them. */
  classNames: string | null;
}

/** Who is reading right now. Passes are synchronous; one may ask for the result of another. */
export class Recording {
  private readonly readers: Reads[] = [];

  /** Runs a pass on a view of the program that notes what is read. */
  run<T>(program: Program, pass: (view: Program) => T): { readonly value: T; readonly reads: Reads } {
    const reads: Reads = {
      classes: new Map(),
      others: new Map(),
      methodsNamed: new Map(),
      bodies: new Map(),
      held: new Set(),
      classNames: null,
    };
    this.readers.push(reads);
    try {
      return { value: pass(viewOf(program, reads)), reads };
    } finally {
      this.readers.pop();
    }
  }

  /** Goes on with a pass that was run before, on the same view: what it reads now is added. */
  resume<T>(reads: Reads, pass: () => T): T {
    this.readers.push(reads);
    try {
      return pass();
    } finally {
      this.readers.pop();
    }
  }

  bodyRead(key: MethodKey, definition: MethodDeclaration, body: Expr): void {
    const reader = this.readers.at(-1);
    if (!reader || reader.bodies.has(key)) return;
    reader.bodies.set(key, definition);
    reader.held.add(body);
  }
}

/** Whether a pass would read the same of this program. */
export function stillTrue(reads: Reads, program: Program): boolean {
  for (const [name, seen] of reads.classes) {
    const now = program.classes.get(name);
    if (now === seen.info) continue;
    if (!now || !seen.info || !seen.parts || !sameParts(now, seen.parts)) return false;
    seen.info = now;
  }
  for (const [key, definition] of reads.bodies) {
    const now = methodByKey(program, key)?.definition ?? null;
    if (!now || !sameBody(now, definition)) return false;
  }
  for (const part of reads.others.values()) if (!sameOther(otherPart(program, part), part.seen)) return false;
  for (const [name, methods] of reads.methodsNamed) {
    const now = workspaceMethods(program, name);
    if (now.length !== methods.length || !now.every((method, i) => sameContract(method, methods[i]!))) return false;
  }
  return reads.classNames === null || reads.classNames === classNames(program);
}

function viewOf(program: Program, reads: Reads): Program {
  const seen = new Map<string, ClassInfo | undefined>();
  const own = ownClasses(program);
  const read = (name: string): ClassInfo | undefined => {
    if (seen.has(name)) return seen.get(name);
    const info = program.classes.get(name);
    const parts = info && own.has(name) ? new Map<string, Part>() : null;
    reads.classes.set(name, { info, parts });
    const view = info && parts ? recordedClass(info, parts) : info;
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
  return part.name === ALL_NAMES ? map : map.get(part.name ?? '');
}

function classNames(program: Program): string {
  const { base } = split(ownClasses(program));
  const known = allNames.get(base) ?? [...base.keys()].join(' ');
  allNames.set(base, known);
  return known;
}

/** Versions that differ in some classes have the same names. */
const allNames = new WeakMap<Program['classes'], string>();
