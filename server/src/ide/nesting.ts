/** The enclosing classes and modules, innermost first, by full name: Ruby's lexical scope. */
import { contains, shift } from '../base/span';
import type { Snapshot } from '../engine/snapshot';
import type { Nesting } from '../program/program';
import type { Declaration } from '../ril/declarations';

export function nestingAt(snapshot: Snapshot, path: string, offset: number): Nesting {
  const declarations = snapshot.sources.get(path)?.ril.declarations ?? [];
  return findNesting(declarations, offset, []);
}

function findNesting(declarations: readonly Declaration[], offset: number, around: Nesting): Nesting {
  for (const declaration of declarations) {
    const { kind } = declaration;
    if (kind !== 'class' && kind !== 'module' && kind !== 'singleton') continue;
    if (!contains(shift(declaration.span, declaration.at), offset)) continue;
    if (kind === 'singleton') return findNesting(declaration.body, offset, around);
    const { names, root } = declaration.path;
    const name = names.join('::');
    const full = root || around.length === 0 ? name : `${around[0]}::${name}`;
    return findNesting(declaration.body, offset, [full, ...around]);
  }
  return around;
}
