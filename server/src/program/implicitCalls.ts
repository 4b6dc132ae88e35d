/** Methods of objects that library methods call: conversions, comparisons, and methods of elements and keys. */
import { WITH_CONTENTS } from './libraryFacts';
import { findMethod } from './lookup';
import type { LibraryFacts, MethodInfo, Program } from './program';
import { workspaceClasses } from './workspace';

/** What a method without a label may call of the objects that it is given. */
export function implicitCallNames(program: Program): readonly string[] {
  const { protocol } = program;
  return protocol ? [...protocol.asks, ...protocol.calls] : namesOfWorkspace(program);
}

/** The same for methods of whose results the library may call methods in turn. */
export function namesOfUsedResults(program: Program): readonly string[] {
  return program.protocol?.calls ?? namesOfWorkspace(program);
}

function namesOfWorkspace(program: Program): readonly string[] {
  return [...new Set([...workspaceClasses(program)].flatMap(({ methods }) => [...methods.keys()]))];
}

/** The methods that a library method may call of any object that it is given. */
export function namesCalledBy(program: Program, { facts }: MethodInfo): readonly string[] {
  return facts?.calls ? withMissing(Object.values(facts.calls).flat()) : implicitCallNames(program);
}

/** An object that lacks a method may still handle the call. */
export function withMissing(names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [...names, 'respond_to_missing?', 'method_missing'];
}

/** What `"#{x}"` runs: `to_s`, and what that of containers and of every object runs. */
export function namesCalledByShowing(program: Program): readonly string[] {
  const shown = [...WITH_CONTENTS, 'Kernel'].map(name => findMethod(program, name, 'to_s'));
  return ['to_s', ...shown.flatMap(info => (info ? namesCalledBy(program, info) : []))];
}

/** Whether a method that calls these reads the fields of objects: Ruby's own `inspect` shows them. */
export function mayReadFields(names: readonly string[]): boolean {
  return names.includes('inspect');
}

/** Whether it may call this method of its receiver. */
export function mayCallOnSelf(facts: LibraryFacts | undefined, name: string): boolean {
  return !facts?.calls || facts.calls.self.includes(name) || facts.calls.receiver.includes(name);
}
