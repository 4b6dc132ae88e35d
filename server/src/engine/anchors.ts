/** The offsets at which the declarations of a file start. */
import type { AnchorId } from '../base/span';
import type { Declaration, RilFile } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import { walk } from '../ril/walk';
import type { SourceFile } from './sources';

export function collectAnchors(file: SourceFile): ReadonlyMap<AnchorId, number> {
  return anchorsIn(file.ril);
}

export function anchorsIn({ path, declarations: all }: RilFile): ReadonlyMap<AnchorId, number> {
  const at = new Map<AnchorId, number>([[`${path}|file`, 0]]);
  const visit = (declarations: readonly Declaration[]): void => {
    for (const declaration of declarations) {
      at.set(declaration.anchor, declaration.at);
      if (declaration.kind === 'class' || declaration.kind === 'module' || declaration.kind === 'singleton')
        visit(declaration.body);
      if (declaration.kind === 'statement') visitExpr(declaration.expr);
      if (declaration.kind === 'constant') visitExpr(declaration.value);
    }
  };
  /** `Struct.new(:a) do def … end end`, `private def …`: declarations inside expressions. */
  const visitExpr = (expr: Expr): void =>
    walk(expr, inner => {
      if (inner.kind === 'define') visit([inner.declaration]);
      return true;
    });
  visit(all);
  return at;
}
