/**
 * `def self.included(base)` that extends the including class (`base.extend ClassMethods`), as plain Ruby modules and
 * ActiveSupport's concerns do: including the module then also adds class methods.
 */
import type { Place } from '../base/span';
import { constantName } from '../program/constants';
import type { MethodDeclaration } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import { markGlobalEffect } from './draft';
import type { Scope } from './scope';
import { literalName, positional, statementsOf } from './statements';

export function readIncludedHook(scope: Scope, method: MethodDeclaration): void {
  const base = method.params[0]?.name;
  if (!base) return;
  for (const statement of statementsOf(method.body()))
    for (const name of findExtendedModules(statement, base))
      extendHostsWith(scope, name, { anchor: method.anchor, span: statement.span });
}

/** Each class that includes the module of this body is extended with the module of that name. */
export function extendHostsWith(scope: Scope, name: string, place: Place): void {
  markGlobalEffect(scope.ctx);
  const list = scope.ctx.hostExtensions.get(scope.className) ?? [];
  list.push({ name, nesting: scope.nesting, place });
  scope.ctx.hostExtensions.set(scope.className, list);
}

/** Module names in `base.extend A, B` and `base.send :extend, A`. */
function findExtendedModules(expr: Expr, base: string): readonly string[] {
  if (expr.kind !== 'call' || expr.receiver?.kind !== 'var' || expr.receiver.name !== base) return [];
  const args = positional(expr);
  const sent = expr.method === 'send' && args[0] ? literalName(args[0]) : null;
  if (expr.method !== 'extend' && sent !== 'extend') return [];
  return (sent ? args.slice(1) : args).flatMap(arg => constantName(arg) ?? []);
}
