/**
 * Rules: a call on a field or global that no visible code assigns is a call on nil; reading such a class variable raises
 * NameError. Assignments count wherever they are in the family of the class: in its methods, those of its relatives,
 * attribute writers and class bodies. `@x += 1` does not count: it reads the field first.
 */
import { allDescendants, ancestors } from '../../program/ancestors';
import { findAssigned } from '../../program/fieldWriters';
import { findMethod } from '../../program/lookup';
import type { ClassInfo } from '../../program/program';
import type { MethodDeclaration } from '../../ril/declarations';
import type { Call, Var } from '../../ril/ril';
import { walk } from '../../ril/walk';
import { NIL } from '../../types/type';
import { didYouMean } from '../binding/callReports';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { mayReport, reportCertain } from './certainReports';
import { certainlyLacks, hostsOf, isFullyVisible, mayBeSingletonMethod } from './knownClasses';
import { mayHaveHiddenField, type Owner } from './misspelt';

export function reportUnassignedField(ctx: Ctx, env: Env, call: Call): void {
  const field = call.receiver;
  if (!mayReport(ctx, env) || call.safe || field?.kind !== 'var') return;
  if (field.scope !== 'instance' && field.scope !== 'global') return;
  if (env.testedNames?.has(field.name) || env.facts.has(field.name) || !isNeverAssigned(ctx, field)) return;
  if (!certainlyLacks(ctx, NIL, call.method, true) || mayBeSingletonMethod(ctx, call.method)) return;
  const written = namesAssigned(ctx);
  if (mayHaveHiddenField(ctx, field.name, ownerOfSelf(ctx), written)) return;
  const hint = didYouMean(field.name, written);
  const args = { name: field.name, method: call.method, hint };
  reportCertain(ctx, env, { code: 'LP5004', span: field.span, raises: 'NoMethodError', name: call.method, args });
}

/** `@@x` that no visible class body and no method assigns. */
export function reportUnassignedClassVariable(ctx: Ctx, env: Env, variable: Var): void {
  if (variable.scope !== 'class' || !mayReport(ctx, env) || env.facts.has(variable.name)) return;
  if (!isNeverAssigned(ctx, variable)) return;
  if (mayHaveHiddenField(ctx, variable.name, ownerOfSelf(ctx), namesAssigned(ctx))) return;
  const { name, span } = variable;
  reportCertain(ctx, env, { code: 'LP5016', span, raises: 'NameError', name, args: { name } });
}

/** No visible code assigns it, and all code that may do so is visible. */
export function isNeverAssigned(ctx: Ctx, field: Var): boolean {
  if (field.scope === 'global') return isGlobalUnassigned(ctx, field.name);
  const classes = familyOfSelf(ctx);
  if (classes === null || classes.some(info => info.dynamics.length > 0)) return false;
  const ofClass = ctx.frame.selfType.kind === 'classOf' && field.scope !== 'class';
  return !namesAssigned(ctx).has(field.name) && !classes.some(info => isDeclared(info, field.name, ofClass));
}

function isGlobalUnassigned({ program, inference }: Ctx, name: string): boolean {
  return !program.globals.get(name)?.type && inference !== null && !inference.isGlobalAssigned(name);
}

/** `var_type :@x`: other code may assign the field. */
function isDeclared(info: ClassInfo, name: string, ofClass: boolean): boolean {
  const field = (ofClass ? info.singletonFields : info.fields).get(name);
  return field !== undefined && (field.type !== null || field.inBody !== undefined);
}

function ownerOfSelf({ frame: { selfType } }: Ctx): Owner {
  const className = selfType.kind === 'nominal' || selfType.kind === 'classOf' ? selfType.name : 'Object';
  return { className, singleton: selfType.kind === 'classOf' };
}

/** All classes whose methods run on the object; null: some are not visible. */
function familyOfSelf(ctx: Ctx): readonly ClassInfo[] | null {
  const self = ctx.frame.selfType;
  const { program } = ctx;
  if ((self.kind !== 'nominal' && self.kind !== 'classOf') || self.name === 'Object') return null;
  const hosts = self.kind === 'classOf' ? [self.name, ...allDescendants(program, self.name)] : hostsOf(ctx, self.name);
  if (hosts === null || !hosts.every(host => isFullyVisible(ctx, host))) return null;
  const names = new Set(
    [self.name, ...hosts].flatMap(name => [...ancestors(program, name), ...allDescendants(program, name)]),
  );
  const extended = [...names].flatMap(name => program.classes.get(name)?.mixins.map(({ module }) => module) ?? []);
  return [...new Set([...names, ...extended])].flatMap(name => {
    const info = program.classes.get(name);
    return info?.origin === 'workspace' ? [info] : [];
  });
}

/** Methods of the class object and of instances write different fields, but share class variables. */
function namesAssigned(ctx: Ctx): ReadonlySet<string> {
  const names = new Set<string>();
  const ofClass = ctx.frame.selfType.kind === 'classOf';
  for (const info of familyOfSelf(ctx) ?? []) {
    const isExtending = info.kind === 'module';
    const own = ofClass ? info.singletonMethods : info.methods;
    const others = ofClass ? info.methods : info.singletonMethods;
    for (const method of [...own.values(), ...(ofClass && isExtending ? others.values() : [])]) {
      if (method.synthetic?.type === 'attributeWriter') names.add(method.synthetic.field);
      if (method.definition) for (const name of findCompleted(ctx, method.definition)) names.add(name);
    }
    for (const { definition } of others.values())
      if (definition)
        for (const name of findAssigned(ctx.program, definition)) if (name.startsWith('@@')) names.add(name);
  }
  return names;
}

/** Fields that the method may assign without having read them before, as `@x += 1` does. */
function findCompleted(ctx: Ctx, definition: MethodDeclaration): readonly string[] {
  const assigned = [...findAssigned(ctx.program, definition)];
  return assigned.filter(name => !name.startsWith('@') || !isOnlyUpdated(ctx, definition, name));
}

/** Every assignment of the field calls a method on its old value that nil does not have. */
function isOnlyUpdated(ctx: Ctx, definition: MethodDeclaration, name: string): boolean {
  let updates = 0;
  let mentions = 0;
  walk(definition.body(), expr => {
    if (expr.kind === 'assign' && expr.target.kind === 'var' && expr.target.name === name) {
      const { value } = expr;
      const on = value.kind === 'call' && !value.safe ? value.receiver : null;
      mentions++;
      if (on?.kind === 'var' && on.name === name && value.kind === 'call')
        updates += findMethod(ctx.program, 'NilClass', value.method) === null ? 1 : 0;
    }
    const isOther = expr.kind === 'multiAssign' || expr.kind === 'rescue';
    if (isOther || (expr.kind === 'call' && expr.method === 'instance_variable_set')) mentions = Number.NaN;
    return true;
  });
  return updates > 0 && updates === mentions;
}
