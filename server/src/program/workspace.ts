/** The workspace's part of a Program, without touching the library's classes (which are decoded when asked for). */
import { LayeredMap } from './layeredMap';
import type { ClassInfo, MethodInfo, Program, Redefining } from './program';

/** Classes that the workspace declares or reopens. */
export function workspaceClasses(program: Program): Iterable<ClassInfo> {
  if (program.ownClasses) return program.ownClasses();
  return program.classes instanceof LayeredMap ? program.classes.over.values() : program.classes.values();
}

const byName = new WeakMap<Program, ReadonlyMap<string, readonly MethodInfo[]>>();

/** Every method of this name that the workspace defines or annotates, instance and singleton. */
export function workspaceMethods(program: Program, name: string): readonly MethodInfo[] {
  if (program.methodsNamed) return program.methodsNamed(name);
  let index = byName.get(program);
  if (!index) {
    index = indexByName(program);
    byName.set(program, index);
  }
  return index.get(name) ?? [];
}

function indexByName(program: Program): ReadonlyMap<string, readonly MethodInfo[]> {
  const index = new Map<string, MethodInfo[]>();
  for (const info of workspaceClasses(program)) {
    for (const method of [...info.methods.values(), ...info.singletonMethods.values()]) {
      if (method.origin !== 'workspace') continue;
      const list = index.get(method.name);
      if (list) list.push(method);
      else index.set(method.name, [method]);
    }
  }
  return index;
}

const redefinitions = new WeakMap<Program, readonly Redefining[]>();

/** What the workspace defines anew while it runs, wherever. */
export function redefinitionsIn(program: Program): readonly Redefining[] {
  if (program.redefinitions) return program.redefinitions();
  const known = redefinitions.get(program);
  if (known) return known;
  const found = [...workspaceClasses(program)].flatMap(info => info.dynamics.filter(redefines));
  redefinitions.set(program, found);
  return found;
}

function redefines(dynamic: ClassInfo['dynamics'][number]): dynamic is Redefining {
  return dynamic.redefines !== undefined;
}
