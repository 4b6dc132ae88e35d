/**
 * The extent of a refinement: `{ e }` as in the paper, `{{ e }}` as in the artifact. Found by counting brackets outside
 * of string literals, so that hashes and blocks may occur inside.
 */
import type { Span } from '../base/span';

export interface RefinementExtent {
  /** The predicate without braces and surrounding white space. */
  readonly start: number;
  readonly end: number;
  /** The offset after the closing brace. */
  readonly after: number;
  /** The unclosed brace, as written; null if it is closed. */
  readonly unclosed: '{' | '{{' | null;
}

export function refinementExtent(text: string, open: number): RefinementExtent {
  const outer = closingOf(text, open);
  if (text[open + 1] !== '{') return makeExtent(text, { start: open + 1, end: outer.at }, outer.found, '{', 1);
  const inner = closingOf(text, open + 1);
  if (inner.found && outer.found && outer.at === inner.at + 1)
    return makeExtent(text, { start: open + 2, end: inner.at }, true, '{{', 2);
  // `{{a: 1}.size == x}`: a hash at the start of a predicate in single braces.
  if (inner.found && outer.found) return makeExtent(text, { start: open + 1, end: outer.at }, true, '{', 1);
  return makeExtent(text, { start: open + 2, end: inner.at }, false, '{{', inner.found ? 1 : 0);
}

function makeExtent(
  text: string,
  contents: Span,
  closed: boolean,
  brace: '{' | '{{',
  closing: number,
): RefinementExtent {
  let { start, end } = contents;
  while (start < end && /\s/.test(text[start]!)) start++;
  while (end > start && /\s/.test(text[end - 1]!)) end--;
  const skip = closed || (brace === '{{' && closing > 0) ? closing : 0;
  return { start, end, after: Math.min(text.length, contents.end + skip), unclosed: closed ? null : brace };
}

const PARTNERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The partner of the bracket at `open`; if it is missing, the likely end of its contents. */
function closingOf(text: string, open: number): { readonly at: number; readonly found: boolean } {
  const stack: string[] = [];
  let at = open;
  while (at < text.length) {
    const character = text[at]!;
    const partner = PARTNERS[character];
    if (partner !== undefined) stack.push(partner);
    else if (character === ')' || character === ']' || character === '}') {
      if (stack[stack.length - 1] !== character) {
        // A `)` of the argument list: the brace is missing just before it.
        if (stack.length === 1) return { at, found: false };
      } else stack.pop();
      if (stack.length === 0) return { at, found: true };
    } else if (character === '"' || character === "'" || character === '`') {
      at = afterString(text, at) - 1;
    }
    at++;
  }
  return { at: text.length, found: false };
}

/** The offset after the string literal that starts here; an unmatched quote is skipped alone. */
function afterString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[start]) return at + 1;
  }
  return start + 1;
}
