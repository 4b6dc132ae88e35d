/** A feature of the server: it declares its capability and handles its request. */
import type { ClientCapabilities, Connection, ServerCapabilities } from 'vscode-languageserver';
import type { Assets } from '../engine/host';
import type { FileSnapshot, Snapshot } from '../engine/snapshot';
import type { Editor } from './editor';
import type { Presenter } from './presenter';
import type { ProgressWork } from './progress';
import type { Project } from './project';
import type { Projects } from './projects';

export interface Feature {
  readonly capabilities: (client: ClientCapabilities) => Partial<ServerCapabilities>;
  readonly register: (connection: Connection, server: LanguageServer) => void;
}

/** The server, as features use it. */
export interface LanguageServer extends Editor {
  readonly assets: Assets;
  readonly projects: Pick<Projects, 'all' | 'of'>;
  readonly presenter: Pick<Presenter, 'diagnostics' | 'pullClosed' | 'refreshAll'>;
  /** The document after all previous notifications; null: not, or no longer, handled by Loupe. */
  find(uri: string): Promise<Found | null>;
  /** Resolves when every folder of the workspace was read. */
  startAll(): Promise<void>;
  /** Resolves when all previous notifications took effect and every opened folder was read. */
  settled(): Promise<void>;
  /** Progress that the user can see and cancel, if the client supports it. */
  progress<T>(title: string, work: ProgressWork<T>): Promise<T>;
}

export interface Found {
  readonly project: Project;
  readonly path: string;
  readonly snapshot: Snapshot;
  readonly file: FileSnapshot;
}
