/**
 * Ruby's own library, loaded from its snapshot (librarySnapshot.ts): a Program whose classes are decoded on first
 * access.
 */

import { emptyClass } from '../program/emptyClass';
import { UNKNOWN_FACTS } from '../program/libraryFacts';
import { Memos } from '../program/memos';
import { methodKey } from '../program/methodKey';
import type { ClassInfo, FieldInfo, MethodInfo, Program, Signature, SignatureArm } from '../program/program';
import { decodeRefusals } from '../program/refusalTable';
import type { MethodDeclaration } from '../ril/declarations';
import { knownBody } from '../ril/lazyBody';
import { type Labels, NO_LABELS } from '../types/annotation';
import { joinLabels } from '../types/joinLabels';
import { LazyMap } from './lazyMap';
import { type BodyCode, type ClassCode, type FieldCode, type MethodCodes, snapshotLines } from './librarySnapshot';
import { decodeMethodType, decodeType, decodeTypeParam, type MethodCode } from './typeCodec';

/** Returns null unless the bytes are a snapshot of this version. */
export function loadLibrary(bytes: Uint8Array): Program | null {
  const snapshot = snapshotLines(bytes);
  if (!snapshot) return null;
  const { contents, lines } = snapshot;
  const lineOf = new Map(contents.classes.map((name, index) => [name, lines[index]!]));
  return {
    classes: new LazyMap(lineOf, (line, name) => decodeClass(name, JSON.parse(line) as ClassCode)),
    aliases: new LazyMap(new Map(contents.aliases), decodeType),
    aliasParams: new Map(contents.aliasParams.map(([name, params]) => [name, params.map(decodeTypeParam)])),
    globals: new Map(contents.globals.map(field => [field[0], decodeField(field)])),
    descendants: new Map(contents.descendants),
    libraries: new Map(contents.libraries),
    ...(contents.protocol && { protocol: contents.protocol }),
    ...(contents.refusals && { refusals: decodeRefusals(contents.refusals) }),
    runLabels: { typecheck: new Set(), verify: new Set() },
    memos: Memos.empty(),
  };
}

function decodeClass(name: string, code: ClassCode): ClassInfo {
  const fields = (code.f ?? []).map((field): [string, FieldInfo] => [field[0], decodeField(field)]);
  return {
    ...emptyClass(name, code.k, code.o),
    superclass: code.s,
    superclassArgs: (code.sa ?? []).map(decodeType),
    mixins: (code.m ?? []).map(([how, module, ...args]) => ({
      how: how as 'include' | 'extend' | 'prepend',
      module,
      place: null,
      args: args.map(decodeType),
    })),
    typeParams: (code.g ?? []).map(decodeTypeParam),
    selfTypes: (code.st ?? []).map(decodeType),
    methods: decodeMethods(name, code, false),
    singletonMethods: decodeMethods(name, code, true),
    fields: new Map(fields),
    constants: new Map(
      code.e.map(([constant, type, value = null]) => [
        constant,
        { name: constant, value, type: type === null ? null : decodeType(type), place: null, nesting: [] },
      ]),
    ),
    undefined: new Map((code.u ?? []).map(method => [method, 'surely'])),
    equality: { values: code.q?.[0] ?? null, keys: code.q?.[1] ?? null },
  };
}

function decodeMethods(owner: string, code: ClassCode, singleton: boolean): ClassInfo['methods'] {
  const methods = new Map((singleton ? code.c : code.i).map(method => [method.n, method]));
  return new LazyMap(methods, method => decodeMethod(owner, code, method, singleton));
}

function decodeMethod(owner: string, ofClass: ClassCode, code: MethodCodes, singleton: boolean): MethodInfo {
  return {
    key: methodKey(owner, code.n, singleton),
    owner,
    name: code.n,
    singleton,
    visibility: code.v ?? 'public',
    definition: null,
    synthetic: null,
    aliasOf: code.a ?? null,
    signature: code.t ? decodeSignature(code.t) : null,
    place: null,
    origin: code.o ?? ofClass.o,
    nesting: [],
    redefinitions: [],
    ...(code.l && { facts: { ...UNKNOWN_FACTS, ...code.l } }),
    ...(code.p && { prelude: decodeBody(code.p) }),
  };
}

function decodeBody({ code, ...rest }: BodyCode): MethodDeclaration {
  return { ...rest, body: knownBody(code) };
}

function decodeSignature(codes: NonNullable<MethodCodes['t']>): Signature {
  const arms = codes.map((code): SignatureArm => {
    const [type, labels]: readonly [MethodCode, Partial<Labels>] = isLabelled(code) ? code : [code, {}];
    const all = { ...NO_LABELS, ...labels };
    return { type: decodeMethodType(type), text: '', place: null, labels: all, origin: null, nesting: [] };
  });
  return { arms, labels: joinLabels(arms.map(arm => arm.labels)) };
}

function isLabelled(code: NonNullable<MethodCodes['t']>[number]): code is readonly [MethodCode, Partial<Labels>] {
  return Array.isArray(code);
}

function decodeField([name, type]: FieldCode): FieldInfo {
  return { name, type: type === null ? null : decodeType(type), refinement: null, place: null, nesting: [] };
}
