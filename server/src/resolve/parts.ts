/** Which files make which classes of a Program, and what ties classes to each other's methods: for resolve/part.ts. */
import { keyParts } from '../program/methodKey';
import type { ClassInfo, MethodInfo, Program } from '../program/program';
import { workspaceClasses } from '../program/workspace';
import type { ResolveContext } from './draft';
import type { Unrequired } from './unrequired';

export interface Parts {
  /** Classes that a file puts something into, by path. */
  readonly classesOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** The files that do, by class. */
  readonly filesOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** Classes that are made by more than what stands in their own files. */
  readonly hosts: ReadonlySet<string>;
  /** Classes whose methods another class has taken over as they are (aliases, annotations of inherited methods). */
  readonly captured: ReadonlySet<string>;
  /** Names by which classes look for methods of others: one more or less of them may concern anybody. */
  readonly sought: ReadonlySet<string>;
  readonly unrequired: Unrequired;
}

export function partsOf({ makers }: ResolveContext, program: Program, unrequired: Unrequired): Parts {
  const filesOf = new Map<string, Set<string>>();
  for (const [path, names] of makers.classesOf) {
    for (const name of names) filesOf.set(name, (filesOf.get(name) ?? new Set()).add(path));
  }
  const captured = new Set<string>();
  const sought = new Set(makers.inherited);
  for (const info of workspaceClasses(program)) noteTies(info, captured, sought);
  return { classesOf: makers.classesOf, filesOf, hosts: makers.hosts, captured, sought, unrequired };
}

export function noteTies(info: ClassInfo, captured: Set<string>, sought: Set<string>): void {
  for (const methods of [info.methods, info.singletonMethods]) {
    for (const method of methods.values()) {
      const owner = method.aliasOf === null ? info.name : keyParts(method.aliasOf).owner;
      if (owner !== info.name) captured.add(owner);
      if (owner !== info.name || isLoose(method)) sought.add(method.name);
    }
  }
}

/** An annotation, or an alias, of a method that nobody has defined. */
function isLoose(method: MethodInfo): boolean {
  return method.origin === 'workspace' && method.definition === null && method.synthetic === null;
}
