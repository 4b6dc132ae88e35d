/** Equality of types: order in unions, intersections and finite hashes does not matter; names and refinements do. */
import { unreachable } from '../base/result';
import type { BlockType, FieldType, HashEntry, MethodType, ParamType, Refinement, Type } from './type';

export function equalTypes(a: Type, b: Type): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case 'any':
    case 'bottom':
    case 'dynamic':
    case 'nil':
    case 'bool':
    case 'self':
      return b.kind === a.kind;
    case 'literal':
      return b.kind === 'literal' && equalKeys(a.value, b.value);
    case 'nominal':
      return b.kind === 'nominal' && a.name === b.name && equalLists(a.args, b.args) && equalFields(a.fields, b.fields);
    case 'alias':
      return b.kind === 'alias' && a.name === b.name && equalLists(a.args, b.args);
    case 'classOf':
      return b.kind === 'classOf' && a.name === b.name && equalLists(a.args ?? [], b.args ?? []);
    case 'variable':
      return b.kind === 'variable' && a.name === b.name;
    case 'union':
      return b.kind === 'union' && equalSets(a.members, b.members);
    case 'intersection':
      return b.kind === 'intersection' && equalSets(a.members, b.members);
    case 'nonNull':
      return b.kind === 'nonNull' && equalTypes(a.type, b.type);
    case 'tuple':
      return b.kind === 'tuple' && equalLists(a.elements, b.elements);
    case 'finiteHash':
      return b.kind === 'finiteHash' && equalEntries(a.entries, b.entries) && equalOptional(a.rest, b.rest);
    case 'structural':
      return b.kind === 'structural' && equalStructures(a, b);
    case 'proc':
      return b.kind === 'proc' && a.of === b.of && equalMethodTypes(a.method, b.method);
    case 'refined':
      return b.kind === 'refined' && equalTypes(a.base, b.base) && equalRefinements(a.refinement, b.refinement);
    default:
      return unreachable(a);
  }
}

export function equalMethodTypes(a: MethodType, b: MethodType): boolean {
  return (
    a.anyArgs === b.anyArgs &&
    a.paramsVariable === b.paramsVariable &&
    a.resultName === b.resultName &&
    a.params.length === b.params.length &&
    a.params.every((param, index) => equalParams(param, b.params[index]!)) &&
    equalBlocks(a.block, b.block) &&
    equalTypes(a.result, b.result) &&
    equalRefinements(a.precondition ?? null, b.precondition ?? null) &&
    equalRefinements(a.resultRefinement, b.resultRefinement) &&
    equalOptional(a.selfType, b.selfType)
  );
}

export function equalKeys(a: HashEntry['key'], b: HashEntry['key']): boolean {
  if (a.type === 'class') return b.type === 'class' && a.name === b.name;
  if (a.type === 'true' || a.type === 'false') return a.type === b.type;
  return b.type === a.type && 'value' in b && a.value === b.value;
}

function equalLists(a: readonly Type[], b: readonly Type[]): boolean {
  return a.length === b.length && a.every((type, index) => equalTypes(type, b[index]!));
}

function equalSets(a: readonly Type[], b: readonly Type[]): boolean {
  return a.length === b.length && a.every(type => b.some(other => equalTypes(type, other)));
}

function equalFields(a: readonly FieldType[] = [], b: readonly FieldType[] = []): boolean {
  return (
    a.length === b.length && a.every(({ name, type }, i) => name === b[i]?.name && equalTypes(type, b[i]?.type ?? type))
  );
}

function equalOptional(a: Type | null, b: Type | null): boolean {
  return a === null || b === null ? a === b : equalTypes(a, b);
}

function equalEntries(a: readonly HashEntry[], b: readonly HashEntry[]): boolean {
  const same = (x: HashEntry, y: HashEntry): boolean =>
    x.optional === y.optional && equalKeys(x.key, y.key) && equalTypes(x.type, y.type);
  return a.length === b.length && a.every(entry => b.some(other => same(entry, other)));
}

function equalStructures(a: Type & { kind: 'structural' }, b: Type & { kind: 'structural' }): boolean {
  if (a.methods.length !== b.methods.length) return false;
  return a.methods.every(method =>
    b.methods.some(other => other.name === method.name && equalMethodTypes(method.type, other.type)),
  );
}

function equalParams(a: ParamType, b: ParamType): boolean {
  return (
    a.kind === b.kind && a.name === b.name && equalTypes(a.type, b.type) && equalRefinements(a.refinement, b.refinement)
  );
}

function equalBlocks(a: BlockType | null, b: BlockType | null): boolean {
  if (a === null || b === null) return a === b;
  return a.optional === b.optional && equalMethodTypes(a.type, b.type);
}

/** Compares their tokens: `x > 0` and `0 < x` differ, spacing does not matter. */
function equalRefinements(a: Refinement | null, b: Refinement | null): boolean {
  if (a === null || b === null) return a === b;
  return a.binder === b.binder && tokensOf(a.text) === tokensOf(b.text);
}

function tokensOf(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
