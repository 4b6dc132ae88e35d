/**
 * Class names inside types become full paths, looked up from where the annotation stands. An unknown name is reported
 * once per place and becomes %dyn, so that it causes no second message.
 */
import type { ProblemArg } from '../base/problem';
import type { Span } from '../base/span';
import { resolveClassName } from '../program/constants';
import type { Nesting, Program } from '../program/program';
import type { BlockType, HashEntry, MethodType, ParamType, Type, TypeParam } from '../types/type';
import { DYNAMIC } from '../types/type';

export interface TypeNamesContext {
  readonly program: Program;
  readonly nesting: Nesting;
  /** Type parameters in scope: of the class and of the method. */
  readonly variables: ReadonlySet<string>;
  /** Known `%name`s. */
  readonly hasAlias: (name: string) => boolean;
  /** `span` is the nearest one known: of the parameter or result. */
  readonly report: (code: string, args: Readonly<Record<string, ProblemArg>>, span: Span | null) => void;
}

export function resolveMethodType(ctx: TypeNamesContext, method: MethodType): MethodType {
  const inner = withVariables(ctx, method.typeParams);
  return {
    ...method,
    typeParams: method.typeParams.map(param => resolveTypeParam(inner, param)),
    params: method.params.map(param => resolveParam(inner, param)),
    block: method.block && resolveBlock(inner, method.block),
    result: resolveType(inner, method.result, method.resultSpan),
    selfType: method.selfType && resolveType(inner, method.selfType, null),
  };
}

export function resolveType(ctx: TypeNamesContext, type: Type, span: Span | null): Type {
  const go = (part: Type) => resolveType(ctx, part, span);
  switch (type.kind) {
    case 'nominal':
      return resolveNominal(ctx, type.name, type.args, span);
    case 'classOf': {
      const name = resolveName(ctx, type.name, span);
      return name === null ? DYNAMIC : { ...type, name };
    }
    case 'alias':
      if (!ctx.hasAlias(type.name)) {
        ctx.report('LP2503', { name: type.name }, span);
        return DYNAMIC;
      }
      return { ...type, args: type.args.map(go) };
    case 'union':
    case 'intersection':
      return { ...type, members: type.members.map(go) };
    case 'nonNull':
      return { ...type, type: go(type.type) };
    case 'tuple':
      return { ...type, elements: type.elements.map(go) };
    case 'finiteHash':
      return {
        ...type,
        entries: type.entries.map(entry => resolveEntry(ctx, entry, span)),
        rest: type.rest && go(type.rest),
      };
    case 'structural':
      return { ...type, methods: type.methods.map(one => ({ ...one, type: resolveMethodType(ctx, one.type) })) };
    case 'proc':
      return { ...type, method: resolveMethodType(ctx, type.method) };
    case 'refined':
      return { ...type, base: go(type.base) };
    case 'any':
    case 'bottom':
    case 'dynamic':
    case 'nil':
    case 'bool':
    case 'literal':
    case 'self':
    case 'variable':
      return type;
  }
}

export function resolveTypeParam(ctx: TypeNamesContext, param: TypeParam): TypeParam {
  const bound = param.bound && resolveType(ctx, param.bound, null);
  return { ...param, bound, default: param.default && resolveType(ctx, param.default, null) };
}

function resolveNominal(ctx: TypeNamesContext, written: string, args: readonly Type[], span: Span | null): Type {
  if (ctx.variables.has(written) && args.length === 0) return { kind: 'variable', name: written };
  const name = resolveName(ctx, written, span);
  if (name === null) return DYNAMIC;
  const allowed = ctx.program.classes.get(name)?.typeParams.length ?? 0;
  if (args.length > allowed) ctx.report('LP2504', { name, given: args.length, allowed }, span);
  return { kind: 'nominal', name, args: args.slice(0, allowed).map(arg => resolveType(ctx, arg, span)) };
}

function resolveName(ctx: TypeNamesContext, written: string, span: Span | null): string | null {
  const name = resolveClassName(ctx.program, ctx.nesting, written);
  if (name === null) ctx.report('LP2502', { name: written }, span);
  return name;
}

function resolveParam(ctx: TypeNamesContext, param: ParamType): ParamType {
  return { ...param, type: resolveType(ctx, param.type, param.span) };
}

function resolveBlock(ctx: TypeNamesContext, block: BlockType): BlockType {
  return { ...block, type: resolveMethodType(ctx, block.type) };
}

function resolveEntry(ctx: TypeNamesContext, entry: HashEntry, span: Span | null): HashEntry {
  const type = resolveType(ctx, entry.type, span);
  if (entry.key.type !== 'class') return { ...entry, type };
  return { ...entry, type, key: { type: 'class', name: resolveName(ctx, entry.key.name, span) ?? entry.key.name } };
}

function withVariables(ctx: TypeNamesContext, params: readonly TypeParam[]): TypeNamesContext {
  if (params.length === 0) return ctx;
  return { ...ctx, variables: new Set([...ctx.variables, ...params.map(param => param.name)]) };
}
