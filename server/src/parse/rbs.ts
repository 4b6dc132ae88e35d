/**
 * RBS source -> declarations. A hand-written, error-tolerant parser for the whole RBS 3 grammar: a broken member does
 * not affect the rest of its class. rbsProgram.ts merges the files.
 */
import type { Problem } from '../base/problem';
import { type WithProblems, withProblems } from '../base/result';
import { type AnchorId, fileAnchor } from '../base/span';
import { type MethodType, UNTYPED_METHOD } from '../types/type';
import { readDeclaration, readUses } from './rbsDeclarations';
import { readMethodType } from './rbsMethodTypes';
import { atEnd, rbsReader, readUnlessTooDeep, recover, reportExpected } from './rbsReader';
import type { RbsDeclaration, RbsFile } from './rbsSyntax';

export function parseRbs(path: string, text: string): WithProblems<RbsFile> {
  const reader = rbsReader(text, fileAnchor(path));
  const uses = readUses(reader);
  const declarations: RbsDeclaration[] = [];
  while (!atEnd(reader)) {
    const declaration = readUnlessTooDeep(reader, () => readDeclaration(reader));
    if (declaration) declarations.push(declaration);
    else {
      // A stray `end` or any other stray token must not end the file.
      recover(reader);
      if (/^end\b/.test(reader.text.slice(reader.at))) reader.at += 'end'.length;
    }
  }
  return withProblems({ path, uses, declarations }, reader.problems);
}

/** One method type in RBS syntax, as in `#: (Integer) -> String`; spans are offsets in `text`. */
export function parseRbsMethodType(
  text: string,
  anchor: AnchorId,
): { readonly type: MethodType; readonly problems: readonly Problem[] } {
  const reader = rbsReader(text, anchor);
  const type = readUnlessTooDeep(reader, () => readMethodType(reader)) ?? UNTYPED_METHOD;
  if (!atEnd(reader)) reportExpected(reader, 'the end of the type');
  return { type, problems: reader.problems };
}
