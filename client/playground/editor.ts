/** The code editor: Ruby, squiggles, hovers, completion, and verdicts above methods. */
import { autocompletion, type CompletionSource, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { ruby } from '@codemirror/legacy-modes/mode/ruby';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, lineNumbers, type Tooltip } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { marksField } from './marks';

export interface EditorEvents {
  readonly changed: () => void;
  readonly moved: (line: number) => void;
  readonly hover: (offset: number) => Promise<{ readonly from: number; readonly dom: HTMLElement } | null>;
  readonly complete: CompletionSource;
}

/** Colours are those of style.css, so that they follow the theme. */
const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, class: 'ruby-keyword' },
  { tag: tags.comment, class: 'ruby-comment' },
  { tag: [tags.string, tags.special(tags.string)], class: 'ruby-string' },
  { tag: [tags.number, tags.atom, tags.bool], class: 'ruby-number' },
  { tag: [tags.tagName, tags.typeName, tags.className], class: 'ruby-constant' },
  { tag: [tags.propertyName, tags.special(tags.variableName)], class: 'ruby-field' },
]);

export function createEditor(parent: HTMLElement, code: string, events: EditorEvents): EditorView {
  const hover = hoverTooltip(async (_view, offset): Promise<Tooltip | null> => {
    const found = await events.hover(offset);
    return found && { pos: found.from, above: true, create: () => ({ dom: found.dom }) };
  });
  const state = EditorState.create({
    doc: code,
    extensions: [
      lineNumbers(),
      history(),
      bracketMatching(),
      closeBrackets(),
      indentUnit.of('  '),
      StreamLanguage.define(ruby),
      syntaxHighlighting(COLOURS),
      syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
      Prec.lowest(marksField), // inside of the colours of Ruby
      EditorView.lineWrapping,
      lintGutter(),
      hover,
      autocompletion({ override: [events.complete] }),
      keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ 'aria-label': 'Ruby code', spellcheck: 'false' }),
      EditorView.updateListener.of(update => {
        if (update.docChanged) events.changed();
        if (update.selectionSet || update.docChanged) events.moved(lineOf(update.state));
      }),
    ],
  });
  return new EditorView({ parent, state });
}

/** Zero-based, as in LSP. */
function lineOf(state: EditorState): number {
  return state.doc.lineAt(state.selection.main.head).number - 1;
}

export function showDiagnostics(view: EditorView, diagnostics: readonly Diagnostic[]): void {
  view.dispatch(setDiagnostics(view.state, diagnostics));
}
