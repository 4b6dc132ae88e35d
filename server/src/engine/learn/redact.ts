/**
 * A source that a run evaluated -> the version that a profile may keep. A string literal stays only if a file of the
 * workspace has it too; otherwise it could be data of a user, and a string with unknown contents takes its place.
 * Comments are removed. Lines stay.
 */
import type { Span } from '../../base/span';
import type { RubyParser } from '../../parse/rubyParser';
import type { SyntaxNode } from '../../syntax/node';
import type { OutlineItem } from '../../syntax/outline';

/** A string whose contents nothing is known about: the name of the running program. */
const UNKNOWN = '#{$0}';

/** Null: it cannot be kept. */
export function redactSource(parser: RubyParser, source: string, isWritten: (text: string) => boolean): string | null {
  const document = parser.open('evaluated', source);
  try {
    const outline = document.outline();
    if (outline.damaged) return null;
    const edits: Edit[] = [];
    if (!collectItems(outline.items, { source, isWritten, edits })) return null;
    return applyEdits(source, [...edits, ...findComments(source, unitsIn(outline.items))]);
  } finally {
    document.close();
  }
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Redaction {
  readonly source: string;
  readonly isWritten: (text: string) => boolean;
  readonly edits: Edit[];
}

/** False: some string cannot be replaced. */
function collectItems(items: readonly OutlineItem[], redaction: Redaction): boolean {
  return items.every(item => {
    if (item.kind === 'comment') return true;
    if (!collect(item.read(), redaction)) return false;
    return item.kind === 'method' || item.kind === 'statement' || collectItems(item.body(), redaction);
  });
}

function collect(node: SyntaxNode, redaction: Redaction): boolean {
  const { source, isWritten, edits } = redaction;
  if (node.type === 'comment') {
    edits.push({ start: node.start, end: node.end, text: '' });
    return true;
  }
  if (node.type === 'string') {
    const unknown = node.children.filter(
      child => child.type === 'string_content' && !isWritten(source.slice(child.start, child.end)),
    );
    const isInterpolated = source[node.start] === '"';
    if (unknown.length > 0 && !isInterpolated) {
      edits.push({ start: node.start, end: node.end, text: `"${UNKNOWN}"` });
      return true;
    }
    for (const { start, end } of unknown) edits.push({ start, end, text: UNKNOWN });
    return node.children.every(child => child.type === 'string_content' || collect(child, redaction));
  }
  // Heredocs, symbols, regular expressions, lists of words, commands.
  if (/content$/.test(node.type) && !isWritten(source.slice(node.start, node.end))) return false;
  return node.children.every(child => collect(child, redaction));
}

function unitsIn(items: readonly OutlineItem[]): readonly Span[] {
  return items.flatMap((item): readonly Span[] => {
    if (item.kind === 'comment') return [];
    return item.kind === 'method' || item.kind === 'statement' ? [item.span] : unitsIn(item.body());
  });
}

/** Comments between methods and statements. Nothing else is there but the headers of classes. */
function findComments(source: string, units: readonly Span[]): readonly Edit[] {
  const edits: Edit[] = [];
  let from = 0;
  for (const { start, end } of [...units, { start: source.length, end: source.length }]) {
    for (const { index, 0: found } of source.slice(from, start).matchAll(/#[^\n]*/g))
      edits.push({ start: from + index, end: from + index + found.length, text: '' });
    from = Math.max(from, end);
  }
  return edits;
}

function applyEdits(source: string, edits: readonly Edit[]): string {
  let text = source;
  // A comment in the header of a class is found twice.
  const unique = new Map(edits.map(edit => [edit.start, edit]));
  for (const { start, end, text: by } of [...unique.values()].sort((a, b) => b.start - a.start))
    text = text.slice(0, start) + by + text.slice(end);
  return text;
}
