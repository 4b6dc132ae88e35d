/**
 * Names of files that are not UTF-8, as strings: a byte that is not part of a character is a lone surrogate, as in Python,
 * so that the name on disk can be found again. Printed, it is a replacement character.
 */
const ESCAPES = 0xdc00;
const ESCAPED = /[\udc80-\udcff]/;
const FIRST_ESCAPED = 0x80;

export function nameOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes);
  const text = buffer.toString('utf8');
  if (Buffer.from(text).equals(buffer)) return text;
  return Array.from(buffer, byte => String.fromCharCode(byte < FIRST_ESCAPED ? byte : ESCAPES + byte)).join('');
}

/** The path for functions of the file system. */
export function onDisk(path: string): string | Buffer {
  if (!ESCAPED.test(path)) return path;
  const parts = Array.from(path, character => {
    const code = character.charCodeAt(0);
    return character.length === 1 && ESCAPED.test(character) ? Buffer.from([code - ESCAPES]) : Buffer.from(character);
  });
  return Buffer.concat(parts);
}
