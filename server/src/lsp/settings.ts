/**
 * The settings of a project: defaults, then the editor's `loupe.*`, then the folder's `.loupe.yml`, which the team
 * shares and the command line reads too. Errors in the file are shown there; the rest of the file is used.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SETTINGS, keepUserOnly, type Settings } from '../../../shared/src/settings';
import { LineIndex } from '../base/lines';
import { readFileNow } from '../host/files';
import { parseConfig } from '../parse/config';
import { messageOf } from '../problems/catalogue';
import { rangeOf, uriOf } from './convert';
import type { Editor } from './editor';
import type { Presenter } from './presenter';

const CONFIG = '.loupe.yml';

/** The server, as this file uses it. */
export interface SettingsServer extends Editor {
  /** `loupe` of the last `didChangeConfiguration`, for clients without `workspace/configuration`. */
  readonly sentSettings: unknown;
  readonly presenter: Pick<Presenter, 'showAlone'>;
}

export async function settingsFor(server: SettingsServer, root: string | null): Promise<Settings> {
  const fromEditor = withinTrust(server, await editorSettings(server, root));
  const config = root === null ? null : configOf(root);
  if (config !== null) return withConfig(server, config, fromEditor);
  if (root !== null) server.presenter.showAlone(join(root, CONFIG), []);
  return fromEditor;
}

/** Read like a file: JSON is YAML. Errors are reported once; the rest is used. */
async function editorSettings(server: SettingsServer, root: string | null): Promise<Settings> {
  const given = await givenByEditor(server, root);
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return DEFAULT_SETTINGS;
  const set = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  const path = root === null ? 'settings' : join(root, 'settings');
  const { value, problems } = parseConfig(path, JSON.stringify(Object.fromEntries(set)), DEFAULT_SETTINGS);
  if (problems.length > 0) server.warnOnce(`settings: ${problems.map(messageOf).join('; ')}`);
  return value;
}

/** Installed programs are started only for a client that reports the workspace as trusted. */
function withinTrust(server: SettingsServer, chosen: Settings): Settings {
  if (server.options.trusted === true) return chosen;
  const { settings, refused } = keepUserOnly(chosen, DEFAULT_SETTINGS);
  for (const key of refused)
    server.warnOnce(`loupe.${key} needs a trusted workspace: the client sends initializationOptions.trusted`);
  return settings;
}

/** Queried if the client supports it; otherwise what it sent by itself. */
async function givenByEditor(server: SettingsServer, root: string | null): Promise<unknown> {
  if (!server.client.workspace?.configuration) return server.sentSettings;
  const scope = root === null ? {} : { scopeUri: uriOf(root) };
  return server.ask(server.connection.workspace.getConfiguration({ section: 'loupe', ...scope }));
}

function withConfig(server: SettingsServer, path: string, base: Settings): Settings {
  const content = readFileNow(path);
  if ('failure' in content) {
    server.warnOnce(`${path} was not read: ${content.detail}`);
    return base;
  }
  const { text } = content;
  const { value, problems } = parseConfig(path, text, base);
  const lines = new LineIndex(text);
  const diagnostics = problems.map(problem => ({
    range: rangeOf(lines, problem.place.span),
    severity: 1 as const,
    code: problem.code,
    source: 'loupe',
    message: messageOf(problem),
  }));
  server.presenter.showAlone(path, diagnostics);
  const { settings, refused } = keepUserOnly(value, base);
  for (const key of refused)
    server.warnOnce(`${CONFIG} sets \`${key}\`, which only the user may set: use loupe.${key} in the editor`);
  return settings;
}

/** The settings file of a folder. */
function configOf(root: string): string | null {
  const path = join(root, CONFIG);
  return existsSync(path) ? path : null;
}
