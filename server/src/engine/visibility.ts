/** Which files belong to programs that are visible as a whole, and what the files load that is not visible. */
import { findConstantExpr } from '../program/constants';
import { findMethod } from '../program/lookup';
import type { ClassInfo, Program } from '../program/program';
import { workspaceClasses, workspaceMethods } from '../program/workspace';
import type { Load } from '../resolve/loadCalls';
import { librariesIn } from '../resolve/unloadedLibraries';
import type { Declaration } from '../ril/declarations';
import { walk } from '../ril/walk';
import { factsOf } from './fileFacts';
import type { SourceFile } from './sources';

export type Files = ReadonlyMap<string, SourceFile>;

export interface Visibility {
  /**
   * The files of programs that are visible as a whole: some file loads them, directly or not, and everything that it
   * loads is visible. A file that nothing loads may belong to a framework, unless it is a script and nothing shows that
   * there is one (`scriptsWithOwnNames`).
   */
  readonly closed: ReadonlySet<string>;
  /** The files of programs that load a library which is not visible: they may use its names. */
  readonly besideHidden: ReadonlySet<string>;
  /** Of all files: what they load that is not visible. */
  readonly hiddenLoads: readonly Load[];
}

export function findVisibility(program: Program, files: Files): Visibility {
  const named = filesByName(files);
  const known = librariesIn(program);
  const loaded = new Map<string, readonly string[]>();
  const loaders = new Map<string, string[]>();
  const hidden: string[] = [];
  const hiddenLoads: Load[] = [];
  const scripts = new Set<string>();
  for (const { path, ril } of files.values()) {
    const { topLoads, ...facts } = factsOf(program, ril);
    // A `load` that the workspace defines takes something else than a path.
    const isOwn = ({ method, path: literal }: Load): boolean =>
      workspaceMethods(program, method).some(({ owner }) => literal === null || owner === 'Object');
    const loads = facts.loads.filter(load => !isOwn(load));
    const isScript = facts.isScript || topLoads.some(isOwn);
    const targets = loads.flatMap(load => filesLoaded(named, load));
    loaded.set(path, targets);
    for (const target of targets) loaders.set(target, [...(loaders.get(target) ?? []), path]);
    const isHidden = (load: Load): boolean =>
      load.path === null || (filesLoaded(named, load).length === 0 && (load.relative || !known(load.path)));
    const notVisible = loads.filter(isHidden);
    if (notVisible.length > 0) hidden.push(path);
    hiddenLoads.push(...notVisible.filter(load => !load.words.some(word => namesVisible(files, word))));
    if (isScript) scripts.add(path);
  }
  const loadedBy = (path: string): readonly string[] => loaded.get(path) ?? [];
  const ownScripts =
    files.size === 1 ? scripts : hidden.length > 0 ? new Set() : scriptsWithOwnNames(program, files, scripts);
  const besideHidden = findReachable([...findReachable(hidden, path => loaders.get(path) ?? [])], loadedBy);
  // Where libraries are hidden, they may load any file that nothing visible loads: controllers of Rails, plugins, drivers.
  const isStart = (path: string): boolean => ownScripts.has(path) || (hidden.length === 0 && loadedBy(path).length > 0);
  const starts = [...files.keys()].filter(path => !besideHidden.has(path) && isStart(path));
  const closed = [...findReachable(starts, loadedBy)].filter(path => !besideHidden.has(path));
  return { closed: new Set(closed), besideHidden, hiddenLoads };
}

/**
 * Of several files that load nothing hidden: the scripts that no framework seems to run. A framework would be needed for
 * an unknown constant or function in a script, and for an unknown superclass or module anywhere.
 */
function scriptsWithOwnNames(program: Program, files: Files, scripts: ReadonlySet<string>): ReadonlySet<string> {
  const isForeign = ({ cause }: ClassInfo['dynamics'][number]): boolean =>
    cause.kind === 'unknown-superclass' || cause.kind === 'unknown-module';
  for (const { dynamics } of workspaceClasses(program)) if (dynamics.some(isForeign)) return new Set();
  return new Set([...scripts].filter(path => usesOwnNamesOnly(program, files.get(path)?.ril.declarations ?? [])));
}

function usesOwnNamesOnly(program: Program, declarations: readonly Declaration[]): boolean {
  let isOwn = true;
  for (const declaration of declarations) {
    if (declaration.kind !== 'statement') continue;
    walk(declaration.expr, expr => {
      if (expr.kind === 'const') isOwn &&= findConstantExpr(program, [], expr) !== null;
      if (expr.kind === 'call' && expr.receiver === null) isOwn &&= findMethod(program, 'Object', expr.method) !== null;
      return isOwn;
    });
  }
  return isOwn;
}

function findReachable(from: readonly string[], next: (path: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set(from);
  for (const path of found) for (const other of next(path)) found.add(other);
  return found;
}

/** By the last part of the path, without its extension. */
function filesByName(files: Files): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>();
  for (const path of files.keys()) {
    const name = lastPart(path.replaceAll('\\', '/').replace(/\.rb$/, ''));
    const list = named.get(name);
    if (list) list.push(path);
    else named.set(name, [path]);
  }
  return named;
}

/** A literal part of a computed path: the end of a visible file's path, or the name of a visible folder. */
function namesVisible(files: Files, word: string): boolean {
  const plain = word.replace(/\.rb$/, '').replace(/^(\.{0,2}\/)+|\/+$/g, '');
  if (!/\w/.test(plain)) return false;
  return [...files.keys()].some(path => `/${path.replaceAll('\\', '/').replace(/\.rb$/, '/')}`.includes(`/${plain}/`));
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function filesLoaded(named: ReadonlyMap<string, readonly string[]>, { path }: Load): readonly string[] {
  if (path === null) return [];
  const plain = path.replace(/\.rb$/, '').replace(/^(\.{1,2}\/)+/, '');
  return (named.get(lastPart(plain)) ?? []).filter(file => `/${file.replaceAll('\\', '/')}`.endsWith(`/${plain}.rb`));
}
