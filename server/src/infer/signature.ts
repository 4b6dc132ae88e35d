/**
 * Summary, calls -> the signature that is shown. What callers pass is shown if it meets the demand and has at most
 * three alternatives; else a variable where a parameter reaches the result untouched, else what is required of it.
 */
import type { MethodInfo } from '../program/program';
import type { Param } from '../ril/ril';
import { flexibleName, hasDynamic, mapDynamics } from '../types/flexible';
import type { Hierarchy } from '../types/hierarchy';
import { joinAll } from '../types/join';
import type { OutgoingCall, Requirement, Summary } from '../types/summary';
import type { BlockType, MethodType, ParamType, ParamTypeKind, StructuralMethod, Type } from '../types/type';
import { ANY, DYNAMIC, UNTYPED_METHOD } from '../types/type';
import { unionMembers } from '../types/union';

export interface InferredSignature {
  readonly type: MethodType;
  /** Types that only the visible callers tell. */
  readonly fromCallers: ReadonlySet<string>;
  /** No part of it is unknown. */
  readonly isKnown: boolean;
}

export interface SignatureInput {
  readonly method: MethodInfo;
  readonly summary: Summary;
  readonly calls: readonly OutgoingCall[];
  readonly hierarchy: Hierarchy;
  /** The result for these argument types. */
  readonly resultFor: (args: ReadonlyMap<string, Type>) => Type;
}

/** More alternatives say less than the demand. */
const MOST_SUPPLIED = 3;

export function inferSignature(input: SignatureInput): InferredSignature {
  const { method, summary } = input;
  const params = (method.definition?.params ?? []).filter(({ kind }) => kind !== 'block' && kind !== 'noKey');
  const supplied = new Map(params.flatMap(param => supplyOf(input, param)));
  const result = supplied.size > 0 && hasDynamic(summary.result) ? input.resultFor(supplied) : summary.result;
  const variables = nameVariables(result, supplied);
  const type: MethodType = {
    ...UNTYPED_METHOD,
    anyArgs: params.some(({ kind }) => kind === 'forward'),
    params: params.flatMap(param => paramType(input, param, supplied, variables)),
    block: blockType(input),
    result: method.name === 'initialize' ? { kind: 'self' } : nameFlexible(result, variables),
  };
  const parts = [...type.params.map(param => param.type), type.result];
  return { type, fromCallers: new Set(supplied.keys()), isKnown: !parts.some(hasDynamic) };
}

/** What the visible callers pass, if it says more than the demand and meets it. */
function supplyOf({ calls, summary, hierarchy }: SignatureInput, { name }: Param): readonly [string, Type][] {
  const given = calls.flatMap(call => call.args.get(name ?? '') ?? []);
  if (name === null || given.length === 0 || given.length < calls.length || given.some(hasDynamic)) return [];
  const type = joinAll(given, hierarchy);
  const members = unionMembers(type);
  const demands = summary.demands.map(({ requires }) => requires).filter(({ on }) => on === name);
  const isMet = members.every(member => demands.every(demand => meets(hierarchy, member, demand)));
  return members.length > MOST_SUPPLIED || !isMet ? [] : [[name, type]];
}

function meets(hierarchy: Hierarchy, type: Type, requirement: Requirement): boolean {
  if (requirement.kind !== 'method' || type.kind !== 'nominal') return true;
  return hierarchy.hasMethod(type.name, requirement.name);
}

const KINDS: Readonly<Partial<Record<Param['kind'], ParamTypeKind>>> = {
  required: 'required',
  optional: 'optional',
  post: 'post',
  rest: 'rest',
  key: 'key',
  optionalKey: 'optionalKey',
  keyRest: 'keyRest',
};

function paramType(
  input: SignatureInput,
  param: Param,
  supplied: ReadonlyMap<string, Type>,
  variables: ReadonlyMap<string, string>,
): readonly ParamType[] {
  const kind = KINDS[param.kind];
  if (kind === undefined) return [];
  const name = param.name ?? '';
  const variable = variables.get(name);
  const type =
    supplied.get(name) ??
    (variable === undefined ? demandedType(input, param) : { kind: 'variable' as const, name: variable });
  return [{ kind, name: param.name, type, refinement: null, span: null }];
}

/** What the body requires of the parameter; the type of its default where it requires nothing. */
function demandedType({ summary }: SignatureInput, { name }: Param): Type {
  const demands = summary.demands.map(({ requires }) => requires).filter(({ on }) => on === name);
  const bounds = demands.flatMap(demand => (demand.kind === 'bound' ? [demand.type] : []));
  const [bound] = bounds;
  if (bound && !hasDynamic(bound)) return bound;
  const methods = demands.flatMap(demand => (demand.kind === 'method' ? [structuralMethod(demand)] : []));
  const names = new Map(methods.map(method => [method.name, method]));
  if (names.size > 0) return { kind: 'structural', methods: [...names.values()] };
  const given = summary.params.find(param => param.name === name)?.default ?? null;
  if (given !== null && given.kind !== 'nil' && !hasDynamic(given)) return given;
  return summary.splits.includes(name ?? '') ? DYNAMIC : ANY;
}

function structuralMethod({ name, args }: Extract<Requirement, { kind: 'method' }>): StructuralMethod {
  const params = args.map(
    (type): ParamType => ({
      kind: 'required',
      name: null,
      type: hasDynamic(type) ? ANY : type,
      refinement: null,
      span: null,
    }),
  );
  return { name, type: { ...UNTYPED_METHOD, anyArgs: false, params, result: ANY } };
}

function blockType({ summary: { block } }: SignatureInput): BlockType | null {
  if (block === null) return null;
  const params = block.args.map(
    (type): ParamType => ({
      kind: 'required',
      name: null,
      type: nameFlexible(type, new Map()),
      refinement: null,
      span: null,
    }),
  );
  return { optional: !block.must, type: { ...UNTYPED_METHOD, anyArgs: false, params, result: ANY } };
}

/** Parameters that reach the result untouched: `t`, `u`, … */
function nameVariables(result: Type, supplied: ReadonlyMap<string, Type>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  mapDynamics(result, one => {
    const name = flexibleName(one);
    if (name !== null && !name.includes('.') && !supplied.has(name) && !names.has(name) && names.size < LETTERS.length)
      names.set(name, LETTERS[names.size]!);
    return one;
  });
  return names;
}

const LETTERS = ['t', 'u', 'v', 'w'];

function nameFlexible(type: Type, variables: ReadonlyMap<string, string>): Type {
  return mapDynamics(type, one => {
    const variable = variables.get(flexibleName(one) ?? '');
    return variable === undefined ? DYNAMIC : { kind: 'variable', name: variable };
  });
}
