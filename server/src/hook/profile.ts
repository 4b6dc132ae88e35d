/**
 * What runs showed about dynamic calls -> methods and constants of the classes that they concern, placed at the call.
 * Only what is unknown without the profile is declared, and only in classes that may have unknown methods anyway: a
 * profile adds names; it neither hides an error nor closes a class. (0074) What was learned of a source that has
 * changed since is left out. Sources are parsed, never evaluated.
 */
import type { LearnedSite, Profile, ShapeMethod, SiteUse } from '../../../shared/src/profile';
import { hash } from '../base/hash';
import type { Place } from '../base/span';
import { allDescendants } from '../program/ancestors';
import { findConstant } from '../program/constants';
import { hierarchyOf } from '../program/hierarchy';
import { findMethod, findSingletonMethod } from '../program/lookup';
import type { ClassInfo, LearnedDefinition, MethodInfo, Program } from '../program/program';
import { workspaceMethods } from '../program/workspace';
import type { Declaration, RilFile } from '../ril/declarations';
import { mayHaveUnknownMethods } from '../typing/openClasses';

/** A file as it is now. */
export interface ProfiledFile {
  readonly text: string;
  readonly ril: RilFile;
}

export type Units = ReadonlyMap<string, Declaration>;

/** Declared by a profile. */
export type ProfiledDeclaration =
  | { readonly className: string; readonly learnedMethod: ProfiledMethod }
  | { readonly className: string; readonly learnedConstant: { readonly name: string; readonly place: Place } };

interface ProfiledMethod {
  readonly name: string;
  readonly singleton: boolean;
  readonly place: Place;
  readonly learned: LearnedDefinition;
}

export interface ProfileInput {
  readonly profile: Profile;
  /** Of the file with this path, relative to the workspace, as it is now. */
  readonly unitsAt: (path: string) => Units;
  /** Without what the profile declares. */
  readonly program: Program;
  /** The methods that a source defines where it is evaluated. */
  readonly definitionsIn: (source: string) => readonly DefinedMethod[];
}

export interface DefinedMethod {
  readonly name: string;
  /** `def self.m` */
  readonly singleton: boolean;
}

/** A profile cannot make a class larger than this. */
const MOST_DECLARATIONS = 20_000;

export function declareFromProfile(input: ProfileInput): readonly ProfiledDeclaration[] {
  const declared = new Map<string, ProfiledDeclaration>();
  const add = (declaration: ProfiledDeclaration): void => {
    const name =
      'learnedMethod' in declaration ? methodName(declaration.learnedMethod) : declaration.learnedConstant.name;
    const key = `${declaration.className} ${name}`;
    if (!declared.has(key) && declared.size < MOST_DECLARATIONS && isNew(input.program, declaration))
      declared.set(key, declaration);
  };
  for (const site of input.profile.sites) for (const each of declareFromSite(input, site)) add(each);
  for (const { name, methods, constants } of input.profile.shapes) {
    for (const method of methods) for (const each of declareFromShape(input, name, method)) add(each);
    const [place] = input.program.classes.get(name)?.places ?? [];
    // What a gem defines in a class of the workspace, at the class.
    if (place) for (const each of constants) add({ className: name, learnedConstant: { name: each, place } });
  }
  return [...declared.values()];
}

function methodName({ name, singleton }: ProfiledMethod): string {
  return `${singleton ? '.' : '#'}${name}`;
}

function declareFromSite(input: ProfileInput, site: LearnedSite): readonly ProfiledDeclaration[] {
  const unit = input.unitsAt(site.path).get(site.unit);
  if (unit === undefined || site.at.end > unit.span.end) return [];
  const place: Place = { anchor: unit.anchor, span: site.at };
  return site.uses.flatMap(use => declareFromUse(input, site, use, place));
}

function declareFromUse(
  input: ProfileInput,
  site: LearnedSite,
  use: SiteUse,
  place: Place,
): readonly ProfiledDeclaration[] {
  const { receiver: className, value, ofModule } = use;
  if (className === null || value === null) return [];
  switch (site.kind) {
    case 'eval':
      return declareFromSource(input, site, use, place);
    case 'missing': {
      if (site.method !== 'method_missing') return [];
      const learned = { by: site.method, source: null };
      return [{ className, learnedMethod: { name: value, singleton: ofModule, place, learned } }];
    }
    case 'constant':
      // Reading a constant declares nothing.
      return ofModule && site.method.endsWith('_set') && !value.includes('::')
        ? [{ className, learnedConstant: { name: value, place } }]
        : [];
    case 'mixin':
      return ofModule ? declareFromModule(input.program, site, className, value) : [];
    case 'define':
    case 'send':
    case 'variable':
    case 'load':
      return [];
  }
}

/** Definitions of `instance_eval` belong to the class object itself; those of any other object to it alone. */
function declareFromSource(
  { definitionsIn }: ProfileInput,
  { method }: LearnedSite,
  { receiver, ofModule, value }: SiteUse,
  place: Place,
): readonly ProfiledDeclaration[] {
  if (receiver === null || value === null || !ofModule) return [];
  const ofClass = method === 'instance_eval';
  return definitionsIn(value).map(({ name, singleton }) => ({
    className: receiver,
    learnedMethod: { name, singleton: singleton || ofClass, place, learned: { by: method, source: value } },
  }));
}

/** The methods of a module that a hook mixes in, at their definitions. */
function declareFromModule(
  program: Program,
  { method }: LearnedSite,
  className: string,
  module: string,
): readonly ProfiledDeclaration[] {
  const methods = program.classes.get(module)?.methods.values() ?? [];
  return [...methods].flatMap(({ name, place, visibility }): readonly ProfiledDeclaration[] => {
    if (place === null || visibility !== 'public') return [];
    const singleton = method === 'extend';
    return [{ className, learnedMethod: { name, singleton, place, learned: { by: method, source: null } } }];
  });
}

/** Others could be called where they are not visible. */
function declareFromShape(input: ProfileInput, className: string, method: ShapeMethod): readonly ProfiledDeclaration[] {
  const { name, singleton, visibility, path, unit } = method;
  if (unit === null) return declareFromOutside(input, className, method);
  const { unitsAt, profile } = input;
  const found = unitsAt(path).get(unit);
  if (found === undefined || visibility !== 'public') return [];
  const site = profile.sites.find(
    each => each.path === path && each.unit === unit && (each.kind === 'define' || each.kind === 'eval'),
  );
  const span = site !== undefined && site.at.end <= found.span.end ? site.at : found.span;
  const learned: LearnedDefinition = { by: site?.method ?? '', source: null };
  return [{ className, learnedMethod: { name, singleton, place: { anchor: found.anchor, span }, learned } }];
}

/** What a gem defines in a class of the workspace, at the class. */
function declareFromOutside(
  { program }: ProfileInput,
  className: string,
  { name, singleton, visibility }: ShapeMethod,
): readonly ProfiledDeclaration[] {
  const [place] = program.classes.get(className)?.places ?? [];
  if (place === undefined || visibility !== 'public') return [];
  return [{ className, learnedMethod: { name, singleton, place, learned: { by: '', source: null } } }];
}

/** Methods and class-body statements by the fingerprint of their source. */
export function findUnits({ text, ril }: ProfiledFile): Units {
  const units = new Map<string, Declaration>();
  collectUnits(units, text, ril.declarations);
  return units;
}

function collectUnits(units: Map<string, Declaration>, text: string, declarations: readonly Declaration[]): void {
  for (const each of declarations) {
    if (each.kind === 'class' || each.kind === 'module' || each.kind === 'singleton')
      collectUnits(units, text, each.body);
    else units.set(hash(text.slice(each.at + each.span.start, each.at + each.span.end)), each);
  }
}

/** Unknown without the profile, in a class that may have it. */
function isNew(program: Program, declaration: ProfiledDeclaration): boolean {
  const { className } = declaration;
  const info = program.classes.get(className);
  if (info === undefined || info.origin !== 'workspace') return false;
  if (!mayHaveUnknownMethods({ program, hierarchy: hierarchyOf(program) }, className)) return false;
  if ('learnedConstant' in declaration) {
    const { name, place } = declaration.learnedConstant;
    // The class is known to define constants there, so a missing one is not reported.
    const isExpected = info.dynamics.some(dynamic => dynamic.place.anchor === place.anchor) || isAtClass(info, place);
    return isExpected && findConstant(program, [className], name) === null;
  }
  const { name, singleton } = declaration.learnedMethod;
  const known = (singleton ? findSingletonMethod : findMethod)(program, className, name);
  if (known !== null) return known.owner === className && isAnnotationOnly(known);
  if (singleton) return true;
  // A method of a module would come before those of the superclasses of its hosts.
  return info.kind !== 'module' || !isKnownBelow(program, className, name);
}

/** Defined by code that is not visible, in a class that is known to be dynamic. */
function isAtClass({ dynamics, places }: ClassInfo, { anchor, span }: Place): boolean {
  const isPlace = places.some(each => each.anchor === anchor && each.span.start === span.start);
  return dynamics.length > 0 && isPlace;
}

/** The user has given it a type, but its definition is not visible. */
function isAnnotationOnly({ definition, synthetic, aliasOf, origin }: MethodInfo): boolean {
  return definition === null && synthetic === null && aliasOf === null && origin === 'workspace';
}

function isKnownBelow(program: Program, module: string, name: string): boolean {
  if (findMethod(program, 'Object', name) !== null || workspaceMethods(program, name).length > 0) return true;
  return allDescendants(program, module).some(each => findMethod(program, each, name) !== null);
}
