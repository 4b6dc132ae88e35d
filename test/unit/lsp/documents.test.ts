/** Open documents: the library's TextDocument and the engine's edits agree, whatever positions an editor sends. */
import assert from 'node:assert';
import fc from 'fast-check';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { applyEdit } from '../../../server/src/base/edit';
import { LineIndex } from '../../../server/src/base/lines';
import { applyChanges } from '../../../server/src/lsp/documents';

interface Row {
  readonly title: string;
  readonly text: string;
  readonly changes: readonly TextDocumentContentChangeEvent[];
  readonly result: string;
}

const at = (line: number, character: number, endLine = line, endCharacter = character) => ({
  start: { line, character },
  end: { line: endLine, character: endCharacter },
});

const ROWS: readonly Row[] = [
  { title: 'an insertion', text: 'a\nbc\n', changes: [{ range: at(1, 1), text: 'x' }], result: 'a\nbxc\n' },
  { title: 'the whole text', text: 'a\n', changes: [{ text: 'b' }], result: 'b' },
  { title: 'a reversed range', text: 'abc', changes: [{ range: at(0, 2, 0, 1), text: '' }], result: 'ac' },
  { title: 'UTF-16 units', text: "'😀é' + x", changes: [{ range: at(0, 4, 0, 5), text: '"' }], result: '\'😀é" + x' },
  { title: 'a character beyond CRLF', text: 'a\r\nb', changes: [{ range: at(0, 9), text: 'x' }], result: 'ax\r\nb' },
  { title: 'a line beyond the last', text: 'a\nb', changes: [{ range: at(7, 3), text: 'x' }], result: 'a\nbx' },
  {
    title: 'two changes, the second in terms of the first',
    text: 'a\nb',
    changes: [
      { range: at(0, 0), text: 'x\n' },
      { range: at(2, 0, 2, 1), text: 'c' },
    ],
    result: 'x\na\nc',
  },
  {
    title: 'the whole text, then a part of it',
    text: 'a',
    changes: [{ text: 'b\nc' }, { range: at(1, 0), text: 'x' }],
    result: 'b\nxc',
  },
  {
    title: 'a range that begins beyond the last line, then a change behind it',
    text: 'a\nb',
    changes: [
      { range: at(5, 0, 6, 0), text: '\nc' },
      { range: at(2, 0), text: 'x' },
    ],
    result: 'a\nb\nxc',
  },
  {
    title: 'CR and LF that become one line end',
    text: 'a\rx\nb',
    changes: [
      { range: at(1, 0, 1, 1), text: '' },
      { range: at(1, 0), text: 'y' },
    ],
    result: 'a\r\nyb',
  },
];

const pieces = fc.array(fc.constantFrom('a', '  ', '\n', '\r', '\r\n', 'é', '😀', 'def m'), { maxLength: 12 });
const texts = pieces.map(each => each.join(''));
const positions = fc.record({ line: fc.integer({ min: 0, max: 14 }), character: fc.integer({ min: 0, max: 9 }) });
const change: fc.Arbitrary<TextDocumentContentChangeEvent> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ range: fc.record({ start: positions, end: positions }), text: texts }) },
  { weight: 1, arbitrary: fc.record({ text: texts }) },
);

describe('open documents', () => {
  for (const { title, text, changes, result } of ROWS) {
    it(title, () => {
      const document = TextDocument.create('file:///a.rb', 'ruby', 1, text);
      const edits = applyChanges(document, changes, 2);
      assert.strictEqual(document.getText(), result);
      assert.strictEqual(edits.reduce(applyEdit, text), result);
      assert.strictEqual(document.version, 2);
    });
  }

  it('a notification without changes sets the version', () => {
    const document = TextDocument.create('file:///a.rb', 'ruby', 1, 'a');
    assert.deepStrictEqual(applyChanges(document, [], 5), []);
    assert.strictEqual(document.version, 5);
  });

  it('any changes: the edits lead to the text of the document, by the positions of each text alone', () => {
    fc.assert(
      fc.property(texts, fc.array(change, { minLength: 1, maxLength: 6 }), (text, changes) => {
        const document = TextDocument.create('file:///a.rb', 'ruby', 1, text);
        const edits = applyChanges(document, changes, 2);
        assert.strictEqual(document.getText(), changes.reduce(applyAlone, text));
        assert.strictEqual(edits.reduce(applyEdit, text), document.getText());
      }),
      { numRuns: 500 },
    );
  });
});

/** What a change means, counted anew from the text. */
function applyAlone(text: string, change: TextDocumentContentChangeEvent): string {
  if (!('range' in change)) return change.text;
  const lines = new LineIndex(text);
  const ends = [lines.offset(change.range.start), lines.offset(change.range.end)].sort((a, b) => a - b);
  return applyEdit(text, { start: ends[0]!, end: ends[1]!, text: change.text });
}
