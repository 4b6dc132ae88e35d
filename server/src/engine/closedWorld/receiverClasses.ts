/**
 * The classes of the objects that run a body which depends on them: those below an abstract class, those that mix in a
 * module. Where the closed world is shown, the body is run for each of them.
 */
import { allDescendants, singletonAncestors } from '../../program/ancestors';
import { findMethod, findSingletonMethod } from '../../program/lookup';
import type { MethodInfo, Program } from '../../program/program';
import { workspaceClasses } from '../../program/workspace';
import type { Arg, Expr } from '../../ril/ril';
import { walk } from '../../ril/walk';
import { nominal, type Type } from '../../types/type';

/** With more of them, the body is run for its own class alone. */
const MOST_HOSTS = 8;

export interface ReceiverClassesInput {
  readonly program: Program;
  /** Whether visible code may create instances of the class itself. */
  readonly isCreated: (className: string) => boolean;
}

/**
 * The types of `self`; none: the method's own class stands for them. `dependsOnSelf`: the body calls methods of `self`
 * that classes below define. `receiver`: only those of this type; null: all.
 */
export function findReceiverClasses(
  input: ReceiverClassesInput,
  method: MethodInfo,
  dependsOnSelf: boolean,
  receiver: Type | null,
): readonly Type[] {
  const { program } = input;
  if (method.definition === null || method.definition.broken) return [];
  const isModule = program.classes.get(method.owner)?.kind === 'module';
  if (!isModule && !dependsOnSelf && !usesSelf(method.definition.body())) return [];
  const all = [
    ...(method.singleton ? classObjectsBelow(program, method) : instancesBelow(input, method)),
    ...(isModule && !method.singleton ? extendedWith(program, method) : []),
  ];
  const found = receiver === null ? all : all.filter(host => isBelow(program, host, receiver));
  return found.length > MOST_HOSTS || !found.some(host => isOfOtherClass(host, method)) ? [] : found;
}

/** `self` is passed on, or its class or the like is read. */
function usesSelf(body: Expr): boolean {
  let isFound = false;
  walk(body, expr => {
    const used = expr.kind === 'call' ? [expr.receiver, ...expr.args.flatMap(argumentValue)] : [];
    isFound ||= used.some(each => each?.kind === 'self');
    return !isFound;
  });
  return isFound;
}

function argumentValue(arg: Arg): readonly Expr[] {
  return 'value' in arg && arg.value ? [arg.value] : [];
}

function isOfOtherClass(host: Type, { owner, singleton }: MethodInfo): boolean {
  return (host.kind === 'classOf') !== singleton || !('name' in host) || host.name !== owner;
}

/** Without classes of which only classes below them have instances. */
function instancesBelow({ program, isCreated }: ReceiverClassesInput, method: MethodInfo): readonly Type[] {
  const isConcrete = (name: string): boolean => isCreated(name) || !classesBelow(program, name).some(isCreated);
  return [method.owner, ...classesBelow(program, method.owner)]
    .filter(name => program.classes.get(name)?.kind === 'class' && isConcrete(name))
    .filter(name => findMethod(program, name, method.name)?.key === method.key)
    .map(name => nominal(name));
}

function classesBelow(program: Program, name: string): readonly string[] {
  return allDescendants(program, name).filter(each => program.classes.get(each)?.kind === 'class');
}

function classObjectsBelow(program: Program, method: MethodInfo): readonly Type[] {
  return [method.owner, ...allDescendants(program, method.owner)]
    .filter(name => findSingletonMethod(program, name, method.name)?.key === method.key)
    .map(name => ({ kind: 'classOf', name }));
}

function extendedWith(program: Program, method: MethodInfo): readonly Type[] {
  const isHost = (name: string): boolean =>
    singletonAncestors(program, name).some(owner => owner.name === method.owner && !owner.singleton);
  return [...workspaceClasses(program)]
    .filter(({ name }) => isHost(name) && findSingletonMethod(program, name, method.name)?.key === method.key)
    .map(({ name }) => ({ kind: 'classOf', name }));
}

function isBelow(program: Program, host: Type, above: Type): boolean {
  if (host.kind !== above.kind || !('name' in host) || !('name' in above)) return false;
  return host.name === above.name || allDescendants(program, above.name).includes(host.name);
}
