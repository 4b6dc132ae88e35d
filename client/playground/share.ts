/**
 * Code in the fragment of a URL, which browsers do not send to the server: deflated, in base64 for URLs. A fragment comes
 * from strangers: it is text, and what cannot be read is reported.
 */
const PREFIX = '#code=';
/** More is no example; a small fragment can unpack to gigabytes. */
const MOST_BYTES = 200_000;

export async function encodeShared(code: string): Promise<string> {
  const stream = new Blob([code]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const base64 = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
  return PREFIX + base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export type Shared =
  | { readonly kind: 'none' }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'damaged'; readonly why: string };

export async function decodeShared(fragment: string): Promise<Shared> {
  if (fragment === '' || fragment === '#') return { kind: 'none' };
  if (!fragment.startsWith(PREFIX)) return { kind: 'damaged', why: 'it is not a link that this page has made' };
  try {
    const base64 = fragment.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/');
    const packed = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const bytes = await readAtMost(stream, MOST_BYTES);
    if (bytes === null) return { kind: 'damaged', why: `the code is longer than ${MOST_BYTES / 1000} kB` };
    return { kind: 'code', code: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { kind: 'damaged', why: 'a part of it is missing or was changed' };
  }
}

/** Null: there is more. */
async function readAtMost(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    size += value!.length;
    if (size > most) {
      await reader.cancel();
      return null;
    }
    chunks.push(value!);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
