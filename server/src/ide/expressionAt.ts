/** The smallest expression of a body around an offset, with its type and, for a call, its candidates. */
import { contains, type Location, type Span, shift } from '../base/span';
import type { MethodSnapshot, Snapshot } from '../engine/snapshot';
import { methodByKey } from '../program/lookup';
import type { MethodInfo } from '../program/program';
import type { Expr } from '../ril/ril';
import { isTemporaryName } from '../ril/temporaryName';
import type { Type } from '../types/type';
import type { CallTarget } from '../types/typedMethod';

export interface ExpressionAt {
  readonly expr: Expr;
  readonly type: Type;
  readonly target: CallTarget | null;
  readonly location: Location;
}

/** Typed code around an offset: the body of a method, or a statement outside of methods. */
export interface CodeAt {
  readonly types: ReadonlyMap<Expr, Type>;
  readonly calls: ReadonlyMap<Expr, CallTarget>;
  /** Where its spans start. */
  readonly at: number;
}

export function methodAt(snapshot: Snapshot, path: string, offset: number): MethodSnapshot | null {
  const around = (snapshot.files.get(path)?.methods ?? []).filter(
    method => method.location.path === path && contains(method.location.span, offset),
  );
  return smallest(around, method => method.location.span);
}

export function codeAt(snapshot: Snapshot, path: string, offset: number): CodeAt | null {
  const method = methodAt(snapshot, path, offset);
  if (method === null) return bodyAt(snapshot, path, offset);
  const { definition, key } = method.info;
  const at = definition === null ? undefined : snapshot.anchorAt(definition.anchor);
  const typed = method.typed ?? snapshot.inferred.typedOf(key);
  return typed === null || at === undefined ? null : { types: typed.types, calls: typed.calls, at };
}

/** The innermost statement, constant or class head around the offset. */
function bodyAt(snapshot: Snapshot, path: string, offset: number): CodeAt | null {
  const around = snapshot.inferred
    .bodiesOf(path)
    .flatMap(body => body.declarations)
    .filter(({ at, span }) => contains(shift(span, at), offset));
  return smallest(around, ({ span }) => span);
}

export function expressionAt(snapshot: Snapshot, path: string, offset: number): ExpressionAt | null {
  const code = codeAt(snapshot, path, offset);
  if (code === null) return null;
  const { types, calls, at } = code;
  const around = [...types].filter(([expr]) => isVisible(expr) && contains(shift(expr.span, at), offset));
  const found = smallest(around, ([expr]) => expr.span);
  if (found === null) return null;
  const [expr, type] = found;
  const target = isCall(expr) ? (calls.get(expr) ?? null) : null;
  return { expr, type, target, location: { path, span: shift(expr.span, at) } };
}

/** The candidates of the call under the cursor, as far as they are known. */
export function calleesAt(snapshot: Snapshot, path: string, offset: number): readonly MethodInfo[] {
  const target = expressionAt(snapshot, path, offset)?.target;
  return (target?.candidates ?? []).flatMap(candidate => {
    const info = candidate.method === null ? null : methodByKey(snapshot.program, candidate.method);
    return info === null ? [] : [info];
  });
}

/** Lowering adds temporaries and empty branches, which have no source. */
function isVisible(expr: Expr): boolean {
  if (expr.kind === 'var' && isTemporaryName(expr.name)) return false;
  return expr.span.end > expr.span.start;
}

export function isCall(expr: Expr): expr is Extract<Expr, { kind: 'call' | 'super' | 'yield' }> {
  return expr.kind === 'call' || expr.kind === 'super' || expr.kind === 'yield';
}

/** Among equally small expressions the later one is the inner one. */
function smallest<T>(items: readonly T[], spanOf: (item: T) => Span): T | null {
  const size = (item: T): number => spanOf(item).end - spanOf(item).start;
  return items.reduce<T | null>((best, item) => (best === null || size(item) <= size(best) ? item : best), null);
}
