/**
 * Outline -> RIL for every file, damaged or not. Methods with the same source as in the previous version are not even
 * read. Never throws for user code; a construct that RIL cannot express is opaque, with its name.
 */
import type { RilFile } from '../ril/declarations';
import type { FileOutline } from '../syntax/outline';
import type { FileContext } from './context';
import { declareItems } from './declarations';
import { lowerNode } from './expression';
import { reusableMethods } from './reusableMethods';

export function lower(outline: FileOutline, previous: RilFile | null): RilFile {
  const frozenStrings = freezesStrings(outline.text);
  const file: FileContext = {
    path: outline.path,
    text: outline.text,
    misreads: outline.misreads,
    frozenStrings,
    dispatch: lowerNode,
    anchorCounts: new Map(),
    reusable: reusableMethods(isOfSameKind(previous, outline.path, frozenStrings) ? previous : null),
    lowered: 0,
    depth: 0,
  };
  const declarations = declareItems(file, outline.items, '');
  const { path, directives, problems } = outline;
  return { path, declarations, directives, problems, lowered: file.lowered, frozenStrings };
}

function isOfSameKind(previous: RilFile | null, path: string, frozenStrings: boolean): boolean {
  return previous?.path === path && (previous.frozenStrings ?? false) === frozenStrings;
}

/** Ruby's magic comment counts only above all code; the first one decides. */
function freezesStrings(text: string): boolean {
  const top = /^(?:\uFEFF)?(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))*(?:[ \t]*#[^\r\n]*)?/.exec(text)?.[0] ?? '';
  const told = /#(?:[ \t]*-\*-)?[^\r\n]*?\bfrozen[_-]string[_-]literal[ \t]*:[ \t]*(true|false)\b/i.exec(top);
  return told?.[1]?.toLowerCase() === 'true';
}
