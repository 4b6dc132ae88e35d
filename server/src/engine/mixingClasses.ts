/** Classes whose bodies in a file mix something in, by full name: also those that have no method there. */
import type { Declaration, RilFile } from '../ril/declarations';

const MIXES = /^(include|extend|prepend)$/;
const found = new WeakMap<RilFile, readonly string[]>();

export function mixingClasses(ril: RilFile): readonly string[] {
  const known = found.get(ril) ?? [...new Set(ril.declarations.flatMap(each => mixingIn(each, '')))];
  found.set(ril, known);
  return known;
}

function mixingIn(declaration: Declaration, outer: string): readonly string[] {
  if (declaration.kind !== 'class' && declaration.kind !== 'module') return [];
  const { names, root } = declaration.path;
  const name = [...(root || outer === '' ? [] : [outer]), ...names].join('::');
  const inner = declaration.body.flatMap(each => mixingIn(each, name));
  return declaration.kind === 'class' && declaration.body.some(isMixing) ? [name, ...inner] : inner;
}

function isMixing(declaration: Declaration): boolean {
  if (declaration.kind !== 'statement') return false;
  const { expr } = declaration;
  return expr.kind === 'call' && (expr.receiver?.kind ?? 'self') === 'self' && MIXES.test(expr.method);
}
