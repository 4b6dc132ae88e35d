/**
 * Rule: a method of a core module calls what every including class must have (RBS `module Enumerable : _Each`), so a
 * class without that method raises. Methods that return an Enumerator call it later.
 */
import type { Call } from '../../ril/ril';
import type { Type } from '../../types/type';
import { membersOf, resolveType } from '../../typing/typeOps';
import type { Choice } from '../binding/overloads';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { mayReport } from './certainReports';
import { certainlyLacks, isExact } from './knownClasses';
import { reportMissingInIncludingClass } from './missingMethods';

export function reportMissingMixinRequirement(ctx: Ctx, env: Env, call: Call, choices: readonly Choice[]): void {
  const [choice, ...others] = choices;
  if (choice === undefined || others.length > 0 || !mayReport(ctx, env)) return;
  const { info, receiver } = choice.callee;
  if (info?.origin !== 'core' || !isExact(call.receiver) || call.block?.type !== 'block' || call.args.length > 0)
    return;
  if (choice.chosen.length === 0 || choice.chosen.some(({ arm }) => isEnumerator(ctx, arm.result))) return;
  const type = resolveType(ctx, receiver);
  const lacking = requiredBy(ctx, info.owner).find(method => certainlyLacks(ctx, type, method, true));
  if (lacking !== undefined) reportMissingInIncludingClass(ctx, env, call, type, lacking);
}

/** Methods that every class has which includes the module. */
function requiredBy(ctx: Ctx, module: string): readonly string[] {
  const info = ctx.program.classes.get(module);
  if (info?.kind !== 'module') return [];
  return info.selfTypes.flatMap(type => {
    const plain = resolveType(ctx, type);
    return plain.kind === 'structural' ? plain.methods.map(({ name }) => name) : [];
  });
}

function isEnumerator(ctx: Ctx, result: Type): boolean {
  return membersOf(ctx, result).some(
    member => member.kind === 'nominal' && ctx.hierarchy.ancestors(member.name).includes('Enumerator'),
  );
}
