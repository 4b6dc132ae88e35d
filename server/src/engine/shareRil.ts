/**
 * A file that was read again keeps the very expressions of statements, constants and comments that are what they were:
 * what was made of them (annotations, fingerprints) is remembered by these objects. Methods are kept by lower/ itself.
 */
import type { AnchorId } from '../base/span';
import type { Declaration, RilFile } from '../ril/declarations';
import { equal } from './equal';

export function shareRil(before: RilFile | null, next: RilFile): RilFile {
  if (!before) return next;
  const known = new Map<AnchorId, Declaration>();
  collect(before.declarations, known);
  return { ...next, declarations: next.declarations.map(each => shared(known, each)) };
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

function shared(known: ReadonlyMap<AnchorId, Declaration>, next: Declaration): Declaration {
  const before = known.get(next.anchor);
  switch (next.kind) {
    case 'class':
    case 'module':
    case 'singleton':
      return { ...next, body: next.body.map(each => shared(known, each)) };
    case 'statement':
      return before?.kind === 'statement' && equal(before.expr, next.expr) ? { ...next, expr: before.expr } : next;
    case 'constant':
      return before?.kind === 'constant' && equal(before.value, next.value) ? { ...next, value: before.value } : next;
    case 'comment':
      return before?.kind === 'comment' && before.style === next.style && equal(before.lines, next.lines)
        ? { ...next, lines: before.lines }
        : next;
    case 'method':
    case 'alias':
    case 'undef':
      return next;
  }
}
