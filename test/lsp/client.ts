/**
 * A real JSON-RPC client on the server: the built one over stdio, or, where nothing depends on the process, the sources in
 * this process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import {
  type ClientCapabilities,
  createConnection,
  createMessageConnection,
  type Diagnostic,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  type MessageConnection,
  ProposedFeatures,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { createHost } from '../../server/src/host/createHost';
import { Server } from '../../server/src/lsp/server';
import { createTestHost, TEST_ASSETS } from '../harness/workspace';

const SERVER = join(__dirname, '..', '..', 'dist', 'lsp.js');

export interface TestClient {
  /** Null: the server runs in this process. */
  readonly process: ChildProcess | null;
  readonly connection: MessageConnection;
  readonly initialized: InitializeResult;
  /** The latest published diagnostics, by URI. */
  readonly diagnostics: ReadonlyMap<string, readonly Diagnostic[]>;
  readonly notifications: readonly { readonly method: string; readonly params: unknown }[];
  /** All requests of the server to the client. */
  readonly requests: readonly string[];
  /** The last parameters of each. */
  readonly requestParams: ReadonlyMap<string, unknown>;
  readonly open: (uri: string, text: string) => Promise<void>;
  readonly change: (uri: string, version: number, changes: readonly object[]) => Promise<void>;
  /** Waits for published diagnostics that satisfy the predicate. */
  readonly published: (
    uri: string,
    wanted: (found: readonly Diagnostic[]) => boolean,
  ) => Promise<readonly Diagnostic[]>;
  /** Waits until a notification makes it true. */
  readonly noticed: (isTrue: () => boolean) => Promise<void>;
  readonly request: <T>(method: string, params: object) => Promise<T>;
  readonly touched: (...files: readonly (readonly [uri: string, change: 1 | 2 | 3])[]) => Promise<void>;
  /** Shuts down by the protocol, once; resolves to the exit code. */
  readonly stop: () => Promise<number | null>;
}

export interface ClientOptions {
  readonly capabilities?: ClientCapabilities;
  readonly folders?: readonly string[];
  readonly initializationOptions?: object;
  readonly configuration?: object;
  /** For tests that depend on nothing of the process: its environment, memory, exit status or end. */
  readonly inProcess?: boolean;
  /** Additional environment variables of the server. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Rejects every request of the server, like clients that announce too much. */
  readonly refuses?: boolean;
}

interface Running {
  readonly child: ChildProcess | null;
  readonly input: Writable;
  readonly output: Readable;
  readonly exited: Promise<number | null>;
}

function spawnServer({ environment }: ClientOptions): Running {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [SERVER, '--stdio'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise<number | null>(done => child.on('exit', code => done(code)));
  return { child, input: child.stdin, output: child.stdout, exited };
}

/** What lsp/main.ts does, on streams of this process. Sessions share the solver and the library. */
function serveHere(): Running {
  const input = new PassThrough();
  const output = new PassThrough();
  const connection = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(input),
    new StreamMessageWriter(output),
  );
  const server = new Server(connection, options => {
    const { solver } = createTestHost({ settings: options.settings });
    return { ...createHost({ ...options, assets: TEST_ASSETS }), solver };
  });
  server.listen();
  return { child: null, input, output, exited: Promise.resolve(0) };
}

export async function startClient(options: ClientOptions = {}): Promise<TestClient> {
  const server = options.inProcess ? serveHere() : spawnServer(options);
  const connection = createMessageConnection(
    new StreamMessageReader(server.output),
    new StreamMessageWriter(server.input),
  );
  const diagnostics = new Map<string, readonly Diagnostic[]>();
  const notifications: { method: string; params: unknown }[] = [];
  const requests: string[] = [];
  const requestParams = new Map<string, unknown>();
  const waiting = new Set<() => void>();
  connection.onNotification((method, params) => {
    notifications.push({ method, params });
    if (method === 'textDocument/publishDiagnostics') {
      const published = params as unknown as { uri: string; diagnostics: Diagnostic[] };
      diagnostics.set(published.uri, published.diagnostics);
    }
    for (const look of waiting) look();
  });
  connection.onUnhandledProgress(params => {
    notifications.push({ method: '$/progress', params });
    for (const look of waiting) look();
  });
  connection.onRequest((method, params) => {
    requests.push(method);
    requestParams.set(method, params);
    if (options.refuses) throw new ResponseError(ErrorCodes.MethodNotFound, `${method}: not here`);
    if (method === 'workspace/applyEdit') return { applied: true };
    if (method === 'window/showDocument') return { success: true };
    if (method !== 'workspace/configuration') return null;
    return (params as unknown as { items: unknown[] }).items.map(() => options.configuration ?? {});
  });
  connection.listen();
  const params: InitializeParams = {
    processId: server.child === null ? null : process.pid,
    rootUri: null,
    capabilities: options.capabilities ?? {},
    workspaceFolders: (options.folders ?? []).map(uri => ({ uri, name: uri })),
    initializationOptions: options.initializationOptions,
  };
  const initialized = await connection.sendRequest<InitializeResult>('initialize', params);
  await connection.sendNotification('initialized', {});
  const stop = async (): Promise<number | null> => {
    await connection.sendRequest('shutdown');
    if (server.child !== null) await connection.sendNotification('exit');
    const code = await server.exited;
    connection.dispose();
    return code;
  };
  let stopped: Promise<number | null> | null = null;
  return {
    process: server.child,
    connection,
    initialized,
    diagnostics,
    notifications,
    requests,
    requestParams,
    open: (uri, text) =>
      connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'ruby', version: 1, text },
      }),
    change: (uri, version, changes) =>
      connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: changes,
      }),
    published: (uri, wanted) =>
      new Promise(done => {
        const look = (): void => {
          const found = diagnostics.get(uri);
          if (found === undefined || !wanted(found)) return;
          waiting.delete(look);
          done(found);
        };
        waiting.add(look);
        look();
      }),
    noticed: isTrue =>
      new Promise(done => {
        const look = (): void => {
          if (!isTrue()) return;
          waiting.delete(look);
          done();
        };
        waiting.add(look);
        look();
      }),
    touched: (...files) =>
      connection.sendNotification('workspace/didChangeWatchedFiles', {
        changes: files.map(([uri, type]) => ({ uri, type })),
      }),
    request: (method, requestParams) => connection.sendRequest(method, requestParams),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
