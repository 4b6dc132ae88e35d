/**
 * A type for a field that has none, as its writes suggest; one field, or all of the class at once. Written as `var_type`,
 * or as a comment in a file that is annotated by comments only, which may not have our library when it runs.
 */
import { contains, shift } from '../../base/span';
import type { FileSnapshot } from '../../engine/snapshot';
import type { ClassDeclaration, Declaration, ModuleDeclaration } from '../../ril/declarations';
import type { Diagnostic } from '../diagnostics';
import type { Fix, Fixer } from './fix';

const CODE = 'LP3006';
const SUGGESTION = /^var_type :(@\w+), '(.*)'$/;

export const varTypeFixes: Fixer = ({ file, diagnostics }, diagnostic) => {
  const home = classAround(file.ril.declarations, diagnostic.location.span.start);
  const own = suggestionOf(diagnostic);
  if (home === null || own === null) return [];
  const inClass = diagnostics.filter(each => classAround(file.ril.declarations, each.location.span.start) === home);
  const all = [...new Set(inClass.flatMap(each => suggestionOf(each) ?? []))];
  const one = fix(file, home, diagnostic, [own], `Declare ${usesCommentsOnly(file) ? asComment(own) : own}`);
  return all.length < 2
    ? [one]
    : [one, fix(file, home, diagnostic, all, `Declare all ${all.length} fields of ${home.path.names.join('::')}`)];
};

function suggestionOf({ code, problem }: Diagnostic): string | null {
  const { suggestion } = problem.args;
  return code === CODE && typeof suggestion === 'string' && SUGGESTION.test(suggestion) ? suggestion : null;
}

function usesCommentsOnly({ text }: FileSnapshot): boolean {
  return /^\s*##%/m.test(text) && !/^\s*(?:var_type|type|RDL\.\w+|Loupe\.\w+)\s|require ['"](?:loupe|rdl)/m.test(text);
}

/** `@count : Integer` */
function asComment(suggestion: string): string {
  const [, name, type] = SUGGESTION.exec(suggestion)!;
  return `${name} : ${type!.replace(/\\'/g, "'")}`;
}

type Home = ClassDeclaration | ModuleDeclaration;

function classAround(declarations: readonly Declaration[], offset: number): Home | null {
  for (const declaration of declarations) {
    const isHome = declaration.kind === 'class' || declaration.kind === 'module';
    const isAround = isHome || declaration.kind === 'singleton';
    if (!isAround || !contains(shift(declaration.span, declaration.at), offset)) continue;
    return classAround(declaration.body, offset) ?? (isHome ? declaration : null);
  }
  return null;
}

function fix(
  file: FileSnapshot,
  home: Home,
  diagnostic: Diagnostic,
  suggestions: readonly string[],
  title: string,
): Fix {
  const { at, indent } = insertionPoint(file, home);
  const comments = usesCommentsOnly(file);
  const lines = suggestions.map(each => `${indent}${comments ? `##% ${asComment(each)}` : each}\n`);
  // A comment that stood directly above another annotation would be read as its first line.
  const text = lines.join('') + (comments ? '\n' : '');
  return { title, diagnostic, path: file.path, edits: [{ start: at, end: at, text }], preferred: lines.length === 1 };
}

/** Above the class's first declaration, or under its head. */
function insertionPoint(file: FileSnapshot, home: Home): { readonly at: number; readonly indent: string } {
  const first = home.body[0];
  const line = first === undefined ? file.lines.position(home.at).line + 1 : file.lines.position(first.at).line;
  const text = file.lines.lineText(first === undefined ? line - 1 : line);
  const indent = /^\s*/.exec(text)![0];
  return { at: file.lines.lineStart(line), indent: first === undefined ? `${indent}  ` : indent };
}
