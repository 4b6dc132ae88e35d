/**
 * What every command on Ruby files needs: settings from `.loupe.yml` and options, the files to check, and a workspace
 * on a host. An error in the configuration or in a path ends the command; an error in one file of a folder is a problem
 * of that file.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { DEFAULT_SETTINGS, keepUserOnly, SETTINGS_SCHEMA, type Settings } from '../../../shared/src/settings';
import { LineIndex } from '../base/lines';
import type { FileFailure, Host } from '../engine/host';
import { slicesOf } from '../engine/incremental/interruption';
import { Workspace } from '../engine/workspace';
import { readFileNow } from '../host/files';
import { findSignatureFiles, isRuntimeInBundle, packageFolder } from '../host/signatureFiles';
import { parseConfig } from '../parse/config';
import { messageOf } from '../problems/catalogue';
import { loadProfile } from './learn/storedProfile';
import { type CommandInput, type Io, textOption, UsageError } from './usage';

/** A signal ends a command within a second. */
const SLICE_MS = 300;

export const CONFIG_NAME = '.loupe.yml';
/** The values of `--ruby` and `--solver`, which choose the programs that are started. */
export const RUBIES = SETTINGS_SCHEMA.ruby.choices ?? [];
export const SOLVERS = SETTINGS_SCHEMA.solver.choices ?? [];

export interface SessionOptions {
  readonly settings: Settings;
  readonly useCache: boolean;
  /** Do not use what `loupe learn` has found. */
  readonly withoutProfile?: boolean;
}

export interface Session {
  readonly host: Host;
  readonly workspace: Workspace;
  readonly close: () => Promise<void>;
}

export async function openSession(io: Io, options: SessionOptions): Promise<Session> {
  const { settings, useCache } = options;
  const host = io.createHost({
    settings,
    environment: io.environment,
    log: logTo(io),
    cache: useCache ? 'disk' : 'memory',
    interactive: false,
    mayRun: settings.replay,
    root: io.cwd,
  });
  const workspace = await Workspace.create(host, settings);
  workspace.slices = slicesOf(SLICE_MS);
  const profile = options.withoutProfile || !settings.profile ? null : loadProfile(io);
  if (profile !== null) workspace.setProfile(profile, io.cwd);
  const close = async (): Promise<void> => {
    await workspace.dispose();
    if (host.cache.describe) io.err(`loupe: ${host.cache.describe()}\n`);
  };
  return { host, workspace, close };
}

/** A signature file of the workspace, or why it could not be read. */
export interface OwnSignatures {
  readonly path: string;
  readonly failure: FileFailure | null;
}

/** RBS files and packages of the working folder, of the given folders, and of their gems. */
export async function readSignatures(
  io: Io,
  { host, workspace }: Session,
  paths: readonly string[],
): Promise<readonly OwnSignatures[]> {
  const folders = paths
    .map(path => resolve(io.cwd, path))
    .filter(path => statSync(path, { throwIfNoEntry: false })?.isDirectory());
  const roots = [...new Set([io.cwd, ...folders])];
  for (const root of roots) workspace.addPackageFolder(packageFolder(root));
  workspace.hasAllFiles = paths.length === 0 || folders.length > 0;
  const bundled = await Promise.all(roots.map(isRuntimeInBundle));
  workspace.isRuntimeLoaded = !workspace.hasAllFiles || bundled.includes(true);
  const found = await Promise.all(roots.map(findSignatureFiles));
  const own: OwnSignatures[] = [];
  for (const { path, origin } of found.flat()) {
    const content = await host.files.read(path);
    if ('text' in content) workspace.setSignatures(path, content.text, origin);
    if (origin === 'workspace') own.push({ path, failure: 'text' in content ? null : content });
  }
  return own;
}

function logTo(io: Io): Host['log'] {
  const verbose = io.environment.LOUPE_DEBUG !== undefined;
  return {
    debug: message => (verbose ? io.err(`${message}\n`) : undefined),
    info: message => (verbose ? io.err(`${message}\n`) : undefined),
    warn: message => io.err(`loupe: ${message}\n`),
    // Internal errors are reported where they happen, as a problem of that method.
    error: message => (verbose ? io.err(`${message}\n`) : undefined),
  };
}

/** The options that choose programs to start: `--ruby` and `--solver`. */
export type ChosenPrograms = Partial<Pick<Settings, 'ruby' | 'solver'>>;

/**
 * The settings of the nearest `.loupe.yml` from the working folder upwards, or of the file given by --config. A folder
 * cannot choose the programs that Loupe starts: only the user can, by an option or by --config.
 */
export function loadSettings(io: Io, named: string | null, chosen: ChosenPrograms = {}): Settings {
  const read = settingsIn(io, named);
  if (named !== null) return { ...read, ...chosen };
  const { settings, refused } = keepUserOnly(read, DEFAULT_SETTINGS);
  for (const key of refused)
    if (!(key in chosen))
      io.err(
        `loupe: ${CONFIG_NAME} sets \`${key}\`, which only the user may set: use ${SETTINGS_SCHEMA[key].variable ?? `--${key}`}\n`,
      );
  return { ...settings, ...chosen };
}

/** `--ruby` and `--solver` of a command; their values were checked against the choices. */
export function chosenPrograms(input: CommandInput): ChosenPrograms {
  const ruby = textOption(input, 'ruby');
  const solver = textOption(input, 'solver');
  return {
    ...(ruby !== null && { ruby: ruby as Settings['ruby'] }),
    ...(solver !== null && { solver: solver as Settings['solver'] }),
  };
}

function settingsIn(io: Io, named: string | null): Settings {
  const path = named === null ? findConfig(io.cwd) : resolve(io.cwd, named);
  if (path === null) return DEFAULT_SETTINGS;
  const text = readConfig(io, path);
  const { value, problems } = parseConfig(path, text);
  if (problems.length === 0) return value;
  const lines = new LineIndex(text);
  const words = problems.map(problem => {
    const { line, character } = lines.position(problem.place.span.start);
    return `${shownPath(io, path)}:${line + 1}:${character + 1}: ${messageOf(problem)}`;
  });
  throw new UsageError(words.join('\nloupe: '));
}

function readConfig(io: Io, path: string): string {
  const content = readFileNow(path);
  if ('text' in content) return content.text;
  throw new UsageError(`cannot read ${shownPath(io, path)}: ${content.detail}`);
}

export function findConfig(from: string): string | null {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_NAME);
    if (existsSync(path)) return path;
    if (dirname(folder) === folder) return null;
  }
}

/**
 * Ruby files of the given paths (folders are searched), sorted and without duplicates. A path that does not exist is an
 * error.
 */
export async function findFiles(
  io: Io,
  host: Host,
  settings: Settings,
  paths: readonly string[],
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const path of paths.length === 0 ? ['.'] : paths) {
    const full = resolve(io.cwd, path);
    for (const file of await filesAt(host, settings, full, path)) found.add(file);
  }
  return [...found].sort();
}

async function filesAt(host: Host, settings: Settings, full: string, asGiven: string): Promise<readonly string[]> {
  const info = statSync(full, { throwIfNoEntry: false });
  if (info === undefined) throw new UsageError(`no such file or folder: ${asGiven}`);
  if (!info.isDirectory()) return [full];
  const { paths, outside } = await host.files.list(full, settings.include, settings.exclude);
  for (const link of outside) host.log.warn(`${link} was skipped: it links to a place outside of ${asGiven}`);
  return paths;
}

/** Relative to the working folder if it is below it, with forward slashes. */
export function shownPath(io: Io, path: string): string {
  const short = relative(io.cwd, path);
  return (short === '' || short.startsWith('..') ? path : short).split(sep).join('/');
}
