/**
 * Suggests types for fields without one from their writes: for one field, or for all of the class at once. Written as
 * `var_type`, or as a comment in a file that is annotated by comments only, which may run without the runtime library.
 */
import type { FileSnapshot } from '../../engine/snapshot';
import type { Diagnostic } from '../diagnostics';
import { classAround, type Home, insertionPoint, usesCommentsOnly } from './classHome';
import type { Fix, Fixer } from './fix';

const CODE = 'LP3006';
const SUGGESTION = /^var_type :(@@?\w+), '(.*)'$/;

export const varTypeFixes: Fixer = ({ file, diagnostics }, diagnostic) => {
  const home = classAround(file.ril.declarations, diagnostic.location.span.start);
  const own = suggestionOf(diagnostic);
  if (home === null || own === null) return [];
  const inClass = diagnostics.filter(each => classAround(file.ril.declarations, each.location.span.start) === home);
  const all = [...new Set(inClass.flatMap(each => suggestionOf(each) ?? []))];
  const one = makeFix(file, home, diagnostic, [own], `Declare ${usesCommentsOnly(file) ? asComment(own) : own}`);
  return all.length < 2
    ? [one]
    : [one, makeFix(file, home, diagnostic, all, `Declare all ${all.length} fields of ${home.path.names.join('::')}`)];
};

function suggestionOf({ code, problem }: Diagnostic): string | null {
  const { suggestion } = problem.args;
  return code === CODE && typeof suggestion === 'string' && SUGGESTION.test(suggestion) ? suggestion : null;
}

/** `@count : Integer` */
function asComment(suggestion: string): string {
  const [, name, type] = SUGGESTION.exec(suggestion)!;
  return `${name} : ${type!.replace(/\\'/g, "'")}`;
}

function makeFix(
  file: FileSnapshot,
  home: Home,
  diagnostic: Diagnostic,
  suggestions: readonly string[],
  title: string,
): Fix {
  const { at, indent } = insertionPoint(file, home);
  const comments = usesCommentsOnly(file);
  const lines = suggestions.map(each => `${indent}${comments ? `##% ${asComment(each)}` : each}\n`);
  // Directly above another annotation the comment would be read as its first line.
  const text = lines.join('') + (comments ? '\n' : '');
  const about = suggestions.map(each => SUGGESTION.exec(each)![1]!);
  const edits = [{ start: at, end: at, text }];
  return { title, diagnostic, path: file.path, edits, preferred: lines.length === 1, about };
}
