/**
 * Work that is cut off and started again: what it found completely stays, so it gets further each time. Results do not
 * depend on where it was cut, because a run that starts again takes the same way and finds the same. (0227)
 */

/** Thrown where a query would run. Not an error, and never reported, so one without a stack trace is enough. */
export class Interrupted extends Error {}

export const INTERRUPTED = new Interrupted();

/** When a slice of work is over. `tries`: how many slices before this one found nothing completely. */
export type Slices = (tries: number) => () => boolean;

/** The clock decides only when other work gets its turn. */
export function slicesOf(milliseconds: number): Slices {
  return tries => {
    const end = performance.now() + milliseconds * 2 ** tries;
    return () => performance.now() > end;
  };
}

export const inOnePiece: Slices = () => () => false;
