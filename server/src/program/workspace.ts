/** The workspace's part of a Program, found without decoding the classes of the library. */
import { LayeredMap } from './layeredMap';
import { memoOfPart, PartMemoKey } from './memos';
import { split } from './patchedMap';
import type { ClassInfo, MethodInfo, Program, Question, Redefining } from './program';
import { areSameLists, ask } from './questions';

type Classes = Program['classes'];

/** Classes that the workspace declares or reopens. */
export function workspaceClasses(program: Program): Iterable<ClassInfo> {
  return program.ownClasses ? program.ownClasses() : ownClasses(program).values();
}

/** The same by name. */
export function ownClasses({ classes }: Program): Classes {
  return classes instanceof LayeredMap ? classes.over : classes;
}

const NAMED = new PartMemoKey<Classes, Map<string, readonly MethodInfo[]>>();

/** Every method of this name that the workspace defines or annotates, both instance and singleton methods. */
export function workspaceMethods(program: Program, name: string): readonly MethodInfo[] {
  if (program.methodsNamed) return program.methodsNamed(name);
  const own = ownClasses(program);
  const known = memoOfPart(program, NAMED, own, () => new Map<string, readonly MethodInfo[]>());
  const methods =
    known.get(name) ??
    classesAmong(
      program,
      index => index.byMethod.get(name),
      info => methodsNamed(info, name).length > 0,
    ).flatMap(info => methodsNamed(info, name));
  known.set(name, methods);
  return methods;
}

const REDEFINITIONS = new PartMemoKey<Classes, readonly Redefining[]>();

/** What the workspace redefines at run time, anywhere. */
export function redefinitionsIn(program: Program): readonly Redefining[] {
  if (program.redefinitions) return program.redefinitions();
  const isRedefining = (info: ClassInfo): boolean => info.dynamics.some(redefines);
  return memoOfPart(program, REDEFINITIONS, ownClasses(program), () =>
    classesAmong(program, index => index.redefining, isRedefining).flatMap(info => info.dynamics.filter(redefines)),
  );
}

/** Classes and modules of the workspace that `extend` this module. */
export function extendersOf(program: Program, module: string): readonly string[] {
  return ask(program, EXTENDERS, module);
}

const EXTENDERS: Question<readonly string[]> = {
  find: (program, module) =>
    classesAmong(
      program,
      index => index.byExtended.get(module),
      info => extendedIn(info).includes(module),
    ).map(({ name }) => name),
  isSame: areSameLists,
};

/** Classes of the workspace that have methods of Ruby's own: classes of the library that it reopens. For questions only. */
export function reopenedClasses(program: Program): readonly ClassInfo[] {
  return classesAmong(program, index => index.reopened, hasCoreMethods);
}

/** Class names by what they contain. */
interface Index {
  readonly positions: ReadonlyMap<string, number>;
  readonly byMethod: ReadonlyMap<string, readonly string[]>;
  readonly byExtended: ReadonlyMap<string, readonly string[]>;
  readonly redefining: readonly string[];
  readonly reopened: readonly string[];
}

/** Versions of a program that differ in a few classes share one index; those few classes are searched directly. */
const INDEX = new PartMemoKey<Classes, Index>();

/** In program order. */
function classesAmong(
  program: Program,
  listed: (index: Index) => readonly string[] | undefined,
  holds: (info: ClassInfo) => boolean,
): readonly ClassInfo[] {
  const own = ownClasses(program);
  const { base, patch } = split(own);
  const index = memoOfPart(program, INDEX, base, () => indexOf(base));
  const same = (listed(index) ?? []).filter(name => !patch.has(name));
  const others = [...patch.values()].filter(holds).map(info => info.name);
  const at = (name: string): number => index.positions.get(name) ?? 0;
  const names = others.length === 0 ? same : [...same, ...others].sort((a, b) => at(a) - at(b));
  return names.flatMap(name => own.get(name) ?? []);
}

function indexOf(classes: Classes): Index {
  const positions = new Map<string, number>();
  const byMethod = new Map<string, string[]>();
  const byExtended = new Map<string, string[]>();
  const redefining: string[] = [];
  const reopened: string[] = [];
  for (const info of classes.values()) {
    positions.set(info.name, positions.size);
    for (const methods of [info.methods, info.singletonMethods])
      for (const { name, origin } of methods.values()) if (origin === 'workspace') note(byMethod, name, info.name);
    for (const module of extendedIn(info)) note(byExtended, module, info.name);
    if (info.dynamics.some(redefines)) redefining.push(info.name);
    if (hasCoreMethods(info)) reopened.push(info.name);
  }
  return { positions, byMethod, byExtended, redefining, reopened };
}

function hasCoreMethods({ methods }: ClassInfo): boolean {
  for (const { origin } of methods.values()) if (origin === 'core') return true;
  return false;
}

/** Notes a class once, however often it has the key. */
function note(lists: Map<string, string[]>, key: string, className: string): void {
  const list = lists.get(key);
  if (!list) lists.set(key, [className]);
  else if (list.at(-1) !== className) list.push(className);
}

function methodsNamed(info: ClassInfo, name: string): readonly MethodInfo[] {
  const both = [info.methods.get(name), info.singletonMethods.get(name)];
  return both.filter((method): method is MethodInfo => method?.origin === 'workspace');
}

function extendedIn({ mixins }: ClassInfo): readonly string[] {
  return mixins.filter(site => site.how === 'extend').map(site => site.module);
}

function redefines(dynamic: ClassInfo['dynamics'][number]): dynamic is Redefining {
  return dynamic.redefines !== undefined;
}
