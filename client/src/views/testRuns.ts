/** When the states of methods become a run of the Testing view. Without VS Code, so that tests can run it. */
import type { MethodPresence, MethodsParams, PresentMethod } from '../../../shared/src/protocol';

/** By the id of the test. */
export type Presences = ReadonlyMap<string, MethodPresence>;

const SETTLED: readonly MethodPresence[] = ['safe', 'unfounded', 'unsafe', 'undecided'];

export function idOf(uri: string, { name }: PresentMethod): string {
  return `${uri} ${name}`;
}

export function presencesOf(files: Iterable<MethodsParams>): Presences {
  return new Map(
    [...files].flatMap(({ uri, methods }) => methods.map(method => [idOf(uri, method), method.presence] as const)),
  );
}

/** Every method has a result. */
export function isSettled(presences: Presences): boolean {
  return [...presences.values()].every(each => SETTLED.includes(each));
}

/** The tests with a state that was not reported. What is being verified again keeps its last result until then. */
export function changesSince(reported: Presences, presences: Presences): readonly string[] {
  return [...presences].filter(([id, presence]) => reported.get(id) !== presence).map(([id]) => id);
}
