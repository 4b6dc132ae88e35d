/** Comments that control Loupe: the directives `# loupe:ignore CODE…` and `# loupe: off`, and Sorbet's `# typed:`. */
import type { Span } from '../base/span';
import type { Directive } from '../syntax/directive';

const DIRECTIVE = /#[ \t]*loupe:[ \t]*(off|ignore)\b(?=([^\r\n]*))/g;

/** `isComment` tells whether a `#` begins a comment there, or is part of a string. */
export function directivesIn(text: string, isComment: (offset: number) => boolean): readonly Directive[] {
  const found: Directive[] = [];
  for (const match of text.matchAll(DIRECTIVE)) {
    const start = match.index;
    if (!isComment(start)) continue;
    const kind = match[1] === 'off' ? 'off' : 'ignore';
    if (kind === 'off' && !isAboveAllCode(text, start)) continue;
    found.push({
      kind,
      codes: kind === 'off' ? [] : codesIn(match[2] ?? ''),
      span: lineSpan(start, match[0] + match[2]),
    });
  }
  return [...found, ...sorbetLevel(text)];
}

/** Sorbet reports no type errors in a file that is `typed: false` or `typed: ignore`. Its signatures are still read. */
function sorbetLevel(text: string): readonly Directive[] {
  const match = /^#[ \t]*typed:[ \t]*(?:false|ignore)\b/m.exec(text);
  if (match === null || !isAboveAllCode(text, match.index)) return [];
  return [{ kind: 'off', codes: [], span: lineSpan(match.index, match[0]) }];
}

/** `LP4001, division-by-zero -- why` names two codes. */
function codesIn(words: string): readonly string[] {
  const named = words.split('--')[0] ?? '';
  return named.match(/[A-Za-z][\w-]*/g) ?? [];
}

function isAboveAllCode(text: string, offset: number): boolean {
  return text
    .slice(0, offset)
    .split(/\r\n|\r|\n/)
    .every(line => /^\uFEFF?\s*(#.*)?$/.test(line));
}

function lineSpan(start: number, comment: string): Span {
  return { start, end: start + comment.trimEnd().length };
}
