/**
 * Names in RBS types -> ours. Type aliases are expanded in place (`int` is `Integer or %_ToInt`) unless they are
 * recursive; an interface stays an alias of a structural type. `instance` is the enclosing class.
 */
import type { Problem } from '../base/problem';
import type { Place, Span } from '../base/span';
import { fileAnchor } from '../base/span';
import { classObjectType } from '../types/classObject';
import { mapNames, type NamedType, type NameMapper } from '../types/mapNames';
import { substituteType } from '../types/substitute';
import { DYNAMIC, type Type, type TypeParam } from '../types/type';
import { lookUp, type RbsNames } from './rbsNames';
import type { RbsFile } from './rbsSyntax';

export interface RbsNamesContext {
  readonly names: RbsNames & { knows(name: string): boolean };
  readonly problems: Problem[];
  /** Aliases that never reach a type. */
  readonly groundless: ReadonlySet<string>;
  /** Recursive aliases that were used; they become aliases of the Program. */
  readonly recursive: Set<string>;
  /** Type parameters of a class. */
  readonly paramsOf: (name: string) => readonly TypeParam[];
  /** The definition of an alias in the underlying library; null if it has no alias of this name. */
  readonly libraryAlias: (name: string) => { readonly type: Type; readonly params: readonly TypeParam[] } | null;
}

/** The scope of a type. */
export interface RbsSite {
  readonly file: RbsFile;
  readonly nesting: readonly string[];
  /** The enclosing class or module and its parameters, for `instance`. */
  readonly self: { readonly name: string; readonly params: readonly TypeParam[] } | null;
  /** The place to report names that have none of their own. */
  readonly at?: Span;
}

export function rbsMapper(ctx: RbsNamesContext, site: RbsSite, open: readonly string[] = []): NameMapper {
  const mapper: NameMapper = { name: (type, span) => resolveNamed(ctx, site, type, span, open), within: () => mapper };
  return mapper;
}

export function resolveRbsType(ctx: RbsNamesContext, site: RbsSite, type: Type): Type {
  return mapNames(type, rbsMapper(ctx, site), null);
}

/** The full path of a class, following `class A = B`; null if it is unknown. */
export function resolveRbsClass(ctx: RbsNamesContext, site: RbsSite, name: string, depth = 0): string | null {
  const { names } = ctx;
  const exists = (path: string) => names.knows(path) || aliasedHead(ctx, path) !== null;
  const found = lookUp(name, site.nesting, names.uses.get(site.file) ?? [], exists);
  if (found === null || depth > 10) return found;
  if (names.knows(found)) return found;
  const head = aliasedHead(ctx, found);
  if (head === null) return null;
  const target = names.classAliases.get(head)!;
  const resolved = resolveRbsClass(ctx, { ...site, nesting: target.nesting }, target.target, depth + 1);
  const rest = found.slice(head.length);
  return resolved && (rest === '' || names.knows(resolved + rest)) ? resolved + rest : null;
}

/** `YAML` in `YAML::Node`, if it is a class alias. */
function aliasedHead(ctx: RbsNamesContext, path: string): string | null {
  for (let head = path; head !== ''; head = head.slice(0, Math.max(0, head.lastIndexOf('::')))) {
    if (ctx.names.classAliases.has(head)) return head;
  }
  return null;
}

/** `%_Each`, `%IO::_Reader`: the name of an interface or recursive alias in a Program. */
export function aliasName(path: string): string {
  return `%${path}`;
}

function resolveNamed(
  ctx: RbsNamesContext,
  site: RbsSite,
  type: NamedType,
  span: Span | null,
  open: readonly string[],
): Type {
  if (type.kind === 'alias') return resolveAlias(ctx, site, type, span, open);
  if (type.name === 'instance') return instanceOf(site, type.kind);
  const name = resolveRbsClass(ctx, site, type.name);
  if (name === null) return reportUnknownAsDynamic(ctx, site, type.name, span);
  if (type.kind !== 'nominal') return { ...type, name };
  const ofClass = ctx.paramsOf(name).length === 0 ? classObjectType(name, type.args) : null;
  if (ofClass !== null) return ofClass;
  const args = fitArguments(ctx, placeOf(site, span), name, ctx.paramsOf(name), type.args);
  return { ...type, name, args: fillDefaults(ctx, name, args) };
}

/** A wrong number of arguments is ignored; no arguments at all leave them open. */
function fitArguments(
  ctx: RbsNamesContext,
  place: Place,
  name: string,
  params: readonly TypeParam[],
  args: readonly Type[],
): readonly Type[] {
  const needed = params.filter(param => param.default === null).length;
  if (args.length === 0 || (args.length >= needed && args.length <= params.length)) return args;
  ctx.problems.push({ code: 'LP2504', place, args: { name, given: args.length, allowed: params.length } });
  return [];
}

/** `Enumerator[Integer]` omits its second parameter, which has a default. */
function fillDefaults(ctx: RbsNamesContext, name: string, args: readonly Type[]): readonly Type[] {
  const params = ctx.paramsOf(name);
  const given: Type[] = [...args];
  while (given.length < params.length) {
    const { default: byDefault } = params[given.length]!;
    if (byDefault === null) return args;
    const known = new Map(given.map((type, i): [string, Type] => [params[i]!.name, type]));
    given.push(substituteType(byDefault, known));
  }
  return given;
}

function instanceOf(site: RbsSite, kind: 'nominal' | 'classOf'): Type {
  if (!site.self) return DYNAMIC;
  const { name, params } = site.self;
  if (kind === 'classOf') return { kind, name };
  return { kind, name, args: params.map(param => ({ kind: 'variable', name: param.name })) };
}

/** Longer chains of aliases are resolved later. */
const LONGEST_CHAIN = 50;

type AliasType = Extract<Type, { kind: 'alias' }>;

function resolveAlias(
  ctx: RbsNamesContext,
  site: RbsSite,
  type: AliasType,
  span: Span | null,
  open: readonly string[],
): Type {
  const { interfaces, typeAliases, uses } = ctx.names;
  const exists = (path: string) =>
    interfaces.has(path) || typeAliases.has(path) || ctx.libraryAlias(aliasName(path)) !== null;
  const path = lookUp(type.name, site.nesting, uses.get(site.file) ?? [], exists);
  if (path === null) return reportUnknownAsDynamic(ctx, site, type.name, span);
  if (ctx.groundless.has(path)) return DYNAMIC;
  const params = paramsOfAlias(ctx, path);
  const args = fitArguments(ctx, placeOf(site, span), type.name, params, type.args);
  return expandAlias(ctx, { ...type, args }, path, open);
}

function paramsOfAlias({ names, libraryAlias }: RbsNamesContext, path: string): readonly TypeParam[] {
  const own = names.typeAliases.get(path) ?? names.interfaces.get(path);
  return own?.declaration.typeParams ?? libraryAlias(aliasName(path))?.params ?? [];
}

function expandAlias(ctx: RbsNamesContext, type: AliasType, path: string, open: readonly string[]): Type {
  const { interfaces, typeAliases } = ctx.names;
  const alias = typeAliases.get(path);
  if (!alias)
    return interfaces.has(path) ? { ...type, name: aliasName(path) } : resolveLibraryAlias(ctx, type, aliasName(path));
  if (open.includes(path) || open.length >= LONGEST_CHAIN) {
    ctx.recursive.add(path);
    return { ...type, name: aliasName(path) };
  }
  const { declaration, nesting, file } = alias;
  const body = mapNames(declaration.type, rbsMapper(ctx, { file, nesting, self: null }, [...open, path]), null);
  if (ctx.recursive.has(path)) return { ...type, name: aliasName(path) };
  return applyArguments(body, declaration.typeParams, type.args);
}

function applyArguments(body: Type, params: readonly TypeParam[], args: readonly Type[]): Type {
  if (params.length === 0) return body;
  return substituteType(body, new Map(params.map((param, i) => [param.name, args[i] ?? DYNAMIC])));
}

/** `string` is `String or %_ToStr`; an interface keeps its name. */
function resolveLibraryAlias(ctx: RbsNamesContext, type: AliasType, name: string): Type {
  const known = ctx.libraryAlias(name)!;
  return known.type.kind === 'structural' ? { ...type, name } : applyArguments(known.type, known.params, type.args);
}

function reportUnknownAsDynamic(ctx: RbsNamesContext, site: RbsSite, name: string, span: Span | null): Type {
  reportUnknown(ctx, site, name, span);
  return DYNAMIC;
}

export function reportUnknown(ctx: RbsNamesContext, site: RbsSite, name: string, span: Span | null): void {
  // The missing name was reported where it was read.
  if (name === '') return;
  ctx.problems.push({ code: 'LP2502', place: placeOf(site, span), args: { name, meant: '' } });
}

function placeOf(site: RbsSite, span: Span | null = null): Place {
  return { anchor: fileAnchor(site.file.path), span: span ?? site.at ?? { start: 0, end: 0 } };
}

/** The alias never reaches a type. */
export function reportGroundless(ctx: RbsNamesContext, site: RbsSite, why: string): void {
  ctx.problems.push({ code: 'LP2513', place: placeOf(site), args: { why } });
}
