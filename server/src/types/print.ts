/** Types for developers and fingerprints: everything that matters, no positions, the same text for the same type. */
import { unreachable } from '../base/result';
import { showLiteral } from './show';
import type { HashEntry, MethodType, ParamType, Refinement, Type, TypeParam } from './type';

export function printType(type: Type): string {
  switch (type.kind) {
    case 'any':
    case 'bottom':
    case 'dynamic':
    case 'nil':
    case 'bool':
    case 'self':
      return type.kind;
    case 'literal':
      return `(literal ${type.value.type} ${showLiteral(type.value)})`;
    case 'nominal':
    case 'alias':
      return form(type.kind, type.name, ...type.args.map(printType));
    case 'classOf':
    case 'variable':
      return form(type.kind, type.name);
    case 'union':
    case 'intersection':
      return form(type.kind, ...type.members.map(printType));
    case 'nonNull':
      return form('nonNull', printType(type.type));
    case 'tuple':
      return form('tuple', ...type.elements.map(printType));
    case 'finiteHash':
      return form('hash', ...type.entries.map(printEntry), type.rest === null ? 'closed' : printType(type.rest));
    case 'structural':
      return form('structural', ...type.methods.map(method => form(method.name, printMethodType(method.type))));
    case 'proc':
      return form('proc', printMethodType(type.method));
    case 'refined':
      return form('refined', printType(type.base), printRefinement(type.refinement));
    default:
      return unreachable(type);
  }
}

export function printMethodType(method: MethodType): string {
  const block = method.block;
  return form(
    'method',
    form('for', ...method.typeParams.map(printTypeParam)),
    form(method.anyArgs ? 'anyArgs' : 'params', ...method.params.map(printParam)),
    block === null ? 'noBlock' : form(block.optional ? 'maybeBlock' : 'block', printMethodType(block.type)),
    form('result', method.resultName ?? '_', printType(method.result), printRefinement(method.resultRefinement)),
    method.selfType === null ? 'selfAsIs' : form('self', printType(method.selfType)),
    ...(method.precondition ? [form('pre', printRefinement(method.precondition))] : []),
  );
}

export function printTypeParam(param: TypeParam): string {
  const bound = param.bound === null ? '_' : printType(param.bound);
  return form(param.name, param.variance, bound, param.default === null ? '_' : printType(param.default));
}

export function printRefinement(refinement: Refinement | null): string {
  if (refinement === null) return 'plain';
  return form('where', refinement.binder ?? '_', JSON.stringify(refinement.text.replace(/\s+/g, ' ')));
}

function printParam(param: ParamType): string {
  return form(param.kind, param.name ?? '_', printType(param.type), printRefinement(param.refinement));
}

function printEntry(entry: HashEntry): string {
  const key = entry.key.type === 'class' ? form('class', entry.key.name) : showLiteral(entry.key);
  return form(entry.optional ? 'maybe' : 'entry', key, printType(entry.type));
}

function form(...parts: readonly string[]): string {
  return `(${parts.join(' ')})`;
}
