/** The client, as every part of the server uses it: what it can do, what it sent, and what it is told. */
import type { ClientCapabilities, Connection } from 'vscode-languageserver';
import type { InitializationOptions } from '../../../shared/src/protocol';

export interface Editor {
  readonly connection: Connection;
  readonly client: ClientCapabilities;
  readonly options: InitializationOptions;
  log(message: string): void;
  /** Shown once, not for every folder and every change of settings. */
  warnOnce(message: string): void;
  /** A message for the user. */
  tell(message: string): void;
  /** Ignores a request that the client rejects or cannot answer: nothing depends on it. */
  ask<T>(question: Promise<T>): Promise<T | null>;
}
