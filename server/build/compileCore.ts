/**
 * RBS files + server/core/*.rb, *.rbs -> the library as one Program. Types of the overlay replace those of RBS method
 * by method; its `label`s are added to any type.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../src/base/problem';
import { addBodies, addClassLabels, addLabels } from '../src/engine/overlay';
import { lower } from '../src/lower/lower';
import { parseAnnotations } from '../src/parse/annotations';
import { type ClassLabel, type CoreLabel, parseCoreLabels } from '../src/parse/coreLabels';
import { type PreludeMethod, parsePrelude } from '../src/parse/prelude';
import { parseRbs } from '../src/parse/rbs';
import { programFromRbs } from '../src/parse/rbsProgram';
import type { RbsFile } from '../src/parse/rbsSyntax';
import { createRubyParser } from '../src/parse/rubyParser';
import { messageOf } from '../src/problems/catalogue';
import { findMethod, findSingletonMethod, methodByKey } from '../src/program/lookup';
import { changedProgram } from '../src/program/memos';
import { keyParts } from '../src/program/methodKey';
import type { ClassInfo, MethodInfo, Program } from '../src/program/program';
import { resolve } from '../src/resolve/resolve';
import type { RilFile } from '../src/ril/declarations';
import type { MethodKey } from '../src/types/typedMethod';

/** server/core is there to correct what RBS says. */
const CONTRADICTION = 'LP2213';

export interface SourceText {
  readonly path: string;
  readonly text: string;
}

export interface CompiledCore {
  readonly program: Program;
  /** Messages with their file. The build fails if there are any. */
  readonly problems: readonly string[];
}

export async function compileCore(
  rbs: readonly SourceText[],
  overlay: readonly SourceText[],
  prelude: readonly SourceText[] = [],
): Promise<CompiledCore> {
  const added = overlay.filter(isRbs).map(({ path, text }) => ({ path: placeOfRbs(path), text }));
  const files = [...rbs, ...added].map(({ path, text }) => parseRbs(path, text));
  const base = programFromRbs(
    files.map(file => file.value),
    { library: null, origin: path => (path.startsWith('core/') ? 'core' : 'rbs'), places: false },
  );
  const over = await readOverlay(overlay.filter(one => !isRbs(one)));
  const annotations = over.map(ril => ({ ril, annotations: parseAnnotations(ril) }));
  const resolved = resolve(
    annotations.map(one => ({ ril: one.ril, annotations: one.annotations.value })),
    base.value,
  );
  const labels = over.map(parseCoreLabels);
  const wanted = labels.flatMap(one => one.value.methods);
  const ofClasses = labels.flatMap(one => one.value.classes);
  const missing = [...unknownKeys(resolved.value, base.value, wanted), ...unknownClasses(base.value, ofClasses)];
  const problems: readonly Problem[] = [
    ...files.flatMap(file => file.problems),
    ...base.problems,
    ...annotations.flatMap(one => one.annotations.problems),
    ...over.flatMap(ril => ril.problems),
    ...resolved.problems.filter(({ code }) => code !== CONTRADICTION),
    ...labels.flatMap(one => one.problems),
  ];
  const labelled = addClassLabels(addLabels(withRbsFacts(resolved.value, base.value), wanted), ofClasses);
  const bodies = await readPrelude(prelude);
  const program = addBodies(withAliases(labelled, base.value), bodies.methods);
  const libraries = madeByLibraries(
    program,
    files.map(file => file.value),
  );
  const protocol = ofClasses.map(one => one.protocol).find(one => one !== null);
  return {
    program: { ...program, libraries, ...(protocol && { protocol }) },
    problems: [
      ...problems.map(words),
      ...missing,
      ...halfLabelled(program),
      ...bodies.problems,
      ...wrongBodies(program, bodies.methods),
    ],
  };
}

/** The annotation language cannot express everything: a superclass with type arguments is RBS. */
function isRbs({ path }: SourceText): boolean {
  return path.endsWith('.rbs');
}

/** `libraries/NAME.rbs` is a library that a program loads, like those of the standard library. */
function placeOfRbs(path: string): string {
  const library = /(?:^|\/)libraries\/([^/]+)\.rbs$/.exec(path)?.[1];
  return library === undefined ? `core/${path}` : `stdlib/${library}/0/${library}.rbs`;
}

/** Top-level classes outside of Ruby's core, with the libraries that define them: `stdlib/json/0/json.rbs`. */
function madeByLibraries(program: Program, files: readonly RbsFile[]): ReadonlyMap<string, readonly string[]> {
  const makers = new Map<string, Set<string>>();
  for (const { path, declarations } of files) {
    const library = /^stdlib\/([^/]+)\//.exec(path)?.[1];
    for (const { kind, name } of library === undefined ? [] : declarations) {
      const isOutside = (kind === 'class' || kind === 'module') && program.classes.get(name)?.origin === 'rbs';
      if (library !== undefined && isOutside) makers.set(name, (makers.get(name) ?? new Set()).add(library));
    }
  }
  return new Map([...makers].map(([name, libraries]) => [name, [...libraries]]));
}

/** The bodies of server/prelude by method. */
async function readPrelude(
  prelude: readonly SourceText[],
): Promise<{ readonly methods: readonly PreludeMethod[]; readonly problems: readonly string[] }> {
  const files = await readOverlay(prelude);
  const found = files.map(parsePrelude);
  return {
    methods: found.flatMap(one => one.value),
    problems: [...files, ...found].flatMap(one => one.problems).map(words),
  };
}

async function readOverlay(overlay: readonly SourceText[]): Promise<readonly RilFile[]> {
  const modules = join(__dirname, '..', '..', 'node_modules');
  const parser = await createRubyParser({
    runtime: readFileSync(join(modules, 'web-tree-sitter', 'web-tree-sitter.wasm')),
    language: readFileSync(join(modules, 'tree-sitter-ruby', 'tree-sitter-ruby.wasm')),
  });
  return overlay.map(({ path, text }) => {
    const document = parser.open(path, text);
    const ril = lower(document.outline(), null);
    document.close();
    return ril;
  });
}

/** Methods of the overlay keep what RBS knows besides types: visibility, aliases, that they are core. */
function withRbsFacts(program: Program, base: Program): Program {
  return mapMethods(program, (method, info) => {
    const before = methodByKey(base, method.key);
    const said = info.visibilities.get(`${method.singleton ? '.' : '#'}${method.name}`);
    if (method.origin !== 'workspace') return said ? { ...method, visibility: said } : method;
    const { visibility, aliasOf, origin } = before ?? {
      visibility: 'public' as const, // new methods of the overlay are public
      aliasOf: null,
      origin: info.origin,
    };
    return { ...method, visibility: said ?? visibility, aliasOf, origin, place: null, nesting: [] };
  });
}

/** An alias that the overlay does not mention takes the overlay's types of the original method. */
function withAliases(program: Program, base: Program): Program {
  return mapMethods(program, method => {
    if (method.aliasOf === null) return method;
    const before = methodByKey(base, method.key);
    const original = methodByKey(program, method.aliasOf);
    const untouched = before !== null && before.signature === method.signature;
    const inSameClass = original?.owner === method.owner;
    return untouched && inSameClass ? { ...method, signature: original.signature } : method;
  });
}

/** A method that does not exist, or two bodies for one. */
function wrongBodies(program: Program, bodies: readonly PreludeMethod[]): readonly string[] {
  const keys = bodies.map(({ key }) => key);
  return keys.flatMap((key, at) => {
    if (!methodByKey(program, key)) return [`prelude for unknown method ${key}`];
    return keys.indexOf(key) < at ? [`two bodies for ${key}`] : [];
  });
}

function mapMethods(program: Program, map: (method: MethodInfo, info: ClassInfo) => MethodInfo): Program {
  const classes = new Map<string, ClassInfo>();
  for (const info of program.classes.values()) {
    const mapped = (methods: ClassInfo['methods']) =>
      new Map([...methods].map(([name, method]) => [name, map(method, info)]));
    classes.set(info.name, {
      ...info,
      origin: info.origin === 'workspace' ? 'core' : info.origin,
      places: [],
      methods: mapped(info.methods),
      singletonMethods: mapped(info.singletonMethods),
    });
  }
  return changedProgram(program, { classes });
}

/** Detects misspelt method names in the overlay. Methods that RBS lacks are in files of their own. */
function unknownKeys(program: Program, base: Program, labels: readonly CoreLabel[]): readonly string[] {
  const wrong = labels
    .filter(({ key }) => !isMethod(program, key))
    .map(label => `label for unknown method ${label.key}`);
  const added = [...program.classes.values()]
    .flatMap(info => [...info.methods.values()])
    .filter(method => method.origin === 'workspace' && !findMethod(base, method.owner, method.name) && !isNew(method))
    .map(method => `type for a method that RBS does not have: ${method.key}`);
  return [...wrong, ...added];
}

function isMethod(program: Program, key: MethodKey): boolean {
  const { owner, name, singleton } = keyParts(key);
  return (singleton ? findSingletonMethod(program, owner, name) : findMethod(program, owner, name)) !== null;
}

function unknownClasses(base: Program, labels: readonly ClassLabel[]): readonly string[] {
  return labels
    .filter(({ className }) => !base.classes.has(className))
    .map(({ className }) => `label for unknown class ${className}`);
}

/** A label applies to the whole method, so all of its types must have it. */
function halfLabelled(program: Program): readonly string[] {
  const methods = [...program.classes.values()].flatMap(one => [
    ...one.methods.values(),
    ...one.singletonMethods.values(),
  ]);
  return methods.flatMap(({ key, signature }) => {
    const kinds = new Set(
      (signature?.arms ?? []).map(({ labels }) => (labels.pure ? 'pure' : labels.modifies !== null)),
    );
    return kinds.size > 1 ? [`labels on some of its types only: ${key}`] : [];
  });
}

/** Files named `new_in_…` contain methods that newer Ruby versions added. */
function isNew(method: MethodInfo): boolean {
  return /(^|\/)missing_in_rbs/.test(method.place?.anchor ?? '');
}

function words(problem: Problem): string {
  return `${problem.place.anchor}:${problem.place.span.start}: ${problem.code} ${messageOf(problem)}`;
}
