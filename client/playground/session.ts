/** One program in the language server: its text goes there, and what is found comes back. */
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import {
  type FixPurpose,
  METHODS_NOTIFICATION,
  type MethodDetails,
  type PresentMethod,
  SERVER_COMMANDS,
} from '../../shared/src/protocol';
import { LanguageClient, type Position, type Range, type TextEdit } from './languageClient';
import type { Token } from './marks';

const URI = 'file:///program.rb';
const textDocument = { uri: URI };
const SEVERITIES = ['error', 'error', 'warning', 'info', 'hint'] as const;

interface LspDiagnostic {
  readonly range: Range;
  readonly severity: number;
  readonly code: string;
  readonly message: string;
}

interface WorkspaceEdit {
  readonly changes?: Readonly<Record<string, readonly TextEdit[]>>;
  readonly documentChanges?: readonly { readonly edits?: readonly TextEdit[] }[];
}

export interface SessionEvents {
  readonly ready: () => void;
  readonly diagnostics: (diagnostics: readonly LspDiagnostic[]) => void;
  readonly methods: (methods: readonly PresentMethod[]) => void;
  readonly edit: (edits: readonly TextEdit[]) => void;
  readonly tell: (message: string) => void;
}

export class Session {
  private readonly client: LanguageClient;
  private version = 0;
  private isReady = false;
  private tokenTypes: readonly string[] = [];

  constructor(private readonly events: SessionEvents) {
    this.client = new LanguageClient({
      'loupe/ready': () => this.initialize(),
      'workspace/configuration': ({ items }: { items: readonly unknown[] }) => items.map(() => ({ audit: false })),
      'textDocument/publishDiagnostics': ({ diagnostics }: { diagnostics: readonly LspDiagnostic[] }) =>
        events.diagnostics(diagnostics),
      [METHODS_NOTIFICATION]: ({ methods }: { methods: readonly PresentMethod[] }) => events.methods(methods),
      'window/showMessage': ({ message }: { message: string }) => events.tell(message),
      'workspace/applyEdit': ({ edit }: { edit: WorkspaceEdit }) => this.apply(edit),
    });
  }

  /** The whole text each time: programs are small. */
  update(text: string): void {
    if (!this.isReady) return;
    this.version++;
    const document = { uri: URI, version: this.version };
    if (this.version === 1)
      this.client.notify('textDocument/didOpen', { textDocument: { ...document, languageId: 'ruby', text } });
    else this.client.notify('textDocument/didChange', { textDocument: document, contentChanges: [{ text }] });
  }

  /** Verifies with the full budget, as saving a file does. */
  save(): void {
    if (this.isReady) this.client.notify('textDocument/didSave', { textDocument });
  }

  async hover(position: Position): Promise<{ readonly markdown: string; readonly range: Range } | null> {
    if (!this.isReady) return null;
    const found = await this.client.request<{ contents: { value: string }; range: Range } | null>(
      'textDocument/hover',
      { textDocument, position },
    );
    return found && { markdown: found.contents.value, range: found.range };
  }

  details(wanted: string | number): Promise<MethodDetails | null> {
    return this.isReady ? this.execute(SERVER_COMMANDS.methodDetails, [URI, wanted]) : Promise.resolve(null);
  }

  async fix(method: string, purpose: FixPurpose): Promise<void> {
    await this.execute(SERVER_COMMANDS.applyFix, [URI, method, purpose]);
  }

  /** The source of a failing test; null: there is none. */
  test(method: string): Promise<string | null> {
    return this.execute(SERVER_COMMANDS.counterexampleTest, [URI, method]);
  }

  async tokens(doc: Text): Promise<readonly Token[]> {
    if (!this.isReady) return [];
    const { data } = await this.client.request<{ data: readonly number[] }>('textDocument/semanticTokens/full', {
      textDocument,
    });
    const tokens: Token[] = [];
    let [line, character] = [0, 0];
    for (let i = 0; i + 3 < data.length; i += 5) {
      const [lines, characters, length, type] = data.slice(i, i + 4) as [number, number, number, number];
      character = lines === 0 ? character + characters : characters;
      line += lines;
      const from = offsetOf(doc, { line, character });
      tokens.push({ from, to: Math.min(from + length, doc.length), type: this.tokenTypes[type] ?? 'type' });
    }
    return tokens;
  }

  async complete(context: CompletionContext): Promise<CompletionResult | null> {
    const word = context.matchBefore(/[@%:]*[\w?!]*/);
    const trigger = context.matchBefore(/[.%@({,:<]\s?|-> |##% ?/);
    if (!this.isReady || (!context.explicit && !trigger && (word === null || word.from === word.to))) return null;
    const position = positionOf(context.state.doc, context.pos);
    const answer = await this.client.request<{ items: readonly Item[] } | readonly Item[] | null>(
      'textDocument/completion',
      { textDocument, position, context: { triggerKind: 1 } },
    );
    const items = answer === null ? [] : 'items' in answer ? answer.items : answer;
    if (items.length === 0) return null;
    const from = items[0]!.textEdit ? offsetOf(context.state.doc, items[0]!.textEdit.range.start) : context.pos;
    const inOrder = [...items].sort((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1));
    return {
      from,
      options: inOrder.map(({ label, detail }, i) => ({
        label,
        ...(detail ? { detail } : {}),
        boost: -Math.min(i, 99),
      })),
    };
  }

  private execute<T>(command: string, args: readonly unknown[]): Promise<T> {
    return this.client.request('workspace/executeCommand', { command, arguments: args });
  }

  private async initialize(): Promise<void> {
    const { capabilities } = await this.client.request<Initialized>('initialize', {
      processId: null,
      rootUri: null,
      capabilities: {
        workspace: { configuration: true, applyEdit: true },
        textDocument: { hover: { contentFormat: ['markdown'] }, publishDiagnostics: {} },
      },
      initializationOptions: { presence: true },
    });
    this.tokenTypes = capabilities.semanticTokensProvider.legend.tokenTypes;
    this.client.notify('initialized', {});
    this.isReady = true;
    this.events.ready();
  }

  private apply({ changes, documentChanges }: WorkspaceEdit): { readonly applied: boolean } {
    const edits = documentChanges ? documentChanges.flatMap(each => each.edits ?? []) : (changes?.[URI] ?? []);
    if (edits.length > 0) this.events.edit(edits);
    return { applied: edits.length > 0 };
  }
}

interface Item {
  readonly label: string;
  readonly detail?: string;
  readonly sortText?: string;
  readonly textEdit?: TextEdit;
}

interface Initialized {
  readonly capabilities: {
    readonly semanticTokensProvider: { readonly legend: { readonly tokenTypes: readonly string[] } };
  };
}

export function offsetOf(doc: Text, { line, character }: Position): number {
  if (line >= doc.lines) return doc.length;
  const { from, to } = doc.line(line + 1);
  return Math.min(from + character, to);
}

export function positionOf(doc: Text, offset: number): Position {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

/** For the editor. An empty place is widened to a character, so that it can be seen. */
export function editorDiagnostic(doc: Text, { range, severity, code, message }: LspDiagnostic): Diagnostic {
  const from = offsetOf(doc, range.start);
  const to = Math.max(offsetOf(doc, range.end), Math.min(from + 1, doc.length));
  return { from, to, severity: SEVERITIES[severity] ?? 'info', source: code, message };
}
