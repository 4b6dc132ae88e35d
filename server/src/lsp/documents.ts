/**
 * Content changes from the editor -> an up-to-date TextDocument, and the same changes as offsets for the engine.
 * Positions count UTF-16 units. A position outside the document is clamped; a reversed range is put in order.
 */
import type { Range, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextEdit } from '../base/edit';

/** Each change refers to the text that the previous one left; so does each of the returned edits. */
export function applyChanges(
  document: TextDocument,
  changes: readonly TextDocumentContentChangeEvent[],
  version: number,
): readonly TextEdit[] {
  const edits = changes.map(change => applyChange(document, change));
  TextDocument.update(document, [], version);
  return edits;
}

function applyChange(document: TextDocument, change: TextDocumentContentChangeEvent): TextEdit {
  const { version } = document;
  const { text } = change;
  if (!('range' in change)) {
    const end = document.getText().length;
    TextDocument.update(document, [{ text }], version);
    return { start: 0, end, text };
  }
  const range = clampRange(document, change.range);
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  TextDocument.update(document, [{ range, text }], version);
  return { start, end, text };
}

/** `TextDocument.update` miscounts lines when a range begins beyond the last line. */
function clampRange(document: TextDocument, { start, end }: Range): Range {
  const offsets = [document.offsetAt(start), document.offsetAt(end)];
  return {
    start: document.positionAt(Math.min(...offsets)),
    end: document.positionAt(Math.max(...offsets)),
  };
}
