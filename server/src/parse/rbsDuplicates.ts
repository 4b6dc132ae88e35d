/** Reports duplicate and conflicting RBS declarations once each; the first declaration wins. */
import type { Problem } from '../base/problem';
import { fileAnchor } from '../base/span';
import { type Declared, eachDeclaration, fullName } from './rbsNames';
import type { RbsDeclaration, RbsFile } from './rbsSyntax';

export function findDuplicates(files: readonly RbsFile[], originOf: (path: string) => string): readonly Problem[] {
  const first = new Map<string, RbsDeclaration>();
  const told = new Set<string>();
  const problems: Problem[] = [];
  eachDeclaration(files, one => {
    const name = fullName(one.declaration.name, one.nesting);
    const key = `${originOf(one.file.path)} ${namespaceOf(one)} ${name}`;
    const before = first.get(key);
    first.set(key, withSuperclass(before, one.declaration));
    if (before === undefined || told.has(key) || areCompatible(before, one.declaration)) return;
    told.add(key);
    const { start } = one.declaration.span;
    const end = Math.min(one.declaration.span.end, start + headLength(one.declaration));
    problems.push({
      code: 'LP2512',
      place: { anchor: fileAnchor(one.file.path), span: { start, end } },
      args: { name },
    });
  });
  return problems;
}

/** Classes, modules and constants share a namespace. */
function namespaceOf({ declaration }: Declared<RbsDeclaration>): string {
  switch (declaration.kind) {
    case 'class':
    case 'module':
    case 'classAlias':
    case 'constant':
      return 'constant';
    default:
      return declaration.kind;
  }
}

function headLength(declaration: RbsDeclaration): number {
  const isNamed = declaration.kind === 'constant' || declaration.kind === 'global';
  return declaration.name.length + (isNamed ? 0 : `${words[declaration.kind]} `.length);
}

const words = {
  class: 'class',
  module: 'module',
  interface: 'interface',
  typeAlias: 'type',
  classAlias: 'class',
} as const;

/** A class may be reopened as a class. */
function areCompatible(before: RbsDeclaration, again: RbsDeclaration): boolean {
  if (before.kind !== again.kind || (before.kind !== 'class' && before.kind !== 'module')) return false;
  const other = again as typeof before;
  const sameSuperclass =
    before.superclass === null || other.superclass === null || before.superclass.name === other.superclass.name;
  return sameSuperclass && before.typeParams.length === other.typeParams.length;
}

function withSuperclass(before: RbsDeclaration | undefined, again: RbsDeclaration): RbsDeclaration {
  if (before === undefined) return again;
  if (before.kind !== 'class' || before.superclass !== null || again.kind !== 'class') return before;
  return { ...before, superclass: again.superclass };
}
