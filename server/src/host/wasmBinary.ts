/** Reads the binary format of WebAssembly: sections, and numbers in LEB128. */

const HEADER = 8;

export interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

interface Section {
  readonly id: number;
  /** Of the section itself, with its id and size. */
  readonly start: number;
  /** Of its contents. */
  readonly from: number;
  readonly end: number;
}

export function* sectionsOf(bytes: Uint8Array): Iterable<Section> {
  const cursor: Cursor = { bytes, at: HEADER };
  while (cursor.at < bytes.length) {
    const start = cursor.at;
    const id = bytes[cursor.at++] ?? 0;
    const size = readUnsigned(cursor);
    yield { id, start, from: cursor.at, end: cursor.at + size };
    cursor.at += size;
  }
}

export function readUnsigned(cursor: Cursor): number {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = cursor.bytes[cursor.at++] ?? 0;
    value += (byte & 127) * factor;
    if (byte < 128) return value;
  }
}

export function encodeUnsigned(value: number): readonly number[] {
  const low = value % 128;
  return value < 128 ? [low] : [low + 128, ...encodeUnsigned(Math.floor(value / 128))];
}

/** A section with new contents. */
export function encodeSection(id: number, contents: Uint8Array): Uint8Array {
  return Buffer.concat([new Uint8Array([id, ...encodeUnsigned(contents.length)]), contents]);
}
