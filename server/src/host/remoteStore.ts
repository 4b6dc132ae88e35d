/**
 * GET, HEAD and PUT of small bodies below a URL, as nginx's WebDAV, bazel-remote, Gradle's and sccache's servers and
 * S3-like stores understand them. Never rejects; a store that fails three times in a row is not queried again. A few
 * requests are under way at a time, each with a time limit.
 */
export interface StoreOptions {
  /** A folder: its path ends with a slash. */
  readonly url: URL;
  /** Sent as a bearer token. */
  readonly token: string | null;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Called once, with what the store did last. */
  readonly onFailure: (why: string) => void;
}

export type Got = { readonly kind: 'body'; readonly text: string } | { readonly kind: 'missing' | 'failed' };

const MAX_FAILURES = 3;
const AT_ONCE = 16;

export class RemoteStore {
  private failures = 0;
  private isOff = false;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly options: StoreOptions) {}

  /** No request is sent any more. */
  get isClosed(): boolean {
    return this.isOff;
  }

  close(): void {
    this.isOff = true;
  }

  get(name: string): Promise<Got> {
    return this.request('GET', name, null);
  }

  async has(name: string): Promise<boolean> {
    return (await this.request('HEAD', name, null)).kind === 'body';
  }

  async put(name: string, body: string): Promise<boolean> {
    return (await this.request('PUT', name, body)).kind === 'body';
  }

  private async request(method: 'GET' | 'HEAD' | 'PUT', name: string, body: string | null): Promise<Got> {
    await this.takeTurn();
    try {
      return this.isOff ? { kind: 'failed' } : await this.send(method, name, body);
    } finally {
      this.running--;
      this.waiting.shift()?.();
    }
  }

  private async takeTurn(): Promise<void> {
    while (this.running >= AT_ONCE) await new Promise<void>(resolve => this.waiting.push(resolve));
    this.running++;
  }

  private async send(method: string, name: string, body: string | null): Promise<Got> {
    const { url, token, timeoutMs } = this.options;
    try {
      const response = await fetch(new URL(name, url), {
        method,
        body,
        // The token is for this host alone.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === null ? {} : { 'content-type': 'application/octet-stream' }),
        },
      });
      return await this.readResponse(response, method);
    } catch (error) {
      return this.fail(causeOf(error));
    }
  }

  private async readResponse(response: Response, method: string): Promise<Got> {
    if (response.ok) {
      const text = method === 'GET' ? await readText(response, this.options.maxBytes) : '';
      this.failures = 0;
      return text === null ? { kind: 'missing' } : { kind: 'body', text };
    }
    await response.body?.cancel();
    if (method === 'PUT' || (response.status !== 404 && response.status !== 410))
      return this.fail(`HTTP status ${response.status}`);
    this.failures = 0;
    return { kind: 'missing' };
  }

  private fail(why: string): Got {
    if (++this.failures >= MAX_FAILURES && !this.isOff) {
      this.isOff = true;
      this.options.onFailure(why);
    }
    return { kind: 'failed' };
  }
}

/** Null: too large. */
async function readText(response: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `fetch failed` says nothing; its cause does. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  return cause?.code ?? cause?.message ?? error.message;
}
