/**
 * A class of the workspace that only shares its name with one of the standard library: where nobody requires that
 * library, Ruby knows nothing of it, and neither should we. As soon as something is required that we do not know, it
 * may have brought the library along.
 */
import { LayeredMap } from '../program/layeredMap';
import type { Program } from '../program/program';
import type { Declaration } from '../ril/declarations';
import { walk } from '../ril/walk';
import type { ResolveInput } from './context';
import { literalName, positional } from './statements';
import { WithoutNames } from './withoutNames';

/** What the files of a library require in turn, within the standard library (test/unit/unrequired.test.ts reads Ruby's). */
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

/** These bring so much along that nobody should lean on what they do not. */
export const ANYTHING = new Set(['minitest', 'rdoc']);

const OURS = new Set(['loupe', 'rdl']);

export interface Unrequired {
  /** Classes of the standard library that are not there. */
  readonly names: ReadonlySet<string>;
  /** What each file requires, where it does; by path. */
  readonly required: ReadonlyMap<string, readonly string[]>;
}

export function unrequired(files: readonly ResolveInput[], library: Program): Unrequired {
  const required = new Map(files.flatMap(({ ril }) => withSome(ril.path, requiredBy(ril.declarations))));
  const libraries = library.libraries ?? new Map<string, readonly string[]>();
  const own = files.flatMap(({ ril }) => ril.declarations.flatMap(topLevelName)).filter(name => libraries.has(name));
  const there = own.length > 0 ? librariesThere([...required.values()].flat(), libraries) : null;
  const isThere = (name: string): boolean => libraries.get(name)!.some(each => there!.has(each));
  return { names: new Set(there ? own.filter(name => !isThere(name)) : []), required };
}

/** The library without these classes and what is inside of them. */
export function without(library: Program, names: ReadonlySet<string>): Program {
  if (names.size === 0) return library;
  const isHidden = (name: string): boolean => names.has(name.split('::', 1)[0]!);
  const descendants = [...library.descendants].map(
    ([above, below]) => [above, below.filter(name => !isHidden(name))] as const,
  );
  return {
    ...library,
    classes: new WithoutNames(library.classes, isHidden),
    descendants: new LayeredMap(new Map(descendants), new Map()),
  };
}

export function requiredBy(declarations: readonly Declaration[]): readonly string[] {
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

/** Null: any may be. */
function librariesThere(
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

/** As RBS names it: net/http is net-http, and observer is named for what it makes. */
export function libraryName(path: string): string {
  return path === 'observer' ? 'observable' : path.replaceAll('/', '-');
}

function topLevelName(declaration: Declaration): readonly string[] {
  if (declaration.kind !== 'class' && declaration.kind !== 'module') return [];
  const { names } = declaration.path;
  return names.length === 1 ? [names[0]!] : [];
}

function withSome(path: string, required: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  return required.length > 0 ? [[path, required]] : [];
}
