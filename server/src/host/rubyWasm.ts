/**
 * Limits the memory of a WebAssembly module by patching its memory section: growth beyond the limit fails inside Ruby
 * with NoMemoryError. The engine's own flag would limit the solver as well.
 */
const HEADER = 8;
const MEMORY_SECTION = 5;

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

export function capMemory(bytes: Uint8Array, maxPages: number): Uint8Array {
  const cursor: Cursor = { bytes, at: HEADER };
  while (cursor.at < bytes.length) {
    const start = cursor.at;
    const id = bytes[cursor.at++];
    const size = readUnsigned(cursor);
    const end = cursor.at + size;
    if (id === MEMORY_SECTION) return splice(bytes, start, end, memorySection(cursor, maxPages));
    cursor.at = end;
  }
  throw new Error('the module has no memory of its own');
}

function memorySection(cursor: Cursor, maxPages: number): readonly number[] {
  const count = readUnsigned(cursor);
  cursor.at++; // flags
  const min = readUnsigned(cursor);
  if (count !== 1) throw new Error('the module has more than one memory');
  const body = [1, 1, ...encodeUnsigned(min), ...encodeUnsigned(Math.max(min, maxPages))];
  return [MEMORY_SECTION, ...encodeUnsigned(body.length), ...body];
}

function splice(bytes: Uint8Array, start: number, end: number, section: readonly number[]): Uint8Array {
  const result = new Uint8Array(bytes.length - (end - start) + section.length);
  result.set(bytes.subarray(0, start));
  result.set(section, start);
  result.set(bytes.subarray(end), start + section.length);
  return result;
}

/** LEB128. */
function readUnsigned(cursor: Cursor): number {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = cursor.bytes[cursor.at++] ?? 0;
    value += (byte & 127) * factor;
    if (byte < 128) return value;
  }
}

function encodeUnsigned(value: number): readonly number[] {
  const low = value % 128;
  return value < 128 ? [low] : [low + 128, ...encodeUnsigned(Math.floor(value / 128))];
}
