/** What is drawn into the code: colours inside types, and a line with the verdict above each method. */
import { type Range as MarkRange, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { PresentMethod } from '../../shared/src/protocol';

export interface Token {
  readonly from: number;
  readonly to: number;
  readonly type: string;
}

export interface Marks {
  readonly tokens: readonly Token[];
  readonly methods: readonly PresentMethod[];
}

export const setMarks = StateEffect.define<Marks>();

class VerdictWidget extends WidgetType {
  constructor(private readonly method: PresentMethod) {
    super();
  }
  override eq(other: VerdictWidget): boolean {
    const { title, presence, line } = this.method;
    return other.method.title === title && other.method.presence === presence && other.method.line === line;
  }
  toDOM(): HTMLElement {
    const line = document.createElement('div');
    line.className = `verdict ${this.method.presence}`;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = this.method.title;
    button.dataset.method = this.method.name;
    button.style.marginLeft = `${this.method.character}ch`;
    line.append(button);
    return line;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

export const marksField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    const set = transaction.effects.findLast(effect => effect.is(setMarks));
    if (set === undefined) return marks.map(transaction.changes);
    const { doc } = transaction.state;
    const { tokens, methods } = set.value as Marks;
    const colours = tokens
      .filter(({ from, to }) => from < to && to <= doc.length)
      .map(({ from, to, type }) => Decoration.mark({ class: `type-${type}` }).range(from, to));
    const verdicts = methods
      .filter(({ line, title }) => line < doc.lines && title !== '')
      .map(
        (method): MarkRange<Decoration> =>
          Decoration.widget({ widget: new VerdictWidget(method), block: true, side: -1 }).range(
            doc.line(method.line + 1).from,
          ),
      );
    return Decoration.set([...colours, ...verdicts], true);
  },
  provide: field => EditorView.decorations.from(field),
});
