/**
 * Signatures, field refinements and invariants -> contracts as data, which Ruby checks while a method runs. A clause is
 * identified by its position, so that an obligation finds its clause again. Non-nil types are clauses, too.
 */
import type { Place } from '../base/span';
import type { ClassInfo, MethodInfo, Nesting, Program, SignatureArm } from '../program/program';
import type { ClauseKind } from '../proof/replay';
import { resultNames } from '../types/exceptionalOutcome';
import { showType } from '../types/show';
import { type Clause, entryClauses, type MethodType, type ParamType, type Type } from '../types/type';
import { type PredicateData, predicateData } from './replayPredicate';
import { typeData } from './replayTypes';

interface ClauseData {
  readonly id: string;
  readonly kind: ClauseKind;
  readonly text: string;
  readonly data: PredicateData;
  /** The parameter that it belongs to: does not apply to calls that omit it. */
  readonly param: string | null;
}

export interface ContractData {
  readonly owner: string;
  readonly name: string;
  readonly singleton: boolean;
  readonly params: readonly { readonly kind: string; readonly name: string | null }[];
  readonly result: string | null;
  readonly pre: readonly ClauseData[];
  readonly post: readonly ClauseData[];
  /** What its labels allow it to write; null: they say nothing. */
  readonly writes: WritesData | null;
  readonly block: BlockData | null;
}

/** The contract of a block. */
type BlockData = Pick<ContractData, 'params' | 'result' | 'pre' | 'post'>;

type Owned = readonly (readonly [owner: string, field: string])[];

type WritesData = { readonly pure: true } | { readonly modifies: Owned } | { readonly protects: Owned };

export interface ObjectContractData {
  readonly owner: string;
  readonly field: string | null;
  readonly binder: string | null;
  readonly clauses: readonly ClauseData[];
}

const RESULT = 'result';

export function clauseId(place: Place): string {
  return `${place.anchor}@${place.span.start}-${place.span.end}`;
}

/** The implicit clause that this is not nil. */
export function nonNilId(about: string): string {
  return `non-nil:${about}`;
}

/** The implicit clause that the field is set. */
export function setId(field: string): string {
  return `set:${field}`;
}

export function contractData(method: MethodInfo, arm: SignatureArm | null): ContractData {
  const params = arm ? arm.type.params : [];
  const result = arm ? (arm.type.resultName ?? arm.type.resultRefinement?.binder ?? null) : null;
  return {
    owner: method.owner,
    name: method.name,
    singleton: method.singleton,
    params: params.map((param, i) => ({ kind: param.kind, name: nameOf(param, i) })),
    result: result ?? RESULT,
    pre: [
      ...params.flatMap((param, i) => paramClauses(method, param, nameOf(param, i), arm?.nesting ?? [])),
      ...(arm?.type.precondition?.clauses ?? []).map(clause => clauseData(clause, null, arm?.nesting ?? [])),
    ],
    post: arm
      ? [
          ...resultClauses(method, arm, result ?? RESULT),
          ...params.flatMap((param, i) => nonNilInside(method, param, nameOf(param, i))),
        ]
      : [],
    writes: arm && writesOf(arm),
    block: arm && blockData(arm),
  };
}

/** Null: its type has no clauses. */
function blockData({ type: { block }, nesting }: SignatureArm): BlockData | null {
  if (!block) return null;
  const { params, resultName, resultRefinement } = block.type;
  const pre = params.flatMap((param, i) =>
    (param.refinement?.clauses ?? []).map(clause => clauseData(clause, nameOf(param, i), nesting)),
  );
  const post = (resultRefinement?.clauses ?? []).map(clause => clauseData(clause, null, nesting));
  if (pre.length + post.length === 0) return null;
  const named = params.map((param, i) => ({ kind: param.kind, name: nameOf(param, i) }));
  return { params: named, result: resultName ?? resultRefinement?.binder ?? RESULT, pre, post };
}

function writesOf({ labels }: SignatureArm): WritesData | null {
  const owned = (entries: NonNullable<typeof labels.modifies>): Owned => entries.map(each => [each.owner, each.field]);
  if (labels.pure) return { pure: true };
  if (labels.modifies) return { modifies: owned(labels.modifies) };
  return labels.protects ? { protects: owned(labels.protects) } : null;
}

/** Unnamed parameters get a name that no clause can use. */
function nameOf(param: ParamType, index: number): string {
  return param.name ?? param.refinement?.binder ?? `#${index}`;
}

function paramClauses(method: MethodInfo, param: ParamType, name: string, nesting: Nesting): readonly ClauseData[] {
  const written = [
    ...(param.refinement?.clauses ?? []).map(clause => clauseData(clause, name, nesting)),
    ...(isSingle(param) ? typeClauses(`${method.key}(${name})`, param.type, name, name) : []),
  ];
  if (!isSingle(param) || !excludesNil(param.type)) return written;
  return [...written, nonNil(`${method.key}(${name})`, name), ...nonNilInside(method, param, name)];
}

function isSingle({ kind }: ParamType): boolean {
  return kind !== 'rest' && kind !== 'keyRest';
}

/** Before the call, and after it: other code relies on the container's type. */
function nonNilInside(method: MethodInfo, param: ParamType, name: string): readonly ClauseData[] {
  if (!isSingle(param) || !excludesNil(param.type)) return [];
  return nonNilElements(method, param.type, name).map(clause => ({
    ...clause,
    id: `${clause.id}(${name})`,
    param: name,
  }));
}

function resultClauses(method: MethodInfo, arm: SignatureArm, name: string): readonly ClauseData[] {
  const results = resultNames(arm.type);
  const written = (arm.type.resultRefinement?.clauses ?? []).map(clause =>
    clauseData(clause, null, arm.nesting, clause.isRuby ? [] : results),
  );
  if (method.name === 'initialize') return written;
  const typed = [...written, ...typeClauses(method.key, arm.type.result, name, null)];
  if (!excludesNil(arm.type.result)) return typed;
  return [...typed, { ...nonNil(method.key, name), param: null }, ...nonNilElements(method, arm.type.result, name)];
}

function typeClauses(about: string, type: Type, name: string, param: string | null): readonly ClauseData[] {
  const data = typeData(type, ['var', name]);
  const subject = name.startsWith('#') ? 'the argument' : name;
  return data === null
    ? []
    : [{ id: `type:${about}`, kind: 'type', text: `${subject} is ${showType(type)}`, data, param }];
}

/** A container whose elements or values, including those of nested arrays, are never nil. */
function nonNilElements(method: MethodInfo, type: Type, name: string): readonly ClauseData[] {
  const list = nonNilContents(type, name);
  if (list === null) return [];
  const full: PredicateData = [
    'call',
    callPredicate(callPredicate(list, 'compact'), 'size'),
    '==',
    [['pos', callPredicate(list, 'size')]],
    null,
    false,
  ];
  const data: PredicateData = ['or', callPredicate(['var', name], 'nil?'), full];
  const id = nonNilId(`elements of ${method.key}`);
  return [{ id, kind: 'non-nil', text: `no element of ${name} is nil`, data, param: null }];
}

function callPredicate(on: PredicateData, what: string): PredicateData {
  return ['call', on, what, [], null, false];
}

/** The list of everything that must not be nil; null: some of it may be. */
function nonNilContents(type: Type, name: string): PredicateData | null {
  const all: PredicateData = ['var', name];
  if (!elementsOf(type).every(excludesNil) || elementsOf(type).length === 0) return null;
  if (type.kind === 'finiteHash' || (type.kind === 'nominal' && type.name === 'Hash'))
    return callPredicate(all, 'values');
  if (type.kind === 'nominal' && type.name === 'Set') return callPredicate(all, 'to_a');
  return elementsOf(type).every(isFullArray) ? callPredicate(all, 'flatten') : all;
}

/** Not an array, or one without nil at any depth. */
function isFullArray(type: Type): boolean {
  const isArray = type.kind === 'tuple' || (type.kind === 'nominal' && type.name === 'Array');
  return isArray ? elementsOf(type).every(each => excludesNil(each) && isFullArray(each)) : excludesNil(type);
}

function elementsOf(type: Type): readonly Type[] {
  if (type.kind === 'tuple') return type.elements;
  if (type.kind === 'finiteHash') return type.rest === null ? type.entries.map(entry => entry.type) : [];
  if (type.kind !== 'nominal') return [];
  return type.name === 'Array' || type.name === 'Set' || type.name === 'Hash' ? type.args.slice(-1) : [];
}

function clauseData(
  clause: Clause,
  param: string | null,
  nesting: Nesting,
  results: readonly string[] = [],
): ClauseData {
  const data = predicateData(clause.expr, nesting, results);
  return { id: clauseId(clause.place), kind: 'stated', text: clause.text, data, param };
}

function nonNil(about: string, name: string): ClauseData {
  const isNil: PredicateData = ['call', ['var', name], 'nil?', [], null, false];
  return {
    id: nonNilId(about),
    kind: 'non-nil',
    text: `${name.startsWith('#') ? 'the argument' : name} is not nil`,
    data: ['call', isNil, '!', [], null, false],
    param: name,
  };
}

/** Types whose values are certainly not nil; in doubt, nil is allowed. */
function excludesNil(type: Type): boolean {
  switch (type.kind) {
    case 'nominal':
      return !['Object', 'BasicObject', 'Kernel', 'NilClass', 'Comparable'].includes(type.name);
    case 'bool':
    case 'literal':
    case 'classOf':
    case 'nonNull':
    case 'tuple':
    case 'finiteHash':
    case 'proc':
      return true;
    case 'refined':
      return excludesNil(type.base);
    case 'union':
      return type.members.every(excludesNil);
    case 'intersection':
      return type.members.some(excludesNil);
    case 'any':
    case 'bottom':
    case 'dynamic':
    case 'nil':
    case 'self':
    case 'variable':
    case 'alias':
    case 'structural':
      return false;
  }
}

/** The contracts of objects of the workspace's classes; `set`: also that fields whose type excludes nil are set. */
export function objectContracts(program: Program, set = false): readonly ObjectContractData[] {
  const own = [...program.classes.values()].filter(info => info.origin === 'workspace');
  return own.flatMap(info => objectContractOf(info, set));
}

function objectContractOf(info: ClassInfo, set: boolean): readonly ObjectContractData[] {
  const fields = [...info.fields.values()].flatMap(field => {
    const binder = field.refinement?.binder ?? field.name.replace(/^@+/, '');
    const isSet = set && field.type !== null && /^@[^@]/.test(field.name) && excludesNil(field.type);
    const clauses = [
      ...(field.refinement?.clauses ?? []).map(clause => clauseData(clause, null, field.nesting)),
      // An audit makes objects by their constructors, so their fields are of their types.
      ...(set || field.type === null ? [] : typeClauses(`${info.name} ${field.name}`, field.type, binder, null)),
      ...(isSet ? [setClause(field.name, binder)] : []),
    ];
    return clauses.length > 0 ? [{ owner: info.name, field: field.name, binder, clauses }] : [];
  });
  const invariants = info.invariants.map(invariant => ({
    owner: info.name,
    field: null,
    binder: null,
    clauses: invariant.refinement.clauses.map(clause => clauseData(clause, null, invariant.nesting)),
  }));
  return [...fields, ...(set ? setMembers(info) : []), ...invariants];
}

function setClause(field: string, binder: string): ClauseData {
  return { ...nonNil(field, binder), id: setId(field), kind: 'set', text: `${field} is set`, param: null };
}

/** Members of a Struct or Data whose readers have refinements. */
function setMembers(info: ClassInfo): readonly ObjectContractData[] {
  return [...info.methods.values()].flatMap(({ synthetic, signature }) => {
    const result = signature?.arms[0]?.type.result;
    if (synthetic?.type !== 'structReader' || !result || !excludesNil(result)) return [];
    const { member } = synthetic;
    return [
      {
        owner: info.name,
        field: `@${member}`,
        binder: member,
        clauses: [setClause(`@${member}`, member)],
      },
    ];
  });
}

/** The arm that contains the clause, otherwise the first. */
export function armWith(method: MethodInfo, place: Place | null): SignatureArm | null {
  const arms = method.signature?.arms ?? [];
  const wanted = place && clauseId(place);
  return (
    arms.find(arm => wanted !== null && clausesOf(arm).some(clause => clauseId(clause.place) === wanted)) ??
    arms[0] ??
    null
  );
}

export function clausesOf(arm: SignatureArm): readonly Clause[] {
  const inside = (type: MethodType): readonly Clause[] => [
    ...entryClauses(type),
    ...(type.resultRefinement?.clauses ?? []),
  ];
  return [...inside(arm.type), ...(arm.type.block ? inside(arm.type.block.type) : [])];
}
