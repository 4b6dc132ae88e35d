/** A small LSP client: JSON-RPC over messages to the language server, which runs in a Web Worker. */

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

type Handler = (params: never) => unknown;

export class LanguageClient {
  private readonly worker = new Worker('server.js');
  private readonly pending = new Map<number, { done: (result: unknown) => void; fail: (why: Error) => void }>();
  private requests = 0;

  /** Handlers of what the server sends: notifications, and requests, whose answer is the handler's result. */
  constructor(private readonly handlers: Readonly<Record<string, Handler>>) {
    this.worker.onmessage = ({ data }: MessageEvent<Message>) => void this.receive(data);
  }

  request<T>(method: string, params: unknown): Promise<T> {
    const id = ++this.requests;
    this.send({ id, method, params });
    return new Promise((done, fail) => this.pending.set(id, { done: done as (result: unknown) => void, fail }));
  }

  notify(method: string, params: unknown): void {
    this.send({ method, params });
  }

  private async receive({ id, method, params, result, error }: Message): Promise<void> {
    if (method !== undefined) {
      const answer = await (this.handlers[method] as ((params: unknown) => unknown) | undefined)?.(params);
      if (id !== undefined) this.send({ id, result: answer ?? null });
      return;
    }
    const waiting = this.pending.get(id as number);
    this.pending.delete(id as number);
    if (error) waiting?.fail(new Error(error.message));
    else waiting?.done(result);
  }

  private send(message: Message): void {
    this.worker.postMessage({ jsonrpc: '2.0', ...message });
  }
}
