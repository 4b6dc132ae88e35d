/**
 * Rule: a call on a field that no visible code assigns is a call on nil. Assignments count wherever they are in the
 * family of the class: in its methods, those of its relatives, attribute writers and class bodies.
 */
import { allDescendants, ancestors } from '../../program/ancestors';
import { findAssigned } from '../../program/fieldWriters';
import type { ClassInfo } from '../../program/program';
import type { Call, Var } from '../../ril/ril';
import { NIL } from '../../types/type';
import { didYouMean } from '../binding/callReports';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { hostsOf, isWhole, mayBeOfOneObject, surelyLacks } from './knownClasses';
import { mayReport, reportCertain } from './reports';

export function reportUnassignedField(ctx: Ctx, env: Env, call: Call): void {
  const field = call.receiver;
  if (!mayReport(ctx, env) || call.safe || field?.kind !== 'var' || field.scope !== 'instance') return;
  if (env.asked?.has(field.name) || env.facts.has(field.name) || !isNeverAssigned(ctx, field)) return;
  if (!surelyLacks(ctx, NIL, call.method, true) || mayBeOfOneObject(ctx, call.method)) return;
  if (ctx.inference?.mayBeDefinedElsewhere(field.name) ?? true) return;
  const hint = didYouMean(field.name, [...namesAssigned(ctx)]);
  const args = { name: field.name, method: call.method, hint };
  reportCertain(ctx, env, { code: 'LP5004', span: field.span, raises: 'NoMethodError', name: call.method, args });
}

function isNeverAssigned(ctx: Ctx, field: Var): boolean {
  const classes = familyOfSelf(ctx);
  if (classes === null || classes.some(info => info.dynamics.length > 0)) return false;
  return !namesAssigned(ctx).has(field.name) && !classes.some(info => isDeclared(info, field.name));
}

/** `var_type :@x`: somebody else may assign it. */
function isDeclared(info: ClassInfo, name: string): boolean {
  const field = info.fields.get(name);
  return field !== undefined && (field.type !== null || field.inBody !== undefined);
}

/** All classes whose methods run on the object; null: some are not visible. */
function familyOfSelf(ctx: Ctx): readonly ClassInfo[] | null {
  const self = ctx.frame.selfType;
  if (self.kind !== 'nominal' || self.name === 'Object') return null;
  const hosts = hostsOf(ctx, self.name);
  if (hosts === null || !hosts.every(host => isWhole(ctx, host))) return null;
  const { program } = ctx;
  const names = new Set(
    [self.name, ...hosts].flatMap(name => [...ancestors(program, name), ...allDescendants(program, name)]),
  );
  return [...names].flatMap(name => {
    const info = program.classes.get(name);
    return info?.origin === 'workspace' ? [info] : [];
  });
}

function namesAssigned(ctx: Ctx): ReadonlySet<string> {
  const names = new Set<string>();
  for (const info of familyOfSelf(ctx) ?? []) {
    for (const method of info.methods.values()) {
      if (method.synthetic?.type === 'attributeWriter') names.add(method.synthetic.field);
      if (method.definition) for (const name of findAssigned(ctx.program, method.definition)) names.add(name);
    }
  }
  return names;
}
