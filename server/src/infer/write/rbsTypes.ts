/**
 * Types in RBS's syntax. Structural types have no syntax of their own there: they become interfaces, whose names the
 * caller provides. What RBS cannot express becomes its nearest class, else `untyped`.
 */

import { unreachable } from '../../base/result';
import { ATTACHED } from '../../types/attachedClass';
import { showLiteral } from '../../types/show';
import { freeVariables } from '../../types/substitute';
import type { BlockType, HashEntry, MethodType, ParamType, Type } from '../../types/type';

export interface RbsContext {
  /** How a class is written here: `A::B`, or `::B` where the short name means another class. */
  readonly nameOf: (className: string) => string;
  /** How many type arguments a class takes. */
  readonly arity: (className: string) => number;
  /** The name of the interface that stands for a structural type. */
  readonly interfaceOf: (type: Extract<Type, { kind: 'structural' }>) => string;
}

export function showRbsType(ctx: RbsContext, type: Type): string {
  const show = (one: Type): string => showRbsType(ctx, one);
  switch (type.kind) {
    case 'any':
      return 'top';
    case 'bottom':
      return 'bot';
    case 'dynamic':
    case 'alias':
      return 'untyped';
    case 'nil':
    case 'bool':
    case 'self':
      return type.kind;
    case 'literal':
      return type.value.type === 'float' ? ctx.nameOf('Float') : showRbsLiteral(type.value);
    case 'nominal':
      return showNominal(ctx, type);
    case 'classOf':
      return `singleton(${ctx.nameOf(type.name)})`;
    case 'variable':
      return type.name === ATTACHED ? 'instance' : showVariable(type.name);
    case 'union':
      return writeUnion(ctx, type.members).text;
    case 'intersection':
      return `(${type.members.map(show).join(' & ')})`;
    case 'nonNull':
      return show(type.type);
    case 'tuple':
      // `[]` alone has no meaning as a tuple of nothing in every version of RBS.
      return type.elements.length === 0 ? `${ctx.nameOf('Array')}[untyped]` : `[${type.elements.map(show).join(', ')}]`;
    case 'finiteHash':
      return showRecord(ctx, type.entries, type.rest);
    case 'structural':
      return ctx.interfaceOf(type);
    case 'proc':
      return `^${showRbsMethodType(ctx, { ...type.method, typeParams: [] })}`;
    case 'refined':
      return show(type.base);
    default:
      return unreachable(type);
  }
}

/** With its type variables: `[T] (T) -> T`. */
export function showRbsMethod(ctx: RbsContext, method: MethodType): string {
  const names = [...freeVariables(method)].filter(name => name !== ATTACHED).map(showVariable);
  const head = names.length === 0 ? '' : `[${names.join(', ')}] `;
  return head + showRbsMethodType(ctx, method);
}

function showRbsMethodType(ctx: RbsContext, method: MethodType): string {
  const params = method.anyArgs ? '*untyped, **untyped' : method.params.map(param => showParam(ctx, param)).join(', ');
  const block = method.anyArgs ? ' ?{ (*untyped) -> untyped }' : showBlock(ctx, method.block);
  return `(${params})${block} -> ${showResult(ctx, method.result)}`;
}

/** A union or an intersection would be read as the next overload. */
function showResult(ctx: RbsContext, type: Type): string {
  if (type.kind === 'any') return 'void';
  if (type.kind !== 'union') return showRbsType(ctx, type);
  const { text, isList } = writeUnion(ctx, type.members);
  return isList ? `(${text})` : text;
}

function showParam(ctx: RbsContext, { kind, name, type }: ParamType): string {
  const text = showRbsType(ctx, type);
  const named = name !== null && /^[a-z]\w*$/.test(name) && !KEYWORDS.has(name) ? `${text} ${name}` : text;
  switch (kind) {
    case 'required':
    case 'post':
      return named;
    case 'optional':
      return `?${named}`;
    case 'rest':
      return `*${named}`;
    case 'key':
      return `${name ?? '_'}: ${text}`;
    case 'optionalKey':
      return `?${name ?? '_'}: ${text}`;
    case 'keyRest':
      return `**${named}`;
    default:
      return unreachable(kind);
  }
}

/** Words that RBS's grammar gives a meaning; as names of parameters they are left out. */
const KEYWORDS: ReadonlySet<string> = new Set(
  'alias attr_accessor attr_reader attr_writer bool bot boolish class def end extend false in include instance interface module nil out prepend private public self singleton super top true type unchecked untyped use void'.split(
    ' ',
  ),
);

function showBlock(ctx: RbsContext, block: BlockType | null): string {
  if (block === null) return '';
  const { params, result } = block.type;
  const shown = params.map(param => showParam(ctx, param)).join(', ');
  return ` ${block.optional ? '?' : ''}{ (${shown}) -> ${showResult(ctx, result)} }`;
}

function showNominal(ctx: RbsContext, { name, args }: Extract<Type, { kind: 'nominal' }>): string {
  const arity = ctx.arity(name);
  const shown = Array.from({ length: arity }, (_, i) => {
    const arg = args[i];
    return arg === undefined || arg.kind === 'bottom' ? 'untyped' : showRbsType(ctx, arg);
  });
  return ctx.nameOf(name) + (arity === 0 ? '' : `[${shown.join(', ')}]`);
}

/** `isList`: several alternatives without parentheses. */
function writeUnion(ctx: RbsContext, members: readonly Type[]): { readonly text: string; readonly isList: boolean } {
  const others = members.filter(member => member.kind !== 'nil');
  const written = others.map(member => showRbsType(ctx, member));
  if (written.includes(UNTYPED)) return { text: UNTYPED, isList: false };
  const isOptional = others.length < members.length;
  const [only, ...more] = written;
  if (!isOptional) return { text: written.join(' | '), isList: more.length > 0 };
  if (only === undefined) return { text: 'nil', isList: false };
  const isPlain = more.length === 0 && others[0]?.kind !== 'proc';
  return { text: isPlain ? `${only}?` : `(${written.join(' | ')})?`, isList: false };
}

/** RBS has no type for it. */
const UNTYPED = 'untyped';

/** A record, or a Hash where RBS has no syntax for a key. */
function showRecord(ctx: RbsContext, entries: readonly HashEntry[], rest: Type | null): string {
  const labels = entries.map(({ key, optional, type }) =>
    key.type === 'symbol' && /^[a-z_]\w*$/i.test(key.value)
      ? `${optional ? '?' : ''}${key.value}: ${showRbsType(ctx, type)}`
      : null,
  );
  return rest === null && labels.length > 0 && !labels.includes(null)
    ? `{ ${labels.join(', ')} }`
    : `${ctx.nameOf('Hash')}[untyped, untyped]`;
}

function showRbsLiteral(value: Extract<Type, { kind: 'literal' }>['value']): string {
  if (value.type === 'string') return JSON.stringify(value.value);
  return showLiteral(value);
}

/** `t` is `T`: RBS's type variables are capitalised. */
function showVariable(name: string): string {
  return name.toUpperCase();
}
