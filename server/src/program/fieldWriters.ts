/**
 * Who makes a field what its `var_type` promises: the constructor, and every method that assigns the field itself.
 * Attribute writers are not among them: what is given to them is checked where they are called.
 */
import type { MethodDeclaration } from '../ril/declarations';
import type { Arg, Expr, MultiTarget } from '../ril/ril';
import { walk } from '../ril/walk';
import type { MethodKey } from '../types/typedMethod';
import { allDescendants, ancestors } from './ancestors';
import { classVariableOwner, findMethod } from './lookup';
import { methodKey } from './methodKey';
import type { Program } from './program';

const assigned = new WeakMap<MethodDeclaration, ReadonlySet<string>>();

/** The constructor's key comes first; where the workspace has none, it is the class's own, which does not exist. */
export function fieldWriters(program: Program, className: string, field: string): readonly MethodKey[] {
  const maker = findMethod(program, className, 'initialize');
  const made = maker?.origin === 'workspace' ? maker.key : methodKey(className, 'initialize', false);
  const keys = new Set<MethodKey>([made]);
  for (const name of [...ancestors(program, className), ...allDescendants(program, className)]) {
    const info = program.classes.get(name);
    if (info?.origin !== 'workspace') continue;
    for (const method of info.methods.values())
      if (
        method.definition &&
        method.aliasOf === null &&
        (method.name === 'initialize' || mayAssign(method.definition, field))
      )
        keys.add(method.key);
  }
  return [...keys];
}

const called = new WeakMap<MethodDeclaration, ReadonlyMap<string, ReadonlySet<string>>>();

/** Methods of the class's family that put something into the container that the field holds, by a call of such a method. */
export function fillers(
  program: Program,
  className: string,
  field: string,
  fills: (method: string) => boolean,
): readonly MethodKey[] {
  return [...ancestors(program, className), ...allDescendants(program, className)].flatMap(name => {
    const info = program.classes.get(name);
    if (info?.origin !== 'workspace') return [];
    return [...info.methods.values()].flatMap(method =>
      method.definition && method.aliasOf === null && [...(calledOn(method.definition).get(field) ?? [])].some(fills)
        ? [method.key]
        : [],
    );
  });
}

/** Names of the methods that are called on each field. */
function calledOn(definition: MethodDeclaration): ReadonlyMap<string, ReadonlySet<string>> {
  const known = called.get(definition);
  if (known) return known;
  const found = new Map<string, Set<string>>();
  walk(definition.body, expr => {
    const on = expr.kind === 'call' ? expr.receiver : null;
    if (expr.kind === 'call' && on?.kind === 'var' && on.scope === 'instance')
      found.set(on.name, (found.get(on.name) ?? new Set()).add(expr.method));
    return true;
  });
  called.set(definition, found);
  return found;
}

/** Methods that assign `@@x`, of all classes that share it, or `@x` of the class object. */
export function sharedWriters(program: Program, className: string, field: string): readonly MethodKey[] {
  const ofClass = !field.startsWith('@@');
  const top = ofClass ? className : classVariableOwner(program, className, field);
  return [...new Set([top, ...allDescendants(program, top)])].flatMap(name => {
    const info = program.classes.get(name);
    const methods = [...(ofClass ? [] : (info?.methods.values() ?? [])), ...(info?.singletonMethods.values() ?? [])];
    return methods.flatMap(method =>
      method.definition && method.aliasOf === null && assignedFields(method.definition).has(field) ? [method.key] : [],
    );
  });
}

const ANY_FIELD = '*';

function mayAssign(definition: MethodDeclaration, field: string): boolean {
  const found = assignedFields(definition);
  return found.has(field) || found.has(ANY_FIELD);
}

function assignedFields(definition: MethodDeclaration): ReadonlySet<string> {
  const known = assigned.get(definition);
  if (known) return known;
  const found = new Set<string>();
  const note = (target: { readonly kind: string; readonly name?: string; readonly scope?: unknown } | null): void => {
    if (target?.kind === 'var' && (target.scope === 'instance' || target.scope === 'class') && target.name)
      found.add(target.name);
  };
  const see = (expr: Expr): boolean => {
    if (expr.kind === 'assign') note(expr.target);
    if (expr.kind === 'multiAssign') noteAll(expr.targets, note);
    if (expr.kind === 'call' && expr.method === 'instance_variable_set') noteNamed(expr.args[0], found);
    if (expr.kind === 'rescue') for (const clause of expr.clauses) note(clause.target);
    return true;
  };
  walk(definition.body, see);
  for (const param of definition.params) if (param.default) walk(param.default, see);
  assigned.set(definition, found);
  return found;
}

/** `instance_variable_set(:@x, 1)`; under a computed name, it may be any. */
function noteNamed(arg: Arg | undefined, found: Set<string>): void {
  const name = arg?.type === 'positional' && arg.value.kind === 'lit' ? arg.value.value : null;
  found.add(name?.type === 'symbol' || name?.type === 'string' ? name.value : ANY_FIELD);
}

function noteAll(targets: readonly MultiTarget[], note: (target: { readonly kind: string } | null) => void): void {
  for (const target of targets) {
    if (target.type === 'list') noteAll(target.items, note);
    else note(target.target);
  }
}
