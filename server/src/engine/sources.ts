/**
 * The texts of the workspace and what was read from each: declarations, annotations, problems. A file that is open in
 * an editor keeps its syntax tree for incremental reparsing; any other file keeps plain data only.
 */
import type { TextEdit } from '../base/edit';
import { LineIndex } from '../base/lines';
import type { Problem } from '../base/problem';
import type { RubyDocument, RubyParser } from '../parse/rubyParser';
import { PatchedMap } from '../program/patchedMap';
import type { RilFile } from '../ril/declarations';
import type { Annotation } from '../types/annotation';
import type { PackedFile } from './packedFile';
import { readFile } from './pipeline';
import { PlainFiles } from './plainFiles';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndex;
  readonly ril: RilFile;
  readonly annotations: readonly Annotation[];
  /** Of syntax and annotations. */
  readonly problems: readonly Problem[];
  /** Fingerprint of everything but bodies and positions: equal shapes need no new program. */
  readonly shape: string;
}

/** Some 60,000 lines. */
const WHOLE_UP_TO = 2_000_000;

export class Sources {
  /** As they are now; a change makes another map. */
  files: ReadonlyMap<string, SourceFile> = new Map();
  /** How many methods were lowered since the beginning. */
  lowered = 0;
  private readonly documents = new Map<string, RubyDocument>();
  private readonly plainFiles: PlainFiles;
  private characters = 0;

  /** Of this many characters in closed files the bodies are kept; what comes beyond is kept as declarations only. */
  constructor(
    private readonly parser: RubyParser,
    private readonly wholeUpTo = WHOLE_UP_TO,
  ) {
    this.plainFiles = new PlainFiles(parser);
  }

  /** How many syntax trees are held, and how many files were read again for a body since the beginning. */
  get trees(): number {
    return this.documents.size;
  }

  get reread(): number {
    return this.plainFiles.reread;
  }

  open(path: string, text: string): void {
    const known = this.documents.get(path);
    if (known?.text === text) return;
    known?.close();
    const document = this.parser.open(path, text);
    this.documents.set(path, document);
    this.refresh(path, document);
  }

  edit(path: string, edits: readonly TextEdit[]): void {
    const document = this.documents.get(path);
    if (!document) return;
    document.edit(edits);
    this.refresh(path, document);
  }

  /** By path: where two files define the same method, it must not matter which was opened first. */
  inOrder(): readonly SourceFile[] {
    return [...this.files.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  }

  isOpen(path: string): boolean {
    return this.documents.has(path);
  }

  /** The editor lets go of the file; its last text stays until the disk says otherwise. */
  close(path: string): void {
    this.documents.get(path)?.close();
    this.documents.delete(path);
    const file = this.files.get(path);
    if (file) this.put(this.slim(file));
  }

  setDisk(path: string, text: string): void {
    if (this.documents.has(path) || this.files.get(path)?.text === text) return;
    const document = this.parser.open(path, text);
    this.refresh(path, document);
    document.close();
    this.put(this.slim(this.files.get(path)!));
  }

  /** The file as another thread has read it. */
  unpack(path: string, text: string, file: PackedFile): SourceFile {
    return { path, text, lines: new LineIndex(text), ...this.plainFiles.unpack(text, file) };
  }

  /** A file from disk, read but not yet among the others. */
  read(path: string, text: string): SourceFile {
    const document = this.parser.open(path, text);
    const reading = readFile(document.outline(), null);
    document.close();
    return { path, text, lines: new LineIndex(text), ...reading };
  }

  /** Many files at once. */
  add(files: readonly SourceFile[]): void {
    const all = new Map(this.files);
    for (const file of files) {
      this.characters += file.text.length - (all.get(file.path)?.text.length ?? 0);
      this.lowered += file.ril.lowered;
      all.set(file.path, this.slim(file));
    }
    this.files = all;
  }

  remove(path: string): void {
    this.close(path);
    this.characters -= this.files.get(path)?.text.length ?? 0;
    const rest = new Map(this.files);
    rest.delete(path);
    this.files = rest;
  }

  /** The same texts, none of them open. */
  fork(): Sources {
    const fork = new Sources(this.parser, Number.POSITIVE_INFINITY);
    fork.files = this.files;
    return fork;
  }

  dispose(): void {
    for (const document of this.documents.values()) document.close();
    this.documents.clear();
  }

  private refresh(path: string, document: RubyDocument): void {
    const before = this.files.get(path);
    this.characters += document.text.length - (before?.text.length ?? 0);
    const read = readFile(document.outline(), before?.ril ?? null);
    this.lowered += read.ril.lowered;
    this.put({ path, text: document.text, lines: new LineIndex(document.text), ...read });
  }

  private put(file: SourceFile): void {
    this.files = PatchedMap.exchange(this.files, new Map([[file.path, file]]));
  }

  /** Without bodies, once there is more than need be kept. */
  private slim(file: SourceFile): SourceFile {
    return this.characters <= this.wholeUpTo ? file : { ...file, ril: this.plainFiles.plain(file.text, file.ril) };
  }
}
