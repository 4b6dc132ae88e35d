/** The members of an RBS class body other than nested declarations: methods, attributes, mixins, aliases, variables. */

import { UNTYPED_METHOD } from '../types/type';
import { readOverloads, withAnnotations } from './rbsMethodTypes';
import {
  expectSign,
  isAtNextMember,
  type RbsReader,
  reportExpected,
  skipSpace,
  spanFrom,
  take,
  takeSign,
  takeWord,
} from './rbsReader';
import type { RbsAnnotation, RbsAttribute, RbsMember, RbsMethod } from './rbsSyntax';
import { readArguments, readName, readType } from './rbsTypes';

export interface BodyState {
  /** Set by a `private` or `public` on a line of its own. */
  visibility: 'public' | 'private';
}

/** Returns null for a visibility line, or if no member can be read here. */
export function readMember(
  reader: RbsReader,
  state: BodyState,
  annotations: readonly RbsAnnotation[],
): RbsMember | null {
  skipSpace(reader);
  const start = reader.at;
  const visibility = readVisibility(reader);
  // On a line of its own it applies to all following members.
  if (visibility && !hasMemberOnLine(reader)) {
    state.visibility = visibility;
    return null;
  }
  const shown = visibility ?? state.visibility;
  if (takeWord(reader, 'def')) return readMethod(reader, shown, annotations, start);
  const access = take(reader, /attr_(?:reader|writer|accessor)\b/y);
  if (access) return readAttribute(reader, access.slice('attr_'.length) as RbsAttribute['access'], shown, start);
  const how = take(reader, /(?:include|extend|prepend)\b/y) as 'include' | 'extend' | 'prepend' | null;
  if (how) {
    const reference = { name: readName(reader), args: readArguments(reader) };
    return { kind: 'mixin', how, reference, span: spanFrom(reader, start) };
  }
  if (takeWord(reader, 'alias')) return readAlias(reader, start);
  return readVariable(reader, start);
}

/** Does a member follow on the same line? */
function hasMemberOnLine({ text, at }: RbsReader): boolean {
  return /^[ \t]+(?:def|attr_\w+)\b/.test(text.slice(at, at + 40));
}

function readVisibility(reader: RbsReader): 'public' | 'private' | null {
  return takeWord(reader, 'public') ? 'public' : takeWord(reader, 'private') ? 'private' : null;
}

const METHOD_NAME =
  /`[^`\n]+`|\[\]=?|<=>|===?|=~|!~|!=|\*\*|[+\-!~]@|<<|>>|<=|>=|[+\-*/%&|^<>!~`]|[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*(?:[?!](?![=~])|=(?=\s*:(?!:)|\s|$))?/uy;

function readMethodName(reader: RbsReader): string | null {
  const name = isAtNextMember(reader) ? null : take(reader, METHOD_NAME);
  return name !== null && name.length > 1 ? name.replace(/^`(.*)`$/, '$1') : name;
}

function readMethod(
  reader: RbsReader,
  visibility: 'public' | 'private',
  annotations: readonly RbsAnnotation[],
  start: number,
): RbsMethod {
  const on = take(reader, /self\?\./y) ? 'both' : take(reader, /self\./y) ? 'singleton' : 'instance';
  const name = readMethodName(reader);
  if (name === null) reportExpected(reader, 'a method name');
  const typed = expectSign(reader, ':');
  const { types, overloading } = typed ? readOverloads(reader) : { types: [UNTYPED_METHOD], overloading: false };
  return {
    kind: 'method',
    name: name ?? '?',
    on,
    visibility,
    overloads: types.map(type => withAnnotations(type, annotations)),
    overloading,
    annotations,
    span: spanFrom(reader, start),
  };
}

/** `attr_reader self.name (@var): T` */
function readAttribute(
  reader: RbsReader,
  access: RbsAttribute['access'],
  visibility: 'public' | 'private',
  start: number,
): RbsAttribute | null {
  const on = take(reader, /self\./y) ? 'singleton' : 'instance';
  const name = readMethodName(reader);
  if (name === null) reportExpected(reader, 'an attribute name');
  let variable: string | null = `@${name}`;
  if (takeSign(reader, '(')) {
    variable = take(reader, /@[\w\u0080-\u{10ffff}]+/uy);
    expectSign(reader, ')');
  }
  expectSign(reader, ':');
  const type = readType(reader);
  if (name === null) return null;
  return {
    kind: 'attribute',
    access,
    name,
    on,
    visibility,
    variable,
    type,
    span: spanFrom(reader, start),
  };
}

function readAlias(reader: RbsReader, start: number): RbsMember {
  const on = take(reader, /self\./y) ? 'singleton' : 'instance';
  const newName = readMethodName(reader);
  take(reader, /self\./y);
  const oldName = readMethodName(reader);
  if (newName === null || oldName === null) reportExpected(reader, 'a method name');
  return { kind: 'methodAlias', newName: newName ?? '?', oldName: oldName ?? '?', on, span: spanFrom(reader, start) };
}

function readVariable(reader: RbsReader, start: number): RbsMember | null {
  const on = take(reader, /self\.(?=@)/y) ? 'singleton' : 'instance';
  const name = take(reader, /@@?[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*/uy);
  if (name === null) return null;
  expectSign(reader, ':');
  return { kind: 'variable', name, on, type: readType(reader), span: spanFrom(reader, start) };
}
