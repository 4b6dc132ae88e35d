/**
 * Reuses a method of the previous version at its new position. Definitions inside it are declarations too: they move
 * along, and their anchors are counted again. A method without any keeps the identical body.
 */

import { mapParts } from '../ril/dataParts';
import type { Declaration, MethodDeclaration } from '../ril/declarations';
import { walk } from '../ril/walk';
import { anchorFor } from './anchors';
import type { FileContext } from './context';

export function moveMethod(file: FileContext, method: MethodDeclaration, at: number, text: string): MethodDeclaration {
  const anchor = renumberAnchor(file, method);
  if (MAY_DEFINE.test(text.slice('def'.length)) && definesInside(method)) {
    const by = at - method.at;
    const { params, body, bodySource: _, ...rest } = method;
    return {
      ...rest,
      ...(moveInside(file, { params, body }, by) as Pick<MethodDeclaration, 'params' | 'body'>),
      anchor,
      at,
    };
  }
  return anchor === method.anchor && at === method.at ? method : { ...method, anchor, at };
}

/** The same name with its current ordinal. */
function renumberAnchor(file: FileContext, declaration: Declaration): string {
  const stem = declaration.anchor.slice(
    `${file.path}|${declaration.kind}|`.length,
    declaration.anchor.lastIndexOf('|'),
  );
  return anchorFor(file, declaration.kind, stem);
}

const MAY_DEFINE = /(^|[\s;({=])(def|class|module|alias|undef)\s/;

function definesInside(method: MethodDeclaration): boolean {
  let found = false;
  walk(method.body(), expr => {
    found ||= expr.kind === 'define';
    return !found;
  });
  return found || method.params.some(param => param.default !== null);
}

/** A copy of plain RIL data in which every declaration is shifted by `by`. */
function moveInside(file: FileContext, value: unknown, by: number): unknown {
  if (Array.isArray(value)) return value.map(item => moveInside(file, item, by));
  if (typeof value !== 'object' || value === null) return value;
  const moved = isDeclaration(value) ? { anchor: renumberAnchor(file, value), at: value.at + by } : {};
  return { ...mapParts(value, inner => moveInside(file, inner, by)), ...moved };
}

function isDeclaration(value: object): value is Declaration {
  return 'anchor' in value && 'at' in value;
}
