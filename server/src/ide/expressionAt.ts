/** The smallest checked expression around an offset, with its type and, for a call, what it may run. */
import { contains, type Location, type Span, shift } from '../base/span';
import type { MethodSnapshot, Snapshot } from '../engine/snapshot';
import { methodByKey } from '../program/lookup';
import type { MethodInfo } from '../program/program';
import type { Expr } from '../ril/ril';
import type { Type } from '../types/type';
import type { CallTarget } from '../types/typedMethod';

export interface ExpressionAt {
  readonly method: MethodSnapshot;
  readonly expr: Expr;
  readonly type: Type;
  readonly target: CallTarget | null;
  readonly location: Location;
}

export function methodAt(snapshot: Snapshot, path: string, offset: number): MethodSnapshot | null {
  const around = (snapshot.files.get(path)?.methods ?? []).filter(
    method => method.location.path === path && contains(method.location.span, offset),
  );
  return smallest(around, method => method.location.span);
}

export function expressionAt(snapshot: Snapshot, path: string, offset: number): ExpressionAt | null {
  const method = methodAt(snapshot, path, offset);
  return method === null ? null : expressionIn(snapshot, method, offset);
}

function expressionIn(snapshot: Snapshot, method: MethodSnapshot, offset: number): ExpressionAt | null {
  const definition = method.info.definition;
  const at = definition === null ? undefined : snapshot.anchorAt(definition.anchor);
  if (definition === null || at === undefined || method.typed === null) return null;
  const around = [...method.typed.types].filter(([expr]) => isVisible(expr) && contains(shift(expr.span, at), offset));
  const found = smallest(around, ([expr]) => expr.span);
  if (found === null) return null;
  const [expr, type] = found;
  const target = isCall(expr) ? (method.typed.calls.get(expr) ?? null) : null;
  return { method, expr, type, target, location: { path: method.location.path, span: shift(expr.span, at) } };
}

/** What the call under the cursor may run, as far as it is known. */
export function calleesAt(snapshot: Snapshot, path: string, offset: number): readonly MethodInfo[] {
  const target = expressionAt(snapshot, path, offset)?.target;
  return (target?.candidates ?? []).flatMap(candidate => {
    const info = candidate.method === null ? null : methodByKey(snapshot.program, candidate.method);
    return info === null ? [] : [info];
  });
}

/** Temporaries and empty branches were made by lowering; nobody can point at them. */
function isVisible(expr: Expr): boolean {
  if (expr.kind === 'var' && expr.name.startsWith('%')) return false;
  return expr.span.end > expr.span.start;
}

export function isCall(expr: Expr): expr is Extract<Expr, { kind: 'call' | 'super' | 'yield' }> {
  return expr.kind === 'call' || expr.kind === 'super' || expr.kind === 'yield';
}

/** Of equally small ones the later wins: it is the inner one. */
function smallest<T>(items: readonly T[], spanOf: (item: T) => Span): T | null {
  const size = (item: T): number => spanOf(item).end - spanOf(item).start;
  return items.reduce<T | null>((best, item) => (best === null || size(item) <= size(best) ? item : best), null);
}
