/** Proposals of one file -> the new content of the Ruby file, or of the RBS file beside it. */
import { applyEdit, type TextEdit } from '../../base/edit';
import type { FileSnapshot, Snapshot } from '../../engine/snapshot';
import { fieldEdits, methodEdit, type SignatureStyle } from './annotationEdits';
import type { FileProposals, MethodProposal } from './inferFile';
import { eraseTypes, printRbsFile } from './rbsFile';

/** Null: there is nothing to write. */
export function annotateFile(
  snapshot: Snapshot,
  file: FileSnapshot,
  { methods, fields }: FileProposals,
  style: SignatureStyle,
): string | null {
  const edits = editsFor(snapshot, file, { methods, fields }, style);
  return edits.length === 0 ? null : edits.reduceRight(applyEdit, file.text);
}

/** In source order. `isMarked`: as written by Loupe, not by the user. */
export function editsFor(
  snapshot: Snapshot,
  file: FileSnapshot,
  { methods, fields }: FileProposals,
  style: SignatureStyle,
  isMarked = true,
): readonly TextEdit[] {
  const above = new Map<number, TextEdit>();
  for (const method of methods) {
    const edit = methodEdit(snapshot, file, method, style, isMarked);
    // The first of two methods that share a `def`, as with `module_function`.
    if (edit && !above.has(edit.start)) above.set(edit.start, edit);
  }
  const inClasses = new Map<number, string>();
  for (const { at, lines } of fieldEdits(snapshot, file, fields, style))
    inClasses.set(at, (inClasses.get(at) ?? '') + lines);
  // An empty line keeps the comments of fields apart from that of a method.
  const heads = [...inClasses].map(([start, text]): TextEdit => ({ start, end: start, text: `${text}\n` }));
  const merged = new Map(heads.map(edit => [edit.start, edit]));
  for (const edit of above.values()) {
    const head = merged.get(edit.start);
    merged.set(edit.start, head ? { ...head, text: head.text + edit.text } : edit);
  }
  return [...merged.values()].sort((a, b) => a.start - b.start);
}

/** Null: there is nothing to declare. */
export function rbsFor(snapshot: Snapshot, file: FileSnapshot, proposals: FileProposals): string | null {
  const body = printRbsFile(snapshot, file, proposals);
  return body.trim() === '' ? null : body;
}

/** In RBS a method is declared even if nothing is said of its types. */
export function untypedMethod(proposal: MethodProposal): MethodProposal {
  return { ...proposal, type: eraseTypes(proposal.type), isKnown: false, isUntyped: true };
}
