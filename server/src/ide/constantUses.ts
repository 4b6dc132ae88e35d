/** Where the source of a file names constants: in code, in the heads of classes and modules, and in type strings. */
import { type Span, shift } from '../base/span';
import type { FileSnapshot } from '../engine/snapshot';
import { visitDeclarations, visitExpressions } from './expressionsIn';
import { typeStringsOf } from './typeStrings';

/** The spans of this name, in order; what it refers to depends on the lexical scope. */
export function usesOfConstant(source: Pick<FileSnapshot, 'text' | 'ril'>, name: string): readonly Span[] {
  const { text } = source;
  const pattern = new RegExp(`(?<![\\w@$])${name}(?![\\w?!])`, 'g');
  const starts = [...spansIn(source), ...typeStringsOf(text)].flatMap(({ start, end }) =>
    [...text.slice(start, end).matchAll(pattern)].map(({ index }) => start + index),
  );
  return [...new Set(starts)].sort((a, b) => a - b).map(start => ({ start, end: start + name.length }));
}

function spansIn(source: Pick<FileSnapshot, 'ril'>): readonly Span[] {
  const found: Span[] = [];
  visitDeclarations(source.ril.declarations, declaration => {
    if ('path' in declaration) found.push(shift(declaration.path.span, declaration.at));
  });
  visitExpressions(source, (expr, at) => {
    if (expr.kind === 'const') found.push(shift(expr.span, at));
  });
  return found;
}
