/**
 * RBS files -> Program, on top of a library or of nothing: merges classes over all files, adds `| ...` overloads, turns
 * interfaces into aliases of structural types. A second declaration of a method is reported once and ignored.
 */
import type { Problem } from '../base/problem';
import { type WithProblems, withProblems } from '../base/result';
import { ancestors, singletonAncestors } from '../program/ancestors';
import { addedDescendants } from '../program/descendants';
import { LayeredMap } from '../program/layeredMap';
import { changedProgram, Memos } from '../program/memos';
import type { ClassInfo, Origin, Program } from '../program/program';
import { mapMethodNames, mapNames, mapParamNames } from '../types/mapNames';
import type { StructuralMethod, Type, TypeParam } from '../types/type';
import { findBoundProblems } from './rbsBounds';
import type { RbsBuild } from './rbsBuild';
import { addMembers, resolveAliases } from './rbsClassMembers';
import { type Cut, cutCycles, findGroundlessAliases } from './rbsCycles';
import { type RbsClassDraft, rbsClassDraft, rbsDraftName } from './rbsDraft';
import { findDuplicates } from './rbsDuplicates';
import { collectNames, type Declared, eachDeclaration, fullName } from './rbsNames';
import type { RbsDeclaration, RbsFile, RbsNamespace, RbsReference } from './rbsSyntax';
import {
  aliasName,
  type RbsSite,
  rbsMapper,
  reportGroundless,
  reportUnknown,
  resolveRbsClass,
  resolveRbsType,
} from './rbsTypeNames';

export interface RbsOptions {
  readonly library: Program | null;
  readonly origin: (path: string) => Origin;
  readonly places: boolean;
}

const emptyProgram = (): Program => ({
  classes: new Map(),
  aliases: new Map(),
  aliasParams: new Map(),
  globals: new Map(),
  descendants: new Map(),
  runLabels: { typecheck: new Set(), verify: new Set() },
  memos: Memos.empty(),
});

export function programFromRbs(files: readonly RbsFile[], options: RbsOptions): WithProblems<Program> {
  const library = options.library ?? emptyProgram();
  const problems: Problem[] = [];
  const names = collectNames(files, name => options.library?.classes.has(name) ?? false);
  const build: RbsBuild = {
    names,
    problems,
    groundless: findGroundlessAliases(names),
    recursive: new Set(),
    paramsOf: name => (build.drafts.get(name) ?? library.classes.get(name))?.typeParams ?? [],
    libraryAlias: name => {
      const type = library.aliases.get(name);
      return type ? { type, params: library.aliasParams.get(name) ?? [] } : null;
    },
    library,
    origin: options.origin,
    places: options.places,
    drafts: new Map(),
    globals: new Map(library.globals),
    placeholders: new Set(),
    superclassed: new Set(),
  };
  if (options.places) problems.push(...findDuplicates(files, options.origin));
  eachDeclaration(files, one => addHeader(build, one));
  eachDeclaration(files, one => addContents(build, one));
  for (const cut of cutCycles(build.drafts)) reportCut(build, files, cut);
  const view = changedProgram(library, { classes: new LayeredMap<string, ClassInfo>(build.drafts, library.classes) });
  for (const draft of build.drafts.values()) resolveAliases(build, view, draft);
  reportMissingOverloads(build, view);
  const program = finishProgram(build, options.library !== null);
  if (options.places) problems.push(...findBoundProblems(program, build.drafts.values()));
  return withProblems(program, problems);
}

/** The type parameters of every class must be known before the first type is read. */
function addHeader(build: RbsBuild, { declaration, nesting, file }: Declared<RbsDeclaration>): void {
  if (declaration.kind !== 'class' && declaration.kind !== 'module') return;
  const name = fullName(declaration.name, nesting);
  const draft = draftOf(build, name, declaration.kind, build.origin(file.path));
  if (draft.typeParams.length === 0 && declaration.typeParams.length > 0) {
    const site = siteOf(name, declaration.typeParams, { declaration, nesting, file });
    draft.typeParams = declaration.typeParams.map(param => mapParamNames(param, rbsMapper(build, site)));
  }
}

function addContents(build: RbsBuild, one: Declared<RbsDeclaration>): void {
  const { declaration, nesting, file } = one;
  const around: RbsSite = { file, nesting, self: null };
  const place = build.places ? { anchor: `${file.path}|file`, span: declaration.span } : null;
  switch (declaration.kind) {
    case 'class':
    case 'module':
      addNamespace(build, declaration, one);
      return;
    case 'constant': {
      const path = fullName(declaration.name, nesting);
      const at = path.lastIndexOf('::');
      const owner = draftOf(build, at < 0 ? 'Object' : path.slice(0, at), 'module', build.origin(file.path));
      const name = at < 0 ? path : path.slice(at + 2);
      const type = resolveRbsType(build, around, declaration.type);
      if (!owner.constants.has(name)) owner.constants.set(name, { name, value: null, type, place, nesting });
      return;
    }
    case 'global': {
      const type = resolveRbsType(build, around, declaration.type);
      if (build.globals.get(declaration.name) !== build.library.globals.get(declaration.name)) return;
      build.globals.set(declaration.name, { name: declaration.name, type, refinement: null, place, nesting: [] });
      return;
    }
    case 'classAlias':
      addClassAlias(build, fullName(declaration.name, nesting), declaration.target, {
        ...around,
        at: declaration.span,
      });
      return;
    case 'typeAlias': {
      const path = fullName(declaration.name, nesting);
      const site = { ...around, at: declaration.span };
      if (build.groundless.has(path)) reportGroundless(build, site, `type ${path} is defined in terms of itself`);
      return;
    }
    case 'interface':
      return;
  }
}

function reportCut(build: RbsBuild, files: readonly RbsFile[], { name, ancestor, how }: Cut): void {
  const why = `${name} is ${how === 'superclass' ? 'a superclass of' : 'included in'} itself, through ${ancestor}`;
  let told = false;
  eachDeclaration(files, one => {
    if (told || fullName(one.declaration.name, one.nesting) !== name) return;
    told = true;
    reportGroundless(build, siteOf(name, [], one), why);
  });
}

/** `| ...` adds to the overloads of the class or an ancestor. */
function reportMissingOverloads(build: RbsBuild, view: Program): void {
  for (const method of build.placeholders) {
    const { owner, name, singleton, place, key, signature } = method;
    const draft = build.drafts.get(owner)!;
    if (!place || signature?.arms.length === 0) continue;
    if ((singleton ? draft.singletonMethods : draft.methods).get(name) !== method) continue;
    const isInherited = singleton
      ? singletonAncestors(view, owner).some(at => at.name !== owner && hasMethod(view, at.name, name, at.singleton))
      : ancestors(view, owner).some(at => at !== owner && hasMethod(view, at, name, false));
    if (isInherited) continue;
    build.problems.push({
      code: 'LP2513',
      place,
      args: { why: `${key} adds overloads to a method that nothing declares` },
    });
  }
}

function hasMethod(program: Program, owner: string, name: string, singleton: boolean): boolean {
  const info = program.classes.get(owner);
  return (singleton ? info?.singletonMethods : info?.methods)?.has(name) ?? false;
}

function addNamespace(build: RbsBuild, declaration: RbsNamespace, one: Declared<RbsDeclaration>): void {
  const name = fullName(declaration.name, one.nesting);
  const draft = draftOf(build, name, declaration.kind, build.origin(one.file.path));
  const site = siteOf(name, declaration.typeParams, one);
  const ruby = findCoreClass(build, name);
  if (ruby !== null && ruby.kind !== declaration.kind) {
    reportGroundless(build, site, `${name} is a ${ruby.kind} of Ruby, no ${declaration.kind}; this is left out`);
    return;
  }
  if (declaration.superclass) addSuperclass(build, draft, declaration.superclass, one, site);
  if (declaration.selfTypes.length > 0)
    draft.selfTypes = declaration.selfTypes.map(type => resolveRbsType(build, site, type));
  if (build.places) draft.places.push({ anchor: `${one.file.path}|file`, span: declaration.span });
  addMembers(build, draft, declaration.members, renameParams(site, draft, declaration));
}

/** A class that every program has and that cannot be redefined. */
function findCoreClass({ library, places }: RbsBuild, name: string): ClassInfo | null {
  const info = places ? library.classes.get(name) : undefined;
  const isThere = info?.origin === 'core' && !library.libraries?.has(name);
  return isThere ? info : null;
}

/** The first superclass in files of the same origin wins; an unknown one leaves the class partly known. */
function addSuperclass(
  build: RbsBuild,
  draft: RbsClassDraft,
  { name, args }: RbsReference,
  { nesting, file }: Declared<RbsDeclaration>,
  site: RbsSite,
): void {
  const key = `${build.origin(file.path)} ${draft.name}`;
  if (build.superclassed.has(key)) return;
  build.superclassed.add(key);
  const found = resolveRbsClass(build, { ...site, nesting }, name);
  if (found === null) reportUnknown(build, site, name, null);
  const ruby = findCoreClass(build, draft.name);
  const above = ruby?.superclass ?? 'Object';
  if (ruby !== null && found !== null && found !== above) {
    reportGroundless(build, site, `the superclass of ${draft.name} is ${above}, not ${found}; that is left out`);
    return;
  }
  draft.superclass = found ?? name;
  draft.superclassArgs = args.map(type => resolveRbsType(build, site, type));
}

/** A reopened class may rename its parameters; types then use the names of the first declaration. */
function renameParams(site: RbsSite, draft: RbsClassDraft, declaration: RbsNamespace) {
  const renames = new Map<string, Type>();
  declaration.typeParams.forEach((param, index) => {
    const first = draft.typeParams[index];
    if (first && first.name !== param.name) renames.set(param.name, { kind: 'variable', name: first.name });
  });
  return { ...site, renames };
}

function siteOf(name: string, params: readonly TypeParam[], one: Declared<RbsDeclaration>): RbsSite {
  const { kind, name: written, span } = one.declaration;
  const at = { start: span.start, end: Math.min(span.end, span.start + `${kind} ${written}`.length) };
  return { file: one.file, nesting: [name, ...one.nesting], self: { name, params }, at };
}

/** `class Mutex = Thread::Mutex` is a constant whose value names the class. */
function addClassAlias(build: RbsBuild, path: string, target: string, site: RbsSite): void {
  const resolved = resolveRbsClass(build, site, target);
  if (resolved === null) reportUnknown(build, site, target, null);
  else if (!build.names.knows(resolved))
    reportGroundless(build, site, `class ${path} = ${target} is defined in terms of itself`);
  if (resolved === null || !build.names.knows(resolved)) return;
  const at = path.lastIndexOf('::');
  const owner = draftOf(build, at < 0 ? 'Object' : path.slice(0, at), 'module', build.origin(site.file.path));
  const name = at < 0 ? path : path.slice(at + 2);
  owner.constants.set(name, { name, value: rbsDraftName(resolved), type: null, place: null, nesting: [] });
}

function draftOf(build: RbsBuild, name: string, kind: ClassInfo['kind'], origin: Origin): RbsClassDraft {
  const known = build.drafts.get(name);
  if (known) return known;
  const draft = rbsClassDraft(build.library.classes.get(name) ?? null, name, kind, origin);
  build.drafts.set(name, draft);
  return draft;
}

function finishProgram(build: RbsBuild, layered: boolean): Program {
  const { aliases, aliasParams } = aliasesOf(build);
  const { library } = build;
  const classes: ReadonlyMap<string, ClassInfo> = layered
    ? new LayeredMap<string, ClassInfo>(build.drafts, library.classes)
    : new Map(build.drafts);
  return {
    classes,
    aliases: new LayeredMap(aliases, library.aliases),
    aliasParams: new LayeredMap(aliasParams, library.aliasParams),
    globals: build.globals,
    descendants: addedDescendants(build.drafts.values(), library),
    runLabels: library.runLabels,
    memos: library.memos.next(),
    ...(library.protocol && { protocol: library.protocol }),
    ...(library.refusals && { refusals: library.refusals }),
    ...(library.libraries && {
      libraries: new Map([...library.libraries].filter(([name]) => !build.drafts.has(name))),
    }),
  };
}

function aliasesOf(build: RbsBuild) {
  const aliases = new Map<string, Type>();
  const aliasParams = new Map<string, readonly TypeParam[]>();
  for (const [path, one] of build.names.interfaces) {
    aliases.set(aliasName(path), { kind: 'structural', methods: interfaceMethods(build, one, path, []) });
    if (one.declaration.typeParams.length > 0) aliasParams.set(aliasName(path), one.declaration.typeParams);
  }
  for (const [path, alias] of [...build.names.typeAliases]) {
    const site = { file: alias.file, nesting: alias.nesting, self: null };
    aliases.set(aliasName(path), mapNames(alias.declaration.type, rbsMapper(build, site, [path]), null));
    if (alias.declaration.typeParams.length > 0) aliasParams.set(aliasName(path), alias.declaration.typeParams);
  }
  return { aliases, aliasParams };
}

/** Only the first overload of an interface method counts; included interfaces are copied in. */
function interfaceMethods(
  build: RbsBuild,
  { declaration, nesting, file }: Declared<RbsNamespace>,
  path: string,
  open: readonly string[],
): readonly StructuralMethod[] {
  const site: RbsSite = { file, nesting: [path, ...nesting], self: null };
  return declaration.members.flatMap((member): readonly StructuralMethod[] => {
    if (member.kind === 'method' && member.overloads[0]) {
      return [{ name: member.name, type: mapMethodNames(member.overloads[0], rbsMapper(build, site)) }];
    }
    if (member.kind !== 'mixin' || open.includes(path)) return [];
    const name = [...site.nesting.map(scope => `${scope}::${member.reference.name}`), member.reference.name].find(one =>
      build.names.interfaces.has(one),
    );
    return name ? interfaceMethods(build, build.names.interfaces.get(name)!, name, [...open, path]) : [];
  });
}
