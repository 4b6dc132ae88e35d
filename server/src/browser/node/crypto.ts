/** `node:crypto` in a browser: SHA-256, which the Web Crypto API computes only asynchronously. */
import { sha256 } from '@noble/hashes/sha2.js';

class Hash {
  private readonly state = sha256.create();
  update(part: string | Uint8Array): this {
    this.state.update(typeof part === 'string' ? new TextEncoder().encode(part) : part);
    return this;
  }
  digest(): Buffer;
  digest(encoding: 'hex'): string;
  digest(encoding?: 'hex'): Buffer | string {
    const bytes = Buffer.from(this.state.digest());
    return encoding === undefined ? bytes : bytes.toString(encoding);
  }
}

export function createHash(algorithm: 'sha256'): Hash {
  if (algorithm !== 'sha256') throw new Error(`no ${String(algorithm)} here`);
  return new Hash();
}
