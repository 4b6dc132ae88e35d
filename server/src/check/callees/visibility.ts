/**
 * Private and protected methods. Calling one on a receiver other than `self` raises NoMethodError, or reaches
 * `method_missing`. Half of the methods of every object are private: Kernel's `puts`, `format` and `raise`,
 * `initialize`.
 */
import { superclassChain } from '../../program/ancestors';
import { visibilityOn } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import type { Call } from '../../ril/ril';
import { isPartlyKnown, mayHaveUnknownMethods } from '../../typing/openClasses';
import { resolveType } from '../../typing/typeOps';
import { declaredAt } from '../binding/callReports';
import type { Ctx } from '../state/context';
import { report } from '../state/report';
import type { Callee } from '../types/methodTypes';
import type { Lookup } from './callees';

/** Drops callees whose receiver may answer the call in a way that is not visible; the call is then dynamic. */
export function withoutPrivate(ctx: Ctx, call: Call, lookup: Lookup): Lookup {
  if (!hasOtherReceiver(call)) return lookup;
  const callees = lookup.callees.filter(callee => !reachesMethodMissing(ctx, call, callee));
  return callees.length === lookup.callees.length ? lookup : { ...lookup, callees, dynamic: true };
}

/** Reports a call that violates visibility; if it does, nothing else is reported about the call. */
export function reportPrivate(ctx: Ctx, call: Call, callee: Callee): boolean {
  const { info } = callee;
  if (info === null || !hasOtherReceiver(call) || isModuleFunction(ctx, callee)) return false;
  const visibility = visibilityFor(ctx, call, callee);
  if (visibility === 'public' || (visibility === 'protected' && isRelatedToOwner(ctx, info))) return false;
  const own = info.origin === 'workspace' ? ', or make it public' : '';
  const hint = visibility === 'private' ? `Call it without a receiver${own}` : '';
  report(
    ctx,
    'LP3021',
    call.methodSpan,
    { method: call.method, visibility, owner: info.owner, hint },
    declaredAt(info),
  );
  return true;
}

/**
 * `Kernel.URI(…)`: what a library's module keeps private in classes that include it is commonly a function of the
 * module itself.
 */
function isModuleFunction(ctx: Ctx, { info, receiver }: Callee): boolean {
  const type = resolveType(ctx, receiver);
  if (info === null || info.origin === 'workspace' || type.kind !== 'classOf') return false;
  return type.name === info.owner && ctx.program.classes.get(type.name)?.kind === 'module';
}

export function hasOtherReceiver(call: Call): boolean {
  return call.receiver !== null && call.receiver.kind !== 'self' && call.madeBy !== 'send';
}

function reachesMethodMissing(ctx: Ctx, call: Call, callee: Callee): boolean {
  const { info } = callee;
  const name = classLookedUpOn(ctx, callee);
  if (info === null || name === null || visibilityFor(ctx, call, callee) !== 'private') return false;
  if (isOfHost(ctx, name, info.owner)) return true;
  if (info.origin === 'workspace' || name === info.owner) return false;
  return mayHaveUnknownMethods(ctx, name) || isPartlyKnown(ctx, name);
}

/**
 * The module requires the method of the classes that include it; that it is private in one of them says nothing of the
 * others.
 */
function isOfHost({ program, hierarchy }: Ctx, name: string, owner: string): boolean {
  return program.classes.get(name)?.kind === 'module' && !hierarchy.ancestors(name).includes(owner);
}

export function visibilityFor(ctx: Ctx, call: Call, callee: Callee): 'public' | 'protected' | 'private' {
  const { info } = callee;
  if (info === null || (info.name === 'initialize' && call.method === 'new')) return 'public';
  // The methods of the class as an object: `public :puts` in its body is about its instances.
  const isOfClass = resolveType(ctx, callee.receiver).kind === 'classOf' && !info.singleton;
  return visibilityOn(ctx.program, isOfClass ? info.owner : (classLookedUpOn(ctx, callee) ?? info.owner), info);
}

function classLookedUpOn(ctx: Ctx, callee: Callee): string | null {
  const type = resolveType(ctx, callee.receiver);
  return type.kind === 'nominal' || type.kind === 'classOf' ? type.name : null;
}

/**
 * A protected method may be called from methods of its owner's subclasses; one of a class object, from their own
 * methods.
 */
function isRelatedToOwner(ctx: Ctx, { owner, singleton }: MethodInfo): boolean {
  const self = ctx.frame.selfType;
  if (singleton) return self.kind === 'classOf' && superclassChain(ctx.program, self.name).includes(owner);
  return self.kind === 'nominal' && ctx.hierarchy.ancestors(self.name).includes(owner);
}
