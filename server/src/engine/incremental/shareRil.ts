/**
 * A file that is parsed again keeps the expression objects of unchanged statements, constants and comments: results
 * computed from them (annotations, fingerprints) are stored by these objects. lower/ itself keeps methods.
 */

import { equal } from '../../base/equal';
import type { AnchorId } from '../../base/span';
import type { Declaration, RilFile } from '../../ril/declarations';

export function shareRil(before: RilFile | null, next: RilFile): RilFile {
  if (!before) return next;
  const known = new Map<AnchorId, Declaration>();
  collect(before.declarations, known);
  return { ...next, declarations: next.declarations.map(each => shareDeclaration(known, each)) };
}

function collect(declarations: readonly Declaration[], known: Map<AnchorId, Declaration>): void {
  for (const declaration of declarations) {
    known.set(declaration.anchor, declaration);
    if (isNamespace(declaration)) collect(declaration.body, known);
  }
}

function isNamespace(declaration: Declaration): declaration is Declaration & { readonly body: readonly Declaration[] } {
  return declaration.kind === 'class' || declaration.kind === 'module' || declaration.kind === 'singleton';
}

function shareDeclaration(known: ReadonlyMap<AnchorId, Declaration>, next: Declaration): Declaration {
  const before = known.get(next.anchor);
  switch (next.kind) {
    case 'class':
    case 'module':
    case 'singleton':
      return { ...next, body: next.body.map(each => shareDeclaration(known, each)) };
    case 'statement':
      return before?.kind === 'statement' && equal(before.expr, next.expr) ? { ...next, expr: before.expr } : next;
    case 'constant':
      return before?.kind === 'constant' && equal(before.value, next.value) ? { ...next, value: before.value } : next;
    case 'comment':
      return before?.kind === 'comment' &&
        before.style === next.style &&
        equal(before.lines, next.lines) &&
        equal(before.below, next.below)
        ? { ...next, lines: before.lines }
        : next;
    case 'method':
    case 'alias':
    case 'undef':
      return next;
  }
}
