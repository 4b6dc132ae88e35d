/** Every expression of a file outside of types, with the offset that its spans are relative to. */
import type { FileSnapshot } from '../engine/snapshot';
import type { Declaration } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import { inParam, walk } from '../ril/walk';

export function visitExpressions(
  { ril }: Pick<FileSnapshot, 'ril'>,
  visit: (expr: Expr, at: number, declaration: Declaration) => void,
): void {
  visitDeclarations(ril.declarations, declaration => {
    for (const root of expressionsOf(declaration))
      walk(root, expr => {
        visit(expr, declaration.at, declaration);
        return true;
      });
  });
}

export function visitDeclarations(
  declarations: readonly Declaration[],
  visit: (declaration: Declaration) => void,
): void {
  for (const declaration of declarations) {
    visit(declaration);
    if ('body' in declaration && typeof declaration.body !== 'function') visitDeclarations(declaration.body, visit);
  }
}

function expressionsOf(declaration: Declaration): readonly Expr[] {
  switch (declaration.kind) {
    case 'class':
      return declaration.superclass === null ? [] : [declaration.superclass];
    case 'singleton':
      return [declaration.target];
    case 'method': {
      const { singleton, params, body } = declaration;
      return [...(singleton === null ? [] : [singleton]), ...params.flatMap(inParam), body()];
    }
    case 'constant':
      return [declaration.value];
    case 'statement':
      return [declaration.expr];
    default:
      return [];
  }
}
