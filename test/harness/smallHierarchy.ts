/** A few classes with every kind of relation, for tests of subtyping. */
import type { Hierarchy } from '../../server/src/types/hierarchy';
import {
  INTEGER,
  type MethodType,
  nominal,
  STRING,
  type Type,
  type TypeParam,
  type Variance,
} from '../../server/src/types/type';

const OBJECT = ['Object', 'Kernel', 'BasicObject'];

const ANCESTORS: Readonly<Record<string, readonly string[]>> = {
  Object: OBJECT,
  Numeric: ['Numeric', 'Comparable', ...OBJECT],
  Integer: ['Integer', 'Numeric', 'Comparable', ...OBJECT],
  Float: ['Float', 'Numeric', 'Comparable', ...OBJECT],
  String: ['String', 'Comparable', ...OBJECT],
  Symbol: ['Symbol', 'Comparable', ...OBJECT],
  NilClass: ['NilClass', ...OBJECT],
  TrueClass: ['TrueClass', ...OBJECT],
  FalseClass: ['FalseClass', ...OBJECT],
  Proc: ['Proc', ...OBJECT],
  Module: ['Module', ...OBJECT],
  Class: ['Class', 'Module', ...OBJECT],
  Array: ['Array', 'Enumerable', ...OBJECT],
  Hash: ['Hash', 'Enumerable', ...OBJECT],
  Names: ['Names', 'Array', 'Enumerable', ...OBJECT],
  Producer: ['Producer', ...OBJECT],
  Consumer: ['Consumer', ...OBJECT],
};

function param(name: string, variance: Variance): TypeParam {
  return { name, variance, bound: null, default: null };
}

const PARAMS: Readonly<Record<string, readonly TypeParam[]>> = {
  Array: [param('t', 'invariant')],
  Enumerable: [param('e', 'out')],
  Hash: [param('k', 'invariant'), param('v', 'invariant')],
  Producer: [param('p', 'out')],
  Consumer: [param('c', 'in')],
};

const variable = (name: string): Type => ({ kind: 'variable', name });

/** class Names < Array<String>; class Hash<k, v>; include Enumerable<[k, v]> */
const ANCESTOR_ARGS: Readonly<Record<string, readonly Type[]>> = {
  'Array Enumerable': [variable('t')],
  'Hash Enumerable': [{ kind: 'tuple', elements: [variable('k'), variable('v')] }],
  'Names Array': [STRING],
  'Names Enumerable': [STRING],
};

export function method(params: readonly Type[], result: Type): MethodType {
  return {
    typeParams: [],
    params: params.map(type => ({ kind: 'required', name: null, type, refinement: null, span: null })),
    anyArgs: false,
    block: null,
    result,
    resultName: null,
    resultRefinement: null,
    resultSpan: null,
    selfType: null,
  };
}

const METHODS: Readonly<Record<string, readonly MethodType[]>> = {
  'Object to_s': [method([], STRING)],
  'Integer succ': [method([], INTEGER)],
  'Array first': [method([], variable('t'))],
  'Comparable <=>': [method([{ kind: 'any' }], INTEGER)],
};

function ancestors(name: string): readonly string[] {
  return ANCESTORS[name] ?? [name];
}

function find(className: string, name: string): readonly MethodType[] | null {
  for (const owner of ancestors(className)) {
    const found = METHODS[`${owner} ${name}`];
    if (found !== undefined) return found;
  }
  return null;
}

export const smallHierarchy: Hierarchy = {
  ancestors,
  typeParams: name => PARAMS[name] ?? [],
  ancestorArgs: (name, ancestor) => ANCESTOR_ARGS[`${name} ${ancestor}`] ?? [],
  exists: name => name in ANCESTORS,
  methodTypes: find,
  singletonMethodTypes: () => null,
  hasMethod: (name, wanted) => find(name, wanted) !== null || wanted === 'untyped',
  expandAlias: name => {
    if (name === '%num') return { kind: 'union', members: [INTEGER, nominal('Float')] };
    if (name === '%tree') {
      return { kind: 'union', members: [INTEGER, nominal('Producer', [{ kind: 'alias', name: '%tree', args: [] }])] };
    }
    return null;
  },
};
