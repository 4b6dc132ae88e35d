/**
 * Names that no visible code defines, in programs that load libraries which are not visible. Such a library may add any
 * method to all objects, and code of the program's own may be hidden, too. It is a mistake nevertheless if the receiver's
 * class is the program's own and nothing hidden may open it, if the name is a slip of the pen away from a name that the program
 * itself gave to the class, and if the program writes it nowhere else: a library chose its names without knowing these. Names
 * of Ruby's own methods do not count, as libraries imitate them (`starts_with?` beside `start_with?`). (0250)
 */
import { ancestors, singletonAncestors } from '../../program/ancestors';
import type { ClassInfo } from '../../program/program';
import { redefinitionsIn } from '../../program/workspace';
import { findClosestName } from '../state/closestName';
import type { Ctx } from '../state/context';

/** Something that may have the name. */
export interface Owner {
  readonly className: string;
  /** The class itself, not its instances. */
  readonly singleton: boolean;
}

const SHORTEST = 4;
const LONG = 8;

/** May code that is not visible define the method for some of the owners? */
export function mayHaveHidden(ctx: Ctx, method: string, owners: readonly Owner[]): boolean {
  const name = /^[A-Z]/.test(method) ? `#${method}` : method;
  if (!(ctx.inference?.mayBeDefinedElsewhere(name) ?? true)) return false;
  const isSlip = (owner: Owner): boolean => isSlipOf(method, ownMethods(ctx, owner));
  return owners.length === 0 || !owners.every(isSlip) || !areOwn(ctx, owners) || !isOnlyHere(ctx, method, name);
}

/** The same for a field of the class's objects, or of the class itself; `written`: the fields that its code assigns. */
export function mayHaveHiddenField(ctx: Ctx, field: string, owner: Owner, written: Iterable<string>): boolean {
  if (!(ctx.inference?.mayBeDefinedElsewhere(field) ?? true)) return false;
  return !isSlipOf(field, written) || !areOwn(ctx, [owner]) || !isOnlyHere(ctx, field, field);
}

/** May code that is not visible give instances of the class a constructor? */
export function mayHaveHiddenConstructor(ctx: Ctx, className: string): boolean {
  const { inference } = ctx;
  if (inference === null || inference.mayBeDefinedByName('initialize')) return true;
  return inference.mayBeDefinedElsewhere('initialize') && inference.mayBeOpenedElsewhere(className);
}

function isSlipOf(name: string, known: Iterable<string>): boolean {
  const { length } = name.replace(/\W/g, '');
  return length >= SHORTEST && findClosestName(name, known, length < LONG ? 1 : 2) !== null;
}

function areOwn(ctx: Ctx, owners: readonly Owner[]): boolean {
  if (definesAnything(ctx)) return false;
  return owners.every(({ className }) => !(ctx.inference?.mayBeOpenedElsewhere(className) ?? true));
}

/** `klass.class_eval(text)` of a text that is made elsewhere: any class may get methods of any name. */
function definesAnything({ program }: Ctx): boolean {
  return redefinitionsIn(program).some(({ redefines }) => redefines.isForeign === true);
}

/** `#Name`: a method, although it is written as a constant. */
function isOnlyHere({ inference }: Ctx, written: string, name: string): boolean {
  return inference !== null && !inference.mayBeDefinedByName(name) && inference.isWrittenOnce(written);
}

/** Methods that the workspace defines in classes and modules of its own. */
function ownMethods({ program }: Ctx, { className, singleton }: Owner): readonly string[] {
  const own = (name: string): readonly ClassInfo[] => {
    const info = program.classes.get(name);
    return info?.origin === 'workspace' ? [info] : [];
  };
  if (!singleton)
    return ancestors(program, className)
      .flatMap(own)
      .flatMap(info => [...info.methods.keys()]);
  return singletonAncestors(program, className).flatMap(owner =>
    own(owner.name).flatMap(info => [...(owner.singleton ? info.singletonMethods : info.methods).keys()]),
  );
}
