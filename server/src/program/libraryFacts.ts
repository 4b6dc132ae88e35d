/**
 * What labels in server/core say about the library method that a call runs, by class and method. A method without a
 * label is unknown: it may call any method, expose keys and return anything.
 */
import { findMethod } from './lookup';
import { MemoKey, memoOf } from './memos';
import type { LibraryFacts, MethodInfo, Program } from './program';

export const UNKNOWN_FACTS: LibraryFacts = {
  calls: null,
  returns: null,
  exposesKeys: true,
  runsReceiver: false,
  yieldsElements: false,
  combines: null,
  reflects: null,
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

/** Classes whose contents the verifier represents in the heap. */
const WITH_CONTENTS = ['Array', 'Hash', 'Set', 'String'] as const;

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

/** Whether calling this method on a proc runs the proc. */
export function callsProc(program: Program, method: string): boolean {
  return factsOf(program, 'Proc', method).runsReceiver;
}
