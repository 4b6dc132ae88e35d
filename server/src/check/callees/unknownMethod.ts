/** Reports a method that the receiver does not have, with the likely intended name and what would declare it. */

import { singletonAncestors } from '../../program/ancestors';
import { instanceOwners } from '../../program/lookup';
import type { Call } from '../../ril/ril';
import { showType } from '../../types/show';
import type { Type } from '../../types/type';
import { className } from '../../typing/narrow';
import { isPartlyKnown } from '../../typing/openClasses';
import { isNil, resolveType, widenLiterals } from '../../typing/typeOps';
import { didYouMean } from '../binding/callReports';
import type { Ctx } from '../state/context';
import { report } from '../state/report';

/** `others`: other alternatives of the receiver's type do have the method. */
export function reportUnknownMethod(ctx: Ctx, call: Call, missing: readonly Type[], others: boolean): void {
  const [first] = missing;
  if (first === undefined || ctx.silent) return;
  if (call.receiver === null) {
    reportMissingOnSelf(ctx, call, first);
    return;
  }
  if (others && missing.every(isNil)) {
    report(ctx, 'LP3016', call.methodSpan, { method: call.method });
    return;
  }
  const type = missing.map(member => showType(widenForDisplay(ctx, member))).join(' and ');
  const hint = first.kind === 'any' ? 'Test its class first' : didYouMean(call.method, methodNames(ctx, first));
  if (hint === '' && missing.every(member => isOfLibrary(ctx, member))) return;
  report(ctx, 'LP3004', call.methodSpan, { type, many: String(missing.length > 1), method: call.method, hint });
}

/** Shows `1` as Integer; but does not show a value that is only ever false as a boolean. */
function widenForDisplay(ctx: Ctx, member: Type): Type {
  const type = resolveType(ctx, member);
  const isTruth = type.kind === 'literal' && (type.value.type === 'true' || type.value.type === 'false');
  return isTruth ? type : widenLiterals(type, ctx);
}

function reportMissingOnSelf(ctx: Ctx, call: Call, self: Type): void {
  const names = methodNames(ctx, self);
  if (ctx.frame.clause !== null) {
    const known = [...ctx.frame.clause.names];
    const hint = didYouMean(call.method, [...known, ...names]);
    report(ctx, 'LP3030', call.methodSpan, {
      name: call.method,
      known: known.length === 0 ? 'no names' : known.map(name => `\`${name}\``).join(', '),
      hint,
    });
    return;
  }
  if (call.bare) {
    report(ctx, 'LP3005', call.methodSpan, {
      name: call.method,
      hint: didYouMean(call.method, [...localNames(ctx), ...names]),
    });
    return;
  }
  const type = showType(resolveType(ctx, self));
  const isModule = ctx.program.classes.get(type)?.kind === 'module';
  const declare = isModule ? `If the classes that include ${type} have it, declare it: type :${call.method}, '…'` : '';
  report(ctx, 'LP3004', call.methodSpan, {
    type,
    method: call.method,
    hint: didYouMean(call.method, names) || declare,
  });
}

/** The signatures of a library may be incomplete, so only a likely misspelling is reported. */
function isOfLibrary(ctx: Ctx, type: Type): boolean {
  const plain = resolveType(ctx, type);
  const name = plain.kind === 'classOf' ? plain.name : className(plain);
  return name !== null && isPartlyKnown(ctx, name);
}

function localNames(ctx: Ctx): Iterable<string> {
  return [...ctx.frame.params.keys(), ...ctx.frame.assigned.keys()].filter(name => !name.startsWith('%'));
}

export function methodNames(ctx: Ctx, type: Type): readonly string[] {
  const plain = resolveType(ctx, type);
  if (plain.kind === 'classOf') {
    return singletonAncestors(ctx.program, plain.name).flatMap(owner => {
      const info = ctx.program.classes.get(owner.name);
      return [...((owner.singleton ? info?.singletonMethods : info?.methods)?.keys() ?? [])];
    });
  }
  const name = className(plain);
  if (name === null) return [];
  return instanceOwners(ctx.program, name).flatMap(owner => [
    ...(ctx.program.classes.get(owner)?.methods.keys() ?? []),
  ]);
}
