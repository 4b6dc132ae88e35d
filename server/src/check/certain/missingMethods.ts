/**
 * Rule: a call raises NoMethodError if no value of the receiver's type has the method, and none of its classes is
 * uncertain. For a call on `self` that must hold in every class whose instances run the method.
 */
import type { Span } from '../../base/span';
import { allDescendants } from '../../program/ancestors';
import { candidates, findMethod, methodByKey, superMethod } from '../../program/lookup';
import { workspaceMethods } from '../../program/workspace';
import type { Call, Expr } from '../../ril/ril';
import { showType } from '../../types/show';
import type { Type } from '../../types/type';
import { DYNAMIC, NIL, SELF } from '../../types/type';
import type { MethodKey } from '../../types/typedMethod';
import { className } from '../../typing/narrow';
import { isNil, mayBeNil, membersOf, resolveType, widenLiterals } from '../../typing/typeOps';
import { didYouMean } from '../binding/callReports';
import type { Lookup } from '../callees/callees';
import { methodNames } from '../callees/unknownMethod';
import { findSingleAssignment } from '../facts/singleAssignment';
import { findUnchanged } from '../facts/unchangedLocal';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { mayReport, reportCertain } from './certainReports';
import { certainlyLacks, hostsOf, isExact, isFullyVisible, mayBeSingletonMethod } from './knownClasses';
import { mayHaveHidden, type Owner } from './misspelt';

export function reportMissingMethod(ctx: Ctx, env: Env, call: Call, receiver: Type, found: Lookup): void {
  if (!mayReport(ctx, env) || found.callees.length > 0 || found.dynamic || found.missing.length === 0) return;
  if (call.receiver === null || call.receiver.kind === 'self') reportMissingOnSelf(ctx, env, call);
  else reportMissingOn(ctx, env, call, call.receiver, receiver);
}

function reportMissingOn(ctx: Ctx, env: Env, call: Call, on: Expr, receiver: Type): void {
  const members = membersOf(ctx, receiver);
  const exact = isInstanceOfOneClass(ctx, on);
  if (members.length === 0 || !members.every(member => certainlyLacks(ctx, member, call.method, exact))) return;
  // The checker is lenient about nil, which any value may then be.
  if (!isNeverNil(ctx, on, members) && !certainlyLacks(ctx, NIL, call.method, true)) return;
  if (mayBeDefinedElsewhere(ctx, call.method, members, on)) return;
  if (members.every(isNil) && !isSurelyNil(ctx, on)) return;
  if (call.safe && mayBeNil(ctx, ctx.out.types.get(on) ?? NIL)) return;
  const shown = members.map(member => showReceiver(ctx, member));
  const names = members.flatMap(member => methodNames(ctx, member));
  const args = {
    type: [...new Set(shown)].join(' and '),
    many: String(new Set(shown).size > 1),
    method: call.method,
    hint: members.every(isNil) ? '' : didYouMean(call.method, names),
  };
  reportCertain(ctx, env, { code: 'LP5001', span: call.methodSpan, raises: 'NoMethodError', name: call.method, args });
}

/** `C.new`, a local that holds it, or what a method that returns `self` returns for it. */
function isInstanceOfOneClass(ctx: Ctx, on: Expr): boolean {
  if (isExact(on) || holdsOneInstance(ctx, on)) return true;
  if (on.kind !== 'call' || on.receiver === null || !isInstanceOfOneClass(ctx, on.receiver)) return false;
  const candidates = ctx.out.calls.get(on)?.candidates ?? [];
  return candidates.length > 0 && candidates.every(({ method }) => method !== null && returnsSelf(ctx, method));
}

function returnsSelf(ctx: Ctx, key: MethodKey): boolean {
  const method = methodByKey(ctx.program, key);
  if (method === null || method.origin !== 'workspace') return false;
  if (method.signature !== null) return method.signature.arms.every(({ type }) => type.result.kind === 'self');
  return ctx.summaries.resultOf({ method, self: SELF, assumed: new Map() }, ctx.memory.depth.now).kind === 'self';
}

/** A local that is only ever assigned one `C.new`. */
function holdsOneInstance(ctx: Ctx, on: Expr): boolean {
  if (on.kind !== 'var' || on.scope !== 'local' || (ctx.inference?.mayWriteLocals() ?? true)) return false;
  const value = findSingleAssignment(ctx, on.name);
  return value?.kind === 'call' && isExact(value);
}

/** `C.new`, a literal, or a class itself. */
function isNeverNil(ctx: Ctx, on: Expr, members: readonly Type[]): boolean {
  return isExact(on) && (on.kind !== 'const' || members.every(member => resolveType(ctx, member).kind === 'classOf'));
}

/** `&:name`: every yielded value is sent the name. */
export function reportMissingInSymbol(ctx: Ctx, env: Env, span: Span, method: string, yielded: Type): void {
  if (!mayReport(ctx, env)) return;
  const members = membersOf(ctx, yielded);
  const lacks = members.length > 0 && members.every(member => certainlyLacks(ctx, member, method, false));
  if (
    !lacks ||
    !certainlyLacks(ctx, NIL, method, true) ||
    members.every(isNil) ||
    mayBeDefinedElsewhere(ctx, method, members)
  )
    return;
  const shown = [...new Set(members.map(member => showReceiver(ctx, member)))];
  const hint = didYouMean(
    method,
    members.flatMap(member => methodNames(ctx, member)),
  );
  const args = { type: shown.join(' and '), many: String(shown.length > 1), method, hint };
  reportCertain(ctx, env, { code: 'LP5001', span, raises: 'NoMethodError', name: method, args });
}

/** A method that only refinements add, in a file that activates none. */
export function reportInactiveRefinement(ctx: Ctx, env: Env, call: Call, { callees, dynamic }: Lookup): void {
  if (!mayReport(ctx, env) || callees.length === 0 || dynamic || !callees.every(({ info }) => info?.isRefined)) return;
  if (ctx.inference?.usesRefinements() ?? true) return;
  const lacks = ({ receiver, info }: Lookup['callees'][number]): boolean => {
    const name = className(resolveType(ctx, receiver));
    const isKnown = name !== null && isFullyVisible(ctx, name, ({ cause }) => cause.kind === 'refinement');
    return isKnown && info !== null && superMethod(ctx.program, info) === null;
  };
  if (!callees.every(lacks) || !certainlyLacks(ctx, NIL, call.method, true)) return;
  if (
    mayBeDefinedElsewhere(
      ctx,
      call.method,
      callees.map(({ receiver }) => receiver),
    )
  )
    return;
  const type = [...new Set(callees.map(({ receiver }) => showReceiver(ctx, receiver)))].join(' and ');
  const args = { type, many: 'false', method: call.method, hint: 'A refinement adds it: write `using`' };
  reportCertain(ctx, env, { code: 'LP5001', span: call.methodSpan, raises: 'NoMethodError', name: call.method, args });
}

/** A library method that the call runs will call `method` on the receiver. */
export function reportMissingInIncludingClass(ctx: Ctx, env: Env, call: Call, type: Type, method: string): void {
  if (mayBeDefinedElsewhere(ctx, method, [type])) return;
  const hint = `\`${call.method}\` calls it`;
  const args = { type: showReceiver(ctx, type), many: 'false', method, hint };
  reportCertain(ctx, env, { code: 'LP5001', span: call.methodSpan, raises: 'NoMethodError', name: method, args });
}

export interface Reference {
  readonly on: Expr | null;
  readonly method: string;
  readonly span: Span;
}

/** `method(:name)` of a name that the receiver has not; `respond_to_missing?` may answer for it. */
export function reportMissingReference(ctx: Ctx, env: Env, { on, method, span }: Reference): void {
  const isSelf = on === null || on.kind === 'self';
  const type = isSelf ? ctx.frame.selfType : (ctx.out.types.get(on) ?? DYNAMIC);
  const members = membersOf(ctx, type);
  const lacks = (member: Type): boolean =>
    isSelf ? lacksOnSelf(ctx, member, method) : certainlyLacks(ctx, member, method, isExact(on));
  if (
    members.length === 0 ||
    members.every(isNil) ||
    !members.every(lacks) ||
    mayBeDefinedElsewhere(ctx, method, members)
  )
    return;
  if (!isSelf && !isNeverNil(ctx, on, members) && !certainlyLacks(ctx, NIL, method, true)) return;
  if (workspaceMethods(ctx.program, 'respond_to_missing?').length > 0) return;
  const hint = didYouMean(
    method,
    members.flatMap(member => methodNames(ctx, member)),
  );
  const args = { type: showReceiver(ctx, type), many: 'false', method, hint };
  reportCertain(ctx, env, { code: 'LP5001', span, raises: 'NameError', name: method, args });
}

/** `M.new` of a module, which has no `new`. */
export function reportNewOfModule(ctx: Ctx, env: Env, call: Call, receiver: Type): void {
  const type = resolveType(ctx, receiver);
  if (call.method !== 'new' || call.receiver?.kind !== 'const' || type.kind !== 'classOf' || !mayReport(ctx, env))
    return;
  const info = ctx.program.classes.get(type.name);
  if (info?.kind !== 'module' || info.origin !== 'workspace' || !certainlyLacks(ctx, type, 'new', true)) return;
  if (mayBeDefinedElsewhere(ctx, 'new', [type])) return;
  const args = { type: showReceiver(ctx, type), many: 'false', method: 'new', hint: '' };
  reportCertain(ctx, env, { code: 'LP5001', span: call.methodSpan, raises: 'NoMethodError', name: 'new', args });
}

/** Nil from a library method counts only if it returns nothing else (`puts`). */
function isSurelyNil(ctx: Ctx, on: Expr): boolean {
  if (on.kind === 'var' && on.scope === 'local') return !(ctx.inference?.mayWriteLocals() ?? true);
  if (on.kind !== 'call') return true;
  if (isAbsentKey(ctx, on)) return true;
  const candidates = ctx.out.calls.get(on)?.candidates ?? [];
  return (
    candidates.length > 0 &&
    candidates.every(({ method, arms }) => {
      const info = method === null ? null : methodByKey(ctx.program, method);
      return info?.origin === 'workspace' || (arms.length > 0 && arms.every(({ type }) => type.result.kind === 'nil'));
    })
  );
}

/** `h[:key]` of a hash that a literal made, that nothing changes, and whose type says that the key is absent. */
function isAbsentKey(ctx: Ctx, { receiver, method, args }: Call): boolean {
  if (receiver?.kind !== 'var' || receiver.scope !== 'local' || method !== '[]' || args.length !== 1) return false;
  const type = ctx.out.types.get(receiver);
  if (type === undefined || resolveType(ctx, type).kind !== 'finiteHash') return false;
  return findUnchanged(ctx, receiver.name, 'Hash') !== null && !(ctx.inference?.mayWriteLocals() ?? true);
}

function reportMissingOnSelf(ctx: Ctx, env: Env, call: Call): void {
  const self = ctx.frame.selfType;
  if (!lacksOnSelf(ctx, self, call.method) || mayBeDefinedElsewhere(ctx, call.method, [self])) return;
  const locals = [...ctx.frame.params.keys(), ...ctx.frame.assigned.keys()].filter(name => !name.startsWith('%'));
  const hint = didYouMean(call.method, [...locals, ...methodNames(ctx, self)]);
  const at = { span: call.methodSpan, name: call.method };
  if (call.bare)
    reportCertain(ctx, env, { code: 'LP5002', ...at, raises: 'NameError', args: { name: call.method, hint } });
  else {
    const type = showReceiver(ctx, self);
    const args = { type, many: 'false', method: call.method, hint };
    reportCertain(ctx, env, { code: 'LP5001', ...at, raises: 'NoMethodError', args });
  }
}

function lacksOnSelf(ctx: Ctx, self: Type, method: string): boolean {
  const { program } = ctx;
  if (self.kind === 'classOf') return certainlyLacks(ctx, self, method, false);
  if (self.kind !== 'nominal') return false;
  if (self.name === 'Object') {
    // The main object has some of Module's methods, such as `include` and `define_method`.
    if (findMethod(program, 'Module', method) !== null || !isFullyVisible(ctx, 'Object')) return false;
    return candidates(program, 'Object', method).length === 0;
  }
  const hosts = hostsOf(ctx, self.name);
  if (hosts === null || !hosts.some(host => hasObjects(ctx, host))) return false;
  return hosts.every(host => isFullyVisible(ctx, host) && findMethod(program, host, method) === null);
}

/** Some file creates its instances, or it is the last of a family of classes: not abstract. */
function hasObjects({ program, inference }: Ctx, name: string): boolean {
  if (inference?.isInstantiated(name)) return true;
  const { kind, superclass } = program.classes.get(name) ?? { kind: 'module', superclass: null };
  const above = superclass === null ? undefined : program.classes.get(superclass);
  const isBelowOwn = above?.origin === 'workspace' && above.name !== 'Object';
  return kind === 'class' && isBelowOwn && allDescendants(program, name).length === 0;
}

/** Something that is not visible, or one object alone, may have the method. */
function mayBeDefinedElsewhere(ctx: Ctx, method: string, members: readonly Type[], on: Expr | null = null): boolean {
  return mayBeSingletonMethod(ctx, method, on) || mayHaveHidden(ctx, method, ownersOf(ctx, members));
}

/** For the instances of a module: the classes that include it. */
function ownersOf(ctx: Ctx, members: readonly Type[]): readonly Owner[] {
  return members.flatMap((member): readonly Owner[] => {
    const type = resolveType(ctx, member);
    if (type.kind === 'classOf') return [{ className: type.name, singleton: true }];
    const name = className(type) ?? 'Object';
    const isModule = ctx.program.classes.get(name)?.kind === 'module';
    return (isModule ? (hostsOf(ctx, name) ?? [name]) : [name]).map(host => ({ className: host, singleton: false }));
  });
}

/** `the class Order`, `Integer`. */
function showReceiver(ctx: Ctx, type: Type): string {
  const plain = resolveType(ctx, type);
  if (plain.kind === 'classOf') return `the ${ctx.program.classes.get(plain.name)?.kind ?? 'class'} ${plain.name}`;
  return showType(widenForDisplay(ctx, plain));
}

/** Shows `1` as Integer; but does not show a value that is only ever false as a boolean. */
function widenForDisplay(ctx: Ctx, member: Type): Type {
  const type = resolveType(ctx, member);
  const isTruth = type.kind === 'literal' && (type.value.type === 'true' || type.value.type === 'false');
  return isTruth ? type : widenLiterals(type, ctx);
}
