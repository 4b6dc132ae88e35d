/**
 * The calls of a file with the methods that they may run, in annotated and unannotated methods and outside of methods.
 */
import { type Location, shift } from '../base/span';
import type { MethodSnapshot, Snapshot } from '../engine/snapshot';
import type { Expr } from '../ril/ril';
import type { CallTarget, MethodKey } from '../types/typedMethod';

export interface LocatedCall {
  /** Null: outside of methods. */
  readonly caller: MethodSnapshot | null;
  /** The name in the call. */
  readonly location: Location;
  readonly callees: readonly MethodKey[];
}

export function callsIn(snapshot: Snapshot, path: string): readonly LocatedCall[] {
  const methods = snapshot.files.get(path)?.methods ?? [];
  const outside = snapshot.inferred.bodiesOf(path).flatMap(body => body.declarations);
  return [
    ...methods.flatMap(method => callsOf(snapshot, method)),
    ...outside.flatMap(({ calls, at }) => locateCalls(calls, at, path, null)),
  ];
}

export function callsOf(snapshot: Snapshot, method: MethodSnapshot): readonly LocatedCall[] {
  const { definition, key } = method.info;
  const at = definition === null ? undefined : snapshot.anchorAt(definition.anchor);
  const typed = method.typed ?? snapshot.inferred.typedOf(key);
  return typed === null || at === undefined ? [] : locateCalls(typed.calls, at, method.location.path, method);
}

function locateCalls(
  calls: ReadonlyMap<Expr, CallTarget>,
  at: number,
  path: string,
  caller: MethodSnapshot | null,
): readonly LocatedCall[] {
  return [...calls].flatMap(([call, { candidates }]) => {
    const callees = [...new Set(candidates.flatMap(({ method }) => method ?? []))];
    if (call.kind !== 'call' || callees.length === 0) return [];
    return [{ caller, location: { path, span: shift(call.methodSpan, at) }, callees }];
  });
}
