/**
 * The methods that must establish the type of a field: the constructor and every method that assigns the field.
 * Attribute writers are not included: their arguments are checked where they are called.
 */
import { flattenTargets } from '../ril/bindings';
import type { MethodDeclaration } from '../ril/declarations';
import type { Arg, Expr } from '../ril/ril';
import { walk } from '../ril/walk';
import type { MethodKey } from '../types/typedMethod';
import { allDescendants, ancestors } from './ancestors';
import { classVariableOwner, findMethod } from './lookup';
import { memoOfPart, PartMemoKey } from './memos';
import { methodKey } from './methodKey';
import type { Program } from './program';

const ASSIGNED = new PartMemoKey<MethodDeclaration, ReadonlySet<string>>();

/**
 * The constructor's key comes first. If the workspace defines none, it is the key of the implicit one, which has no
 * method.
 */
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
        (method.name === 'initialize' || mayAssign(program, method.definition, field))
      )
        keys.add(method.key);
  }
  return [...keys];
}

const CALLED = new PartMemoKey<MethodDeclaration, ReadonlyMap<string, ReadonlySet<string>>>();

/** Methods of the class and its relatives that add to the container in the field by calling one of these methods. */
export function findFillers(
  program: Program,
  className: string,
  field: string,
  fills: (method: string) => boolean,
): readonly MethodKey[] {
  return [...ancestors(program, className), ...allDescendants(program, className)].flatMap(name => {
    const info = program.classes.get(name);
    if (info?.origin !== 'workspace') return [];
    return [...info.methods.values()].flatMap(method =>
      method.definition &&
      method.aliasOf === null &&
      [...(calledOn(program, method.definition).get(field) ?? [])].some(fills)
        ? [method.key]
        : [],
    );
  });
}

/** Names of the methods that are called on each field. */
function calledOn(program: Program, definition: MethodDeclaration): ReadonlyMap<string, ReadonlySet<string>> {
  return memoOfPart(program, CALLED, definition, () => findCalls(definition));
}

function findCalls(definition: MethodDeclaration): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  walk(definition.body(), expr => {
    const on = expr.kind === 'call' ? expr.receiver : null;
    if (expr.kind === 'call' && on?.kind === 'var' && on.scope === 'instance')
      found.set(on.name, (found.get(on.name) ?? new Set()).add(expr.method));
    return true;
  });
  return found;
}

/** Methods that assign `@@x`, of all classes that share it, or `@x` of the class object. */
export function findSharedWriters(program: Program, className: string, field: string): readonly MethodKey[] {
  const ofClass = !field.startsWith('@@');
  const top = ofClass ? className : classVariableOwner(program, className, field);
  return [...new Set([top, ...allDescendants(program, top)])].flatMap(name => {
    const info = program.classes.get(name);
    const methods = [...(ofClass ? [] : (info?.methods.values() ?? [])), ...(info?.singletonMethods.values() ?? [])];
    return methods.flatMap(method =>
      method.definition && method.aliasOf === null && findAssigned(program, method.definition).has(field)
        ? [method.key]
        : [],
    );
  });
}

const ANY_FIELD = '*';

function mayAssign(program: Program, definition: MethodDeclaration, field: string): boolean {
  const found = findAssigned(program, definition);
  return found.has(field) || found.has(ANY_FIELD);
}

export function findAssigned(program: Program, definition: MethodDeclaration): ReadonlySet<string> {
  return memoOfPart(program, ASSIGNED, definition, () => findAssignedFields(definition));
}

function findAssignedFields(definition: MethodDeclaration): ReadonlySet<string> {
  const found = new Set<string>();
  const note = (target: { readonly kind: string; readonly name?: string; readonly scope?: unknown } | null): void => {
    if (target?.kind === 'var' && (target.scope === 'instance' || target.scope === 'class') && target.name)
      found.add(target.name);
  };
  const see = (expr: Expr): boolean => {
    if (expr.kind === 'assign') note(expr.target);
    if (expr.kind === 'multiAssign') flattenTargets(expr.targets).forEach(note);
    if (expr.kind === 'call' && expr.method === 'instance_variable_set') noteNamed(expr.args[0], found);
    if (expr.kind === 'rescue') for (const clause of expr.clauses) note(clause.target);
    return true;
  };
  walk(definition.body(), see);
  for (const param of definition.params) if (param.default) walk(param.default, see);
  return found;
}

/** `instance_variable_set(:@x, 1)`. With a computed name it may be any field. */
function noteNamed(arg: Arg | undefined, found: Set<string>): void {
  const name = arg?.type === 'positional' && arg.value.kind === 'lit' ? arg.value.value : null;
  found.add(name?.type === 'symbol' || name?.type === 'string' ? name.value : ANY_FIELD);
}
