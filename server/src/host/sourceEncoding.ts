/**
 * Sources in the encoding that they declare (`# encoding: iso-8859-1`), UTF-8 without one. Decoding is exact: what cannot be
 * encoded again to the same bytes is refused, so a file that Ruby reads is the file that Loupe has read.
 */

/** Of the first line, or of the second one after `#!`. */
const DECLARED = /^(?:#!.*\n)?[ \t]*#.*?coding[:=][ \t]*([\w.-]+)/;
/** Encodings whose bytes are the first characters of Unicode; US-ASCII uses half of them. */
const BYTES = new Set(['iso-8859-1', 'iso8859-1', 'latin-1', 'latin1', 'ascii-8bit', 'binary', 'us-ascii', 'ascii']);
const UTF8 = new Set(['utf-8', 'utf8', 'utf-8-mac', 'utf8-mac', 'utf-8-hfs']);
/** A declaration is in the first lines. */
const HEAD = 400;
const FIRST_LEAD = 0x80;
const BYTE_VALUES = 256;

/** Null: UTF-8. In lower case, without the suffix for line ends. */
function declaredEncoding(head: string): string | null {
  const name = DECLARED.exec(head)?.[1]
    ?.toLowerCase()
    .replace(/-(?:unix|dos|mac)$/, '');
  return name === undefined || UTF8.has(name) ? null : name;
}

/** `declared`: the encoding that the bytes do not keep to; null: UTF-8. */
export function decodeSource(bytes: Uint8Array): { readonly text: string } | { readonly declared: string | null } {
  const declared = declaredEncoding(Buffer.from(bytes.subarray(0, HEAD)).toString('latin1'));
  const text = decodeAs(bytes, declared ?? 'utf-8');
  if (text === null) return { declared };
  return declared === null || Buffer.compare(encodeSource(text), bytes) === 0 ? { text } : { declared };
}

export function encodeSource(text: string): Uint8Array {
  const encoding = declaredEncoding(text.slice(0, HEAD));
  if (encoding === null) return new TextEncoder().encode(text);
  if (BYTES.has(encoding)) return Buffer.from(text, 'latin1');
  const table = tableOf(encoding);
  return table === null
    ? new TextEncoder().encode(text)
    : Buffer.concat(Array.from(text, character => table.get(character) ?? Buffer.from('?')));
}

function decodeAs(bytes: Uint8Array, encoding: string): string | null {
  if (BYTES.has(encoding)) return Buffer.from(bytes).toString('latin1');
  const decoder = decoderFor(encoding) ?? decoderFor('utf-8');
  try {
    return decoder?.decode(bytes) ?? null;
  } catch {
    return null;
  }
}

/** Null: an unknown name. Ruby refuses such a file, whatever is in it. */
function decoderFor(encoding: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(encoding.replace(/^windows-31j$/, 'shift_jis'), { fatal: true });
  } catch {
    return null;
  }
}

/** The bytes of each character, from all sequences of one or two bytes; null: an unknown encoding. */
function tableOf(encoding: string): ReadonlyMap<string, Uint8Array> | null {
  const decoder = decoderFor(encoding);
  if (decoder === null) return null;
  const table = new Map<string, Uint8Array>();
  const add = (...bytes: readonly number[]): boolean => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if ([...character].length !== 1) return false;
      if (!table.has(character)) table.set(character, Uint8Array.from(bytes));
      return true;
    } catch {
      return false;
    }
  };
  for (let first = 0; first < BYTE_VALUES; first++) {
    if (add(first) || first < FIRST_LEAD) continue;
    for (let second = 0; second < BYTE_VALUES; second++) add(first, second);
  }
  return table;
}
