/** Writes inferred loop invariants into the source: the proof then needs no inference, and readers see them. */
import { contains, type Span } from '../../base/span';
import { type FileSnapshot, locate } from '../../engine/snapshot';
import type { Fix, Refactorer } from './fix';
import { usesCommentsOnly } from './insertionPoint';

export const loopInvariantFixes: Refactorer = ({ snapshot, file }, span) => {
  if (usesCommentsOnly(file)) return []; // `invariant` is a method, which is missing in a program without the runtime library
  return file.methods.flatMap(method => {
    if (method.state !== 'done' || method.verdict?.status !== 'safe') return [];
    const byLoop = new Map<string, { readonly loop: Span; readonly texts: Set<string> }>();
    for (const { text, place } of method.verdict.invariants) {
      const at = locate(snapshot, place);
      if (at === null || at.path !== file.path) continue;
      const key = `${at.span.start} ${at.span.end}`;
      const known = byLoop.get(key) ?? { loop: at.span, texts: new Set() };
      byLoop.set(key, { ...known, texts: known.texts.add(text) });
    }
    const atName = contains(method.nameLocation.span, span.start);
    return [...byLoop.values()]
      .filter(({ loop }) => atName || headTouches(file, loop, span))
      .flatMap(({ loop, texts }) => insertInvariants(file, loop, [...texts]));
  });
};

/** Whether the span touches the first line of the loop. */
function headTouches(file: FileSnapshot, loop: Span, span: Span): boolean {
  return file.lines.position(loop.start).line === file.lines.position(span.start).line;
}

/** Inserts invariants as the first statements of a body that has its own lines. */
function insertInvariants(file: FileSnapshot, loop: Span, texts: readonly string[]): readonly Fix[] {
  const head = file.lines.position(loop.start).line;
  const next = file.lines.lineText(head + 1);
  if (file.lines.position(loop.end).line <= head + 1 || /^\s*invariant\b/.test(next)) return [];
  if (!/(?:\bdo|\{)\s*(?:\|[^|]*\|)?\s*$|^\s*(?:while|until)\b/.test(file.lines.lineText(head))) return [];
  const at = file.lines.lineStart(head + 1);
  const clause = texts.join(' && ');
  const edits = [{ start: at, end: at, text: `${/^\s*/.exec(next)![0]}invariant { ${clause} }\n` }];
  const title = `Write down the loop invariant \`${clause}\``;
  return [{ title, diagnostic: null, path: file.path, edits, preferred: false }];
}
