/**
 * Resolves class names inside types to full paths, looked up from the annotation. An unknown name is reported and
 * becomes %dyn, so that it causes no second message.
 */
import type { ProblemArg } from '../base/problem';
import type { Span } from '../base/span';
import { ancestors } from '../program/ancestors';
import { resolveClassName } from '../program/constants';
import type { Nesting, Program } from '../program/program';
import type { UseAnnotation } from '../types/annotation';
import { classObjectType } from '../types/classObject';
import { mapMethodNames, mapNames, mapParamNames, type NamedType, type NameMapper } from '../types/mapNames';
import { substituteType } from '../types/substitute';
import { DYNAMIC, type MethodType, type Type, type TypeParam } from '../types/type';

export interface TypeNamesContext {
  readonly program: Program;
  readonly nesting: Nesting;
  /** Type parameters in scope: of the class and of the method. */
  readonly variables: ReadonlySet<string>;
  /** What `instance` (T.attached_class) stands for. */
  readonly instance: () => Type;
  /** `# @rbs use`: what short names stand for. */
  readonly uses: UseAnnotation['uses'];
  /** Known `%name`s. */
  readonly hasAlias: (name: string) => boolean;
  /** `span` is the nearest known one: of the parameter or result. */
  readonly report: (code: string, args: Readonly<Record<string, ProblemArg>>, span: Span | null) => void;
}

export function resolveMethodType(ctx: TypeNamesContext, method: MethodType): MethodType {
  return mapMethodNames(method, mapperOf(ctx));
}

export function resolveType(ctx: TypeNamesContext, type: Type, span: Span | null): Type {
  return mapNames(type, mapperOf(ctx), span);
}

export function resolveTypeParam(ctx: TypeNamesContext, param: TypeParam): TypeParam {
  return mapParamNames(param, mapperOf(ctx));
}

function mapperOf(ctx: TypeNamesContext): NameMapper {
  return {
    name: (type, span) => resolveNamed(ctx, type, span),
    within: params => mapperOf({ ...ctx, variables: new Set([...ctx.variables, ...params.map(param => param.name)]) }),
  };
}

function resolveNamed(ctx: TypeNamesContext, type: NamedType, span: Span | null): Type {
  if (type.kind === 'alias') {
    const known = [...usedNames(ctx, type.name), type.name]
      .flatMap(name => [name, ...aliasesNamed(name, ctx.nesting)])
      .find(name => ctx.hasAlias(name));
    if (known !== undefined) return { ...type, name: known };
    ctx.report('LP2503', { name: type.name }, span);
    return DYNAMIC;
  }
  if (type.kind === 'nominal' && type.args.length === 0 && ctx.variables.has(type.name)) {
    return { kind: 'variable', name: type.name };
  }
  if (type.name === 'instance') return instanceIn(ctx, type);
  const used = usedNames(ctx, type.name);
  const name = findClass(ctx, [...used, type.name]);
  if (name === null) {
    const scopes = [...ctx.nesting, ...inheritedScopes(ctx)];
    const alias = [...used, type.name].flatMap(one => aliasesNamed(one, scopes)).find(one => ctx.hasAlias(one));
    if (alias !== undefined) return { kind: 'alias', name: alias, args: [] };
    ctx.report('LP2502', { name: type.name }, span);
    return DYNAMIC;
  }
  return type.kind === 'classOf' ? { ...type, name } : applyTypeArguments(ctx, name, type.args, span);
}

/** Ruby looks constants up in the ancestors of the innermost class, too. */
function inheritedScopes({ program, nesting: [innermost] }: TypeNamesContext): readonly string[] {
  return innermost === undefined || !program.classes.has(innermost) ? [] : ancestors(program, innermost).slice(1);
}

/** What the name may stand for by `# @rbs use`. */
function usedNames({ uses }: TypeNamesContext, name: string): readonly string[] {
  if (uses.length === 0 || name.startsWith('::') || name.startsWith('%')) return [];
  const [head = '', ...rest] = name.split('::');
  return uses.flatMap(({ path, as }) => {
    const root = `::${path.replace(/^::/, '')}`;
    return as === null ? [`${root}::${name}`] : as === head ? [[root, ...rest].join('::')] : [];
  });
}

function findClass({ program, nesting }: TypeNamesContext, names: readonly string[]): string | null {
  for (const name of names) {
    const found = resolveClassName(program, nesting, name);
    if (found !== null) return found;
  }
  return null;
}

function instanceIn(ctx: TypeNamesContext, type: Extract<NamedType, { kind: 'nominal' | 'classOf' }>): Type {
  const instance = ctx.instance();
  if (type.kind !== 'classOf') return instance;
  return instance.kind === 'nominal' ? { ...type, name: instance.name } : DYNAMIC;
}

/**
 * RBS's `json` and `_Named` are `%json` and `%_Named` here; `pair` in class Foo may be `%Foo::pair`. So may a constant
 * that is an alias in Sorbet.
 */
function aliasesNamed(name: string, nesting: Nesting): readonly string[] {
  return name.startsWith('%') ? [] : [...nesting.map(scope => `%${scope}::${name}`), `%${name.replace(/^::/, '')}`];
}

/** The final result of an enumerator is commonly omitted. */
const MAY_BE_SHORT = /^Enumerator(::|$)/;

function applyTypeArguments(ctx: TypeNamesContext, name: string, args: readonly Type[], span: Span | null): Type {
  const params = ctx.program.classes.get(name)?.typeParams ?? [];
  const ofClass = params.length === 0 ? classObjectType(name, args) : null;
  if (ofClass !== null) return ofClass;
  const plain = name.slice(name.lastIndexOf(':') + 1);
  // `Array[T]` in a namespace with an `Array` of its own that takes no arguments: Ruby's.
  if (params.length === 0 && args.length > 0 && plain !== name && takesArguments(ctx, plain))
    return applyTypeArguments(ctx, plain, args, span);
  const allowed = params.length;
  const needed = params.filter(param => param.default === null).length;
  if (args.length > allowed || (args.length > 0 && args.length < needed && !MAY_BE_SHORT.test(name)))
    ctx.report('LP2504', { name, given: args.length, allowed }, span);
  const given = args.slice(0, allowed);
  return { kind: 'nominal', name, args: MAY_BE_SHORT.test(name) ? given : fillDefaults(params, given) };
}

function takesArguments({ program }: TypeNamesContext, name: string): boolean {
  const info = program.classes.get(name);
  return info !== undefined && (info.typeParams.length > 0 || classObjectType(name, [DYNAMIC]) !== null);
}

/** `Box` of `class Box[T = Integer]` is a Box of Integers, if every missing argument has a default. */
function fillDefaults(params: readonly TypeParam[], given: readonly Type[]): readonly Type[] {
  const all = [...given];
  for (const param of params.slice(given.length)) {
    if (param.default === null) return given;
    const known = new Map(params.slice(0, all.length).map((one, i) => [one.name, all[i] ?? DYNAMIC]));
    all.push(substituteType(param.default, known));
  }
  return all;
}
