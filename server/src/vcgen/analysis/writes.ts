/** The writes that a piece of code may perform, computed from its RIL. */
import { localsInPattern, localsInTargets } from '../../ril/bindings';
import type { Expr } from '../../ril/ril';
import { walk } from '../../ril/walk';
import { ANY, BOOL, FLOAT, INTEGER, STRING, SYMBOL, type Type } from '../../types/type';
import { makeUnion } from '../../types/union';
import type { Ctx } from '../state/context';
import { typeOf, type Val } from '../state/value';

/** Visits every expression in a tree, including the root and blocks. */
export function forEachExpr(root: Expr, see: (expr: Expr) => void): void {
  walk(root, expr => {
    see(expr);
    return true;
  });
}

export function findWrittenLocals(root: Expr): ReadonlySet<string> {
  const names = new Set<string>();
  forEachExpr(root, expr => {
    for (const name of localsWrittenByNode(expr)) names.add(name);
  });
  return names;
}

/** Locals written by this node, not by its children. */
export function localsWrittenByNode(expr: Expr): readonly string[] {
  switch (expr.kind) {
    case 'assign':
      return expr.target.kind === 'var' && expr.target.scope === 'local' ? [expr.target.name] : [];
    case 'opaque':
      return expr.assigns;
    case 'multiAssign':
      return localsInTargets(expr.targets);
    case 'rescue':
      return expr.clauses.flatMap(({ target }) =>
        target?.kind === 'var' && target.scope === 'local' ? [target.name] : [],
      );
    case 'match':
      return localsInPattern(expr.pattern);
    default:
      return [];
  }
}

/**
 * The type of a local before the loop or after any iteration: its previous type, or that of an assignment in the loop.
 */
export function typeInLoop(ctx: Ctx, before: Val, name: string, body: Expr): Type {
  const types = [typeOf(before)];
  let plain = 0;
  forEachExpr(body, expr => {
    if (expr.kind !== 'assign' || expr.target.kind !== 'var') return;
    if (expr.target.scope !== 'local' || expr.target.name !== name) return;
    plain++;
    types.push(ctx.frame.types.get(expr.value) ?? ANY);
  });
  return plain === 0 || isWrittenOtherwise(body, name) ? ANY : makeUnion(types.map(withoutLiteral));
}

/** Written by a pattern, a rescue, a multiple assignment, or something opaque. */
function isWrittenOtherwise(body: Expr, name: string): boolean {
  let found = false;
  forEachExpr(body, expr => {
    if (expr.kind !== 'assign' && localsWrittenByNode(expr).includes(name)) found = true;
  });
  return found;
}

function withoutLiteral(type: Type): Type {
  if (type.kind === 'union') return makeUnion(type.members.map(withoutLiteral));
  if (type.kind !== 'literal') return type;
  const classes = { integer: INTEGER, float: FLOAT, string: STRING, symbol: SYMBOL, true: BOOL, false: BOOL };
  return classes[type.value.type];
}

export function countNodes(root: Expr): number {
  let count = 0;
  forEachExpr(root, () => count++);
  return count;
}
