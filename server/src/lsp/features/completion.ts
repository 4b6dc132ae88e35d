import { CompletionItemKind, MarkupKind } from 'vscode-languageserver';
import { completionsAt, limitCompletions } from '../../ide/completion';
import { typeStringsOf } from '../../ide/typeStrings';
import type { Feature } from '../feature';

const KINDS = {
  class: CompletionItemKind.Class,
  keyword: CompletionItemKind.Keyword,
  variable: CompletionItemKind.Variable,
  field: CompletionItemKind.Field,
  alias: CompletionItemKind.TypeParameter,
  label: CompletionItemKind.Property,
  method: CompletionItemKind.Function,
} as const;

/**
 * Editors do not trigger completion inside strings and comments, where types are: also trigger after `or `, `-> `, `<`.
 */
const TRIGGERS = ['.', '%', '@', "'", '(', '{', ',', ':', '<', ' '];
const BEFORE_A_TYPE = /(?:->|\bor|,|:)[ ]$/;

export const completionFeature: Feature = {
  capabilities: () => ({ completionProvider: { triggerCharacters: TRIGGERS, resolveProvider: true } }),
  register: (connection, server) => {
    connection.onCompletion(async ({ textDocument, position, context }) => {
      const found = await server.find(textDocument.uri);
      if (found === null) return [];
      const offset = found.file.lines.offset(position);
      if (context?.triggerCharacter === ' ' && !mayBeginType(found.file.text, offset)) return [];
      const word = /(?:@@?|%|(?<=[,\s]):)?(?:\w|::)*[?!]?$/.exec(
        found.file.text.slice(Math.max(0, offset - 100), offset),
      )![0];
      const start = found.file.lines.position(offset - word.length);
      const all = completionsAt(found.snapshot, found.path, offset, found.project.probe);
      const { items, isIncomplete } = limitCompletions(all, word);
      const shown = items.map(({ label, kind, detail, rank, method }) => ({
        label,
        kind: KINDS[kind],
        detail,
        filterText: label,
        sortText: `${String((rank ?? 0) + 1).padStart(2, '0')}${label}`,
        textEdit: { range: { start, end: position }, newText: label },
        ...(method && { data: method }),
      }));
      return isIncomplete ? { isIncomplete, items: shown } : shown;
    });
    connection.onCompletionResolve(async item => {
      const value = typeof item.data === 'string' ? (await server.assets.coreDocs()).get(item.data) : undefined;
      return value === undefined ? item : { ...item, documentation: { kind: MarkupKind.Markdown, value } };
    });
  },
};

function mayBeginType(text: string, offset: number): boolean {
  if (/^[ \t]*##% $/m.test(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))) return true;
  return (
    BEFORE_A_TYPE.test(text.slice(Math.max(0, offset - 8), offset)) &&
    typeStringsOf(text).some(span => span.start <= offset && offset <= span.end)
  );
}
