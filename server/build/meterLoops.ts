/**
 * Counts the work of a WebAssembly module: every iteration of every loop takes one unit from a global, and traps when none
 * is left. The host sets the global (host/rubySandbox.ts). So a program in the embedded Ruby that never ends is stopped at
 * the same point on every machine, also in an empty loop or in a regexp.
 */
import { FUEL } from '../src/host/fuel';
import { type Cursor, encodeSection, encodeUnsigned, readUnsigned, sectionsOf } from '../src/host/wasmBinary';
import { findLoops } from './wasmLoops';

const GLOBALS = 6;
const EXPORTS = 7;
const CODE = 10;

/** Of a mutable i64 without a limit: its type, `i64.const` of the largest number, `end`. */
const NEW_GLOBAL = [0x7e, 1, 0x42, ...Array<number>(9).fill(0xff), 0x00, 0x0b];

/** The module must not import globals: those have the first numbers. */
export function meterLoops(bytes: Uint8Array): Uint8Array {
  const sections = [...sectionsOf(bytes)];
  const globals = sections.find(({ id }) => id === GLOBALS);
  if (!globals) throw new Error('the module has no globals');
  const fuel = readUnsigned({ bytes, at: globals.from });
  const fuelExport = [FUEL.length, ...Buffer.from(FUEL), 3, ...encodeUnsigned(fuel)];
  const parts = sections.map(({ id, start, from, end }) => {
    const contents = bytes.subarray(from, end);
    if (id === GLOBALS) return encodeSection(id, appendToList(contents, NEW_GLOBAL));
    if (id === EXPORTS) return encodeSection(id, appendToList(contents, fuelExport));
    return id === CODE ? encodeSection(id, meterCode(contents, fuel)) : bytes.subarray(start, end);
  });
  return Buffer.concat([bytes.subarray(0, sections[0]?.start), ...parts]);
}

function appendToList(list: Uint8Array, entry: readonly number[]): Uint8Array {
  const cursor: Cursor = { bytes: list, at: 0 };
  const count = readUnsigned(cursor);
  return Buffer.concat([new Uint8Array(encodeUnsigned(count + 1)), list.subarray(cursor.at), new Uint8Array(entry)]);
}

function meterCode(code: Uint8Array, fuel: number): Uint8Array {
  const cursor: Cursor = { bytes: code, at: 0 };
  const count = readUnsigned(cursor);
  const parts: Uint8Array[] = [new Uint8Array(encodeUnsigned(count))];
  const meter = takeOne(fuel);
  for (let i = 0; i < count; i++) {
    const size = readUnsigned(cursor);
    const body = code.subarray(cursor.at, cursor.at + size);
    cursor.at += size;
    const metered = meterBody(body, meter);
    parts.push(new Uint8Array(encodeUnsigned(metered.reduce((sum, part) => sum + part.length, 0))), ...metered);
  }
  return Buffer.concat(parts);
}

function meterBody(body: Uint8Array, meter: Uint8Array): readonly Uint8Array[] {
  const starts = findLoops(body);
  const ends = [...starts, body.length];
  return ends.flatMap((end, i) => {
    const part = body.subarray(starts[i - 1] ?? 0, end);
    return i === ends.length - 1 ? [part] : [part, meter];
  });
}

/** `if (fuel == 0) unreachable; fuel = fuel - 1`. */
function takeOne(fuel: number): Uint8Array {
  const global = encodeUnsigned(fuel);
  const isEmpty = [0x23, ...global, 0x50];
  const trap = [0x04, 0x40, 0x00, 0x0b];
  return new Uint8Array([...isEmpty, ...trap, 0x23, ...global, 0x42, 1, 0x7d, 0x24, ...global]);
}
