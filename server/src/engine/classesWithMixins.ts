/** Classes that have a superclass, or include or extend a module, in a file, by full name: also those that have no method there. */
import { memoOfPart, PartMemoKey } from '../program/memos';
import type { Program } from '../program/program';
import type { Declaration, RilFile } from '../ril/declarations';

const MIXES = /^(include|extend|prepend)$/;
const MIXING = new PartMemoKey<RilFile, readonly string[]>();

export function mixingClasses(program: Program, ril: RilFile): readonly string[] {
  return memoOfPart(program, MIXING, ril, () => [...new Set(ril.declarations.flatMap(each => mixingIn(each, '')))]);
}

function mixingIn(declaration: Declaration, outer: string): readonly string[] {
  if (declaration.kind !== 'class' && declaration.kind !== 'module') return [];
  const { names, root } = declaration.path;
  const name = [...(root || outer === '' ? [] : [outer]), ...names].join('::');
  const inner = declaration.body.flatMap(each => mixingIn(each, name));
  if (declaration.kind !== 'class') return inner;
  return declaration.superclass !== null || declaration.body.some(isMixing) ? [name, ...inner] : inner;
}

function isMixing(declaration: Declaration): boolean {
  if (declaration.kind !== 'statement') return false;
  const { expr } = declaration;
  return expr.kind === 'call' && (expr.receiver?.kind ?? 'self') === 'self' && MIXES.test(expr.method);
}
