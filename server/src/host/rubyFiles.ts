/**
 * The file system of the embedded Ruby: a view of the workspace that is read lazily from disk, written to memory only,
 * and overlaid with the editor's versions. Links out of the workspace, dot files and keys are hidden. Writes count
 * against a quota, so that a program cannot exhaust the memory of the host.
 */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Directory, File, type Inode, OpenFile, PreopenDirectory, wasi } from '@bjorn3/browser_wasi_shim';
import { RunDependencies } from './runDependencies';
import { encodeSource } from './sourceEncoding';

/** Shared by all files of one Ruby. Every new entry has a cost as well. */
export interface Quota {
  left: number;
}

const ENTRY_COST = 4096;
const MAX_FILE = 16 << 20;
const ALL_RIGHTS = 0x1fffffffn;
const HIDDEN = /^\.|^node_modules$|\.(key|pem|p12|pfx|sqlite3?)$|^credentials|^master\.key$|^id_(rsa|ed25519)/i;

function useQuota(quota: Quota, bytes: number): boolean {
  if (bytes > quota.left) return false;
  quota.left -= Math.max(0, bytes);
  return true;
}

class OpenQuotaFile extends OpenFile {
  constructor(
    file: File,
    private readonly quota: Quota,
  ) {
    super(file);
  }
  private room(end: bigint): boolean {
    return useQuota(this.quota, Number(end) - this.file.data.byteLength);
  }
  override fd_write(data: Uint8Array): { ret: number; nwritten: number } {
    if (!this.room(this.file_pos + BigInt(data.byteLength))) return { ret: wasi.ERRNO_NOSPC, nwritten: 0 };
    return super.fd_write(data);
  }
  override fd_pwrite(data: Uint8Array, offset: bigint): { ret: number; nwritten: number } {
    if (!this.room(offset + BigInt(data.byteLength))) return { ret: wasi.ERRNO_NOSPC, nwritten: 0 };
    return super.fd_pwrite(data, offset);
  }
  override fd_allocate(offset: bigint, length: bigint): number {
    return this.room(offset + length) ? super.fd_allocate(offset, length) : wasi.ERRNO_NOSPC;
  }
  override fd_filestat_set_size(size: bigint): number {
    return this.room(size) ? super.fd_filestat_set_size(size) : wasi.ERRNO_NOSPC;
  }
}

/** Bytes in memory. `source`, if any, is read from disk when first opened. */
class ViewFile extends File {
  constructor(
    private readonly quota: Quota,
    private source: { readonly path: string; readonly size: number } | null,
    bytes: Uint8Array = new Uint8Array(),
  ) {
    super(bytes);
  }
  override get size(): bigint {
    return this.source ? BigInt(this.source.size) : super.size;
  }
  override path_open(flags: number, rights: bigint, fdFlags: number): { ret: number; fd_obj: OpenFile } {
    if (this.source) this.data = readBytes(this.source.path);
    this.source = null;
    const opened = super.path_open(flags, rights, fdFlags);
    const file = new OpenQuotaFile(this, this.quota);
    file.file_pos = opened.fd_obj.file_pos;
    return { ret: opened.ret, fd_obj: file };
  }
}

/** `within`: the real paths of the folders above it. */
interface DiskFolder {
  readonly path: string;
  readonly root: string;
  readonly within: readonly string[];
}

/** A folder in memory. `source`, if any, is listed when first accessed. */
class ViewDirectory extends Directory {
  constructor(
    private readonly quota: Quota,
    private source: DiskFolder | null,
  ) {
    super(new Map());
  }
  entries(): Map<string, Inode> {
    const source = this.source;
    this.source = null;
    if (source) for (const [name, entry] of listEntries(source, this.quota)) this.contents.set(name, entry);
    return this.contents;
  }
  override path_open(flags: number, rights: bigint, fdFlags: number): ReturnType<Directory['path_open']> {
    this.entries();
    return super.path_open(flags, rights, fdFlags);
  }
  override get_entry_for_path(path: { readonly parts: string[]; readonly is_dir: boolean }): {
    ret: number;
    entry: Inode | null;
  } {
    let entry: Inode = this;
    for (const name of path.parts) {
      if (!(entry instanceof ViewDirectory)) return { ret: wasi.ERRNO_NOTDIR, entry: null };
      const child = entry.entries().get(name);
      if (!child) return { ret: wasi.ERRNO_NOENT, entry: null };
      entry = child;
    }
    if (entry instanceof ViewDirectory) entry.entries();
    else if (path.is_dir) return { ret: wasi.ERRNO_NOTDIR, entry: null };
    return { ret: wasi.ERRNO_SUCCESS, entry };
  }
  override create_entry_for_path(path: string, isDirectory: boolean): { ret: number; entry: Inode | null } {
    if (!useQuota(this.quota, ENTRY_COST)) return { ret: wasi.ERRNO_NOSPC, entry: null };
    const made = super.create_entry_for_path(path, isDirectory);
    if (!made.entry) return made;
    const entry = isDirectory ? new ViewDirectory(this.quota, null) : new ViewFile(this.quota, null);
    const parts = path.split('/').filter(part => part !== '' && part !== '.');
    const parent = this.get_entry_for_path({ parts: parts.slice(0, -1), is_dir: false }).entry;
    if (!(parent instanceof ViewDirectory)) return { ret: wasi.ERRNO_NOENT, entry: null };
    parent.contents.set(parts[parts.length - 1]!, entry);
    return { ret: made.ret, entry };
  }
}

function listEntries(source: DiskFolder, quota: Quota): [string, Inode][] {
  try {
    return readdirSync(source.path)
      .filter(name => !HIDDEN.test(name))
      .flatMap(name => diskEntry(source, join(source.path, name), name, quota));
  } catch {
    return [];
  }
}

/** Does not follow a link to an ancestor, which would never end. */
function diskEntry(folder: DiskFolder, path: string, name: string, quota: Quota): [string, Inode][] {
  const { root } = folder;
  const within = [...folder.within, folder.path];
  try {
    const real = realpathSync(path);
    if (within.includes(real)) return [];
    if (real !== root && !real.startsWith(root + sep)) return [];
    const stat = statSync(real);
    if (stat.isDirectory()) return [[name, new ViewDirectory(quota, { path: real, root, within })]];
    if (stat.isFile() && stat.size <= MAX_FILE) return [[name, new ViewFile(quota, { path: real, size: stat.size })]];
    return [];
  } catch {
    return [];
  }
}

function readBytes(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path));
  } catch {
    return new Uint8Array();
  }
}

/**
 * The root of the view. Reports all permissions; otherwise `File.readable?` and temporary files fail. Records what the
 * program looks at.
 */
export class Mount extends PreopenDirectory {
  readonly sightings = new RunDependencies();
  private readonly given = new Set<string>();

  constructor(
    name: string,
    private readonly quota: Quota,
  ) {
    super(name, new Map());
    this.dir = new ViewDirectory(quota, null);
  }
  override fd_fdstat_get(): { ret: number; fdstat: wasi.Fdstat | null } {
    const stat = new wasi.Fdstat(wasi.FILETYPE_DIRECTORY, 0);
    stat.fs_rights_base = ALL_RIGHTS;
    stat.fs_rights_inherited = ALL_RIGHTS;
    return { ret: 0, fdstat: stat };
  }
  override fd_readdir_single(cookie: bigint): ReturnType<PreopenDirectory['fd_readdir_single']> {
    this.sightings.markUnrepeatable();
    return super.fd_readdir_single(cookie);
  }
  override path_filestat_get(flags: number, path: string): ReturnType<PreopenDirectory['path_filestat_get']> {
    this.look(path);
    return super.path_filestat_get(flags, path);
  }
  override path_lookup(path: string, flags: number): ReturnType<PreopenDirectory['path_lookup']> {
    this.look(path);
    return super.path_lookup(path, flags);
  }
  override path_open(...args: Parameters<PreopenDirectory['path_open']>): ReturnType<PreopenDirectory['path_open']> {
    const [, path, flags] = args;
    if (this.look(path) === 'other' || (flags & (wasi.OFLAGS_CREAT | wasi.OFLAGS_TRUNC)) !== 0)
      this.sightings.markUnrepeatable();
    return super.path_open(...args);
  }
  override path_link(...args: Parameters<PreopenDirectory['path_link']>): number {
    this.sightings.markUnrepeatable();
    return super.path_link(...args);
  }
  override path_unlink(path: string): ReturnType<PreopenDirectory['path_unlink']> {
    this.sightings.markUnrepeatable();
    return super.path_unlink(path);
  }
  override path_unlink_file(path: string): number {
    this.sightings.markUnrepeatable();
    return super.path_unlink_file(path);
  }
  override path_remove_directory(path: string): number {
    this.sightings.markUnrepeatable();
    return super.path_remove_directory(path);
  }
  /** Mounts a folder of the disk at this path. */
  addFolder(at: string, folder: string): void {
    const path = realpathSync(folder);
    this.put(at, new ViewDirectory(this.quota, { path, root: path, within: [] }));
  }
  addText(at: string, text: string): void {
    this.given.add(normalise(at));
    this.put(at, new ViewFile(this.quota, null, encodeSource(text)));
  }
  /** What is at a path: nothing, a folder, or a file with its size. */
  kindOf(path: string): string {
    const { entry } = this.folder.get_entry_for_path({ parts: partsOf(path), is_dir: false });
    if (entry === null) return 'nothing';
    return entry instanceof ViewDirectory ? 'folder' : `file of ${entry.stat().size} bytes`;
  }
  private get folder(): ViewDirectory {
    return this.dir as ViewDirectory;
  }
  /** Records that the program sees what is there: the source of a given file, or the kind of something other. */
  private look(path: string): 'given' | 'nothing' | 'other' {
    const at = normalise(path);
    if (this.given.has(at)) {
      this.sightings.read(at);
      return 'given';
    }
    const kind = this.kindOf(path);
    this.sightings.noteKind(at, kind);
    return kind === 'nothing' ? kind : 'other';
  }
  private put(at: string, entry: Inode): void {
    const names = partsOf(at);
    if (names.length === 0 && entry instanceof ViewDirectory) this.dir = entry;
    let folder = this.folder;
    for (const [i, name] of names.entries()) {
      if (i === names.length - 1) folder.entries().set(name, entry);
      else folder = subfolder(folder, name, this.quota);
    }
  }
}

function partsOf(path: string): string[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}

export function normalise(path: string): string {
  return partsOf(path).join('/');
}

function subfolder(folder: ViewDirectory, name: string, quota: Quota): ViewDirectory {
  const found = folder.entries().get(name);
  if (found instanceof ViewDirectory) return found;
  const made = new ViewDirectory(quota, null);
  folder.entries().set(name, made);
  return made;
}
