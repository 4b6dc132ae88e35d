/** `#: T`, `#: as T` and `#: as !nil` behind a statement: the type of its value, in RBS; `#: self as T` on a line of its own. */
import type { Problem } from '../base/problem';
import { type WithProblems, withProblems } from '../base/result';
import { ANY, DYNAMIC, type Type } from '../types/type';
import { atEnd, rbsReader, readUnlessTooDeep } from './rbsReader';
import { readType } from './rbsTypes';
import { placeIn, type TextSource } from './sourceText';

/** What cannot be read as a type is ignored: it may be a remark. */
export function parseTypeOfComment(text: string, source: TextSource): WithProblems<{ readonly type: Type }> {
  const before = /^#:\s*(?:(?:self\s+)?as\s+)?/.exec(text)?.[0].length ?? 0;
  if (/^!nil\s*$/.test(text.slice(before))) return withProblems({ type: { kind: 'nonNull', type: ANY } });
  // Sorbet accepts a comma at the end.
  const reader = rbsReader(text.replace(/,\s*$/, ''), source.anchor);
  reader.at = before;
  const type = readUnlessTooDeep(reader, () => readType(reader)) ?? DYNAMIC;
  if (reader.problems.length === 0 && atEnd(reader)) return withProblems({ type });
  const problem: Problem = {
    code: 'LP2209',
    place: placeIn(source, 0, text.length),
    args: { what: 'this `#:` comment', count: 1 },
  };
  return withProblems({ type: DYNAMIC }, [problem]);
}
