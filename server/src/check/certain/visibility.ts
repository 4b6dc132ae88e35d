/**
 * Rule: a call with a receiver other than `self` raises NoMethodError if every method that it may run is private, or
 * protected and the class of `self` is not related to its owner.
 */

import { superclassChain } from '../../program/ancestors';
import type { MethodInfo } from '../../program/program';
import type { Call } from '../../ril/ril';
import { className } from '../../typing/narrow';
import { mayHaveUnknownMethods } from '../../typing/openClasses';
import { resolveType } from '../../typing/typeOps';
import type { Lookup } from '../callees/callees';
import { hasOtherReceiver, visibilityFor } from '../callees/visibility';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import type { Callee } from '../types/methodTypes';
import { mayReport, reportCertain } from './certainReports';
import { isExact, isOfLibrary, mayBeSingletonMethod } from './knownClasses';

/** Returns true if the call was found to raise. */
export function reportInaccessible(ctx: Ctx, env: Env, call: Call, found: Lookup): boolean {
  if (!mayReport(ctx, env) || !hasOtherReceiver(call) || found.dynamic || found.callees.length === 0) return false;
  // A class body may make a method private after it called it.
  if (ctx.frame.method === null && ctx.inference?.isScript !== true) return false;
  if (!found.callees.every(callee => isInaccessible(ctx, call, callee))) return false;
  const [first] = found.callees;
  const info = first?.info;
  if (!info || mayBeSingletonMethod(ctx, call.method)) return false;
  // A library that is not visible may define a public one nearer to the receiver.
  const name = /^[A-Z]/.test(call.method) ? `#${call.method}` : call.method;
  if (info.origin !== 'workspace' && (ctx.inference?.mayBeDefinedElsewhere(name) ?? true)) return false;
  const isNew = first.makes !== null;
  const visibility = isNew ? 'private' : visibilityFor(ctx, call, first);
  const own = info.origin === 'workspace' ? ', or make it public' : '';
  const hint = visibility === 'private' ? `Call it without a receiver${own}` : '';
  const receiver = resolveType(ctx, first.receiver);
  const owner = isNew && receiver.kind === 'classOf' ? receiver.name : info.owner;
  const args = { method: call.method, visibility, owner, hint };
  reportCertain(ctx, env, { code: 'LP5008', span: call.methodSpan, raises: 'NoMethodError', name: call.method, args });
  return true;
}

function isInaccessible(ctx: Ctx, call: Call, callee: Callee): boolean {
  const { info } = callee;
  const receiver = resolveType(ctx, callee.receiver);
  const name = receiver.kind === 'classOf' ? receiver.name : className(receiver);
  if (info === null || name === null || mayHaveUnknownMethods(ctx, name)) return false;
  // A subclass may make the method public, or answer the call by `method_missing`.
  const below = (ctx.program.descendants.get(name) ?? []).filter(one => !isOfLibrary(ctx.program, one));
  if (below.length > 0 && !isExact(call.receiver)) return false;
  const visibility = callee.makes === null ? visibilityFor(ctx, call, callee) : visibilityOfNew(ctx, name);
  if (visibility === 'public') return false;
  return visibility === 'private' || !mayBeRelative(ctx, info);
}

/** `private_class_method :new`, here or in a superclass. */
function visibilityOfNew(ctx: Ctx, name: string): 'public' | 'private' {
  const changed = superclassChain(ctx.program, name).map(one => ctx.program.classes.get(one)?.visibilities.get('.new'));
  return changed.find(visibility => visibility !== undefined) === 'private' ? 'private' : 'public';
}

/** Is `self` perhaps an instance of the owner or of a subclass, or, for a method of a class object, such a class? */
function mayBeRelative(ctx: Ctx, { owner, singleton }: MethodInfo): boolean {
  const self = ctx.frame.selfType;
  if (self.kind === 'classOf') {
    // `extend M` makes the class an instance of M.
    if (!singleton) return ctx.program.classes.get(owner)?.kind === 'module';
    const below = [self.name, ...(ctx.program.descendants.get(self.name) ?? [])];
    return below.some(name => superclassChain(ctx.program, name).includes(owner));
  }
  if (singleton) return self.kind !== 'nominal' || ctx.hierarchy.ancestors('Class').includes(self.name);
  if (self.kind !== 'nominal') return true;
  if (ctx.inference?.isScript && self.name === 'Object') return owner === 'Object';
  const below = [self.name, ...(ctx.program.descendants.get(self.name) ?? [])];
  return self.name === 'Object' || below.some(name => ctx.hierarchy.ancestors(name).includes(owner));
}
