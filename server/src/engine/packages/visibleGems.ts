/**
 * The gems that Loupe describes and that the program certainly uses, by its own source: Active Support if a file requires
 * it or a part of Rails, or has a class below one of Rails. The lock file is read elsewhere (host/signatureFiles.ts).
 */
import { constantName } from '../../program/constants';
import { isRailsClass, isRailsLibrary } from '../../program/rails';
import { findRequires } from '../../resolve/unloadedLibraries';
import type { Declaration, RilFile } from '../../ril/declarations';

const NONE: ReadonlySet<string> = new Set();
const ACTIVE_SUPPORT: ReadonlySet<string> = new Set(['activesupport']);

export function findVisibleGems(files: readonly { readonly ril: RilFile }[]): ReadonlySet<string> {
  return files.some(({ ril }) => usesRails(ril)) ? ACTIVE_SUPPORT : NONE;
}

function usesRails({ declarations }: RilFile): boolean {
  return findRequires(declarations).some(isRailsLibrary) || declarations.some(isBelowRails);
}

function isBelowRails(declaration: Declaration): boolean {
  if (declaration.kind === 'module') return declaration.body.some(isBelowRails);
  if (declaration.kind !== 'class') return false;
  const above = declaration.superclass && constantName(declaration.superclass);
  return (above !== null && isRailsClass(above)) || declaration.body.some(isBelowRails);
}
