/**
 * A library Program as bytes: lines of JSON, first a table of contents, then one class per line. Written at build time
 * (server/build/), read by library.ts, which decodes a class on first access.
 */

import { UNKNOWN_FACTS } from '../program/libraryFacts';
import type {
  ClassInfo,
  ConstantInfo,
  Equality,
  FieldInfo,
  LibraryFacts,
  MethodInfo,
  Program,
  Protocol,
  Signature,
} from '../program/program';
import type { RefusalCodes } from '../program/refusalTable';
import type { MethodDeclaration } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import type { Labels } from '../types/annotation';
import { NO_LABELS } from '../types/annotation';
import {
  encodeMethodType,
  encodeType,
  encodeTypeParam,
  type MethodCode,
  type ParamCode,
  type TypeCode,
} from './typeCodec';

const SNAPSHOT_FORMAT = 6;

export interface Contents {
  readonly format: number;
  /** The fingerprint of its sources. */
  readonly fingerprint: string;
  readonly classes: readonly string[];
  readonly aliases: readonly [string, TypeCode][];
  readonly aliasParams: readonly [string, readonly ParamCode[]][];
  readonly globals: readonly FieldCode[];
  readonly descendants: readonly [string, readonly string[]][];
  readonly libraries: readonly [string, readonly string[]][];
  readonly protocol?: Protocol;
  readonly refusals?: RefusalCodes;
}

export type FieldCode = readonly [name: string, type: TypeCode | null];

export interface MethodCodes {
  /** The name. */
  readonly n: string;
  readonly v?: MethodInfo['visibility'];
  readonly a?: string;
  readonly o?: MethodInfo['origin'];
  /** The arms: type, then labels if there are any. */
  readonly t?: readonly (MethodCode | readonly [MethodCode, Partial<Labels>])[];
  readonly l?: Partial<LibraryFacts>;
  readonly p?: BodyCode;
}

/** A declaration of the prelude. */
export type BodyCode = Omit<MethodDeclaration, 'body' | 'bodySource'> & { readonly code: Expr };

export interface ClassCode {
  readonly k: ClassInfo['kind'];
  readonly o: ClassInfo['origin'];
  readonly s: string | null;
  readonly sa?: readonly TypeCode[];
  readonly m?: readonly (readonly [how: string, module: string, ...args: TypeCode[]])[];
  readonly g?: readonly ParamCode[];
  readonly st?: readonly TypeCode[];
  readonly i: readonly MethodCodes[];
  readonly c: readonly MethodCodes[];
  readonly f?: readonly FieldCode[];
  readonly e: readonly (readonly [name: string, type: TypeCode | null, value?: ConstantInfo['value']])[];
  /** Methods that are undefined. */
  readonly u?: readonly string[];
  /** Equality of `==` and of hash keys. */
  readonly q?: readonly [values: Equality | null, keys: Equality | null];
}

export function encodeLibrary(program: Program, fingerprint: string, refusals?: RefusalCodes): Uint8Array {
  const classes = [...program.classes.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const contents: Contents = {
    format: SNAPSHOT_FORMAT,
    fingerprint,
    classes: classes.map(info => info.name),
    aliases: [...program.aliases].map(([name, type]) => [name, encodeType(type)]),
    aliasParams: [...program.aliasParams].map(([name, params]) => [name, params.map(encodeTypeParam)]),
    globals: [...program.globals.values()].map(encodeField),
    descendants: [...program.descendants],
    libraries: [...(program.libraries ?? [])],
    ...(program.protocol && { protocol: program.protocol }),
    ...(refusals && { refusals }),
  };
  const lines = [contents, ...classes.map(encodeClass)].map(line => JSON.stringify(line));
  return new TextEncoder().encode(lines.join('\n'));
}

/** The lines of a snapshot; null if the bytes are not a snapshot. */
export function snapshotLines(
  bytes: Uint8Array,
): { readonly contents: Contents; readonly lines: readonly string[] } | null {
  try {
    const [first = '', ...lines] = new TextDecoder().decode(bytes).split('\n');
    const contents = JSON.parse(first) as Contents;
    return contents.format === SNAPSHOT_FORMAT && contents.classes.length === lines.length ? { contents, lines } : null;
  } catch {
    return null;
  }
}

function encodeClass(info: ClassInfo): ClassCode {
  return {
    k: info.kind,
    o: info.origin,
    s: info.superclass,
    ...(info.superclassArgs.length > 0 && { sa: info.superclassArgs.map(encodeType) }),
    ...(info.mixins.length > 0 && {
      m: info.mixins.map(mixin => [mixin.how, mixin.module, ...mixin.args.map(encodeType)] as const),
    }),
    ...(info.typeParams.length > 0 && { g: info.typeParams.map(encodeTypeParam) }),
    ...(info.selfTypes.length > 0 && { st: info.selfTypes.map(encodeType) }),
    i: [...info.methods.values()].map(method => encodeMethod(method, info)),
    c: [...info.singletonMethods.values()].map(method => encodeMethod(method, info)),
    ...(info.fields.size > 0 && { f: [...info.fields.values()].map(encodeField) }),
    e: [...info.constants.values()].map(constant =>
      constant.value
        ? ([constant.name, constant.type && encodeType(constant.type), constant.value] as const)
        : ([constant.name, constant.type && encodeType(constant.type)] as const),
    ),
    ...(info.undefined.size > 0 && { u: [...info.undefined.keys()] }),
    ...((info.equality.values ?? info.equality.keys) && { q: [info.equality.values, info.equality.keys] as const }),
  };
}

function encodeMethod(method: MethodInfo, info: ClassInfo): MethodCodes {
  return {
    n: method.name,
    ...(method.visibility !== 'public' && { v: method.visibility }),
    ...(method.aliasOf !== null && { a: method.aliasOf }),
    ...(method.origin !== info.origin && { o: method.origin === 'workspace' ? info.origin : method.origin }),
    ...(method.signature && { t: encodeArms(method.signature) }),
    ...(method.facts && { l: knownFacts(method.facts) }),
    ...(method.prelude && { p: encodeBody(method.prelude) }),
  };
}

function knownFacts(facts: LibraryFacts): Partial<LibraryFacts> {
  const words = Object.keys(facts) as (keyof LibraryFacts)[];
  return Object.fromEntries(words.filter(word => facts[word] !== UNKNOWN_FACTS[word]).map(word => [word, facts[word]]));
}

function encodeBody({ body, bodySource: _, ...rest }: MethodDeclaration): BodyCode {
  return { ...rest, code: body() };
}

function encodeArms(signature: Signature): NonNullable<MethodCodes['t']> {
  return signature.arms.map(arm => {
    const type = encodeMethodType(arm.type);
    const labels = changedLabels(arm.labels);
    return Object.keys(labels).length === 0 ? type : ([type, labels] as const);
  });
}

function changedLabels(labels: Labels): Partial<Labels> {
  const defaults: Record<string, unknown> = { ...NO_LABELS };
  return Object.fromEntries(Object.entries(labels).filter(([name, value]) => value !== defaults[name]));
}

function encodeField(field: FieldInfo): FieldCode {
  return [field.name, field.type && encodeType(field.type)];
}
