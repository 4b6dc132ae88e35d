/** Fingerprints: short, stable names for contents. Not cryptographically safe: they are truncated. */
import { createHash } from 'node:crypto';

export function hash(...parts: readonly string[]): string {
  return digest(...parts).slice(0, 32);
}

/** The whole SHA-256 in 64 hexadecimal digits, of which a hash is the beginning. */
export function digest(...parts: readonly string[]): string {
  const sha = createHash('sha256');
  for (const part of parts) sha.update(`${part.length}:`).update(part);
  return sha.digest('hex');
}
