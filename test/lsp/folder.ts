/** A folder on disk for every test of a suite, and its sessions, which must end cleanly. */
import assert from 'node:assert';
import { mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic } from 'vscode-languageserver/node';
import { type ClientOptions, startClient, type TestClient } from './client';

export const UNSAFE = `class Watch
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }
  def incr_sec(x) = x == 58 ? 0 : x + 1
end
`;
export const BASE = `class Base
  ##% () -> Integer
  def size = 1
end
`;
export const USER = `class User
  ##% (Base b) -> Integer
  def twice(b) = b.size * 2
end
`;

/** File change types of the protocol. */
export type FileChange = 1 | 2 | 3;

export interface Folder {
  readonly path: () => string;
  readonly uri: (name?: string) => string;
  readonly write: (name: string, text: string | Buffer) => void;
  readonly remove: (name: string) => void;
  /** A session without a folder, unless the options name one. */
  readonly start: (options?: ClientOptions) => Promise<TestClient>;
  /** A session in this folder. */
  readonly startHere: (options?: ClientOptions) => Promise<TestClient>;
}

/** Call it inside a `describe`. `defaults`: of all sessions. */
export function useFolder(defaults: ClientOptions = {}): Folder {
  let path = '';
  const clients: TestClient[] = [];
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'loupe-session-'));
  });
  afterEach(async () => {
    const codes = await Promise.all(clients.splice(0).map(client => client.stop()));
    rmSync(path, { recursive: true, force: true });
    assert.ok(
      codes.every(code => code === 0),
      `ended with ${codes.join()}`,
    );
  });
  const uri = (name = ''): string => pathToFileURL(join(path, name)).href;
  const start = async (options: ClientOptions = {}): Promise<TestClient> => {
    const client = await startClient({ ...defaults, ...options });
    clients.push(client);
    return client;
  };
  return {
    path: () => path,
    uri,
    write: (name, text) => {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), text);
    },
    remove: name => unlinkSync(join(path, name)),
    start,
    startHere: options => start({ folders: [uri()], ...options }),
  };
}

/** Also on a busy machine, where a counterexample may first be shown as not run yet. */
export const has =
  (code: string) =>
  (found: readonly Diagnostic[]): boolean =>
    found.some(each => each.code === code && !JSON.stringify(each).includes('has not been run yet'));

export function isEmpty(found: readonly unknown[]): boolean {
  return found.length === 0;
}

/** Notifies the server that the settings changed. */
export function notifyConfigured(client: TestClient): Promise<void> {
  return client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
}

/** Messages that were shown to the user. */
export function messages(client: TestClient): readonly string[] {
  return client.notifications
    .filter(each => each.method === 'window/showMessage')
    .map(each => (each.params as { message: string }).message);
}
