/**
 * How completely the classes of a receiver are known. A missing method is certain only if every class that the receiver
 * may have is visible as a whole: its ancestors, its subclasses, and everything that may define methods at run time.
 */
import { anchorPath } from '../../base/span';
import { allDescendants, ancestors } from '../../program/ancestors';
import { findMethod, findSingletonMethod } from '../../program/lookup';
import type { ClassInfo, Dynamic, Program, Redefining } from '../../program/program';
import { extendersOf, redefinitionsIn, workspaceMethods } from '../../program/workspace';
import type { Expr } from '../../ril/ril';
import type { Type } from '../../types/type';
import { className } from '../../typing/narrow';
import { mayHaveUnknownMethods } from '../../typing/openClasses';
import { resolveType } from '../../typing/typeOps';
import { findSingleAssignment } from '../facts/singleAssignment';
import type { Ctx } from '../state/context';

/** Does no object of this type have the method? `exact`: the value is an instance of just this class. */
export function certainlyLacks(ctx: Ctx, type: Type, method: string, exact: boolean): boolean {
  const plain = resolveType(ctx, type);
  switch (plain.kind) {
    case 'bool':
      return ['TrueClass', 'FalseClass'].every(name => instancesLack(ctx, name, method, true));
    case 'classOf':
      return classesLack(ctx, plain.name, method, exact);
    case 'nil':
    case 'literal':
    case 'tuple':
    case 'finiteHash':
    case 'proc':
      return instancesLack(ctx, className(plain) ?? '', method, true);
    case 'nominal':
      return instancesLack(ctx, plain.name, method, exact);
    default:
      return false;
  }
}

/** `C`, `C.new`, a literal: an object of exactly the class that its type names. */
export function isExact(on: Expr | null): boolean {
  if (on === null) return false;
  if (on.kind === 'call') return on.method === 'new' && on.receiver?.kind === 'const';
  return on.kind === 'const' || on.kind === 'lit' || on.kind === 'interpolate' || on.kind === 'range';
}

/** Instances of the class, and of its subclasses unless `exact`. */
function instancesLack(ctx: Ctx, name: string, method: string, exact: boolean): boolean {
  const { program } = ctx;
  if (program.classes.get(name)?.kind !== 'class' || !isFullyVisible(ctx, name)) return false;
  // Classes and modules have methods of their own.
  if (ancestors(program, name).includes('Module')) return false;
  if (findMethod(program, name, method) !== null || mayBeUndefined(program, name, method)) return false;
  if (exact) return true;
  return allDescendants(program, name).every(
    below => (isOfLibrary(program, below) || isFullyVisible(ctx, below)) && findMethod(program, below, method) === null,
  );
}

/** Objects of its classes are created by the library alone. */
export function isOfLibrary(program: Program, name: string): boolean {
  const origin = program.classes.get(name)?.origin;
  return origin === 'rbs' || origin === 'gem';
}

/** `undef_method :m if …`: the class may have the method after all. So may one that is opened again. */
function mayBeUndefined(program: Program, name: string, method: string): boolean {
  return ancestors(program, name).some(one => {
    const info = program.classes.get(one);
    const how = info?.undefined.get(`#${method}`);
    return how !== undefined && (how === 'maybe' || info?.places.length !== 1);
  });
}

/** The class or module itself as an object, and its subclasses unless `exact`. */
function classesLack(ctx: Ctx, name: string, method: string, exact: boolean): boolean {
  const { program } = ctx;
  const lacks = (one: string): boolean =>
    isFullyVisible(ctx, one) &&
    extendingModules(program, one).every(module => isFullyDeclared(program, module)) &&
    findSingletonMethod(program, one, method) === null;
  if (!lacks(name)) return false;
  return exact || allDescendants(program, name).every(below => isOfLibrary(program, below) || lacks(below));
}

/**
 * Every ancestor is declared by the workspace or by Ruby's core, whose signatures are complete, or mixed into a core
 * class by a library; nothing of the class is computed at run time.
 */
export function isFullyVisible(ctx: Ctx, name: string, ignoring: (dynamic: Dynamic) => boolean = () => false): boolean {
  const { program } = ctx;
  if (mayHaveUnknownMethods(ctx, name, ignoring)) return false;
  // Ruby's own libraries define methods of the class only by calls that are read (`def_delegator`).
  if (extendingModules(program, name).some(one => isHiddenModule(program, one))) return false;
  const all = ancestors(program, name);
  const core = all.filter(one => program.classes.get(one)?.origin === 'core');
  const inherited = new Set(core.flatMap(one => ancestors(program, one)));
  return all.every(one => inherited.has(one) || isFullyDeclared(program, one));
}

function isFullyDeclared(program: Program, name: string): boolean {
  const info = program.classes.get(name);
  return info?.origin === 'core' || (info?.origin === 'workspace' && !isDeclaredBySignaturesOnly(info));
}

/** Only files of signatures declare the class: what its methods do is not visible. */
function isDeclaredBySignaturesOnly({ places }: ClassInfo): boolean {
  return places.length > 0 && places.every(({ anchor }) => /\.rb[is]$/.test(anchorPath(anchor)));
}

function isHiddenModule(program: Program, name: string): boolean {
  return program.classes.get(name)?.origin !== 'rbs' && !isFullyDeclared(program, name);
}

/** Modules that the class object is extended with. */
function extendingModules(program: Program, name: string): readonly string[] {
  return ancestors(program, name).flatMap(one => {
    const info = program.classes.get(one);
    if (info?.origin === 'core') return [];
    return (info?.mixins ?? []).flatMap(({ how, module }) => (how === 'extend' ? ancestors(program, module) : []));
  });
}

/** The classes whose instances may be `self` in a method of this class or module; null: they are not known. */
export function hostsOf(ctx: Ctx, name: string): readonly string[] | null {
  const { program } = ctx;
  const below = allDescendants(program, name).filter(one => program.classes.get(one)?.kind === 'class');
  if (program.classes.get(name)?.kind === 'class') return [name, ...below];
  return below.length === 0 || extendersOf(program, name).length > 0 ? null : below;
}

/**
 * `def obj.m`, `obj.extend(M)`: one object may have the method although its class has not. `on`: the receiver, which
 * may certainly be another object.
 */
export function mayBeSingletonMethod(ctx: Ctx, method: string, on: Expr | null = null): boolean {
  const { program } = ctx;
  const isInModule = (): boolean =>
    workspaceMethods(program, method).some(({ owner }) => program.classes.get(owner)?.kind === 'module');
  return redefinitionsIn(program).some(redefining => {
    const { redefines, cause } = redefining;
    if (cause.kind === 'refinement') return false;
    const isNamed = redefines.names?.includes(method) === true;
    if (!isNamed && !((redefines.names === null || redefines.modules.length > 0) && isInModule())) return false;
    return on === null || !areDifferentObjects(ctx, redefining, on);
  });
}

/** Both locals of this script ever hold one object each, which the script allocates at two places. */
function areDifferentObjects(ctx: Ctx, { redefines, place }: Redefining, on: Expr): boolean {
  if (redefines.local === undefined || !ctx.frame.script?.anchors.has(place.anchor)) return false;
  const changed = findSingleAssignment(ctx, redefines.local);
  const isLocal = on.kind === 'var' && on.scope === 'local';
  const held = isLocal ? findSingleAssignment(ctx, on.name) : on;
  if (changed === null || held === null || changed === held) return false;
  if (workspaceMethods(ctx.program, 'new').some(({ synthetic }) => synthetic === null)) return false;
  return isAllocation(changed) && isAllocation(held) && !(ctx.inference?.mayWriteLocals() ?? true);
}

/** Each evaluation makes another object. `+"text"` does so unless the text is such an object. */
function isAllocation(value: Expr): boolean {
  if (value.kind === 'call' && value.method === '+@') return value.receiver !== null && isAllocation(value.receiver);
  if (value.kind === 'call') return value.method === 'new' && value.receiver?.kind === 'const';
  return value.kind === 'array' || value.kind === 'hash' || (value.kind === 'lit' && value.value.type === 'string');
}
