/** Inferred signatures as edits of a Ruby file: `##%` or `#:` comments, or `type '…'` calls, above what they describe. */
import type { TextEdit } from '../../base/edit';
import type { FileSnapshot, Snapshot } from '../../engine/snapshot';
import { showRbsMethod } from '../../infer/write/rbsTypes';
import { resolveClassName } from '../../program/constants';
import { showMethodType, showType } from '../../types/show';
import type { MethodType } from '../../types/type';
import { findEnclosingClass, type Home } from '../fixes/insertionPoint';
import { MARK } from './generatedMark';
import { type FieldProposal, isReadableIn, type MethodProposal, namesIn } from './inferFile';

export type SignatureStyle = 'comment' | 'type' | 'rbs';

/** Null: the style has no syntax for it, or a name in it means another class here. */
export function methodEdit(
  snapshot: Snapshot,
  file: FileSnapshot,
  { info, method, type }: MethodProposal,
  style: SignatureStyle,
  isMarked: boolean,
): TextEdit | null {
  if (method.location.path !== file.path || !isReadableIn(snapshot.program, info.nesting, type)) return null;
  const text = textOf(snapshot, type, style);
  const { line } = file.lines.position(method.location.span.start);
  const written = file.lines.lineText(line);
  // `def a = 1; def b = 2` has no line of its own; a `define_method` is no `def`.
  if (
    text === null ||
    !/^\s*(?:(?:private|protected|public|module_function|private_class_method)\s+)?def\s/.test(written)
  )
    return null;
  if (isAnnotatedAbove(file, line)) return null;
  const start = file.lines.lineStart(line);
  const indent = written.slice(0, written.search(/\S|$/));
  return { start, end: start, text: `${isMarked ? `${indent}${MARK}\n` : ''}${indent}${text}\n` };
}

function textOf(snapshot: Snapshot, type: MethodType, style: SignatureStyle): string | null {
  if (style === 'rbs') return rbsText(snapshot, type);
  const text = showMethodType(type);
  if (style === 'comment') return `##% ${text}`;
  return /\\|#\{/.test(text) ? null : `type '${text.replaceAll("'", "\\'")}'`;
}

/** A comment cannot declare an interface. */
function rbsText(snapshot: Snapshot, type: MethodType): string | null {
  if (type.params.some(param => param.type.kind === 'structural')) return null;
  const arity = (name: string): number => snapshot.program.classes.get(name)?.typeParams.length ?? 0;
  return `#: ${showRbsMethod({ nameOf: name => name, arity, interfaceOf: () => 'untyped' }, type)}`;
}

/** A comment that Loupe reads, perhaps with a mistake in it, belongs to the user. */
function isAnnotatedAbove(file: FileSnapshot, line: number): boolean {
  return line > 0 && /^\s*(?:##%|#:|type[\s(])/.test(file.lines.lineText(line - 1));
}

/** Declarations of fields, below the line of their class. */
export function fieldEdits(
  snapshot: Snapshot,
  file: FileSnapshot,
  fields: readonly FieldProposal[],
  style: SignatureStyle,
): readonly { readonly field: FieldProposal; readonly at: number; readonly lines: string }[] {
  if (style === 'rbs') return [];
  return fields.flatMap(field => {
    const home = homeOf(snapshot, file, field);
    const isReadable = namesIn(field.type).every(
      name => resolveClassName(snapshot.program, [field.owner], name) === name,
    );
    if (home === null || field.singleton || !isReadable) return [];
    const { line } = file.lines.position(home.at + home.path.span.end);
    const head = file.lines.lineText(line);
    if (/;|\bend\s*$/.test(head) || line + 1 >= file.lines.lineCount) return [];
    const indent = `${head.slice(0, head.search(/\S|$/))}  `;
    const type = showType(field.type);
    const text =
      style === 'comment' ? `##% ${field.name} : ${type}` : `var_type :${field.name}, '${type.replaceAll("'", "\\'")}'`;
    return [{ field, at: file.lines.lineStart(line + 1), lines: `${indent}${MARK}\n${indent}${text}\n` }];
  });
}

function homeOf(snapshot: Snapshot, file: FileSnapshot, { owner }: FieldProposal): Home | null {
  const place = snapshot.program.classes.get(owner)?.places[0];
  const at = place === undefined ? undefined : snapshot.anchorAt(place.anchor);
  const home = at === undefined ? null : findEnclosingClass(file.ril.declarations, at);
  return home !== null && home.at === at ? home : null;
}
