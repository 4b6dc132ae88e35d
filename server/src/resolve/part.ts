/**
 * A part of the Program made again: after an edit that leaves all classes, their superclasses, modules and constants as
 * they were, only the classes that the edited files make are read, from all files that make them; everything else is
 * looked up in the Program as it is. The result is that of `resolve` on all files, and where that is not certain there
 * is none: null, and the whole is made again.
 */
import type { Problem } from '../base/problem';
import { constantName } from '../program/constants';
import { exchangedOver, LayeredMap } from '../program/layeredMap';
import type { ClassInfo, MixinSite, Program } from '../program/program';
import type { RilFile } from '../ril/declarations';
import { readFiles } from './bodies';
import { contextFor, type ResolveInput } from './context';
import { type ClassDraft, viewOf } from './draft';
import { finishClass } from './finish';
import { type HookedInput, takeHooked } from './hooked';
import { noteClasses } from './incremental';
import { settle } from './links';
import { noteTies, type Parts } from './parts';
import { attachSignatures } from './signatures';
import { requiredBy, without } from './unrequired';
import { WithoutNames } from './withoutNames';

export interface Known {
  readonly program: Program;
  readonly parts: Parts;
  readonly library: Program;
}

export interface Part {
  readonly program: Program;
  readonly parts: Parts;
  /** The classes that were made again. */
  readonly classes: ReadonlySet<string>;
  /** The files whose problems these are; those of others stay. */
  readonly paths: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

/** More files than this hang together: then reading all of them costs hardly more. */
const MOST_FILES = 16;

/**
 * `edited`: the paths whose declarations are new; `fileOf`: all files as they are now; `hooked`: what hooks make for the
 * classes that are made again.
 */
export function resolvePart(
  known: Known,
  edited: readonly string[],
  fileOf: (path: string) => ResolveInput | undefined,
  hooked: readonly HookedInput[] = [],
): Part | null {
  const paths = hangingTogether(known.parts, edited);
  if (!paths) return null;
  const files = [...paths].sort().flatMap(path => fileOf(path) ?? []);
  if (files.length < paths.size) return null;
  if (!files.every(({ ril }) => requiresTheSame(known.parts, ril))) return null;
  const classes = new Set([...paths].flatMap(path => [...(known.parts.classesOf.get(path) ?? [])]));
  if (classes.has('Object') || [...classes].some(name => isTied(known, name))) return null;
  const ctx = contextFor(files, around(known, classes), name => known.program.classes.has(name));
  readFiles(ctx, files);
  for (const each of hooked) takeHooked(ctx, each);
  const makeTheSame = (path: string): boolean =>
    sameNames(ctx.makers.classesOf.get(path), known.parts.classesOf.get(path));
  if (![...paths].every(makeTheSame)) return null;
  settle(
    ctx,
    ctx.links.filter(link => classes.has(link.of)),
  );
  const drafts = [...classes].map(name => ctx.classes.get(name));
  if (!drafts.every(draft => draft !== undefined && takePlace(known, draft))) return null;
  attachSignatures(ctx, name => classes.has(name));
  const view = viewOf(ctx);
  for (const draft of drafts) finishClass(ctx, view, draft!);
  if (!drafts.every(draft => sameTypeParams(known, draft!) && concernsNobody(known, draft!))) return null;
  noteClasses(known.program, paths, classes);
  return { ...replaced(known, drafts as ClassDraft[]), classes, paths, problems: ctx.problems };
}

/** The edited files, those that make a class together with them, and so on. */
function hangingTogether(parts: Parts, edited: readonly string[]): ReadonlySet<string> | null {
  const found = new Set(edited);
  for (const path of found) {
    for (const name of parts.classesOf.get(path) ?? []) {
      for (const other of parts.filesOf.get(name) ?? []) found.add(other);
      if (found.size > MOST_FILES) return null;
    }
  }
  return found;
}

function isTied({ parts }: Known, name: string): boolean {
  return parts.hosts.has(name) || parts.captured.has(name);
}

/** The classes to be made start from the library's; all others are there as they are. */
function around({ program, library, parts }: Known, made: ReadonlySet<string>): Program {
  const there = without(library, parts.unrequired.names);
  const bases = [...made].flatMap(name => {
    const base = there.classes.get(name);
    return base ? [[name, base] as const] : [];
  });
  const outside = new WithoutNames(program.classes, name => made.has(name));
  return { ...program, classes: new LayeredMap(new Map(bases), outside) };
}

function requiresTheSame({ unrequired: { required } }: Parts, { path, declarations }: RilFile): boolean {
  return (required.get(path) ?? []).join() === requiredBy(declarations).join();
}

/** In the same order: descendants are listed in it. */
function sameNames(a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined): boolean {
  const others = [...(b ?? [])];
  return (a?.size ?? 0) === others.length && [...(a ?? [])].every((name, i) => name === others[i]);
}

/** Whether the draft has the same standing among classes; it then gets what other classes gave to the old one. */
function takePlace({ program }: Known, draft: ClassDraft): boolean {
  const now = program.classes.get(draft.name);
  if (now?.kind !== draft.kind || now.superclass !== draft.superclass || now.origin !== draft.origin) return false;
  const before = now.mixins.filter(site => !isGiven(site, now.mixins));
  if (before.length !== draft.mixins.length) return false;
  if (!draft.mixins.every((site, i) => site.module === before[i]!.module && site.how === before[i]!.how)) return false;
  const given = now.mixins.filter(site => isGiven(site, now.mixins));
  draft.mixins = [...draft.mixins, ...given.map(site => moved(site, before, draft.mixins))];
  return sameConstants(draft.constants, now.constants);
}

/** What an included module brought along: it stands where the include stands. */
function isGiven(site: MixinSite, all: readonly MixinSite[]): boolean {
  const by = all.findIndex(each => each.how === 'include' && each.place !== null && each.place === site.place);
  return by >= 0 && all[by] !== site;
}

function moved(site: MixinSite, before: readonly MixinSite[], now: readonly MixinSite[]): MixinSite {
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

/** No name came or went that another class looks for. */
function concernsNobody({ program, parts }: Known, draft: ClassDraft): boolean {
  const before = program.classes.get(draft.name);
  const changed = (now: ClassInfo['methods'], old: ClassInfo['methods'] | undefined): boolean =>
    [...now.keys()].some(name => !old?.has(name) && parts.sought.has(name)) ||
    [...(old?.keys() ?? [])].some(name => !now.has(name) && parts.sought.has(name));
  return !changed(draft.methods, before?.methods) && !changed(draft.singletonMethods, before?.singletonMethods);
}

function replaced({ program, parts }: Known, drafts: readonly ClassDraft[]): { program: Program; parts: Parts } {
  const captured = new Set<string>();
  const sought = new Set<string>();
  for (const draft of drafts) noteTies(draft, captured, sought);
  const made = new Map<string, ClassInfo>(drafts.map(draft => [draft.name, draft]));
  return {
    program: { ...program, classes: exchangedOver(program.classes, made) },
    parts: { ...parts, captured: withAll(parts.captured, captured), sought: withAll(parts.sought, sought) },
  };
}

/** The same set if all are in it. */
function withAll(known: ReadonlySet<string>, more: ReadonlySet<string>): ReadonlySet<string> {
  return [...more].every(name => known.has(name)) ? known : new Set([...known, ...more]);
}
