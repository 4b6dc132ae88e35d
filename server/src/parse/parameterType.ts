/** One parameter of a method type: `Integer x { x > 0 }`, `?T`, `*T`, `a: T`, `**T`. */
import { DYNAMIC, type ParamType, type ParamTypeKind } from '../types/type';
import { nameFollows, readBinder, readRefinement, skipRefinement } from './refinedType';
import { spanIn } from './sourceText';
import { acceptPunct, advance, atLabel, atPunct, jumpTo, report, type TypeReader } from './typeReader';

export function parseParameter(reader: TypeReader, before: readonly ParamType[]): ParamType | null {
  const start = reader.token.start;
  if (atLabel(reader)) return parseKeyword(reader, start, false);
  if (atPunct(reader, '...') || COMPUTED.test(reader.text.slice(start))) {
    return parseComputed(reader);
  }
  if (acceptPunct(reader, '**')) return parsePositional(reader, 'keyRest', start);
  if (acceptPunct(reader, '*')) {
    if (atPunct(reader, '?')) advance(reader);
    return parsePositional(reader, 'rest', start);
  }
  if (acceptPunct(reader, '?')) {
    if (atLabel(reader)) return parseKeyword(reader, start, true);
    return parsePositional(reader, 'optional', start);
  }
  const open = before.some(param => param.kind === 'optional' || param.kind === 'rest');
  return parsePositional(reader, open ? 'post' : 'required', start);
}

/** A lower-case name has no type arguments. */
const COMPUTED = /^[\p{Ll}_][\p{L}\p{N}_]*\s*<::/u;

/** `name<::T`, `...`: RDL's dependent arguments and queries. The parameter is kept, but its type is not computed. */
function parseComputed(reader: TypeReader): ParamType {
  const start = reader.token.start;
  if (reader.token.kind === 'name') {
    const end = start + (COMPUTED.exec(reader.text.slice(start))?.[0].length ?? 0);
    jumpTo(reader, end);
    reader.grammar.type(reader);
    report(reader, 'LP2014', start, end, { what: 'a type-level binding `name<::T`' });
    return makeParameter(reader, 'required', null, start);
  }
  advance(reader);
  report(reader, 'LP2014', start, reader.lastEnd, { what: '`...`' });
  return makeParameter(reader, 'rest', null, start);
}

function makeParameter(reader: TypeReader, kind: ParamTypeKind, name: string | null, start: number): ParamType {
  return { kind, name, type: DYNAMIC, refinement: null, span: spanIn(reader.source, start, reader.lastEnd) };
}

function parsePositional(reader: TypeReader, kind: ParamTypeKind, start: number): ParamType {
  const typeStart = reader.token.start;
  const turned = parseNameBeforeType(reader);
  if (turned !== null) return { kind, ...turned, refinement: null, span: spanIn(reader.source, start, reader.lastEnd) };
  const type = reader.grammar.type(reader);
  const typeEnd = reader.lastEnd;
  const said = reader.problems.length;
  const name = readBinder(reader);
  if (!atPunct(reader, '{')) {
    return { kind, name, type, refinement: null, span: spanIn(reader.source, start, reader.lastEnd) };
  }
  if (name === null && !reader.silent && reader.problems.length === said) {
    report(reader, 'LP2011', typeStart, typeEnd, { type: reader.text.slice(typeStart, typeEnd) });
  }
  const refinement = name === null ? skipRefinement(reader) : readRefinement(reader, name);
  return { kind, name, type, refinement, span: spanIn(reader.source, start, reader.lastEnd) };
}

/** `x Integer`, the order of some languages; here the type comes first. */
function parseNameBeforeType(reader: TypeReader): Pick<ParamType, 'name' | 'type'> | null {
  const found = /^([\p{Ll}_][\p{L}\p{N}_]*) +\p{Lu}/u.exec(reader.text.slice(reader.token.start));
  if (found === null || /^(or|and|nil|true|false|self)$/.test(found[1]!)) return null;
  const { start } = advance(reader);
  const typeStart = reader.token.start;
  const type = reader.grammar.type(reader);
  const meant = `${reader.text.slice(typeStart, reader.lastEnd)} ${found[1]}`;
  report(reader, 'LP2012', start, reader.lastEnd, { written: reader.text.slice(start, reader.lastEnd), meant });
  reader.scope.names.add(found[1]!);
  return { name: found[1]!, type };
}

/** `a: T`, `a: ?T`, and RBS's `?a: T`. The keyword is the binder. */
function parseKeyword(reader: TypeReader, start: number, marked: boolean): ParamType {
  const label = advance(reader);
  const optional = acceptPunct(reader, '?') || marked;
  if (reader.scope.names.has(label.text)) report(reader, 'LP2010', label.start, label.end - 1, { name: label.text });
  reader.scope.names.add(label.text);
  const type = reader.grammar.type(reader);
  const name = nameFollows(reader) ? advance(reader) : null;
  const renamed = name !== null && name.text !== label.text;
  if (renamed) report(reader, 'LP2019', name.start, name.end, { name: name.text, keyword: label.text });
  const read = renamed ? skipRefinement : readRefinement;
  const refinement = atPunct(reader, '{') ? read(reader, label.text) : null;
  const span = spanIn(reader.source, start, reader.lastEnd);
  return { kind: optional ? 'optionalKey' : 'key', name: label.text, type, refinement, span };
}
