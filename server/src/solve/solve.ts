/** Obligation -> SMT text; reply -> Answer. No solver and no threads here. */
import { readValues } from '../logic/model';
import { TooLargeForQuery } from '../logic/print';
import { memoiseFreeSymbols } from '../logic/symbols';
import type { Answer } from '../proof/answer';
import type { MethodObligations } from '../proof/obligation';
import type { Query, Reply } from '../proof/query';
import { encodeObligation } from './encode';
import { portable } from './portable';

export function encode(method: MethodObligations): Query[] {
  return encodeAs(method);
}

/** The same queries without Z3's extensions. */
export function encodePortably(method: MethodObligations): Query[] {
  return encodeAs(method, portable);
}

function encodeAs(method: MethodObligations, lastly?: typeof portable): Query[] {
  const symbolsOf = memoiseFreeSymbols();
  return method.obligations.map(obligation => {
    try {
      return encodeObligation(obligation, method.signature, symbolsOf, lastly);
    } catch (error) {
      if (!(error instanceof TooLargeForQuery)) throw error;
      return { id: obligation.id, text: '', values: [], watchedIds: [], preferences: [], tooLarge: true };
    }
  });
}

/** The reply for queries that are too large to send. */
export const TOO_LARGE = { status: 'unknown', reason: 'size', rlimit: 0 } satisfies Reply;

/** The reply for queries that have no answer within what was left for the method. */
export const METHOD_LIMIT = { status: 'unknown', reason: 'method-limit', rlimit: 0 } satisfies Reply;

export function decode(query: Query, reply: Reply): Answer {
  switch (reply.status) {
    case 'unsat':
      return { kind: 'proved', rlimit: reply.rlimit };
    case 'sat':
      return readRefutation(query, reply);
    case 'unknown':
      return {
        kind: 'unknown',
        reason: reasonOf(reply.reason),
        detail: reply.reason,
        rlimit: reply.rlimit,
      };
    case 'error':
      return { kind: 'failed', message: reply.message };
    case 'killed':
      if (reply.why === 'crashed') return { kind: 'failed', message: 'the solver ended unexpectedly' };
      return { kind: 'unknown', reason: reply.why, detail: reply.why, rlimit: 0 };
  }
}

function readRefutation(query: Query, reply: Reply & { readonly status: 'sat' }): Answer {
  const values = readValues(reply.values);
  if (values.length !== query.watchedIds.length)
    return { kind: 'failed', message: `${values.length} values for ${query.watchedIds.length} terms` };
  const model = new Map(query.watchedIds.map((id, index) => [id, values[index]!]));
  return { kind: 'refuted', model, rlimit: reply.rlimit };
}

type Reason = Exclude<(Answer & { kind: 'unknown' })['reason'], 'cancelled'>;

function reasonOf(reason: string): Reason {
  if (reason === TOO_LARGE.reason) return 'size';
  if (reason === METHOD_LIMIT.reason) return 'method-limit';
  if (/memory/.test(reason)) return 'memory';
  if (/timeout/.test(reason)) return 'timeout';
  return /canceled|resource|rlimit/.test(reason) ? 'limit' : 'gave-up';
}
