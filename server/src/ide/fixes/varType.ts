/**
 * Suggests types for fields without one from their writes: for one field, or for all of the class at once. Written as
 * `var_type`, or as a comment in a file that is annotated by comments only, which may run without the runtime library.
 */
import type { FileSnapshot } from '../../engine/snapshot';
import type { Diagnostic } from '../diagnostics';
import type { Fix, Fixer } from './fix';
import { findEnclosingClass, type Home, insertionPoint, usesCommentsOnly } from './insertionPoint';

const CODE = 'LP3006';

interface FieldType {
  readonly name: string;
  readonly type: string;
}

export const varTypeFixes: Fixer = ({ file, diagnostics }, diagnostic) => {
  const home = findEnclosingClass(file.ril.declarations, diagnostic.location.span.start);
  const own = missingType(diagnostic);
  if (home === null || own === null) return [];
  const inClass = diagnostics.filter(
    each => findEnclosingClass(file.ril.declarations, each.location.span.start) === home,
  );
  const all = [...new Map(inClass.flatMap(each => missingType(each) ?? []).map(each => [each.name, each])).values()];
  const shown = usesCommentsOnly(file) ? `${own.name} : ${own.type}` : asCall(own);
  const one = makeFix(file, home, diagnostic, [own], `Declare ${shown}`);
  return all.length < 2
    ? [one]
    : [one, makeFix(file, home, diagnostic, all, `Declare all ${all.length} fields of ${home.path.names.join('::')}`)];
};

/** Null: the writes of the field determine no type. */
function missingType({ code, problem }: Diagnostic): FieldType | null {
  const { name, type } = problem.args;
  return code === CODE && typeof name === 'string' && typeof type === 'string' && type !== '' ? { name, type } : null;
}

function asComment({ name, type }: FieldType): string {
  return `##% ${name} : ${type}`;
}

function asCall({ name, type }: FieldType): string {
  return `var_type :${name}, '${type.replace(/[\\']/g, each => `\\${each}`)}'`;
}

function makeFix(
  file: FileSnapshot,
  home: Home,
  diagnostic: Diagnostic,
  fields: readonly FieldType[],
  title: string,
): Fix {
  const { at, indent } = insertionPoint(file, home);
  const comments = usesCommentsOnly(file);
  const lines = fields.map(each => `${indent}${comments ? asComment(each) : asCall(each)}\n`);
  // Directly above another annotation the comment would be read as its first line.
  const text = lines.join('') + (comments ? '\n' : '');
  const about = fields.map(({ name }) => name);
  const edits = [{ start: at, end: at, text }];
  return { title, diagnostic, path: file.path, edits, preferred: lines.length === 1, about };
}
