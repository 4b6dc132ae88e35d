/**
 * Outline -> RIL: every file, whatever its state. Methods whose text is that of the previous version are not even
 * read. Nothing here throws for user code; what has no meaning in RIL is opaque and named.
 */
import type { RilFile } from '../ril/declarations';
import type { FileOutline } from '../syntax/outline';
import type { FileContext } from './context';
import { declareItems } from './declarations';
import { lowerNode } from './expression';
import { reusableMethods } from './reuse';

export function lower(outline: FileOutline, previous: RilFile | null): RilFile {
  const file: FileContext = {
    path: outline.path,
    text: outline.text,
    misreads: outline.misreads,
    dispatch: lowerNode,
    anchorCounts: new Map(),
    reusable: reusableMethods(previous?.path === outline.path ? previous : null),
    lowered: 0,
    depth: 0,
  };
  const declarations = declareItems(file, outline.items, '');
  const { path, directives, problems } = outline;
  return { path, declarations, directives, problems, lowered: file.lowered };
}
