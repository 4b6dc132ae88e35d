/**
 * An answer as other machines read it: a line with the format, a checksum and, if there is a secret, an HMAC; then the
 * reply as JSON. Both cover the key, so the answer of another query does not pass. Everything else is not an answer.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { digest } from '../base/hash';
import type { Reply } from '../proof/query';

/** Changes with the meaning of a body; part of the path, so that versions do not meet. */
const FORMAT = 'loupe-answer-1';

/** Larger bodies are not read: the values of a model are a few kilobytes. */
export const MAX_BYTES = 4 * 1024 * 1024;

/** The name of an answer in the store. */
export function storeKey(key: string): string {
  return digest(FORMAT, key);
}

export function writeBody(key: string, reply: Reply, secret: string | null): string {
  const json = JSON.stringify(reply);
  const marks = [FORMAT, digest(FORMAT, key, json), ...(secret === null ? [] : [sign(secret, key, json)])];
  return `${marks.join(' ')}\n${json}`;
}

/** Null: damaged, of another query or format, or not signed by someone who has the secret. */
export function readBody(key: string, body: string, secret: string | null): Reply | null {
  const end = body.indexOf('\n');
  const [format, checksum, signature] = body.slice(0, Math.max(0, end)).split(' ');
  const json = body.slice(end + 1);
  if (format !== FORMAT || checksum !== digest(FORMAT, key, json)) return null;
  if (secret !== null && !isEqual(signature ?? '', sign(secret, key, json))) return null;
  try {
    return replyIn(JSON.parse(json));
  } catch {
    return null;
  }
}

function sign(secret: string, key: string, json: string): string {
  return createHmac('sha256', secret).update(`${FORMAT}\n${key}\n${json}`).digest('hex');
}

function isEqual(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

/** Only what a solver can have found by itself: an answer that the time guard cut off is none. */
function replyIn(value: unknown): Reply | null {
  if (typeof value !== 'object' || value === null) return null;
  const { status, rlimit, values, reason } = value as Readonly<Record<string, unknown>>;
  if (typeof rlimit !== 'number' || !Number.isFinite(rlimit) || rlimit < 0) return null;
  if (status === 'unsat') return { status, rlimit };
  if (status === 'sat' && typeof values === 'string') return { status, values, rlimit };
  if (status === 'unknown' && typeof reason === 'string') return { status, reason, rlimit };
  return null;
}
