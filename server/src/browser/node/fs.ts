/**
 * `node:fs` in a browser: a read-only tree of files in memory. Whoever starts a thread mounts what it may read
 * (mountAssets.ts). Everything else does not exist; nothing can be written.
 */
interface Entry {
  readonly bytes: Uint8Array | null;
}

const files = new Map<string, Entry>([['/', { bytes: null }]]);

export function mountFile(path: string, bytes: Uint8Array): void {
  files.set(path, { bytes });
  for (let folder = parentOf(path); !files.has(folder); folder = parentOf(folder)) files.set(folder, { bytes: null });
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

export class Dirent {
  constructor(
    readonly name: string | Buffer,
    private readonly entry: Entry,
  ) {}
  isFile(): boolean {
    return this.entry.bytes !== null;
  }
  isDirectory(): boolean {
    return this.entry.bytes === null;
  }
  isSymbolicLink(): boolean {
    return false;
  }
}

export class Stats extends Dirent {
  constructor(
    entry: Entry,
    readonly size = entry.bytes?.length ?? 0,
  ) {
    super('', entry);
  }
}

function find(path: string): Entry {
  const entry = files.get(path.replace(/(?<=.)\/$/, ''));
  if (entry === undefined) throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });
  return entry;
}

export function existsSync(path: string): boolean {
  return files.has(path);
}

export function statSync(path: string): Stats {
  return new Stats(find(path));
}

export function realpathSync(path: string): string {
  find(path);
  return path;
}

export function readFileSync(path: string, encoding?: 'utf8'): Uint8Array | string {
  const { bytes } = find(path);
  if (bytes === null) throw Object.assign(new Error(`EISDIR: ${path}`), { code: 'EISDIR' });
  return encoding === undefined ? bytes : new TextDecoder().decode(bytes);
}

interface ListOptions {
  readonly withFileTypes?: boolean;
  readonly encoding?: 'buffer';
}

export function readdirSync(path: string, options: ListOptions = {}): readonly (Dirent | string | Buffer)[] {
  find(path);
  const prefix = path === '/' ? '/' : `${path}/`;
  return [...files].flatMap(([each, entry]) => {
    const name = each.slice(prefix.length);
    if (!each.startsWith(prefix) || name === '' || name.includes('/')) return [];
    const shown = options.encoding === 'buffer' ? Buffer.from(name) : name;
    return [options.withFileTypes ? new Dirent(shown, entry) : shown];
  });
}

function refuse(): never {
  throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
}

export const mkdirSync = refuse;
export const renameSync = refuse;
export const rmSync = refuse;
export const writeFileSync = refuse;
