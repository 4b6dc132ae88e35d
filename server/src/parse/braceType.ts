/** Types in braces: `{ (T) -> U }` is a procedure, `{a: T, 'k' => ?U, **R}` a hash with known keys. */
import type { HashEntry, Type } from '../types/type';
import {
  acceptPunct,
  advance,
  atPunct,
  expectClosing,
  openBracket,
  report,
  reportUnexpected,
  skipTo,
  type TypeReader,
} from './typeReader';

export function parseBraceType(reader: TypeReader): Type {
  const open = openBracket(reader);
  if (atPunct(reader, '(')) {
    const method = reader.grammar.methodType(reader);
    expectClosing(reader, open);
    return { kind: 'proc', method };
  }
  const entries: HashEntry[] = [];
  let rest: Type | null = null;
  while (!atPunct(reader, '}') && reader.token.kind !== 'end') {
    if (acceptPunct(reader, '**')) rest = reader.grammar.namedType(reader);
    else parseEntry(reader, entries);
    if (reader.silent) skipTo(reader, [',', '}']);
    if (!acceptPunct(reader, ',')) break;
  }
  expectClosing(reader, open);
  return { kind: 'finiteHash', entries, rest };
}

function parseEntry(reader: TypeReader, entries: HashEntry[]): void {
  const { start } = reader.token;
  const marked = acceptPunct(reader, '?');
  const key = parseEntryKey(reader);
  if (key === null) return;
  const keyEnd = reader.lastEnd;
  if (entries.some(entry => sameKey(entry.key, key))) {
    report(reader, 'LP2015', start, keyEnd, { key: reader.text.slice(start, keyEnd) });
  }
  const optional = acceptPunct(reader, '?') || marked;
  entries.push({ key, optional, type: reader.grammar.namedType(reader) });
}

function parseEntryKey(reader: TypeReader): HashEntry['key'] | null {
  const { kind, text } = reader.token;
  if (kind === 'label') {
    advance(reader);
    return { type: 'symbol', value: text };
  }
  const key = parseArrowKey(reader);
  if (key === null) {
    reportUnexpected(reader, 'a key (`a:` or `key =>`)');
    return null;
  }
  if (acceptPunct(reader, '=>')) return key;
  reportUnexpected(reader, '`=>`');
  return null;
}

function parseArrowKey(reader: TypeReader): HashEntry['key'] | null {
  const { kind, text } = reader.token;
  if (kind === 'integer' || kind === 'float' || kind === 'string' || kind === 'symbol') {
    advance(reader);
    return { type: kind, value: text };
  }
  if (kind === 'name' && (text === 'true' || text === 'false')) {
    advance(reader);
    return { type: text };
  }
  if (!atPunct(reader, '${')) return null;
  const type = reader.grammar.type(reader);
  return type.kind === 'classOf' ? { type: 'class', name: type.name } : null;
}

function sameKey(a: HashEntry['key'], b: HashEntry['key']): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
