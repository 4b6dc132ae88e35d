/** Stages never throw on user code: they return what they could compute and the problems they found. */
import type { Problem } from './problem';

export interface WithProblems<T> {
  readonly value: T;
  readonly problems: readonly Problem[];
}

export function withProblems<T>(value: T, problems: readonly Problem[] = []): WithProblems<T> {
  return { value, problems };
}

/** Thrown only for bugs in Loupe. The pipeline catches it per method and reports one `internal-error`. */
export class InternalError extends Error {}

export function unreachable(value: never): never {
  throw new InternalError(`unreachable: ${JSON.stringify(value)}`);
}
