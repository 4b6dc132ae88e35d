/** Fingerprints: short, stable names for contents. Not cryptographically safe: they are truncated. */
import { createHash } from 'node:crypto';

export function hash(...parts: readonly string[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(`${part.length}:`).update(part);
  return digest.digest('hex').slice(0, 32);
}
