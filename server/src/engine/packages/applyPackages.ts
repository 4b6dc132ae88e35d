/**
 * Lays what packages say over Ruby's library and the signatures of gems. Nothing that Loupe knows about Ruby itself is
 * replaced: such statements are reported and left out. What is described only here is marked, so that proofs name it.
 */
import type { Problem } from '../../base/problem';
import { anchorPath, type Place } from '../../base/span';
import type { CoreLabel } from '../../parse/coreLabels';
import { LayeredMap } from '../../program/layeredMap';
import { findMethod, findSingletonMethod, methodByKey } from '../../program/lookup';
import { changedProgram } from '../../program/memos';
import { keyParts } from '../../program/methodKey';
import type { ClassInfo, MethodInfo, Origin, PackageFile, Program } from '../../program/program';
import { resolve } from '../../resolve/resolve';
import type { MethodDeclaration } from '../../ril/declarations';
import { knownBody } from '../../ril/lazyBody';
import type { MethodKey } from '../../types/typedMethod';
import { addLabels, changeMethods } from '../overlay';
import type { PackageReading } from './readPackage';

export interface AppliedPackages {
  readonly program: Program;
  readonly problems: readonly Problem[];
  /** Names that nothing below defines; the program's own files may. */
  readonly doubtful: readonly Doubtful[];
  readonly bodies: readonly PackagedBody[];
}

/** A method whose body is in a package. */
export interface PackagedBody {
  readonly key: MethodKey;
  readonly file: PackageFile;
  readonly placeOf: PackageReading['placeOf'];
}

/** A class that a package opens, or a method that it labels. */
export type Doubtful =
  | { readonly kind: 'class'; readonly name: string; readonly place: Place }
  | { readonly kind: 'method'; readonly key: MethodKey; readonly place: Place };

interface Applying {
  readonly base: Program;
  readonly readings: ReadonlyMap<string, PackageReading>;
  readonly problems: Problem[];
  readonly doubtful: Doubtful[];
  readonly bodies: PackagedBody[];
}

export function applyPackages(base: Program, packages: readonly PackageReading[]): AppliedPackages {
  if (packages.length === 0) return { program: base, problems: [], doubtful: [], bodies: [] };
  const readings = new Map(packages.map(one => [one.file.path, one]));
  const applying: Applying = { base, readings, problems: [], doubtful: [], bodies: [] };
  const described = addDescriptions(applying);
  const labels = packages.flatMap(({ labels: own }) => own).filter(label => isFree(applying, described, label));
  const labelled = addLabels(described, labels);
  const by = new Map(labels.map(({ key, place }) => [key, readingOf(applying, place)?.file] as const));
  const program = changeMethods(labelled, [...by.keys()], method => {
    const packaged = by.get(method.key);
    return packaged ? { ...method, packaged } : method;
  });
  const { problems, doubtful, bodies } = applying;
  return { program, problems, doubtful, bodies };
}

/** Types and bodies. */
function addDescriptions(applying: Applying): Program {
  const { base, readings } = applying;
  const inputs = [...readings.values()].flatMap(({ input }) => input ?? []);
  if (inputs.length === 0) return base;
  // Packages require nothing, so this must not decide which libraries are loaded.
  const { libraries: _, ...open } = base;
  const { value, problems } = resolve(inputs, { ...open, memos: base.memos.next() });
  // A type for a method without a body (LP2506) is what a package is for.
  for (const problem of problems.filter(({ code }) => code !== 'LP2506')) {
    const place = readingOf(applying, problem.place)?.placeOf(problem.place);
    if (place) applying.problems.push({ ...problem, place });
  }
  const touched = value.classes instanceof LayeredMap ? value.classes.over : value.classes;
  const classes = new Map([...touched].map(([name, info]) => [name, describe(applying, info)] as const));
  return changedProgram(base, { classes: new LayeredMap(classes, base.classes), descendants: value.descendants });
}

/** A class as before, with the methods that packages describe. */
function describe(applying: Applying, info: ClassInfo): ClassInfo {
  const before = applying.base.classes.get(info.name);
  const methods = describeMethods(applying, info.methods, before?.methods);
  const singletonMethods = describeMethods(applying, info.singletonMethods, before?.singletonMethods);
  if (before) return { ...before, methods, singletonMethods };
  const [place] = info.places;
  const reading = place && readingOf(applying, place);
  if (place && reading) applying.doubtful.push({ kind: 'class', name: info.name, place: reading.placeOf(place) });
  const origin = reading?.file.of === 'workspace' ? 'workspace' : 'gem';
  const places = info.places.flatMap(one => readingOf(applying, one)?.placeOf(one) ?? []);
  return { ...info, origin, places, methods, singletonMethods };
}

type Methods = ClassInfo['methods'];

function describeMethods(applying: Applying, methods: Methods, before: Methods | undefined): Methods {
  const described = new Map(before);
  for (const [name, method] of methods) {
    if (method === before?.get(name)) continue;
    const written = [method.signature?.arms[0]?.place, method.place].flatMap(one => one ?? []);
    const from = written.find(one => readingOf(applying, one));
    const reading = from && readingOf(applying, from);
    if (!reading) continue;
    const place = reading.placeOf(method.place && readingOf(applying, method.place) ? method.place : from);
    if (reportClash(applying, method.key, place)) continue;
    const typed = { ...method, signature: method.signature ?? before?.get(name)?.signature ?? null };
    described.set(name, describeMethod(typed, reading, place));
    const { file, placeOf } = reading;
    if (method.definition && method.aliasOf === null) applying.bodies.push({ key: method.key, file, placeOf });
  }
  return described;
}

function describeMethod(method: MethodInfo, { file, placeOf }: PackageReading, place: Place): MethodInfo {
  const { definition, signature } = method;
  const arms = signature?.arms.map(arm => ({ ...arm, place: arm.place && placeOf(arm.place) }));
  return {
    ...method,
    definition: null,
    signature: signature && arms ? { ...signature, arms } : null,
    place,
    origin: 'gem',
    redefinitions: [],
    packaged: file,
    ...(definition && { prelude: withoutSource(definition) }),
  };
}

function withoutSource({ bodySource: _, ...definition }: MethodDeclaration): MethodDeclaration {
  return { ...definition, body: knownBody(definition.body()) };
}

/** Whether the method may be labelled; if not, that is reported. */
function isFree(applying: Applying, described: Program, { key, place }: CoreLabel): boolean {
  const at = readingOf(applying, place)?.placeOf(place) ?? place;
  if (reportClash(applying, key, at)) return false;
  if (methodByKey(described, key)) return true;
  applying.doubtful.push({ kind: 'method', key, place: at });
  return false;
}

/** Whether Ruby itself has the method. */
function reportClash({ base, problems }: Applying, key: MethodKey, place: Place): boolean {
  const { owner, name, singleton } = keyParts(key);
  if (!isOfRuby(base.classes.get(owner)?.origin)) return false;
  const found = singleton ? findSingletonMethod(base, owner, name) : findMethod(base, owner, name);
  if (!isOfRuby(found?.origin)) return false;
  problems.push({ code: 'LP2533', place, args: { method: key } });
  return true;
}

function isOfRuby(origin: Origin | undefined): boolean {
  return origin === 'core' || origin === 'rbs';
}

function readingOf({ readings }: Applying, { anchor }: Place): PackageReading | undefined {
  return readings.get(anchorPath(anchor));
}
