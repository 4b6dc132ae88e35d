/**
 * The settings of a project: defaults, then the editor's `loupe.*`, then the folder's `.loupe.yml`, which the whole team
 * shares and the command line reads too. What is wrong in the file is shown there and the rest of it counts.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/src/settings';
import { LineIndex } from '../base/lines';
import { parseConfig } from '../parse/config';
import { messageOf } from '../problems/catalogue';
import { rangeOf, uriOf } from './convert';
import type { Server } from './server';

const CONFIG = '.loupe.yml';

export async function settingsFor(server: Server, root: string | null): Promise<Settings> {
  const fromEditor = { ...DEFAULT_SETTINGS, ...(await editorSettings(server, root)) };
  const config = root === null ? null : configOf(root);
  if (config !== null) return withConfig(server, config, fromEditor);
  if (root !== null) server.presenter.showAlone(join(root, CONFIG), []);
  return fromEditor;
}

async function editorSettings(server: Server, root: string | null): Promise<Partial<Settings>> {
  if (!server.client.workspace?.configuration) return {};
  const scope = root === null ? {} : { scopeUri: uriOf(root) };
  const given: unknown = await server.connection.workspace.getConfiguration({ section: 'loupe', ...scope });
  if (typeof given !== 'object' || given === null) return {};
  const known = Object.entries(given).filter(
    ([key, value]) => key in DEFAULT_SETTINGS && isAlike(value, DEFAULT_SETTINGS[key as keyof Settings]),
  );
  return Object.fromEntries(known) as Partial<Settings>;
}

/** Of the same kind as the default; `baseline` is the one setting whose default is null. */
function isAlike(value: unknown, standard: unknown): boolean {
  if (standard === null) return value === null || typeof value === 'string';
  return Array.isArray(standard) ? Array.isArray(value) : typeof value === typeof standard && value !== null;
}

function withConfig(server: Server, path: string, base: Settings): Settings {
  const text = readFileSync(path, 'utf8');
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
  return value;
}

/** Where a folder keeps its settings. */
function configOf(root: string): string | null {
  const path = join(root, CONFIG);
  return existsSync(path) ? path : null;
}
