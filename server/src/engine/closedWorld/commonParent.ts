/** What a reader sees of a class or a method at once, for shown signatures. */

import { findTailExpressions } from '../../check/run/tailExpressions';
import { allDescendants, superclassChain } from '../../program/ancestors';
import { hierarchyOf } from '../../program/hierarchy';
import { candidates, findMethod } from '../../program/lookup';
import type { MethodInfo, Program } from '../../program/program';
import { workspaceClasses } from '../../program/workspace';
import type { Expr } from '../../ril/ril';
import { walk } from '../../ril/walk';
import type { ReceiverClassesInput } from './receiverClasses';

/**
 * The nearest class of the program above all of these, if it has every method that all of them define, or calls it:
 * an abstract class. Or if these are all classes below it of which there are instances.
 */
export function findCommonParent(
  { program, isCreated }: ReceiverClassesInput,
  names: readonly string[],
): string | null {
  const chains = names.map(name => [name, ...superclassChain(program, name)]);
  const [first = [], ...others] = chains;
  const parent = first.find(name => others.every(chain => chain.includes(name)));
  if (parent === undefined || program.classes.get(parent)?.origin !== 'workspace') return null;
  const objects = [parent, ...allDescendants(program, parent)].filter(isCreated);
  if (!names.includes(parent) && objects.every(name => names.includes(name))) return parent;
  const below = chains.map(chain => methodsIn(program, chain.slice(0, chain.indexOf(parent))));
  const [some = new Set<string>(), ...rest] = below;
  const shared = [...some].filter(name => rest.every(methods => methods.has(name)));
  const called = namesCalledIn(program, parent);
  const isKnown = (name: string): boolean => name === 'initialize' || findMethod(program, parent, name) !== null;
  return shared.every(name => isKnown(name) || called.has(name)) ? parent : null;
}

/**
 * The classes of the program that have all of these methods, if one class stands for them. None if the library's
 * classes fit as well: every method is one of theirs, too.
 */
export function findClassesWithMethods(input: ReceiverClassesInput, names: readonly string[]): readonly string[] {
  const { program } = input;
  const isOwn = (className: string, name: string): boolean =>
    findMethod(program, className, name)?.origin === 'workspace';
  const classes = [...workspaceClasses(program)].flatMap(({ name, kind }) =>
    kind === 'class' && names.every(each => isOwn(name, each)) ? [name] : [],
  );
  const others = [...program.classes.values()].filter(({ origin }) => origin !== 'workspace');
  if (classes.length === 0 || names.every(name => others.some(info => info.methods.has(name)))) return [];
  return classes.length === 1 || findCommonParent(input, classes) !== null ? classes : [];
}

/** In the bodies that a class has or inherits from the program. */
function namesCalledIn(program: Program, className: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const owner of [className, ...hierarchyOf(program).ancestors(className)]) {
    const info = program.classes.get(owner);
    for (const { definition } of info?.origin === 'workspace' ? info.methods.values() : [])
      if (definition !== null && !definition.broken)
        walk(definition.body(), expr => {
          if (expr.kind === 'call') names.add(expr.method);
          return true;
        });
  }
  return names;
}

function methodsIn(program: Program, classes: readonly string[]): ReadonlySet<string> {
  return new Set(classes.flatMap(name => [...(program.classes.get(name)?.methods.keys() ?? [])]));
}

/** Whether every exit of the body returns the receiver, perhaps through other methods of it. */
export function returnsSelf(program: Program, method: MethodInfo, open: readonly MethodInfo[] = []): boolean {
  const { definition } = method;
  if (open.includes(method)) return true;
  if (definition === null || definition.broken || method.singleton) return false;
  const body = definition.body();
  const exits: Expr[] = findTailExpressions(body).filter(exit => exit.kind !== 'jump');
  let isSure = true;
  walk(body, expr => {
    if (expr.kind !== 'jump' || expr.jump !== 'return') return true;
    if (expr.value === null) isSure = false;
    else exits.push(...findTailExpressions(expr.value));
    return true;
  });
  return isSure && exits.length > 0 && exits.every(exit => isSelf(program, method, exit, [...open, method]));
}

function isSelf(program: Program, method: MethodInfo, exit: Expr, open: readonly MethodInfo[]): boolean {
  if (exit.kind === 'self') return true;
  if (exit.kind !== 'call' || (exit.receiver !== null && exit.receiver.kind !== 'self')) return false;
  const [only, ...others] = candidates(program, method.owner, exit.method);
  return only?.method.origin === 'workspace' && others.length === 0 && returnsSelf(program, only.method, open);
}
