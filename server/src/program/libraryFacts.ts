/**
 * What labels in server/core say about the library method that a call runs, by class and method. A method without a
 * label is unknown: it may call any method, expose keys and return anything.
 */
import type { Type } from '../types/type';
import { coreMethodsNamed } from './coreMethods';
import { findMethod } from './lookup';
import { MemoKey, memoOf } from './memos';
import type { LibraryFacts, MethodInfo, Program } from './program';

export const UNKNOWN_FACTS: LibraryFacts = {
  calls: null,
  returns: null,
  exposesKeys: true,
  runsReceiver: false,
  yields: null,
  combines: null,
  reflects: null,
  touches: null,
  answers: null,
  seeks: null,
  stores: null,
  keeps: null,
  collects: null,
  arranges: null,
  orders: null,
  descends: null,
  discardsResults: false,
  repeats: null,
  matches: null,
  keepsBlock: true,
  interprets: null,
};

export function factsOf(program: Program, className: string, method: string): LibraryFacts {
  return findMethod(program, className, method)?.facts ?? UNKNOWN_FACTS;
}

/** Whether it has a label that limits what it writes. */
export function isLabelled({ signature }: MethodInfo): boolean {
  return !!signature && (signature.labels.pure || signature.labels.modifies !== null);
}

/** Whether its label says that it writes the contents of the receiver. */
export function writesReceiver({ signature }: MethodInfo): boolean {
  return signature?.labels.modifies?.some(({ owner, field }) => owner === 'self' && field === 'contents') ?? false;
}

/**
 * Whether it has no frame because it only runs code of the program: methods of modules such as Enumerable, and lookups.
 * Where its class has methods that write, it may be one of them.
 */
export function onlyRunsUserCode(program: Program, { facts, name, owner }: MethodInfo): boolean {
  if (!facts?.repeats) return false;
  const home = program.classes.get(owner);
  return name === '[]' || home?.kind === 'module' || ![...(home?.methods.values() ?? [])].some(writesReceiver);
}

/** Classes whose contents the verifier represents in the heap. */
export const WITH_CONTENTS = ['Array', 'Hash', 'Set', 'String'] as const;

const WRITERS = new MemoKey(() => new Map<string, boolean>());

/** For a receiver of unknown class: whether a method of that name writes contents in any class that has them. */
export function mayWriteContents(program: Program, method: string): boolean {
  const memo = memoOf(program, WRITERS);
  const known = memo.get(method);
  if (known !== undefined) return known;
  const writes = WITH_CONTENTS.some(name => {
    const found = findMethod(program, name, method);
    return found !== null && found.origin !== 'workspace' && writesReceiver(found);
  });
  memo.set(method, writes);
  return writes;
}

/** It runs code with another `self`, writes variables by name, or defines methods. */
export function changesDefinitions(facts: LibraryFacts | undefined): boolean {
  return facts?.reflects === 'code' || facts?.reflects === 'definitions';
}

/** Whether one of Ruby's own methods of that name makes a method of its block. */
export function mayDefineMethods(program: Program, method: string): boolean {
  return coreMethodsNamed(program, method).some(({ facts }) => facts?.reflects === 'definitions');
}

/**
 * Whether the containers' methods of this name run their block during the call, with the `self` that it has: the label
 * of one of them says so. Null: no container has such a method.
 */
export function runsBlockOnly(program: Program, method: string): boolean | null {
  const found = methodsNamed(program, WITH_CONTENTS, method).filter(({ origin }) => origin !== 'workspace');
  if (found.length === 0) return null;
  const isRun = (facts: LibraryFacts): boolean =>
    !facts.keepsBlock || facts.yields === 'elements' || facts.collects !== null || facts.keeps !== null;
  return found.some(({ facts }) => facts && isRun(facts)) && found.every(({ facts }) => !facts?.reflects);
}

/**
 * Whether it may find a method by its name (`send`), or run code with another `self` (`eval`). A method of every object
 * that no label describes may do both.
 */
export function mayReflect(info: MethodInfo | null, how: 'name' | 'code'): boolean {
  if (info === null || info.origin === 'workspace') return false;
  const { facts, owner } = info;
  if (facts?.reflects) return facts.reflects === how;
  const isDescribed = isLabelled(info) || !!(facts?.calls || facts?.repeats || facts?.touches);
  return !isDescribed && (owner === 'Kernel' || owner === 'BasicObject');
}

/** Whether calling this method on a proc runs the proc. */
export function callsProc(program: Program, method: string): boolean {
  return factsOf(program, 'Proc', method).runsReceiver;
}

/**
 * What a call on a receiver of unknown class may run in the library: the methods of that name whose labels say what they
 * write; all of that name if there are none.
 */
export function libraryMethodsNamed(program: Program, method: string): readonly MethodInfo[] {
  const named = coreMethodsNamed(program, method);
  const known = named.filter(each => isLabelled(each) || onlyRunsUserCode(program, each));
  return known.length > 0 ? known : named;
}

/** Whether a method of that name ignores what its block returns; those without a label are input and output. */
export function discardsResults(program: Program, method: string): boolean {
  return coreMethodsNamed(program, method).some(({ facts }) => facts?.discardsResults);
}

/** The methods of that name in these classes. */
function methodsNamed(program: Program, classes: readonly string[], method: string): readonly MethodInfo[] {
  return classes.flatMap(name => findMethod(program, name, method) ?? []);
}

/** What a method of that name returns for a container of one of these classes. Null: unknown. */
export function returnedByContainer(
  program: Program,
  classes: readonly string[],
  method: string,
): 'new' | 'other' | 'self' | null {
  const results = methodsNamed(program, classes, method).map(({ facts }) => facts?.returns ?? null);
  if (results.length === 0 || results.some(each => each === null || each === 'frozen')) return null;
  return results.includes('self') ? 'self' : results.includes('other') ? 'other' : 'new';
}

/** Whether a method of that name returns an Enumerator if it is called without a block and with so many arguments. */
export function mayReturnEnumerator(
  program: Program,
  classes: readonly string[],
  method: string,
  given: number,
): boolean {
  return methodsNamed(program, classes, method).some(({ signature }) =>
    (signature?.arms ?? []).some(({ type: { block, params, result } }) => {
      const required = params.filter(param => param.kind === 'required').length;
      return block === null && required <= given && result.kind === 'nominal' && result.name === 'Enumerator';
    }),
  );
}

/**
 * Whether a method of that name, given so many arguments, returns an object that a container of one of these classes holds,
 * and does nothing else: one of the elements, or the value for a key or an index.
 */
export function readsElement(program: Program, classes: readonly string[], method: string, given: number): boolean {
  return classes.some(name => {
    const found = findMethod(program, name, method);
    const [facts, held] = [found?.facts, program.classes.get(name)?.typeParams.at(-1)];
    if (!found || !facts || !held || writesReceiver(found)) return false;
    const isRead =
      given === 0 ? facts.answers === 'element' : given === 1 && (facts.seeks === 'key' || facts.seeks === 'index');
    return isRead && (found.signature?.arms ?? []).some(({ type }) => isVariableOrNil(type.result, held.name));
  });
}

/** Whether it is the type variable, or nil. */
function isVariableOrNil(type: Type, variable: string): boolean {
  const members = type.kind === 'union' ? type.members.filter(({ kind }) => kind !== 'nil') : [type];
  return members.length === 1 && members.every(one => one.kind === 'variable' && one.name === variable);
}

/** For a container of unknown class: whether a method of that name may put something into it. */
export function mayStore(program: Program, method: string): boolean {
  return methodsNamed(program, WITH_CONTENTS, method).some(
    info => info.origin !== 'workspace' && writesReceiver(info) && info.facts?.stores !== 'nothing',
  );
}

/**
 * Whether a hash may find other values for a key after a method of that name, because it has another default or compares
 * keys differently. Methods whose labels say what they put into it change neither.
 */
export function mayChangeLookup(program: Program, method: string): boolean {
  return methodsNamed(program, ['Hash'], method).some(
    info => info.origin !== 'workspace' && writesReceiver(info) && (info.facts?.stores ?? null) === null,
  );
}

/** Whether a method of that name puts its last argument into a container. */
export function storesArgument(program: Program, method: string): boolean {
  return methodsNamed(program, WITH_CONTENTS, method).some(({ facts }) => facts?.stores === 'argument');
}

/** What the result of a method of that name says of a container or pattern of unknown class. */
export function answerFactsOf(program: Program, method: string): readonly LibraryFacts['answers'][] {
  return [...WITH_CONTENTS, 'Regexp'].map(name => factsOf(program, name, method).answers);
}
