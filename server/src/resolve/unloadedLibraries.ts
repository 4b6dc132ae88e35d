/**
 * A workspace class that merely shares its name with a class of the standard library: if no file requires that library,
 * its class does not exist. An unknown require may have loaded it, though.
 */
import { LayeredMap } from '../program/layeredMap';
import { changedProgram } from '../program/memos';
import type { Program } from '../program/program';
import type { Declaration } from '../ril/declarations';
import { walk } from '../ril/walk';
import type { ResolveInput } from './context';
import { MapWithoutKeys } from './mapWithoutKeys';
import { literalName, positional } from './statements';

/**
 * What the files of a library require in turn, within the standard library (test/unit/resolve/unloadedLibraries.test.ts reads Ruby's).
 */
export const BROUGHT_ALONG: Readonly<Record<string, readonly string[]>> = {
  benchmark: ['minitest'],
  bigdecimal: ['json'],
  cgi: ['digest', 'pstore', 'securerandom', 'shellwords', 'tempfile', 'tmpdir'],
  csv: ['date', 'forwardable', 'strscan', 'time'],
  date: ['json'],
  dbm: ['yaml'],
  erb: ['cgi', 'strscan'],
  fileutils: ['etc', 'socket'],
  ipaddr: ['socket'],
  json: ['bigdecimal', 'date'],
  logger: ['monitor'],
  'net-http': [
    'cgi',
    'net-protocol',
    'open-uri',
    'openssl',
    'resolv',
    'securerandom',
    'strscan',
    'tempfile',
    'uri',
    'zlib',
  ],
  'net-protocol': ['socket', 'timeout'],
  'net-smtp': ['digest', 'net-protocol', 'openssl'],
  objspace: ['tempfile'],
  'open-uri': ['net-http', 'tempfile', 'time', 'uri'],
  openssl: ['ipaddr', 'socket'],
  optparse: ['date', 'pp', 'shellwords', 'time', 'uri'],
  pathname: ['fileutils', 'find', 'tmpdir'],
  pp: ['etc', 'prettyprint'],
  pstore: ['digest'],
  psych: ['bigdecimal', 'date'],
  resolv: ['securerandom', 'socket', 'timeout'],
  securerandom: ['openssl'],
  set: ['json', 'tsort'],
  tempfile: ['delegate', 'tmpdir'],
  time: ['date', 'json'],
  tmpdir: ['fileutils'],
  yaml: ['dbm', 'pstore', 'psych'],
};

/** These load so much that nothing can be ruled out. */
export const ANYTHING = new Set(['minitest', 'rdoc']);

/** Libraries that do not come with Ruby: a class of the program that has their name is its own. */
const GEMS = new Set(['sorbet-runtime']);

const OURS = new Set(['loupe', 'rdl']);

export interface UnloadedClasses {
  /** Classes of the standard library that are not loaded. */
  readonly names: ReadonlySet<string>;
  /** What each file requires, by path; only files that require something. */
  readonly required: ReadonlyMap<string, readonly string[]>;
}

export function findUnloadedClasses(files: readonly ResolveInput[], library: Program): UnloadedClasses {
  const required = new Map(files.flatMap(({ ril }) => requiresOf(ril.path, findRequires(ril.declarations))));
  const libraries = library.libraries ?? new Map<string, readonly string[]>();
  const own = files.flatMap(({ ril }) => ril.declarations.flatMap(topLevelName)).filter(name => libraries.has(name));
  const there = own.length > 0 ? findLoadedLibraries([...required.values()].flat(), libraries) : null;
  const isThere = (name: string): boolean =>
    libraries
      .get(name)
      ?.some(each => (there === null ? !GEMS.has(each) || isNamed(required, each) : there.has(each))) === true;
  return { names: new Set(own.filter(name => !isThere(name))), required };
}

/** Some file requires the library by its name. */
function isNamed(required: ReadonlyMap<string, readonly string[]>, library: string): boolean {
  return [...required.values()].some(paths => paths.some(path => libraryName(path) === library));
}

/** The library without these classes and everything nested in them. */
export function removeClasses(library: Program, names: ReadonlySet<string>): Program {
  if (names.size === 0) return library;
  const isHidden = (name: string): boolean => names.has(name.split('::', 1)[0]!);
  const descendants = [...library.descendants].map(
    ([above, below]) => [above, below.filter(name => !isHidden(name))] as const,
  );
  return changedProgram(library, {
    classes: new MapWithoutKeys(library.classes, isHidden),
    descendants: new LayeredMap(new Map(descendants), new Map()),
  });
}

export function findRequires(declarations: readonly Declaration[]): readonly string[] {
  const found: string[] = [];
  for (const declaration of declarations) {
    if (declaration.kind !== 'statement') continue;
    walk(declaration.expr, expr => {
      if (expr.kind !== 'call' || expr.method !== 'require') return true;
      found.push((expr.args.length === 1 && literalName(positional(expr)[0] ?? expr)) || '');
      return false;
    });
  }
  return found;
}

/** Is the path that of a library whose signatures are there? */
export function librariesIn({ libraries }: Program): (path: string) => boolean {
  const known = new Set([...Object.keys(BROUGHT_ALONG), ...[...(libraries?.values() ?? [])].flat()]);
  return path => OURS.has(path) || [path, path.split('/', 1)[0]!].map(libraryName).some(each => known.has(each));
}

/** Returns null if any library may be loaded. */
function findLoadedLibraries(
  required: readonly string[],
  libraries: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> | null {
  const known = new Set([...Object.keys(BROUGHT_ALONG), ...[...libraries.values()].flat()]);
  const there = new Set<string>();
  for (const path of required.filter(each => !OURS.has(each))) {
    const name = [path, path.split('/', 1)[0]!].map(libraryName).find(each => known.has(each));
    if (name === undefined || ANYTHING.has(name)) return null;
    there.add(name);
  }
  for (const name of there) for (const other of BROUGHT_ALONG[name] ?? []) there.add(other);
  return there;
}

/** RBS's name: net/http is net-http, and observer is named after what it defines. */
export function libraryName(path: string): string {
  return path === 'observer' ? 'observable' : path.replaceAll('/', '-');
}

function topLevelName(declaration: Declaration): readonly string[] {
  if (declaration.kind !== 'class' && declaration.kind !== 'module' && declaration.kind !== 'constant') return [];
  const { names } = declaration.path;
  return names.length === 1 ? [names[0]!] : [];
}

function requiresOf(path: string, required: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  return required.length > 0 ? [[path, required]] : [];
}
