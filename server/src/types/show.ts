/** Types in RDL's syntax, for users. parse/typeParser.ts can parse the result, which a test checks. */
import { unreachable } from '../base/result';
import type { BlockType, HashEntry, LiteralTypeValue, MethodType, ParamType, Refinement, Type } from './type';

export function showType(type: Type): string {
  switch (type.kind) {
    case 'any':
      return '%any';
    case 'bottom':
      return '%bot';
    case 'dynamic':
      return '%dyn';
    case 'bool':
      return '%bool';
    case 'nil':
    case 'self':
      return type.kind;
    case 'literal':
      return showLiteral(type.value);
    case 'nominal':
    case 'alias':
      return type.name + showArguments(type.args);
    case 'classOf':
      return `\${${type.name}}`;
    case 'variable':
      return type.name;
    case 'union':
      return type.members.map(member => showTight(member, ['union'])).join(' or ');
    case 'intersection':
      return type.members.map(member => showTight(member, ['union', 'intersection'])).join(' and ');
    case 'nonNull':
      return `!${showTight(type.type, ['union', 'intersection'])}`;
    case 'tuple':
      return `[${type.elements.map(showType).join(', ')}]`;
    case 'finiteHash':
      return showHash(type.entries, type.rest);
    case 'structural':
      return `[${type.methods.map(method => `${method.name}: ${showMethodType(method.type)}`).join(', ')}]`;
    case 'proc':
      return `{ ${showMethodType(type.method)} }`;
    case 'refined':
      return `(${showNamed(type.base, type.refinement.binder, type.refinement)})`;
    default:
      return unreachable(type);
  }
}

export function showMethodType(method: MethodType): string {
  const params = showParams(method);
  const result = showNamed(method.result, method.resultName, method.resultRefinement);
  return `(${params})${showBlock(method.block)} -> ${result}`;
}

function showParams({ params, anyArgs, paramsVariable }: MethodType): string {
  if (paramsVariable !== undefined) return `^${paramsVariable}`;
  return anyArgs ? '...' : params.map(showParam).join(', ');
}

export function showParam(param: ParamType): string {
  switch (param.kind) {
    case 'required':
    case 'post':
      return showNamed(param.type, param.name, param.refinement);
    case 'optional':
      return `?${showNamed(param.type, param.name, param.refinement)}`;
    case 'rest':
      return `*${showNamed(param.type, param.name, param.refinement)}`;
    case 'key':
      return `${param.name ?? '_'}: ${showNamed(param.type, null, param.refinement)}`;
    case 'optionalKey':
      return `${param.name ?? '_'}: ?${showNamed(param.type, null, param.refinement)}`;
    case 'keyRest':
      return `**${showNamed(param.type, param.name, param.refinement)}`;
    default:
      return unreachable(param.kind);
  }
}

function showNamed(type: Type, name: string | null, refinement: Refinement | null): string {
  const named = name === null ? showType(type) : `${showType(type)} ${name}`;
  return refinement === null ? named : `${named} { ${refinement.text} }`;
}

function showBlock(block: BlockType | null): string {
  if (block === null) return '';
  return ` ${block.optional ? '?' : ''}{ ${showMethodType(block.type)} }`;
}

function showTight(type: Type, loose: readonly Type['kind'][]): string {
  return loose.includes(type.kind) ? `(${showType(type)})` : showType(type);
}

function showArguments(args: readonly Type[]): string {
  return args.length === 0 ? '' : `<${args.map(showType).join(', ')}>`;
}

function showHash(entries: readonly HashEntry[], rest: Type | null): string {
  const parts = entries.map(showEntry);
  if (rest !== null) parts.push(`**${showType(rest)}`);
  return `{${parts.join(', ')}}`;
}

function showEntry(entry: HashEntry): string {
  const type = (entry.optional ? '?' : '') + showType(entry.type);
  if (entry.key.type === 'class') return `\${${entry.key.name}} => ${type}`;
  if (entry.key.type === 'symbol' && isLabel(entry.key.value)) return `${entry.key.value}: ${type}`;
  return `${showLiteral(entry.key)} => ${type}`;
}

export function isLabel(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*[?!]?$/u.test(name);
}

export function showLiteral(value: LiteralTypeValue): string {
  switch (value.type) {
    case 'integer':
    case 'float':
      return value.value;
    case 'string':
      return `'${escapeQuoted(value.value, "'")}'`;
    case 'symbol':
      return isLabel(value.value) ? `:${value.value}` : `:"${escapeQuoted(value.value, '"')}"`;
    case 'true':
    case 'false':
      return value.type;
    default:
      return unreachable(value);
  }
}

function escapeQuoted(text: string, quote: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
}
