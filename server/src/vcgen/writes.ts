/** What a piece of code may write, read off its RIL. */
import type { Expr } from '../ril/ril';
import { walk } from '../ril/walk';
import { ANY, BOOL, FLOAT, INTEGER, STRING, SYMBOL, type Type } from '../types/type';
import { makeUnion } from '../types/union';
import type { Ctx } from './context';
import { typeOf, type Val } from './value';

/** Every expression in a tree, itself and blocks included. */
export function eachExpr(root: Expr, see: (expr: Expr) => void): void {
  walk(root, expr => {
    see(expr);
    return true;
  });
}

export function writtenLocals(root: Expr): ReadonlySet<string> {
  const names = new Set<string>();
  eachExpr(root, expr => {
    for (const name of writtenByItself(expr)) names.add(name);
  });
  return names;
}

/** By this node, not by those in it. */
export function writtenByItself(expr: Expr): readonly string[] {
  switch (expr.kind) {
    case 'assign':
      return expr.target.kind === 'var' && expr.target.scope === 'local' ? [expr.target.name] : [];
    case 'opaque':
      return expr.assigns;
    case 'multiAssign':
      return targetNames(expr.targets);
    case 'rescue':
      return expr.clauses.flatMap(({ target }) =>
        target?.kind === 'var' && target.scope === 'local' ? [target.name] : [],
      );
    case 'match':
      return patternNames(expr.pattern);
    default:
      return [];
  }
}

/** What a local holds before the loop or after any round: what it had, or what an assignment in the loop gives it. */
export function typeInLoop(ctx: Ctx, before: Val, name: string, body: Expr): Type {
  const types = [typeOf(before)];
  let plain = 0;
  eachExpr(body, expr => {
    if (expr.kind !== 'assign' || expr.target.kind !== 'var') return;
    if (expr.target.scope !== 'local' || expr.target.name !== name) return;
    plain++;
    types.push(ctx.frame.types.get(expr.value) ?? ANY);
  });
  return plain === 0 || isWrittenOtherwise(body, name) ? ANY : makeUnion(types.map(withoutLiteral));
}

/** By a pattern, a rescue, several at once, or something opaque. */
function isWrittenOtherwise(body: Expr, name: string): boolean {
  let found = false;
  eachExpr(body, expr => {
    if (expr.kind !== 'assign' && writtenByItself(expr).includes(name)) found = true;
  });
  return found;
}

function withoutLiteral(type: Type): Type {
  if (type.kind === 'union') return makeUnion(type.members.map(withoutLiteral));
  if (type.kind !== 'literal') return type;
  const classes = { integer: INTEGER, float: FLOAT, string: STRING, symbol: SYMBOL, true: BOOL, false: BOOL };
  return classes[type.value.type];
}

export function targetNames(targets: readonly unknown[]): string[] {
  return (
    JSON.stringify(targets)
      .match(/"scope":"local","name":"[^"]+"/g)
      ?.map(found => found.slice(found.lastIndexOf(':"') + 2, -1)) ?? []
  );
}

function patternNames(pattern: unknown): string[] {
  return (
    JSON.stringify(pattern)
      .match(/"(?:name|key|before|after)":"[a-z_]\w*"/g)
      ?.map(found => found.slice(found.indexOf(':') + 2, -1)) ?? []
  );
}

export function sizeOf(root: Expr): number {
  let count = 0;
  eachExpr(root, () => count++);
  return count;
}
