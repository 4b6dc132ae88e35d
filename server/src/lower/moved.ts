/**
 * A method taken over from the previous version, where it stands now. Definitions inside it are declarations too: they
 * move along, and their anchors are counted anew. A method without any keeps its very body.
 */
import type { Declaration, MethodDeclaration } from '../ril/declarations';
import { copiedMethod } from '../ril/lazyBody';
import { walk } from '../ril/walk';
import { anchorFor } from './anchors';
import type { FileContext } from './context';

export function movedMethod(file: FileContext, method: MethodDeclaration, at: number, text: string): MethodDeclaration {
  const anchor = anchorAgain(file, method);
  if (MAY_DEFINE.test(text.slice('def'.length)) && definesInside(method)) {
    const by = at - method.at;
    const inside = { params: method.params, body: method.body };
    return { ...method, ...(moveInside(file, inside, by) as typeof inside), anchor, at };
  }
  return anchor === method.anchor && at === method.at ? method : copiedMethod(method, { anchor, at });
}

/** The same name, in its turn. */
function anchorAgain(file: FileContext, declaration: Declaration): string {
  const stem = declaration.anchor.slice(
    `${file.path}|${declaration.kind}|`.length,
    declaration.anchor.lastIndexOf('|'),
  );
  return anchorFor(file, declaration.kind, stem);
}

const MAY_DEFINE = /(^|[\s;({=])(def|class|module|alias|undef)\s/;

function definesInside(method: MethodDeclaration): boolean {
  let found = false;
  walk(method.body, expr => {
    found ||= expr.kind === 'define';
    return !found;
  });
  return found || method.params.some(param => param.default !== null);
}

/** A copy of plain RIL data in which every declaration stands `by` further on. */
function moveInside(file: FileContext, value: unknown, by: number): unknown {
  if (Array.isArray(value)) return value.map(item => moveInside(file, item, by));
  if (typeof value !== 'object' || value === null) return value;
  const moved = isDeclaration(value) ? { anchor: anchorAgain(file, value), at: value.at + by } : {};
  const entries = Object.entries(value).map(([key, inner]) => [key, moveInside(file, inner, by)]);
  return { ...Object.fromEntries(entries), ...moved };
}

function isDeclaration(value: object): value is Declaration {
  return 'anchor' in value && 'at' in value;
}
