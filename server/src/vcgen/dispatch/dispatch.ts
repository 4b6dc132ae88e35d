/**
 * Which method a call runs. The receiver's form and static type determine its possible classes; several candidates
 * branch on the class id (a union's member, a subclass that overrides). A core method that the program redefines loses
 * its model.
 */

import { FALSE, not, or, same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { mayChangeLookup } from '../../program/libraryFacts';
import {
  type Candidate,
  candidates,
  dynamicsOf,
  findMethod,
  findSingletonMethod,
  visibilityOn,
} from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import { workspaceMethods } from '../../program/workspace';
import { nominal, type Type } from '../../types/type';
import { findImplicitCall } from '../analysis/implicitCalls';
import { findRedefinition } from '../analysis/redefinitions';
import { callTypedProc } from '../calls/blocks/procConformance';
import { invoke } from '../calls/modes/invoke';
import { callWithUnknownEffects } from '../calls/modes/openCall';
import { inlinePrelude } from '../calls/modes/prelude';
import { runUnknownCall } from '../calls/modes/unknownCall';
import { assumePart, matchingOf, stateAfterMatch, stateBeforeMatch } from '../fields/lastMatch';
import { assumeAnswer, searchOf } from '../fields/matchedText';
import { requireReceiverUnfrozen } from '../heap/frozen';
import { noteExposedKeys } from '../heap/frozenKeys';
import { enumerableModel } from '../library/enumerable/userEach';
import { applyModel } from '../library/models';
import { markFrozenResult } from '../library/objects/frozenResults';
import { requireNonNil } from '../obligations/flowInto';
import { addObligation } from '../obligations/obligations';
import type { Args, Send } from '../state/call';
import { type Ctx, makeUnmodelledValue, markPartsNotModelled, type Out, placeOf } from '../state/context';
import { forkState } from '../state/fork';
import {
  classNameOf,
  hasAmbiguousMembers,
  isDynamic,
  makeUnionType,
  representationOf,
  unionMembers,
  withoutAmbiguousMembers,
  withoutNil,
} from '../state/representation';
import { type State, withPath } from '../state/state';
import {
  hasExactClass,
  instantiableClasses,
  isInstance,
  MANY_CLASSES,
  tagsOf,
  typeGuard,
  valueFromTerm,
} from '../state/typeGuards';
import { isNil, type Joined, NIL_VAL, typeOf, type Val } from '../state/value';
import { sendToClass } from './classDispatch';
import { receiverSubject } from './receiverSubject';

export function dispatch(ctx: Ctx, send: Send, state: State): Out {
  const { receiver, method, site } = send;
  if (receiver.kind === 'boxed') return sendBoxed(ctx, { ...send, receiver }, state);
  const redefinition = findRedefinition(ctx, {
    className: classOfReceiver(receiver),
    asClass: receiver.kind === 'class' ? (receiver.name ?? receiver.base) : null,
    isAllocatedHere: receiver.kind === 'ref' && receiver.exact && state.fresh.some(each => same(each, receiver.term)),
    method,
  });
  if (redefinition) return runUnknownCall(ctx, { kind: 'redefined-method', method, by: redefinition }, send, state);
  if (receiver.kind === 'nil' && !ctx.spec && lacksMethod(ctx, NIL_TYPE, method)) {
    const there = requireNonNil(
      ctx,
      state,
      { value: receiver, place: placeOf(ctx, site), subject: receiverSubject(send) },
      'NoMethodError',
    );
    return { value: NIL_VAL, state: withPath(there, FALSE) };
  }
  if (receiver.kind === 'class') return sendToClassObject(ctx, { ...send, receiver }, state);
  if (receiver.kind === 'ref') return sendToObject(ctx, { ...send, receiver }, state);
  if (receiver.kind === 'bool' && isDefinedTwice(ctx, method)) {
    const as = (className: string) => (s: State) => sendExact(ctx, className, send, s);
    return forkState(ctx, receiver.term, state, site, { yes: as('TrueClass'), no: as('FalseClass') });
  }
  const className = PRIMITIVE_CLASS[receiver.kind];
  return sendExact(ctx, className, send, state);
}

/** A library method of one class may set `$~`; those of all classes (`new`, `===`) do not. */
function sendToClassObject(ctx: Ctx, send: Send<Val & { kind: 'class' }>, state: State): Out {
  const { program } = ctx.run.input;
  const found = findSingletonMethod(program, send.receiver.base ?? 'Object', send.method);
  const isOfAll = found !== null && ['Class', 'Module', 'Object', 'Kernel', 'BasicObject'].includes(found.owner);
  if (!found || isOfAll || found.origin === 'workspace') return sendToClass(ctx, send, state);
  const matching = matchingOf(ctx, send, found.facts?.matches ?? null, null);
  return sendToClass(ctx, send, stateBeforeMatch(ctx, matching, state));
}

/** Whether true and false have different methods of this name, other than Ruby's own, which the models know. */
function isDefinedTwice(ctx: Ctx, method: string): boolean {
  const { program } = ctx.run.input;
  const [ofTrue, ofFalse] = [findMethod(program, 'TrueClass', method), findMethod(program, 'FalseClass', method)];
  return ofTrue !== ofFalse && [ofTrue, ofFalse].some(found => found !== null && found.origin !== 'core');
}

function classOfReceiver(receiver: Exclude<Val, { readonly kind: 'boxed' }>): string {
  if (receiver.kind === 'class') return receiver.base ?? 'Object';
  return receiver.kind === 'ref' ? (classNameOf(receiver.type) ?? 'Object') : PRIMITIVE_CLASS[receiver.kind];
}

const NIL_TYPE: Type = { kind: 'nominal', name: 'NilClass', args: [] };

const PRIMITIVE_CLASS = {
  nil: 'NilClass',
  bool: 'TrueClass',
  int: 'Integer',
  real: 'Float',
  rat: 'Rational',
  sym: 'Symbol',
  range: 'Range',
  proc: 'Proc',
} as const;

type Primitive = keyof typeof PRIMITIVE_CLASS;

/** The receiver's class is known: the program's own method, or a method of the library, which may set `$~`. */
function sendExact(ctx: Ctx, className: string, send: Send, state: State): Out {
  const found = findMethod(ctx.run.input.program, className, send.method);
  if (found?.origin === 'workspace') return invoke(ctx, found, send, state);
  const matching = matchingOf(ctx, send, found?.facts?.matches ?? null, state);
  const out = sendToLibrary(ctx, { className, found }, send, stateBeforeMatch(ctx, matching, state));
  const answers = found?.facts?.answers ?? null;
  if (answers === 'group' && !ctx.spec) assumePart(ctx, send, out.value, out.state);
  if (answers !== null && !ctx.spec)
    assumeAnswer(ctx, searchOf(ctx, send, 'anywhere', state), { answers, send }, out.value, out.state);
  return { value: out.value, state: stateAfterMatch(ctx, matching, out.value, send.site, out.state) };
}

interface LibraryMethod {
  readonly className: string;
  readonly found: MethodInfo | null;
}

/** Our model, else the body in Ruby, else the library's signature. */
function sendToLibrary(ctx: Ctx, { className, found }: LibraryMethod, send: Send, state: State): Out {
  const { receiver, method, args, site } = send;
  const own = found?.owner === 'Enumerable' ? enumerableModel(ctx, send, state, dispatch) : null;
  if (own) return own;
  const callback = ctx.spec ? null : findImplicitCall(ctx, send, found?.facts?.calls ?? null);
  // The models of hashes know neither default blocks nor keys that are compared by identity.
  const isKnown = className !== 'Hash' || !mayChangeLookup(ctx.run.input.program, method);
  if (callback) {
    const what = { kind: 'implicit-call', from: { kind: 'method', name: method }, callee: callback } as const;
    return (
      // A body makes these calls visible.
      (found && inlinePrelude(ctx, found, className, send, state)) ??
      (isKnown ? callWithUnknownEffects(ctx, found, what, send, state) : null) ??
      runUnknownCall(ctx, what, send, state)
    );
  }
  const on = requireReceiverUnfrozen(ctx, receiver, method, site, state);
  noteExposedKeys(ctx, receiver, method);
  const modelled = applyModel(ctx, send, on);
  if (modelled) return markFrozenResult(ctx, className, method, args, modelled);
  const byBody = found && inlinePrelude(ctx, found, className, send, on);
  if (byBody) return byBody;
  if (found?.signature && args.irregular === null && isKnown)
    return markFrozenResult(ctx, className, method, args, invoke(ctx, found, send, on));
  return runUnknownCall(ctx, { kind: 'instance-method', of: className, method }, send, state);
}

function sendToObject(ctx: Ctx, send: Send<Val & { kind: 'ref' }>, state: State): Out {
  const { receiver, method } = send;
  if (receiver.joined) return sendToBothBranches(ctx, send, receiver.joined, state);
  const types = withoutAmbiguousMembers(unionMembers(receiver.type));
  if (types.length > 1) return sendByMember(ctx, send, types, state);
  if (hasAmbiguousMembers(receiver.type))
    return dispatch(ctx, { ...send, receiver: { ...receiver, type: types[0]! } }, state);
  const className = classNameOf(receiver.type) ?? 'Object';
  if (receiver.exact) return sendExact(ctx, className, send, state);
  const { program } = ctx.run.input;
  const own = program.classes.get(className);
  if (own?.kind === 'module') {
    const assumed = own.methods.get(method);
    if (assumed && !assumed.definition && !assumed.synthetic) return invoke(ctx, assumed, send, state);
  }
  const found = candidates(program, className, method);
  if (found.every(candidate => candidate.method.origin !== 'workspace')) return sendExact(ctx, className, send, state);
  if (
    dynamicsOf(program, className).some(each => each.cause.kind === 'method-missing') &&
    mayLack(ctx, className, found)
  )
    return runUnknownCall(ctx, { kind: 'method-missing', method }, send, state);
  return sendToCandidates(ctx, send, className, found, state);
}

/** Whether an object of this class may lack the method, so that `method_missing` handles the call. */
function mayLack(ctx: Ctx, className: string, found: readonly Candidate[]): boolean {
  const covered = new Set(found.flatMap(candidate => candidate.receivers));
  const { program } = ctx.run.input;
  return (
    program.classes.get(className)?.kind !== 'class' ||
    instantiableClasses(program, className).some(each => !covered.has(each))
  );
}

/**
 * A reference is not a number or a symbol. Top-level methods are called on the program's own objects: a method of the
 * library with the same name (`Integer#gcd`, `Array#first`) does not run instead.
 */
function dropUnrelatedMethods(
  ctx: Ctx,
  receiver: Val & { kind: 'ref' },
  className: string,
  found: readonly Candidate[],
): readonly Candidate[] {
  const { program } = ctx.run.input;
  if (className !== 'Object' || found.length < 2) return found;
  const { self, method: running } = ctx.frame;
  const isTopLevel = running.owner === 'Object' && !running.singleton && running.origin === 'workspace';
  const isOwn = isTopLevel && self.kind === 'ref' && same(self.term, receiver.term);
  const mayBe = (name: string): boolean =>
    isOwn
      ? name === className || program.classes.get(name)?.origin === 'workspace'
      : representationOf(nominal(name)) === 'ref';
  return found.filter(candidate => candidate.receivers.some(mayBe));
}

/** Dispatches on each branch's value separately: their join has a less precise type. */
function sendToBothBranches(ctx: Ctx, send: Send, joined: Joined, state: State): Out {
  const { site } = send;
  const to = (val: Val) => (s: State) => dispatch(ctx, { ...send, receiver: val }, s);
  return forkState(ctx, joined.condition, state, site, { yes: to(joined.yes), no: to(joined.no) });
}

function sendToCandidates(
  ctx: Ctx,
  send: Send<Val & { kind: 'ref' }>,
  className: string,
  found: readonly Candidate[],
  state: State,
): Out {
  const { receiver, method, site } = send;
  const { run } = ctx;
  const covered = new Set(found.flatMap(candidate => candidate.receivers));
  const missing = instantiableClasses(run.input.program, className).filter(name => !covered.has(name));
  if (missing.length > 0) {
    const has = not(or(...missing.map(name => hasExactClass(run, receiver.term, name))));
    addObligation(ctx, state, {
      kind: 'exception',
      goal: has,
      place: placeOf(ctx, site),
      reason: { kind: 'has-method', method },
    });
  }
  const [last, ...others] = [...dropUnrelatedMethods(ctx, receiver, className, found)].reverse();
  if (!last) return runUnknownCall(ctx, { kind: 'instance-method', of: className, method }, send, state);
  const run1 = (candidate: Candidate) => (s: State) => {
    const narrowed = candidate.receivers.length === 1 ? narrow(receiver, candidate.receivers[0]!) : receiver;
    return candidate.method.origin === 'workspace'
      ? invoke(ctx, candidate.method, { ...send, receiver: narrowed }, s)
      : sendExact(ctx, candidate.receivers[0] ?? className, { ...send, receiver: narrowed }, s);
  };
  return others.reduce<(s: State) => Out>((otherwise, candidate) => {
    const is = or(...candidate.receivers.map(name => hasExactClass(run, receiver.term, name)));
    return s => forkState(ctx, is, s, site, { yes: run1(candidate), no: otherwise });
  }, run1(last))(state);
}

function narrow(receiver: Val & { kind: 'ref' }, className: string): Val & { kind: 'ref' } {
  const args = receiver.type.kind === 'nominal' ? receiver.type.args : [];
  return { ...receiver, type: { kind: 'nominal', name: className, args } };
}

/** A reference whose type is a union of classes. */
function sendByMember(ctx: Ctx, send: Send<Val & { kind: 'ref' }>, types: readonly Type[], state: State): Out {
  const { receiver, site } = send;
  const [last, ...others] = sortWidestLast(ctx, types).reverse();
  const as = (type: Type) => (s: State) => dispatch(ctx, { ...send, receiver: { ...receiver, type } }, s);
  return others.reduce<(s: State) => Out>((otherwise, type) => {
    const is = isInstance(ctx.run, receiver.term, receiver.type, classNameOf(type) ?? 'Object');
    return s => forkState(ctx, is, s, site, { yes: as(type), no: otherwise });
  }, as(last!))(state);
}

/** A union or nilable receiver: nil first (an obligation where nil lacks the method), then one branch per member. */
function sendBoxed(ctx: Ctx, send: Send<Val & { kind: 'boxed' }>, state: State): Out {
  const { receiver, method, site } = send;
  if (receiver.joined) return sendToBothBranches(ctx, send, receiver.joined, state);
  const called = callTypedProc(ctx, send, state);
  if (called) return called;
  const universal = universalModel(ctx, send, state);
  if (universal) return universal;
  if (isDynamic(receiver.type) || tagsOf(receiver.type) === null) return sendToUnknownObject(ctx, send, state);
  const nil = typeGuard(ctx.run, receiver.term, { kind: 'nil' }, state.heap.alloc);
  const mayBe = unionMembers(receiver.type).some(member => representationOf(member) === 'nil');
  const ofNil = mayBe ? methodOfNil(ctx, method) : null;
  if (ofNil && acceptsArguments(ofNil, send.args))
    return forkState(ctx, nil, state, site, {
      yes: s => dispatch(ctx, { ...send, receiver: NIL_VAL }, s),
      no: s => sendNonNil(ctx, send, s),
    });
  if (!mayBe) return sendNonNil(ctx, send, state);
  if (ofNil) return sendNonNil(ctx, send, requireArgumentsFit(ctx, send, state));
  const place = placeOf(ctx, site);
  const use = { value: receiver, place, subject: receiverSubject(send) };
  return sendNonNil(ctx, send, requireNonNil(ctx, state, use, 'NoMethodError'));
}

/** Every object has Object's public methods; what they do depends on its class. */
function sendToUnknownObject(ctx: Ctx, send: Send<Val & { kind: 'boxed' }>, state: State): Out {
  const { program } = ctx.run.input;
  const { method, site } = send;
  const what = { kind: 'method-of-unknown', method } as const;
  const found = ctx.spec ? null : findMethod(program, 'Object', method);
  const isThere = found?.origin === 'core' && visibilityOn(program, 'Object', found) === 'public';
  const out =
    isThere && acceptsArguments(found, send.args) ? callWithUnknownEffects(ctx, found, what, send, state) : null;
  if (!out) markPartsNotModelled(ctx, send.receiver.term);
  if (!out) return runUnknownCall(ctx, what, send, state);
  // The program's own method of this name may return anything.
  return workspaceMethods(program, method).length > 0 ? { ...out, value: makeUnmodelledValue(ctx, what, site) } : out;
}

/** nil has the method, but refuses these arguments. */
function requireArgumentsFit(ctx: Ctx, { receiver, method, site }: Send, state: State): State {
  return addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: not(isNil(receiver)),
    place: placeOf(ctx, site),
    reason: { kind: 'not-nil', subject: { kind: 'receiver', method } },
    raises: 'ArgumentError',
  });
}

/** The method that a call on nil runs. */
function methodOfNil(ctx: Ctx, method: string): MethodInfo | null {
  const { program } = ctx.run.input;
  const found = findMethod(program, 'NilClass', method);
  if (found?.origin === 'workspace') return found;
  // A part of the standard library may not be loaded; a gem whose signatures are read is.
  const isThere = found?.origin === 'core' || found?.origin === 'gem';
  return isThere && visibilityOn(program, 'NilClass', found) === 'public' ? found : null;
}

/** Whether a library method takes as many arguments; other methods have their own obligations. */
function acceptsArguments({ origin, signature }: MethodInfo, { positional, irregular }: Args): boolean {
  const arms = signature?.arms ?? [];
  if (origin === 'workspace' || arms.length === 0 || irregular !== null) return true;
  return arms.some(({ type }) => {
    const count = (...kinds: readonly string[]): number =>
      type.params.filter(({ kind }) => kinds.includes(kind)).length;
    const least = count('required', 'post');
    return least <= positional.length && (count('rest') > 0 || positional.length <= least + count('optional'));
  });
}

function sendNonNil(ctx: Ctx, send: Send<Val & { kind: 'boxed' }>, state: State): Out {
  const { receiver, method, site } = send;
  const all = groupByShape(
    unionMembers(withoutNil(receiver.type)).filter(member => representationOf(member) !== 'nil'),
  );
  const types = all.filter(type => !lacksMethod(ctx, type, method));
  if (types.length === 0) return runUnknownCall(ctx, { kind: 'method', name: method }, send, state);
  const without = all.filter(type => !types.includes(type));
  const has = not(or(...without.map(type => typeGuard(ctx.run, receiver.term, type, state.heap.alloc))));
  const there = addObligation(ctx, state, {
    kind: 'exception',
    goal: has,
    place: placeOf(ctx, site),
    reason: { kind: 'has-method', method },
    raises: 'NoMethodError',
  });
  const [last, ...others] = sortWidestLast(ctx, types).reverse();
  if (!last) return { value: NIL_VAL, state };
  // A class that both numbers and objects belong to (Numeric) has no form of its own: the value stays boxed.
  const as = (type: Type) => (s: State) =>
    representationOf(type) === 'boxed' && all.length === 1
      ? runUnknownCall(ctx, { kind: 'method-of-any', method, className: classNameOf(type) }, send, s)
      : dispatch(ctx, { ...send, receiver: valueFromTerm(receiver.term, type) }, s);
  return others.reduce<(s: State) => Out>((otherwise, type) => {
    const is: Formula = typeGuard(ctx.run, receiver.term, type, there.heap.alloc, receiver.type);
    return s => (is === FALSE ? otherwise(s) : forkState(ctx, is, s, site, { yes: as(type), no: otherwise }));
  }, as(last))(there);
}

/** Puts classes with too many descendants to test by name last, as the remaining case. */
function sortWidestLast(ctx: Ctx, types: readonly Type[]): Type[] {
  const isWide = (type: Type): boolean =>
    representationOf(type) === 'ref' &&
    instantiableClasses(ctx.run.input.program, classNameOf(type) ?? 'Object').length > MANY_CLASSES;
  return [...types.filter(type => !isWide(type)), ...types.filter(isWide)];
}

/**
 * Whether the class is known and has no such method, so that calling it raises. Classes that respond to anything have
 * it.
 */
function lacksMethod(ctx: Ctx, type: Type, method: string): boolean {
  const { program } = ctx.run.input;
  const className = classNameOf(type) ?? (type.kind === 'bool' ? 'TrueClass' : null);
  if (className === null || program.classes.get('Integer')?.methods.size === 0) return false;
  const known = program.classes.get(className);
  if (known?.kind !== 'class' || dynamicsOf(program, className).length > 0) return false;
  return candidates(program, className, method).length === 0;
}

function groupByShape(types: readonly Type[]): readonly Type[] {
  const groups = new Map<string, Type[]>();
  for (const type of types) {
    const key = representationOf(type) === 'ref' ? JSON.stringify(type) : representationOf(type);
    groups.set(key, [...(groups.get(key) ?? []), type]);
  }
  return withoutAmbiguousMembers([...groups.values()].map(makeUnionType));
}

/** `nil?`, `==`, `!` and the like are defined for every value, unless a possible class overrides them. */
function universalModel(ctx: Ctx, send: Send, state: State): Out | null {
  const { receiver, method } = send;
  const classes = unionMembers(typeOf(receiver)).flatMap(classesOf);
  const redefined = classes.some(name =>
    candidates(ctx.run.input.program, name, method).some(each => each.method.origin === 'workspace'),
  );
  return redefined ? null : applyModel(ctx, send, state);
}

/** The classes of a union's member: nil and numbers have no descendants to consider. */
function classesOf(member: Type): readonly string[] {
  const shape = representationOf(member);
  if (shape === 'bool') return ['TrueClass', 'FalseClass'];
  return [classNameOf(member) ?? (shape in PRIMITIVE_CLASS ? PRIMITIVE_CLASS[shape as Primitive] : 'Object')];
}
