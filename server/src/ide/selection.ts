/** Selection ranges by syntax: expression, statement, method, class, file. */
import { contains, type Span, shift } from '../base/span';
import type { Snapshot } from '../engine/snapshot';
import type { Declaration } from '../ril/declarations';
import { walk } from '../ril/walk';
import { wordAt } from './wordAt';

/** From the innermost to the whole file, each larger than the one before it. */
export function selectionsAt(snapshot: Snapshot, path: string, offset: number): readonly Span[] {
  const file = snapshot.files.get(path);
  if (file === undefined) return [];
  const spans: Span[] = [{ start: 0, end: file.text.length }];
  collect(file.ril.declarations, offset, spans);
  const word = wordAt(file.text, offset);
  if (word !== null) spans.push(word.span);
  const sorted = spans.sort((a, b) => a.end - a.start - (b.end - b.start));
  const grown: Span[] = [];
  for (const span of sorted) if (isLarger(span, grown.at(-1))) grown.push(span);
  return grown;
}

function isLarger(span: Span, than: Span | undefined): boolean {
  if (than === undefined) return true;
  return span.start <= than.start && span.end >= than.end && span.end - span.start > than.end - than.start;
}

function collect(declarations: readonly Declaration[], offset: number, spans: Span[]): void {
  for (const declaration of declarations) {
    const span = shift(declaration.span, declaration.at);
    if (!contains(span, offset)) continue;
    spans.push(span);
    if (declaration.kind === 'class' || declaration.kind === 'module' || declaration.kind === 'singleton') {
      collect(declaration.body, offset, spans);
    }
    const root =
      declaration.kind === 'method' ? declaration.body() : declaration.kind === 'statement' ? declaration.expr : null;
    if (root === null) continue;
    walk(root, expr => {
      const inner = shift(expr.span, declaration.at);
      if (contains(inner, offset)) spans.push(inner);
      return true;
    });
  }
}
