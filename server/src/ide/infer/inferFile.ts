/**
 * What is inferred of a file, as it may be written down: its methods without a signature, and the fields of its classes
 * without a declared type.
 */

import { anchorPath } from '../../base/span';
import type { Reliability } from '../../engine/learn/learnedTypes';
import type { FileSnapshot, MethodSnapshot, Snapshot } from '../../engine/snapshot';
import { resolveClassName } from '../../program/constants';
import type { MethodInfo, Nesting, Program } from '../../program/program';
import { hasDynamic } from '../../types/flexible';
import { ANY, DYNAMIC, type MethodType, type Type } from '../../types/type';
import { inferredOf } from '../inferredHover';

export interface MethodProposal {
  readonly info: MethodInfo;
  readonly method: MethodSnapshot;
  readonly type: MethodType;
  /** No part of it is unknown. */
  readonly isKnown: boolean;
  /** How far runs confirm it; absent: no run did. */
  readonly word?: Reliability;
  /** Only its parameters, without types: the inferred types were withdrawn. */
  readonly isUntyped?: true;
}

export interface FieldProposal {
  readonly owner: string;
  readonly name: string;
  readonly singleton: boolean;
  readonly type: Type;
}

export interface FileProposals {
  readonly methods: readonly MethodProposal[];
  readonly fields: readonly FieldProposal[];
}

export function inferFile(snapshot: Snapshot, file: FileSnapshot): FileProposals {
  return {
    methods: file.methods.flatMap(method => inferMethod(snapshot, method)),
    fields: inferFields(snapshot, file),
  };
}

export function inferMethod(snapshot: Snapshot, method: MethodSnapshot): readonly MethodProposal[] {
  const { info } = method;
  const inferred = info.origin === 'workspace' && info.aliasOf === null ? inferredOf(snapshot, info.key) : null;
  if (inferred === null) return [];
  const type = writable(inferred.signature.type);
  const found: MethodProposal = { info, method, type, isKnown: isKnownType(type) };
  return [learnedMethod(snapshot, found) ?? found];
}

/** What is proved with the classes that runs showed counts more than what is inferred; the rest if nothing is. */
function learnedMethod(snapshot: Snapshot, inferred: MethodProposal): MethodProposal | null {
  const learned = snapshot.learned.methodOf(inferred.info.key);
  if (learned === null) return null;
  const { word } = learned;
  if (word === 'partial') return null;
  if (inferred.isKnown && word !== 'proved') return { ...inferred, word };
  const type = writable(learned.type);
  return { ...inferred, type, isKnown: isKnownType(type), word };
}

export function isKnownType(type: MethodType): boolean {
  return !partsOf(type).some(hasUnknown);
}

function partsOf(type: MethodType): readonly Type[] {
  return [...type.params, ...(type.block?.type.params ?? [])].map(param => param.type).concat(type.result);
}

function hasUnknown(type: Type): boolean {
  return type.kind === 'structural'
    ? type.methods.some(({ type: inner }) => partsOf(inner).some(hasUnknown))
    : hasDynamic(type);
}

/** A declared type is also used to check the body, where the result of a required method must be usable. */
function writable(type: MethodType): MethodType {
  const params = type.params.map(param => ({ ...param, type: writableType(param.type) }));
  return { ...type, params };
}

function writableType(type: Type): Type {
  if (type.kind !== 'structural') return type;
  const methods = type.methods.map(method => {
    const { result } = method.type;
    return { ...method, type: { ...method.type, result: result.kind === ANY.kind ? DYNAMIC : result } };
  });
  return { ...type, methods };
}

function inferFields(snapshot: Snapshot, file: FileSnapshot): readonly FieldProposal[] {
  const owners = new Set(file.methods.filter(({ info }) => info.definition !== null).map(({ info }) => info.owner));
  return [...owners].flatMap(owner => {
    const info = snapshot.program.classes.get(owner);
    const isHome = info?.places[0] !== undefined && anchorPath(info.places[0].anchor) === file.path;
    if (!info || !isHome || owner === 'Object') return [];
    const find = (names: Iterable<string>, singleton: boolean): readonly FieldProposal[] =>
      [...names].flatMap(name => inferField(snapshot, owner, name, singleton));
    const open = (fields: typeof info.fields): readonly string[] =>
      [...fields].flatMap(([name, field]) => (field.type === null ? [name] : []));
    return [...find(open(info.fields), false), ...find(open(info.singletonFields), true)];
  });
}

/** Only fields whose writes are all visible. */
function inferField(snapshot: Snapshot, owner: string, name: string, singleton: boolean): readonly FieldProposal[] {
  const field = snapshot.inferred.fieldOf({ className: owner, field: name, singleton });
  if (!field || field.unknown.length > 0 || hasUnknown(field.type) || hasHole(field.type)) return [];
  return [{ owner, name, singleton, type: field.type }];
}

/** An empty literal that nothing visible fills. */
function hasHole(type: Type): boolean {
  return type.kind === 'bottom' || (type.kind === 'nominal' && type.args.some(hasHole));
}

/** Whether the names in a type mean the same classes in this scope. */
export function isReadableIn(program: Program, nesting: Nesting, type: MethodType): boolean {
  return partsOf(type).every(part => namesIn(part).every(name => resolveClassName(program, nesting, name) === name));
}

export function namesIn(type: Type): readonly string[] {
  switch (type.kind) {
    case 'nominal':
      return [type.name, ...type.args.flatMap(namesIn)];
    case 'classOf':
      return [type.name];
    case 'union':
    case 'intersection':
      return type.members.flatMap(namesIn);
    case 'tuple':
      return type.elements.flatMap(namesIn);
    case 'finiteHash':
      return type.entries.flatMap(entry => namesIn(entry.type));
    case 'structural':
      return type.methods.flatMap(method => partsOf(method.type).flatMap(namesIn));
    default:
      return [];
  }
}
