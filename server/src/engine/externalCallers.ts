/**
 * Methods of a script that something other than its visible calls may run: the library, because it calls the name on
 * objects that it is given, or code that has the name as a symbol or string.
 */
import { ancestors } from '../program/ancestors';
import { implicitCallNames } from '../program/implicitCalls';
import { mayReflect } from '../program/libraryFacts';
import { findMethod, superMethod } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import type { Unit } from '../program/unit';
import { workspaceClasses } from '../program/workspace';
import { findCreatedClass } from '../resolve/createdClasses';
import { statementsOf } from '../resolve/statements';
import type { Declaration } from '../ril/declarations';
import type { Call, Expr } from '../ril/ril';
import { walk } from '../ril/walk';

export function namesCalledFromOutside(program: Program, units: readonly Unit[]): (method: MethodInfo) => boolean {
  const words = new Set(units.flatMap(expressionsOf).flatMap(wordsIn));
  const names = new Set<string>([
    ...implicitCallNames(program),
    ...protocolNames(program),
    ...delegatedNames(program),
    ...words,
  ]);
  return method => {
    if (method.name === 'initialize') return ancestors(program, method.owner).includes('Exception');
    // The library does not create objects of a class that it does not know.
    if (method.synthetic?.type === 'structNew') return words.has(method.name);
    const above = superMethod(program, method);
    return names.has(method.name) || (above !== null && above.origin !== 'workspace');
  };
}

/** Methods that some class of Ruby's core has: Ruby may call them by itself (`deconstruct`). */
export function namesOfLibrary(program: Program): ReadonlySet<string> {
  const core = [...program.classes.values()].filter(({ origin }) => origin === 'core');
  return new Set(core.flatMap(({ methods, singletonMethods }) => [...methods.keys(), ...singletonMethods.keys()]));
}

/** By a computed name, or in a block with another `self`: what the unit calls is not known. */
export function hasReflection(program: Program, unit: Unit): boolean {
  let found = false;
  for (const root of expressionsOf(unit))
    walk(root, expr => {
      found ||=
        expr.kind === 'opaque' || expr.kind === 'define' || (expr.kind === 'call' && isReflective(program, expr));
      return !found;
    });
  return found;
}

/** A class has the methods of every object and those of modules. */
function isReflective(program: Program, { method, args: [name] }: Call): boolean {
  const found = findMethod(program, 'Class', method);
  const isNamed = name?.type === 'positional' && name.value.kind === 'lit';
  return mayReflect(found, 'code') || (mayReflect(found, 'name') && !isNamed);
}

/** The methods of the library's interfaces: `_Each`, `_ToStr`, `_Writer`. */
function protocolNames(program: Program): readonly string[] {
  return [...program.aliases.values()].flatMap(type =>
    type.kind === 'structural' ? type.methods.map(({ name }) => name) : [],
  );
}

/** A delegator passes on whatever it is given. */
function delegatedNames(program: Program): readonly string[] {
  return [...workspaceClasses(program)].flatMap(info =>
    [...info.methods.values(), ...info.singletonMethods.values()].flatMap(({ synthetic }) =>
      synthetic?.type === 'delegate' ? [synthetic.method] : [],
    ),
  );
}

function expressionsOf(unit: Unit): readonly Expr[] {
  if (unit.kind === 'method') return unit.info.definition ? [unit.info.definition.body()] : [];
  return unit.declarations.flatMap(valuesIn);
}

function valuesIn(declaration: Declaration): readonly Expr[] {
  if (declaration.kind === 'statement') return [declaration.expr];
  if (declaration.kind !== 'constant') return [];
  const made = findCreatedClass(declaration.value);
  return made?.block ? statementsOf(made.block.body).filter(each => !isMethod(each)) : [declaration.value];
}

/** `Struct.new(:x) do def m … end`: the class that the constant holds has the method, which is a unit of its own. */
function isMethod(statement: Expr): boolean {
  return statement.kind === 'define' && statement.declaration.kind === 'method';
}

function wordsIn(root: Expr): readonly string[] {
  const words: string[] = [];
  walk(root, expr => {
    if (expr.kind === 'lit' && (expr.value.type === 'symbol' || expr.value.type === 'string'))
      words.push(expr.value.value);
    return true;
  });
  return words;
}
