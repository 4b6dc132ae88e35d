/** `C.new` of a class that says it has no objects of its own, or that leaves a method without a body (Sorbet's `abstract`). */
import { ancestors } from '../../program/ancestors';
import { findMethod } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import type { Call } from '../../ril/ril';
import type { Ctx } from '../state/context';
import { report } from '../state/report';
import type { Callee } from '../types/methodTypes';

/** Only where the class is named: a class object in a variable may be that of a subclass. */
export function reportAbstract(ctx: Ctx, call: Call, { receiver, makes }: Callee): void {
  if (call.receiver?.kind !== 'const' || receiver.kind !== 'classOf' || makes?.kind !== 'nominal') return;
  const info = ctx.program.classes.get(makes.name);
  if (info?.origin !== 'workspace' || info.kind !== 'class') return;
  const open = openMethod(ctx, makes.name);
  if (open === null && !info.restrictions?.includes('abstract')) return;
  report(ctx, 'LP3045', call.span, { name: makes.name, method: open === null ? '' : `${open.owner}#${open.name}` });
}

/** A method that is declared `abstract` and that no class above defines. */
function openMethod({ program }: Ctx, name: string): MethodInfo | null {
  for (const above of ancestors(program, name))
    for (const method of program.classes.get(above)?.methods.values() ?? []) {
      if (!isAbstract(method)) continue;
      const found = findMethod(program, name, method.name);
      if (found !== null && isAbstract(found)) return found;
    }
  return null;
}

function isAbstract({ signature }: MethodInfo): boolean {
  return signature?.arms.some(arm => arm.abstract) === true;
}
