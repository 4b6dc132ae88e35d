/**
 * Self on entry: any object of the class or a subclass; fresh in `initialize`; the class object in singleton methods.
 */
import { add } from '../logic/arithmetic';
import { and, eq, int, or, symbol } from '../logic/build';
import { INT_SORT } from '../logic/sorts';
import { allDescendants } from '../program/ancestors';
import { findSingletonMethod } from '../program/lookup';
import { nominal, type Type } from '../types/type';
import { allocate } from './heap/objects';
import { assumeAlways, type Ctx, type Run } from './state/context';
import type { State } from './state/state';
import { classTerm, hasClass, isAllocated } from './state/typeGuards';
import type { Val } from './state/value';
import { CLASS_SORT } from './state/valueSort';

export function enterSelf(run: Run, state: State): { self: Val; state: State } {
  const { method, program } = { method: run.input.method, program: run.input.program };
  if (method.singleton) return { self: enterClass(run), state };
  const type = nominal(method.owner);
  if (method.name === 'initialize') return enterInitialize(run, state, type);
  const term = symbol('self', INT_SORT);
  const known = program.classes.get(method.owner);
  if (method.key.startsWith('#') || !known)
    return { self: { kind: 'ref', term, type: nominal('Object'), exact: false }, state };
  assumeAlways(run, and(isAllocated(term, state.heap.alloc), hasClass(run, term, method.owner)), true);
  return { self: { kind: 'ref', term, type, exact: false }, state };
}

/** Self in a singleton method is the class, or a subclass that does not override the method. */
function enterClass(run: Run): Val {
  const { program, method } = run.input;
  const { owner } = method;
  const classes = [owner, ...allDescendants(program, owner)].filter(
    name => name === owner || findSingletonMethod(program, name, method.name) === method,
  );
  if (classes.length === 1) return { kind: 'class', term: classTerm(run, owner), name: owner, base: owner };
  const term = symbol('self', CLASS_SORT);
  assumeAlways(run, or(...classes.map(name => eq(term, classTerm(run, name)))), true);
  return { kind: 'class', term, name: null, base: owner };
}

/** Self in `initialize` is fresh; its fields are nil unless a subclass may write some before it calls super. */
function enterInitialize(run: Run, state: State, type: Type): { self: Val; state: State } {
  const { program, method } = run.input;
  const bare = { run } as Ctx;
  const subclassed = allDescendants(program, method.owner).some(name =>
    program.classes.get(name)?.methods.has('initialize'),
  );
  if (!subclassed) {
    const { object, state: next } = allocate(bare, state, method.owner, type);
    return { self: { ...object, exact: false }, state: { ...next, apart: [object.term] } };
  }
  const ref = add(state.heap.alloc, int(1));
  run.heapNotes.allocates.value = true;
  assumeAlways(run, hasClass(run, ref, method.owner), true);
  return {
    self: { kind: 'ref', term: ref, type, exact: false },
    state: { ...state, heap: { ...state.heap, alloc: ref }, fresh: [ref], apart: [ref] },
  };
}
