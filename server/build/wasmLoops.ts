/** Finds the loops in the body of a WebAssembly function: decodes one instruction after the other. */
import { type Cursor, readUnsigned } from '../src/host/wasmBinary';

const LOOP = 0x03;

/** What follows an opcode: numbers in LEB128, by how many there are, or a number of bytes. */
type Immediates = number | { readonly bytes: number } | 'table' | 'types' | 'prefixed';

/** Where the body of each loop starts, in ascending order. */
export function findLoops(body: Uint8Array): readonly number[] {
  const cursor: Cursor = { bytes: body, at: 0 };
  skipLocals(cursor);
  const found: number[] = [];
  while (cursor.at < body.length) {
    const opcode = body[cursor.at++] ?? 0;
    skip(cursor, immediatesOf(opcode));
    if (opcode === LOOP) found.push(cursor.at);
  }
  return found;
}

function skipLocals(cursor: Cursor): void {
  for (let left = readUnsigned(cursor); left > 0; left--) {
    readUnsigned(cursor);
    cursor.at++;
  }
}

function skip(cursor: Cursor, immediates: Immediates): void {
  if (typeof immediates === 'number') for (let left = immediates; left > 0; left--) readUnsigned(cursor);
  else if (immediates === 'table') for (let left = readUnsigned(cursor) + 1; left > 0; left--) readUnsigned(cursor);
  else if (immediates === 'types') for (let left = readUnsigned(cursor); left > 0; left--) readUnsigned(cursor);
  else if (immediates === 'prefixed') skip(cursor, prefixedImmediates(readUnsigned(cursor)));
  else cursor.at += immediates.bytes;
}

/** By opcode, as in the specification of WebAssembly 2.0 without vectors. */
function immediatesOf(opcode: number): Immediates {
  const isIn = (from: number, to: number): boolean => opcode >= from && opcode <= to;
  if (isIn(0x02, 0x04) || isIn(0x0c, 0x0d) || opcode === 0x10 || isIn(0x20, 0x26)) return 1;
  if (opcode === 0x0e) return 'table';
  if (opcode === 0x11 || isIn(0x28, 0x3e)) return 2;
  if (opcode === 0x1c) return 'types';
  if (isIn(0x3f, 0x42) || opcode === 0xd0 || opcode === 0xd2) return 1;
  if (opcode === 0x43) return { bytes: 4 };
  if (opcode === 0x44) return { bytes: 8 };
  if (opcode === 0xfc) return 'prefixed';
  if (isIn(0x00, 0x01) || opcode === 0x05 || opcode === 0x0b || opcode === 0x0f || isIn(0x1a, 0x1b)) return 0;
  if (isIn(0x45, 0xc4) || opcode === 0xd1) return 0;
  throw new Error(`an instruction of WebAssembly that is not known: 0x${opcode.toString(16)}`);
}

/** Conversions that saturate, and operations on whole ranges of memory and tables. */
function prefixedImmediates(opcode: number): Immediates {
  if (opcode <= 7) return 0;
  if (opcode === 8 || opcode === 10 || opcode === 12 || opcode === 14) return 2;
  if (opcode <= 17) return 1;
  throw new Error(`an instruction of WebAssembly that is not known: 0xfc ${opcode}`);
}
