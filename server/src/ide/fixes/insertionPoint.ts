/** Where to insert a declaration into a class: the enclosing class, and the line above its first declaration. */
import { contains, shift } from '../../base/span';
import type { FileSnapshot } from '../../engine/snapshot';
import type { ClassDeclaration, Declaration, ModuleDeclaration } from '../../ril/declarations';

export type Home = ClassDeclaration | ModuleDeclaration;

export function findEnclosingClass(declarations: readonly Declaration[], offset: number): Home | null {
  for (const declaration of declarations) {
    const isHome = declaration.kind === 'class' || declaration.kind === 'module';
    const isAround = isHome || declaration.kind === 'singleton';
    if (!isAround || !contains(shift(declaration.span, declaration.at), offset)) continue;
    return findEnclosingClass(declaration.body, offset) ?? (isHome ? declaration : null);
  }
  return null;
}

/** Such a file may run without Loupe's runtime library. */
export function usesCommentsOnly({ text }: FileSnapshot): boolean {
  return /^\s*##%/m.test(text) && !/^\s*(?:var_type|type|RDL\.\w+|Loupe\.\w+)\s|require ['"](?:loupe|rdl)/m.test(text);
}

function firstLine(file: FileSnapshot, home: Home, offset: number): number {
  const head = file.lines.position(home.at).line;
  let { line } = file.lines.position(offset);
  while (line - 1 > head && /^\s*#/.test(file.lines.lineText(line - 1))) line--;
  return line;
}

/** Above the first declaration of the class and its comments, or below the class line. */
export function insertionPoint(file: FileSnapshot, home: Home): { readonly at: number; readonly indent: string } {
  const first = home.body[0];
  const line = first === undefined ? file.lines.position(home.at).line + 1 : firstLine(file, home, first.at);
  const text = file.lines.lineText(first === undefined ? line - 1 : line);
  const indent = /^\s*/.exec(text)![0];
  return { at: file.lines.lineStart(line), indent: first === undefined ? `${indent}  ` : indent };
}
