/** RBS declarations: classes, modules, interfaces, type aliases, constants, globals. */
import type { Type } from '../types/type';
import { readMember } from './rbsMembers';
import { readAnnotations, readTypeParams } from './rbsMethodTypes';
import {
  atEnd,
  expectSign,
  isAt,
  type RbsReader,
  readNested,
  readUnlessTooDeep,
  recover,
  reportExpected,
  skipSpace,
  spanFrom,
  take,
  takeSign,
  takeWord,
} from './rbsReader';
import type { RbsDeclaration, RbsMember, RbsNamespace, RbsReference, RbsUse } from './rbsSyntax';
import { readArguments, readName, readType } from './rbsTypes';

export function readUses(reader: RbsReader): readonly RbsUse[] {
  const uses: RbsUse[] = [];
  while (takeWord(reader, 'use')) {
    do uses.push(readUse(reader));
    while (takeSign(reader, ','));
  }
  return uses;
}

function readUse(reader: RbsReader): RbsUse {
  const every = take(reader, /(?:::)?(?:\p{Lu}[\w\u0080-\u{10ffff}]*::)+\*/uy);
  if (every !== null) return { path: every.slice(0, -'::*'.length), as: null };
  const path = readName(reader);
  const as = takeWord(reader, 'as') ? readName(reader) : path.slice(path.lastIndexOf(':') + 1);
  return { path, as };
}

/** Returns null if no declaration begins here. */
export function readDeclaration(reader: RbsReader): RbsDeclaration | null {
  readAnnotations(reader);
  skipSpace(reader);
  const start = reader.at;
  if (takeWord(reader, 'class')) return readClassOrModule(reader, 'class', start);
  if (takeWord(reader, 'module')) return readClassOrModule(reader, 'module', start);
  if (takeWord(reader, 'interface')) return readNamespace(reader, 'interface', readName(reader), start);
  if (takeWord(reader, 'type')) return readTypeAlias(reader, start);
  if (isAt(reader, /\$/y)) return readGlobal(reader, start);
  if (isAt(reader, /(?:::)?(?:\p{Lu}[\w\u0080-\u{10ffff}]*::)*\p{Lu}[\w\u0080-\u{10ffff}]*\s*:(?!:)/uy))
    return readConstant(reader, start);
  return null;
}

const CLASS_NAME = /(?:::)?(?:\p{Lu}[\w\u0080-\u{10ffff}]*::)*\p{Lu}/uy;

function readClassOrModule(reader: RbsReader, kind: 'class' | 'module', start: number): RbsDeclaration {
  if (!isAt(reader, CLASS_NAME)) reportExpected(reader, 'a name that begins with a capital letter');
  const name = readName(reader);
  if (take(reader, /=(?!=)/y) !== null)
    return { kind: 'classAlias', name, target: readName(reader), span: spanFrom(reader, start) };
  return readNamespace(reader, kind, name, start);
}

function readNamespace(reader: RbsReader, kind: RbsNamespace['kind'], name: string, start: number): RbsNamespace {
  const outer = reader.variables;
  const typeParams = readTypeParams(reader);
  // Type parameters of an outer class are not visible inside a nested one.
  reader.variables = new Set(typeParams.map(param => param.name));
  const superclass = kind === 'class' && takeSign(reader, '<') ? readReference(reader) : null;
  const selfTypes = kind === 'module' && take(reader, /:(?!:)/y) !== null ? readSelfTypes(reader) : [];
  const members = readNested(reader, () => readMembers(reader));
  if (!takeWord(reader, 'end')) reportExpected(reader, "'end'");
  reader.variables = outer;
  return { kind, name, typeParams, superclass, selfTypes, members, span: spanFrom(reader, start) };
}

function readSelfTypes(reader: RbsReader): readonly Type[] {
  const types = [readType(reader)];
  while (takeSign(reader, ',')) types.push(readType(reader));
  return types;
}

function readReference(reader: RbsReader): RbsReference {
  const name = readName(reader);
  return { name, args: readArguments(reader) };
}

function readMembers(reader: RbsReader): readonly RbsMember[] {
  const members: RbsMember[] = [];
  const state = { visibility: 'public' as 'public' | 'private' };
  while (!atEnd(reader) && !isAt(reader, /end\b(?!:)/y)) {
    const before = reader.at;
    const annotations = readAnnotations(reader);
    const member = readUnlessTooDeep(reader, () => readDeclaration(reader) ?? readMember(reader, state, annotations));
    if (member) members.push(member);
    else if (reader.at === before || !isAt(reader, MEMBER_START)) recover(reader);
  }
  return members;
}

const MEMBER_START =
  /(?:def|include|extend|prepend|attr_\w+|alias|public|private|class|module|interface|type|end|@|self\.|%a|\p{Lu}|$)/uy;

function readTypeAlias(reader: RbsReader, start: number): RbsDeclaration {
  const name = readName(reader);
  const outer = reader.variables;
  const typeParams = readTypeParams(reader);
  reader.variables = new Set(typeParams.map(param => param.name));
  expectSign(reader, '=');
  const type = readType(reader);
  reader.variables = outer;
  return { kind: 'typeAlias', name, typeParams, type, span: spanFrom(reader, start) };
}

function readGlobal(reader: RbsReader, start: number): RbsDeclaration {
  const name = take(reader, /\$(?:-?\w+|[^\s\w:]|:(?=\s*:))?/y) ?? '$';
  expectSign(reader, ':');
  return { kind: 'global', name, type: readType(reader), span: spanFrom(reader, start) };
}

function readConstant(reader: RbsReader, start: number): RbsDeclaration {
  const name = readName(reader);
  expectSign(reader, ':');
  return { kind: 'constant', name, type: readType(reader), span: spanFrom(reader, start) };
}
