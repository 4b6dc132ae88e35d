/** Which files contribute to which classes, and which classes depend on the methods of others: for resolve/partialResolve.ts. */
import { keyParts } from '../program/methodKey';
import type { ClassInfo, MethodInfo, Program } from '../program/program';
import { workspaceClasses } from '../program/workspace';
import type { Opening, ResolveContext } from './draft';
import type { UnloadedClasses } from './unloadedLibraries';

export type OpenedClasses = ReadonlyMap<string, readonly Opening[]>;

export interface Parts {
  /** Classes that a file opens or contributes to, by path. */
  readonly classesOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** The contributing files, by class. */
  readonly filesOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** By path, the classes that a file only opens, for what is inside of them, and where. */
  readonly openedBy: ReadonlyMap<string, OpenedClasses>;
  /** Classes that depend on more than their own files. */
  readonly hosts: ReadonlySet<string>;
  /** Classes whose methods another class has copied (aliases, annotations of inherited methods). */
  readonly captured: ReadonlySet<string>;
  /** Names that classes look up in others: adding or removing such a method may affect any class. */
  readonly sought: ReadonlySet<string>;
  readonly unrequired: UnloadedClasses;
}

export function partsOf({ makers }: ResolveContext, program: Program, unrequired: UnloadedClasses): Parts {
  const filesOf = new Map<string, Set<string>>();
  for (const [path, names] of makers.classesOf) {
    for (const name of names) filesOf.set(name, (filesOf.get(name) ?? new Set()).add(path));
  }
  const captured = new Set<string>();
  const sought = new Set(makers.inherited);
  for (const info of workspaceClasses(program)) noteDependentClasses(info, captured, sought);
  const openedBy = new Map([...makers.openings.keys()].map(path => [path, classesOpenedIn(makers, path)]));
  return { classesOf: makers.classesOf, filesOf, openedBy, hosts: makers.hosts, captured, sought, unrequired };
}

export function classesOpenedIn({ openings, contributed }: ResolveContext['makers'], path: string): OpenedClasses {
  const more = contributed.get(path);
  return new Map([...(openings.get(path) ?? [])].filter(([name]) => !more?.has(name)));
}

export function noteDependentClasses(info: ClassInfo, captured: Set<string>, sought: Set<string>): void {
  for (const methods of [info.methods, info.singletonMethods]) {
    for (const method of methods.values()) {
      const owner = method.aliasOf === null ? info.name : keyParts(method.aliasOf).owner;
      if (owner !== info.name) captured.add(owner);
      if (owner !== info.name || lacksDefinition(method)) sought.add(method.name);
    }
  }
}

/** An annotation, or an alias, of an undefined method. */
function lacksDefinition(method: MethodInfo): boolean {
  return method.origin === 'workspace' && method.definition === null && method.synthetic === null;
}
