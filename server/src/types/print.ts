/** Types for developers and fingerprints: complete, without positions, equal strings for equal types. */
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
      return printForm(
        type.kind,
        type.name,
        ...type.args.map(printType),
        ...(type.fields ?? []).map(field => printForm(field.name, printType(field.type))),
      );
    case 'alias':
      return printForm(type.kind, type.name, ...type.args.map(printType));
    case 'classOf':
    case 'variable':
      return printForm(type.kind, type.name);
    case 'union':
    case 'intersection':
      return printForm(type.kind, ...type.members.map(printType));
    case 'nonNull':
      return printForm('nonNull', printType(type.type));
    case 'tuple':
      return printForm('tuple', ...type.elements.map(printType));
    case 'finiteHash':
      return printForm('hash', ...type.entries.map(printEntry), type.rest === null ? 'closed' : printType(type.rest));
    case 'structural':
      return printForm(
        'structural',
        ...type.methods.map(method => printForm(method.name, printMethodType(method.type))),
      );
    case 'proc':
      return printForm('proc', printMethodType(type.method), ...(type.of === undefined ? [] : [type.of]));
    case 'refined':
      return printForm('refined', printType(type.base), printRefinement(type.refinement));
    default:
      return unreachable(type);
  }
}

export function printMethodType(method: MethodType): string {
  const block = method.block;
  return printForm(
    'method',
    printForm('for', ...method.typeParams.map(printTypeParam)),
    printParams(method),
    block === null ? 'noBlock' : printForm(block.optional ? 'maybeBlock' : 'block', printMethodType(block.type)),
    printForm('result', method.resultName ?? '_', printType(method.result), printRefinement(method.resultRefinement)),
    method.selfType === null ? 'selfAsIs' : printForm('self', printType(method.selfType)),
    ...(method.precondition ? [printForm('pre', printRefinement(method.precondition))] : []),
  );
}

function printParams({ params, anyArgs, paramsVariable }: MethodType): string {
  if (paramsVariable !== undefined) return printForm('paramsOf', paramsVariable);
  return printForm(anyArgs ? 'anyArgs' : 'params', ...params.map(printParam));
}

function printTypeParam(param: TypeParam): string {
  const bound = param.bound === null ? '_' : printType(param.bound);
  return printForm(param.name, param.variance, bound, param.default === null ? '_' : printType(param.default));
}

function printRefinement(refinement: Refinement | null): string {
  if (refinement === null) return 'plain';
  return printForm('where', refinement.binder ?? '_', JSON.stringify(refinement.text.replace(/\s+/g, ' ')));
}

function printParam(param: ParamType): string {
  return printForm(param.kind, param.name ?? '_', printType(param.type), printRefinement(param.refinement));
}

function printEntry(entry: HashEntry): string {
  const key = entry.key.type === 'class' ? printForm('class', entry.key.name) : showLiteral(entry.key);
  return printForm(entry.optional ? 'maybe' : 'entry', key, printType(entry.type));
}

function printForm(...parts: readonly string[]): string {
  return `(${parts.join(' ')})`;
}
