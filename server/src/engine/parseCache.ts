/**
 * What earlier starts have read from Ruby files: declarations, annotations and bodies as plain data, kept by the host
 * for each folder. A reading counts if its file has the same path and the same text. (0225)
 */
import { hash } from '../base/hash';
import type { ResultStore } from './host';
import type { PackedFile } from './incremental/packedFile';

interface Entry {
  readonly text: string;
  readonly packed: PackedFile;
  /** How often the folder has been written since the file was read last. */
  readonly unused: number;
}

interface Folder {
  readonly name: string;
  /** As they were on disk. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly used: Set<string>;
  readonly fresh: Map<string, Entry>;
}

/** A file that is gone is kept for this many versions of its folder. */
const KEPT_UNUSED = 8;
/** Separate programs of the same folder are read one by one: it is not written for each. */
const WRITTEN_AFTER = 1_000_000;

export class ParseCache {
  /** One at a time: all together would take as much memory as the program. */
  private folder: Folder | null = null;
  private unwritten = 0;

  constructor(private readonly store: ResultStore) {}

  /** Whether any version of this file was kept. */
  mayKnow(path: string): boolean {
    return this.folderOf(path).entries.has(path);
  }

  find(path: string, text: string): PackedFile | null {
    const { entries, used } = this.folderOf(path);
    const entry = entries.get(path);
    if (entry?.text !== hash(text)) return null;
    used.add(path);
    return entry.packed;
  }

  keep(path: string, text: string, packed: PackedFile): void {
    this.folderOf(path).fresh.set(path, { text: hash(text), packed, unused: 0 });
    this.unwritten += text.length;
    if (this.unwritten > WRITTEN_AFTER) this.write();
  }

  /** Writes what is new. */
  write(): void {
    const { folder } = this;
    if (folder === null || folder.fresh.size === 0) return;
    const entries = new Map(folder.fresh);
    for (const [path, entry] of folder.entries) {
      const unused = folder.used.has(path) ? 0 : entry.unused + 1;
      if (!entries.has(path) && unused <= KEPT_UNUSED) entries.set(path, { ...entry, unused });
    }
    this.store.set(keyOf(folder.name), entries);
    this.unwritten = 0;
    this.folder = { name: folder.name, entries, used: new Set(), fresh: new Map() };
  }

  /** Writes what is new and holds nothing any more. */
  close(): void {
    this.write();
    this.folder = null;
  }

  private folderOf(path: string): Folder {
    const name = path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
    if (this.folder?.name === name) return this.folder;
    this.write();
    const entries = this.store.get(keyOf(name)) as ReadonlyMap<string, Entry> | null;
    this.folder = { name, entries: entries ?? new Map(), used: new Set(), fresh: new Map() };
    return this.folder;
  }
}

function keyOf(folder: string): string {
  return hash('readings', folder);
}
