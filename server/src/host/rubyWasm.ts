/**
 * Limits the memory of a WebAssembly module by patching its memory section: growth beyond the limit fails inside Ruby
 * with NoMemoryError. The engine's own flag would limit the solver as well.
 */
import { type Cursor, encodeSection, encodeUnsigned, readUnsigned, sectionsOf } from './wasmBinary';

const MEMORY_SECTION = 5;

export function capMemory(bytes: Uint8Array, maxPages: number): Uint8Array {
  for (const { id, start, from, end } of sectionsOf(bytes)) {
    if (id !== MEMORY_SECTION) continue;
    const section = encodeSection(id, memorySection({ bytes, at: from }, maxPages));
    return Buffer.concat([bytes.subarray(0, start), section, bytes.subarray(end)]);
  }
  throw new Error('the module has no memory of its own');
}

function memorySection(cursor: Cursor, maxPages: number): Uint8Array {
  const count = readUnsigned(cursor);
  cursor.at++; // flags
  const min = readUnsigned(cursor);
  if (count !== 1) throw new Error('the module has more than one memory');
  return new Uint8Array([1, 1, ...encodeUnsigned(min), ...encodeUnsigned(Math.max(min, maxPages))]);
}
