/**
 * Which method a call runs. The receiver's form and static type tell its possible classes; several candidates branch on
 * the class id (a union's member, a subclass that overrides). A core method that the program redefines loses its model.
 */
import { FALSE, not, or, same } from '../logic/build';
import type { Formula } from '../logic/formula';
import { type Candidate, candidates, dynamicsOf, findMethod } from '../program/lookup';
import type { Type } from '../types/type';
import type { Args, Site } from './arguments';
import { fork } from './branch';
import { callbackOf } from './callbacks';
import { sendToClass } from './classDispatch';
import { type Ctx, type Out, placeOf } from './context';
import { coreModel, nilAnswers } from './core/models';
import { demandNonNil } from './flow';
import { whereNotFrozen } from './frozen';
import { noteKeys } from './frozenKeys';
import { withFrozenResult } from './frozenResults';
import { invoke } from './invoke';
import { oblige } from './obligations';
import { enumerableModel } from './ownEnumerable';
import { callProc } from './procContracts';
import { redefinedBy } from './redefinitions';
import { classNameOf, hasAlike, isDynamic, members, shapeOf, unionOf, withoutAlike, withoutNil } from './shape';
import { type State, withPath } from './state';
import { fromTerm, hasExactClass, instantiable, isInstance, MANY_CLASSES, tagsOf, typeGuard } from './typing';
import { unknownCall } from './unknownCall';
import { type Joined, NIL_VAL, typeOf, type Val } from './value';

export function send(ctx: Ctx, receiver: Val, method: string, args: Args, site: Site, state: State): Out {
  if (receiver.kind === 'boxed') return sendBoxed(ctx, receiver, method, args, site, state);
  const redefinition = redefinedBy(ctx, {
    className: classOfReceiver(receiver),
    asClass: receiver.kind === 'class' ? (receiver.name ?? receiver.base) : null,
    isMadeHere: receiver.kind === 'ref' && receiver.exact && state.fresh.some(each => same(each, receiver.term)),
    method,
  });
  if (redefinition)
    return unknownCall(ctx, `${method}, which ${redefinition} may redefine`, receiver, args, site, state);
  if (receiver.kind === 'nil' && !ctx.spec && lacks(ctx, NIL_TYPE, method)) {
    const there = demandNonNil(ctx, state, receiver, placeOf(ctx, site), `the receiver of ${method}`, 'NoMethodError');
    return { value: NIL_VAL, state: withPath(there, FALSE) };
  }
  if (receiver.kind === 'class') return sendToClass(ctx, receiver, method, args, site, state);
  if (receiver.kind === 'ref') return sendToObject(ctx, receiver, method, args, site, state);
  const className = PRIMITIVE_CLASS[receiver.kind];
  return sendExact(ctx, className, receiver, method, args, site, state);
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

/** After these a hash finds its values in another way than the models do: by a block, or by identity. */
const CHANGES_LOOKUP: ReadonlySet<string> = new Set(['default_proc=', 'compare_by_identity']);

/** The receiver's class is known: the program's own method, else our model, else what the library's signature says. */
function sendExact(
  ctx: Ctx,
  className: string,
  receiver: Val,
  method: string,
  args: Args,
  site: Site,
  state: State,
): Out {
  const found = findMethod(ctx.run.input.program, className, method);
  if (found?.origin === 'workspace') return invoke(ctx, found, receiver, args, site, state);
  const own = found?.owner === 'Enumerable' ? enumerableModel(ctx, receiver, method, args, site, state, send) : null;
  if (own) return own;
  const callback = ctx.spec ? null : callbackOf(ctx, method, receiver, args);
  if (callback) return unknownCall(ctx, `${method}, which may call ${callback}`, receiver, args, site, state);
  if (className === 'Hash' && CHANGES_LOOKUP.has(method))
    return unknownCall(ctx, `Hash#${method}`, receiver, args, site, state);
  const on = whereNotFrozen(ctx, receiver, method, site, state);
  noteKeys(ctx, receiver, method);
  const modelled = coreModel(ctx, receiver, method, args, site, on);
  if (modelled) return withFrozenResult(ctx, className, method, args, modelled);
  if (found?.signature && args.irregular === null)
    return withFrozenResult(ctx, className, method, args, invoke(ctx, found, receiver, args, site, on));
  return unknownCall(ctx, `${className}#${method}`, receiver, args, site, state);
}

function sendToObject(
  ctx: Ctx,
  receiver: Val & { kind: 'ref' },
  method: string,
  args: Args,
  site: Site,
  state: State,
): Out {
  if (receiver.joined) return sendToEither(ctx, receiver.joined, method, args, site, state);
  const types = withoutAlike(members(receiver.type));
  if (types.length > 1) return sendByMember(ctx, receiver, types, method, args, site, state);
  if (hasAlike(receiver.type)) return send(ctx, { ...receiver, type: types[0]! }, method, args, site, state);
  const className = classNameOf(receiver.type) ?? 'Object';
  if (receiver.exact) return sendExact(ctx, className, receiver, method, args, site, state);
  const { program } = ctx.run.input;
  const own = program.classes.get(className);
  if (own?.kind === 'module') {
    const assumed = own.methods.get(method);
    if (assumed && !assumed.definition && !assumed.synthetic) return invoke(ctx, assumed, receiver, args, site, state);
  }
  const found = candidates(program, className, method);
  if (found.every(candidate => candidate.method.origin !== 'workspace'))
    return sendExact(ctx, className, receiver, method, args, site, state);
  if (dynamicsOf(program, className).some(each => each.what === 'method_missing'))
    return unknownCall(ctx, `${method} of a class with method_missing`, receiver, args, site, state);
  return sendToCandidates(ctx, receiver, className, found, method, args, site, state);
}

/** Each branch's value by itself: together, their types say less. */
function sendToEither(ctx: Ctx, joined: Joined, method: string, args: Args, site: Site, state: State): Out {
  const to = (val: Val) => (s: State) => send(ctx, val, method, args, site, s);
  return fork(ctx, joined.condition, state, site, to(joined.yes), to(joined.no));
}

function sendToCandidates(
  ctx: Ctx,
  receiver: Val & { kind: 'ref' },
  className: string,
  found: readonly Candidate[],
  method: string,
  args: Args,
  site: Site,
  state: State,
): Out {
  const { run } = ctx;
  const covered = new Set(found.flatMap(candidate => candidate.receivers));
  const missing = instantiable(run.input.program, className).filter(name => !covered.has(name));
  if (missing.length > 0) {
    const has = not(or(...missing.map(name => hasExactClass(run, receiver.term, name))));
    oblige(ctx, state, {
      kind: 'exception',
      goal: has,
      place: placeOf(ctx, site),
      about: `the receiver has a method ${method}`,
    });
  }
  const [last, ...others] = [...found].reverse();
  if (!last) return unknownCall(ctx, `${className}#${method}`, receiver, args, site, state);
  const run1 = (candidate: Candidate) => (s: State) => {
    const narrowed = candidate.receivers.length === 1 ? narrow(receiver, candidate.receivers[0]!) : receiver;
    return candidate.method.origin === 'workspace'
      ? invoke(ctx, candidate.method, narrowed, args, site, s)
      : sendExact(ctx, candidate.receivers[0] ?? className, narrowed, method, args, site, s);
  };
  return others.reduce<(s: State) => Out>((otherwise, candidate) => {
    const is = or(...candidate.receivers.map(name => hasExactClass(run, receiver.term, name)));
    return s => fork(ctx, is, s, site, run1(candidate), otherwise);
  }, run1(last))(state);
}

function narrow(receiver: Val & { kind: 'ref' }, className: string): Val & { kind: 'ref' } {
  const args = receiver.type.kind === 'nominal' ? receiver.type.args : [];
  return { ...receiver, type: { kind: 'nominal', name: className, args } };
}

/** A reference whose type is a union of classes. */
function sendByMember(
  ctx: Ctx,
  receiver: Val & { kind: 'ref' },
  types: readonly Type[],
  method: string,
  args: Args,
  site: Site,
  state: State,
): Out {
  const [last, ...others] = widestLast(ctx, types).reverse();
  const as = (type: Type) => (s: State) => send(ctx, { ...receiver, type }, method, args, site, s);
  return others.reduce<(s: State) => Out>((otherwise, type) => {
    const is = isInstance(ctx.run, receiver.term, receiver.type, classNameOf(type) ?? 'Object');
    return s => fork(ctx, is, s, site, as(type), otherwise);
  }, as(last!))(state);
}

/** A union or nilable receiver: nil first (an obligation where nil lacks the method), then one branch per member. */
function sendBoxed(
  ctx: Ctx,
  receiver: Val & { kind: 'boxed' },
  method: string,
  args: Args,
  site: Site,
  state: State,
): Out {
  if (receiver.joined) return sendToEither(ctx, receiver.joined, method, args, site, state);
  const called = callProc(ctx, receiver, method, args, site, state);
  if (called) return called;
  const universal = universalModel(ctx, receiver, method, args, site, state);
  if (universal) return universal;
  if (isDynamic(receiver.type) || tagsOf(receiver.type) === null)
    return unknownCall(ctx, `a call of ${method} on a value of unknown type`, receiver, args, site, state);
  const isNil = typeGuard(ctx.run, receiver.term, { kind: 'nil' }, state.heap.alloc);
  const mayBe = members(receiver.type).some(member => shapeOf(member) === 'nil');
  if (mayBe && nilHas(ctx, method))
    return fork(
      ctx,
      isNil,
      state,
      site,
      s => send(ctx, NIL_VAL, method, args, site, s),
      s => sendNonNil(ctx, receiver, method, args, site, s),
    );
  if (!mayBe) return sendNonNil(ctx, receiver, method, args, site, state);
  const there = demandNonNil(ctx, state, receiver, placeOf(ctx, site), `the receiver of ${method}`, 'NoMethodError');
  return sendNonNil(ctx, receiver, method, args, site, there);
}

function nilHas(ctx: Ctx, method: string): boolean {
  return nilAnswers(method) || findMethod(ctx.run.input.program, 'NilClass', method)?.origin === 'workspace';
}

function sendNonNil(
  ctx: Ctx,
  receiver: Val & { kind: 'boxed' },
  method: string,
  args: Args,
  site: Site,
  state: State,
): Out {
  const all = groupByShape(members(withoutNil(receiver.type)).filter(member => shapeOf(member) !== 'nil'));
  const types = all.filter(type => !lacks(ctx, type, method));
  if (types.length === 0) return unknownCall(ctx, method, receiver, args, site, state);
  const without = all.filter(type => !types.includes(type));
  const has = not(or(...without.map(type => typeGuard(ctx.run, receiver.term, type, state.heap.alloc))));
  const about = `the receiver has a method ${method}`;
  const there = oblige(ctx, state, {
    kind: 'exception',
    goal: has,
    place: placeOf(ctx, site),
    about,
    raises: 'NoMethodError',
  });
  const [last, ...others] = widestLast(ctx, types).reverse();
  if (!last) return { value: NIL_VAL, state };
  // A class that numbers and objects belong to (Numeric) is no form by itself: what it is stays open.
  const as = (type: Type) => (s: State) =>
    shapeOf(type) === 'boxed' && all.length === 1
      ? unknownCall(ctx, `${method} of any ${classNameOf(type) ?? 'value'}`, receiver, args, site, s)
      : send(ctx, fromTerm(receiver.term, type), method, args, site, s);
  return others.reduce<(s: State) => Out>((otherwise, type) => {
    const is: Formula = typeGuard(ctx.run, receiver.term, type, there.heap.alloc, receiver.type);
    return s => (is === FALSE ? otherwise(s) : fork(ctx, is, s, site, as(type), otherwise));
  }, as(last))(there);
}

/** Classes that have too many below them to be told from others by name are what is left in the end. */
function widestLast(ctx: Ctx, types: readonly Type[]): Type[] {
  const isWide = (type: Type): boolean =>
    shapeOf(type) === 'ref' && instantiable(ctx.run.input.program, classNameOf(type) ?? 'Object').length > MANY_CLASSES;
  return [...types.filter(type => !isWide(type)), ...types.filter(isWide)];
}

/** The class is known and has no such method: calling it raises. Classes that answer to anything count as having it. */
function lacks(ctx: Ctx, type: Type, method: string): boolean {
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
    const key = shapeOf(type) === 'ref' ? JSON.stringify(type) : shapeOf(type);
    groups.set(key, [...(groups.get(key) ?? []), type]);
  }
  return withoutAlike([...groups.values()].map(unionOf));
}

/** `nil?`, `==`, `!` and friends have a meaning for every value, as long as no class in question has its own. */
function universalModel(ctx: Ctx, receiver: Val, method: string, args: Args, site: Site, state: State): Out | null {
  const classes = members(typeOf(receiver)).flatMap(classesOf);
  const redefined = classes.some(name =>
    candidates(ctx.run.input.program, name, method).some(each => each.method.origin === 'workspace'),
  );
  return redefined ? null : coreModel(ctx, receiver, method, args, site, state);
}

/** Of a union's member: nil and numbers have no descendants to be asked. */
function classesOf(member: Type): readonly string[] {
  const shape = shapeOf(member);
  if (shape === 'bool') return ['TrueClass', 'FalseClass'];
  return [classNameOf(member) ?? (shape in PRIMITIVE_CLASS ? PRIMITIVE_CLASS[shape as Primitive] : 'Object')];
}
