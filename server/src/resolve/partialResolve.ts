/**
 * Resolves a part of the Program again: after an edit that keeps all classes, their superclasses, modules and
 * constants, only the classes of the edited files are read, from all files that contribute to them; everything else is
 * looked up in the existing Program. The result equals that of `resolve` on all files; if that is not certain, it is
 * null, and the whole Program is resolved again.
 */
import { equal } from '../base/equal';
import type { Problem } from '../base/problem';
import { constantName } from '../program/constants';
import { LayeredMap, replaceValues } from '../program/layeredMap';
import { changedProgram } from '../program/memos';
import { PatchedMap } from '../program/patchedMap';
import type { ClassInfo, MixinSite, Program } from '../program/program';
import type { RilFile } from '../ril/declarations';
import { readFiles } from './classBodies';
import { classesOpenedIn, noteDependentClasses, type OpenedClasses, type Parts } from './classContributions';
import { contextFor, type ResolveInput } from './context';
import { type ClassDraft, viewOf } from './draft';
import { finishClass } from './finish';
import { addHookAnnotations, type HookedInput } from './hookAnnotations';
import { MapWithoutKeys } from './mapWithoutKeys';
import { resolveAllLinks } from './resolveAncestors';
import { attachSignatures } from './signatures';
import { findRequires, removeClasses } from './unloadedLibraries';

export interface Known {
  readonly program: Program;
  readonly parts: Parts;
  readonly library: Program;
}

export interface Part {
  readonly program: Program;
  readonly parts: Parts;
  /** The classes that were resolved again. */
  readonly classes: ReadonlySet<string>;
  /** The files whose problems these are; those of other files stay. */
  readonly paths: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

/** With more connected files than this, reading all files is hardly slower. */
const MOST_FILES = 16;

/**
 * `edited`: the paths with new declarations; `fileOf`: all files in their current state; `hooked`: the hook annotations
 * of the classes that are resolved again.
 */
export function resolvePart(
  known: Known,
  edited: readonly string[],
  fileOf: (path: string) => ResolveInput | undefined,
  hooked: readonly HookedInput[] = [],
): Part | null {
  return (
    resolveAround(known, edited, fileOf, hooked, known.parts.openedBy) ??
    resolveAround(known, edited, fileOf, hooked, NOTHING_OPENED)
  );
}

const NOTHING_OPENED: Parts['openedBy'] = new Map();

/** `opened`: the classes that files only open, which are not resolved again for their sake. */
function resolveAround(
  known: Known,
  edited: readonly string[],
  fileOf: (path: string) => ResolveInput | undefined,
  hooked: readonly HookedInput[],
  opened: Parts['openedBy'],
): Part | null {
  const classesOf = (path: string): readonly string[] => {
    const only = opened.get(path);
    return [...(known.parts.classesOf.get(path) ?? [])].filter(name => !only?.has(name));
  };
  const paths = findConnectedFiles(known.parts, edited, classesOf);
  if (!paths) return null;
  const files = [...paths].sort().flatMap(path => fileOf(path) ?? []);
  if (files.length < paths.size) return null;
  if (!files.every(({ ril }) => hasSameRequires(known.parts, ril))) return null;
  const classes = new Set([...paths].flatMap(classesOf));
  if (classes.has('Object') || [...classes].some(name => dependsOnEditedClass(known, name))) return null;
  const ctx = contextFor(files, keepOtherClasses(known, classes), name => known.program.classes.has(name));
  readFiles(ctx, files);
  for (const each of hooked) addHookAnnotations(ctx, each);
  const definesSameClasses = (path: string): boolean =>
    sameNames(ctx.makers.classesOf.get(path), known.parts.classesOf.get(path));
  if (![...paths].every(definesSameClasses)) return null;
  if (![...paths].every(path => opensTheSame(opened.get(path), classesOpenedIn(ctx.makers, path)))) return null;
  for (const name of [...ctx.classes.keys()]) if (!classes.has(name)) ctx.classes.delete(name);
  resolveAllLinks(
    ctx,
    ctx.links.filter(link => classes.has(link.of)),
  );
  const drafts = [...classes].flatMap(name => ctx.classes.get(name) ?? []);
  if (drafts.length < classes.size || !drafts.every(draft => takeOverRelations(known, draft))) return null;
  attachSignatures(ctx, name => classes.has(name));
  const view = viewOf(ctx);
  for (const draft of drafts) finishClass(ctx, view, draft);
  if (!drafts.every(draft => sameTypeParams(known, draft) && affectsNoOtherClass(known, draft))) return null;
  const openedBy = new Map([...paths].map(path => [path, classesOpenedIn(ctx.makers, path)]));
  return { ...replaceClasses(known, drafts, openedBy), classes, paths, problems: ctx.problems };
}

/** The edited files, those that share a class with them, and so on. */
function findConnectedFiles(
  parts: Parts,
  edited: readonly string[],
  classesOf: (path: string) => readonly string[],
): ReadonlySet<string> | null {
  const found = new Set(edited);
  for (const path of found) {
    for (const name of classesOf(path)) {
      for (const other of parts.filesOf.get(name) ?? []) found.add(other);
      if (found.size > MOST_FILES) return null;
    }
  }
  return found;
}

function dependsOnEditedClass({ parts }: Known, name: string): boolean {
  return parts.hosts.has(name) || parts.captured.has(name);
}

/** The classes to resolve start from the library's; all others are kept. */
function keepOtherClasses({ program, library, parts }: Known, made: ReadonlySet<string>): Program {
  const there = removeClasses(library, parts.unrequired.names);
  const bases = [...made].flatMap(name => {
    const base = there.classes.get(name);
    return base ? [[name, base] as const] : [];
  });
  const outside = new MapWithoutKeys(program.classes, name => made.has(name));
  return changedProgram(program, { classes: new LayeredMap(new Map(bases), outside) });
}

function hasSameRequires({ unrequired: { required } }: Parts, { path, declarations }: RilFile): boolean {
  return (required.get(path) ?? []).join() === findRequires(declarations).join();
}

/** In the same order, which determines the order of descendants. */
function sameNames(a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined): boolean {
  const others = [...(b ?? [])];
  return (a?.size ?? 0) === others.length && [...(a ?? [])].every((name, i) => name === others[i]);
}

/** The classes that were only opened still are, at the same places: nothing about them has changed. */
function opensTheSame(before: OpenedClasses | undefined, now: OpenedClasses): boolean {
  return [...(before ?? [])].every(([name, openings]) => equal(openings, now.get(name)));
}

/** Does the draft have the same relations to other classes? If so, it gets what other classes added to the old one. */
function takeOverRelations({ program }: Known, draft: ClassDraft): boolean {
  const now = program.classes.get(draft.name);
  if (now?.kind !== draft.kind || now.superclass !== draft.superclass || now.origin !== draft.origin) return false;
  const before = now.mixins.filter(site => !isAddedByInclude(site, now.mixins));
  if (before.length !== draft.mixins.length) return false;
  if (!draft.mixins.every((site, i) => site.module === before[i]?.module && site.how === before[i]?.how)) return false;
  const given = now.mixins.filter(site => isAddedByInclude(site, now.mixins));
  draft.mixins = [...draft.mixins, ...given.map(site => moveSite(site, before, draft.mixins))];
  return sameConstants(draft.constants, now.constants);
}

/** Added by an included module, at the place of the include. */
function isAddedByInclude(site: MixinSite, all: readonly MixinSite[]): boolean {
  const by = all.findIndex(each => each.how === 'include' && each.place !== null && each.place === site.place);
  return by >= 0 && all[by] !== site;
}

function moveSite(site: MixinSite, before: readonly MixinSite[], now: readonly MixinSite[]): MixinSite {
  const by = before.findIndex(each => each.place === site.place);
  return { ...site, place: now[by]?.place ?? site.place };
}

function sameConstants(a: ClassInfo['constants'], b: ClassInfo['constants']): boolean {
  if (a.size !== b.size) return false;
  for (const [name, { value }] of a) {
    const other = b.get(name);
    if (!other || (value && constantName(value)) !== (other.value && constantName(other.value))) return false;
  }
  return true;
}

function sameTypeParams({ program }: Known, draft: ClassDraft): boolean {
  const before = program.classes.get(draft.name)?.typeParams ?? [];
  return before.length === draft.typeParams.length && before.every((param, i) => param === draft.typeParams[i]);
}

/** No name was added or removed that another class looks up. */
function affectsNoOtherClass({ program, parts }: Known, draft: ClassDraft): boolean {
  const before = program.classes.get(draft.name);
  const hasChangedNames = (now: ClassInfo['methods'], old: ClassInfo['methods'] | undefined): boolean =>
    [...now.keys()].some(name => !old?.has(name) && parts.sought.has(name)) ||
    [...(old?.keys() ?? [])].some(name => !now.has(name) && parts.sought.has(name));
  return (
    !hasChangedNames(draft.methods, before?.methods) &&
    !hasChangedNames(draft.singletonMethods, before?.singletonMethods)
  );
}

function replaceClasses(
  { program, parts }: Known,
  drafts: readonly ClassDraft[],
  opened: Parts['openedBy'],
): { program: Program; parts: Parts } {
  const captured = new Set<string>();
  const sought = new Set<string>();
  for (const draft of drafts) noteDependentClasses(draft, captured, sought);
  const made = new Map<string, ClassInfo>(drafts.map(draft => [draft.name, draft]));
  return {
    program: changedProgram(program, { classes: replaceValues(program.classes, made) }),
    parts: {
      ...parts,
      openedBy: PatchedMap.replace(parts.openedBy, opened),
      captured: addAll(parts.captured, captured),
      sought: addAll(parts.sought, sought),
    },
  };
}

/** Returns the same set if it already contains all. */
function addAll(known: ReadonlySet<string>, more: ReadonlySet<string>): ReadonlySet<string> {
  return [...more].every(name => known.has(name)) ? known : new Set([...known, ...more]);
}
