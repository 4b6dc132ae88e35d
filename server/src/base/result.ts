/** Stages never throw for user code: they return what they could make, and the problems they met. */
import type { Problem } from './problem';

export interface WithProblems<T> {
  readonly value: T;
  readonly problems: readonly Problem[];
}

export function withProblems<T>(value: T, problems: readonly Problem[] = []): WithProblems<T> {
  return { value, problems };
}

/** Thrown only for bugs of ours; the pipeline catches it per method and reports one `internal-error`. */
export class InternalError extends Error {}

export function unreachable(value: never): never {
  throw new InternalError(`unreachable: ${JSON.stringify(value)}`);
}
