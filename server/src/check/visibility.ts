/**
 * Private and protected methods: who calls one with a receiver that is not `self` gets a NoMethodError, or reaches
 * `method_missing`. Half of what every object has is private: `puts`, `format`, `raise` of Kernel, `initialize`.
 */
import { visibilityOn } from '../program/lookup';
import type { Call } from '../ril/ril';
import type { Callee, Lookup } from './callees';
import { declaredAt } from './callReports';
import type { Ctx } from './context';
import { resolved } from './relations';
import { report } from './report';
import { isHalfKnown, isUncertain } from './sight';

/** Who has such a method, but for itself, and may answer in another way that is not in sight, is not known. */
export function withoutHidden(ctx: Ctx, call: Call, lookup: Lookup): Lookup {
  if (!hasOtherReceiver(call)) return lookup;
  const callees = lookup.callees.filter(callee => !isAnsweredElsewhere(ctx, call, callee));
  return callees.length === lookup.callees.length ? lookup : { ...lookup, callees, dynamic: true };
}

/** Says so where it is: then nothing else is worth saying of the call. */
export function reportHidden(ctx: Ctx, call: Call, callee: Callee): boolean {
  const { info } = callee;
  if (info === null || !hasOtherReceiver(call)) return false;
  const visibility = visibilityFor(ctx, call, callee);
  if (visibility === 'public' || (visibility === 'protected' && isKin(ctx, info.owner))) return false;
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

function hasOtherReceiver(call: Call): boolean {
  return call.receiver !== null && call.receiver.kind !== 'self' && call.madeBy !== 'send';
}

function isAnsweredElsewhere(ctx: Ctx, call: Call, callee: Callee): boolean {
  const { info } = callee;
  if (info === null || info.origin === 'workspace' || visibilityFor(ctx, call, callee) !== 'private') return false;
  const name = seenAs(ctx, callee);
  return name !== null && name !== info.owner && (isUncertain(ctx, name) || isHalfKnown(ctx, name));
}

function visibilityFor(ctx: Ctx, call: Call, callee: Callee): 'public' | 'protected' | 'private' {
  const { info } = callee;
  if (info === null || (info.name === 'initialize' && call.method === 'new')) return 'public';
  // What a class has as an object of its own: `public :puts` in its body is about its instances.
  const isOfClass = resolved(ctx, callee.receiver).kind === 'classOf' && !info.singleton;
  return visibilityOn(ctx.program, isOfClass ? info.owner : (seenAs(ctx, callee) ?? info.owner), info);
}

function seenAs(ctx: Ctx, callee: Callee): string | null {
  const type = resolved(ctx, callee.receiver);
  return type.kind === 'nominal' || type.kind === 'classOf' ? type.name : null;
}

/** Protected methods may be called from methods of the same family. */
function isKin(ctx: Ctx, owner: string): boolean {
  const self = ctx.frame.selfType;
  return self.kind === 'nominal' && ctx.hierarchy.ancestors(self.name).includes(owner);
}
