/** An exception -> its message and the exit status for it. */
import { type Io, UsageError } from './usage';

export const EXIT = { ok: 0, usage: 2, internal: 70, lostOutput: 74 } as const;

export function reportFailure(error: unknown, io: Io): number {
  if (error instanceof UsageError) {
    io.err(`loupe: ${error.message}\n`);
    return EXIT.usage;
  }
  const known = error instanceof Error ? error : new Error(String(error));
  io.err(`loupe: internal error: ${known.message}\n`);
  if (io.environment.LOUPE_DEBUG !== undefined) io.err(`${known.stack ?? ''}\n`);
  else io.err('loupe: LOUPE_DEBUG=1 shows where it happened\n');
  return EXIT.internal;
}
