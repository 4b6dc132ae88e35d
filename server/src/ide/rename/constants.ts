/**
 * Renames a class, a module or a constant wherever Ruby's lookup finds it, in code and in type strings. Symbols and
 * strings with its name (`const_get`, `class_name:`) are in doubt.
 */
import { anchorPath, type Place, shift } from '../../base/span';
import { filesContaining, type Snapshot } from '../../engine/snapshot';
import { findConstant } from '../../program/constants';
import { usesOfConstant } from '../constantUses';
import { visitExpressions } from '../expressionsIn';
import { nestingAt } from '../nesting';
import { occurrencesAt } from '../occurrences';
import { constantAt } from '../wordAt';
import type { Refused, Rename, Renaming } from './renaming';

export function renameConstant(snapshot: Snapshot, path: string, offset: number, newName: string): Rename | Refused {
  const found = occurrencesAt(snapshot, path, offset)!;
  const { word } = found;
  if (newName === word.text) return { renamings: [], missed: [] };
  const places = found.places.map(({ location }) => location);
  const taken = places.some(each => {
    const nesting = nestingAt(snapshot, each.path, each.span.start);
    return findConstant(snapshot.program, nesting, newName) !== null;
  });
  if (taken) return { refused: `${newName} means something else here` };
  const certain = places.map((location): Renaming => ({ location, text: newName }));
  const doubtful = filesContaining(snapshot, word.text).flatMap(each => doubtsIn(snapshot, each, word.text, newName));
  return { renamings: [...certain, ...doubtful], missed: [] };
}

/** Null: it can be renamed. */
export function explainWhyConstantIsFixed(snapshot: Snapshot, path: string, offset: number): string | null {
  const name = constantAt(snapshot.sources.get(path)?.text ?? '', offset);
  const found = name && findConstant(snapshot.program, nestingAt(snapshot, path, offset), name.text);
  const places: readonly Place[] = found?.classInfo?.places ?? (found?.constant?.place ? [found.constant.place] : []);
  const isReopened = found?.classInfo != null && found.classInfo.origin !== 'workspace';
  if (places.length === 0 || isReopened) return 'it is not defined in the workspace';
  return places.some(({ anchor }) => !anchorPath(anchor).endsWith('.rb')) ? 'a signature file names it, too' : null;
}

/** Names that lookup does not resolve, symbols, strings, and code that is not read. */
function doubtsIn(snapshot: Snapshot, path: string, name: string, newName: string): readonly Renaming[] {
  const source = snapshot.sources.get(path)!;
  const unknown = usesOfConstant(source, name)
    .filter(({ start }) => {
      const whole = constantAt(source.text, start)!;
      return findConstant(snapshot.program, nestingAt(snapshot, path, start), whole.text) === null;
    })
    .map((span): Renaming => ({ location: { path, span }, text: newName, doubt: 'unknown-receiver' }));
  const found: Renaming[] = [...unknown];
  visitExpressions(source, (expr, at) => {
    const isName = expr.kind === 'lit' && 'value' in expr.value && expr.value.value === name;
    const isRead = expr.kind !== 'opaque' && expr.kind !== 'define';
    if (isRead && !isName) return;
    const span = shift(expr.span, at);
    for (const { index } of source.text.slice(span.start, span.end).matchAll(new RegExp(`\\b${name}\\b`, 'g'))) {
      const start = span.start + index;
      const location = { path, span: { start, end: start + name.length } };
      found.push({ location, text: newName, doubt: isRead ? 'symbol' : 'not-read' });
    }
  });
  return found;
}
