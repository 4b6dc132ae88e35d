/**
 * Comments that control Loupe. A comment that begins with `# loupe:` is one of
 *
 *     # loupe:ignore [CODE…] [-- why]     hides problems of its line
 *     # loupe: off|types|proofs|strict    above all code: how much of the file is checked
 *     # loupe:inferred                    marks a line that `loupe infer` wrote
 *     # loupe: (pre) -> (post)            a refinement, read with the other annotations (refinementComment.ts)
 *
 * and anything else is reported. Sorbet's `# typed: false` counts as `off`.
 */
import { LEVELS } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import { type WithProblems, withProblems } from '../base/result';
import { fileAnchor, type Span } from '../base/span';
import { closest } from '../base/spelling';
import type { Directive, Ignore, LevelOfFile } from '../syntax/directive';

const MARK = /#[ \t]*loupe[ \t]*:[ \t]*/g;

/** What is wrong with a comment: its sentence is in problems/directive.ts. */
type Fault = 'unknown' | 'not-at-top';

/** `isComment` tells whether a `#` begins a comment there, or is part of a string. */
export function readLoupeComments(
  path: string,
  text: string,
  isComment: (offset: number) => boolean,
): WithProblems<readonly Directive[]> {
  const found: Directive[] = [];
  const problems: Problem[] = [];
  for (const match of text.matchAll(MARK)) {
    const start = match.index;
    if (!isComment(start)) continue;
    const body = /[^\r\n]*/.exec(text.slice(start + match[0].length))?.[0] ?? '';
    const span = lineSpan(start, match[0] + body);
    const read = readBody(body, isAboveAllCode(text, start));
    if (read === null || (read.kind !== 'ignore' && isInsideComment(text, start, isComment))) continue;
    if (read.kind !== 'fault') found.push({ ...read, span });
    else problems.push({ code: 'LP1901', place: { anchor: fileAnchor(path), span }, args: read.args });
  }
  return withProblems([...found, ...sorbetLevel(text)], problems);
}

type Body =
  | Omit<Ignore, 'span'>
  | Omit<LevelOfFile, 'span'>
  | { readonly kind: 'fault'; readonly args: { readonly fault: Fault; readonly word: string; readonly meant: string } };

/** Null: another reader's. */
function readBody(body: string, atTop: boolean): Body | null {
  if (/^(\(|->|→)/u.test(body)) return null;
  const word = /^[\p{L}\w-]+/u.exec(body)?.[0] ?? '';
  const rest = body.slice(word.length).trim();
  const fault = (kind: Fault, meant = ''): Body => ({ kind: 'fault', args: { fault: kind, word, meant } });
  if (word === 'ignore') return { kind: 'ignore', codes: codesIn(rest) };
  if (word === 'inferred') return null;
  const level = LEVELS.find(each => each === word);
  if (level === undefined) return fault('unknown', closest(word, ['ignore', 'inferred', ...LEVELS]) ?? '');
  return atTop ? { kind: 'level', level } : fault('not-at-top');
}

/** `# see "# loupe: off"`: the comment began before. Only `ignore` may follow another comment on its line. */
function isInsideComment(text: string, start: number, isComment: (offset: number) => boolean): boolean {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const at = line.lastIndexOf('#');
  return at >= 0 && isComment(start - line.length + at);
}

/** Sorbet reports no type errors in a file that is `typed: false` or `typed: ignore`. Its signatures are still read. */
function sorbetLevel(text: string): readonly Directive[] {
  const match = /^#[ \t]*typed:[ \t]*(?:false|ignore)\b/m.exec(text);
  if (match === null || !isAboveAllCode(text, match.index)) return [];
  return [{ kind: 'level', level: 'off', span: lineSpan(match.index, match[0]) }];
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
