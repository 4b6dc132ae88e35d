/** Long work on the main thread, a few methods or one unit at a time, so that edits and cancellation get through. */
import type { MethodInfo } from '../program/program';
import type { Budget } from '../proof/query';
import type { MethodKey } from '../types/typedMethod';
import type { SourceFile } from './sources';

/** How many methods are checked before other work gets its turn: a huge file does not delay an edit. */
const AT_A_TIME = 8;

export interface VerifyOptions {
  readonly paths?: readonly string[];
  /** Restricts the check to these methods. */
  readonly methods?: ReadonlySet<MethodKey>;
  readonly budget: Budget;
  readonly signal: AbortSignal;
  /** How long to wait for a run before its method is shown as "not run yet"; by default some seconds. */
  readonly patienceMs?: number;
}

export interface Slices {
  /** In the order in which they are checked. */
  readonly paths: readonly string[];
  readonly fileOf: (path: string) => SourceFile | undefined;
  readonly methodsOf: (path: string) => readonly MethodInfo[];
  /** False: the method is not to be verified. */
  readonly check: (method: MethodInfo) => boolean;
  readonly progress: (done: number, total: number) => void;
}

/** Returns the methods to be verified; none when aborted. */
export async function checkInSlices(
  { paths, fileOf, methodsOf, check, progress }: Slices,
  options: VerifyOptions,
): Promise<readonly MethodInfo[]> {
  const found: MethodInfo[] = [];
  for (const [i, path] of paths.entries()) {
    if (options.signal.aborted) return [];
    const source = fileOf(path);
    if (!source) continue;
    for (const method of methodsOf(path)) {
      if (options.methods?.has(method.key) === false || !check(method)) continue;
      if (found.push(method) % AT_A_TIME > 0) continue;
      await new Promise(setImmediate);
      if (options.signal.aborted) return [];
    }
    progress(i + 1, paths.length);
    await new Promise(setImmediate);
  }
  return found;
}

/** Other work gets its turn after each step. Ends early when aborted. */
export async function takeSteps(steps: Generator<void, unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !steps.next().done) await new Promise(setImmediate);
  steps.return(undefined);
}
