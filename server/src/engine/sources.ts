/**
 * The sources of the workspace and what was read from each: declarations, annotations, problems. A file that is open in
 * an editor keeps its syntax tree for incremental parsing; any other file is plain data.
 */
import { applyEdit, type TextEdit } from '../base/edit';
import { LineIndex } from '../base/lines';
import type { Problem } from '../base/problem';
import { fileAnchor } from '../base/span';
import type { RubyDocument, RubyParser } from '../parse/rubyParser';
import { Memos } from '../program/memos';
import { PatchedMap } from '../program/patchedMap';
import type { RilFile } from '../ril/declarations';
import type { Annotation } from '../types/annotation';
import { ClosedFiles } from './incremental/closedFiles';
import type { FileReading } from './incremental/fileReading';
import { type PackedFile, packFile } from './incremental/packedFile';
import { readFile } from './pipeline';
import { messageOf, type Stages, UNWATCHED } from './stages';

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

/** About 60,000 lines. */
const WHOLE_UP_TO = 2_000_000;

export class Sources {
  /** The current files; a change creates a new map. */
  files: ReadonlyMap<string, SourceFile> = new Map();
  /** How many methods have been lowered. */
  lowered = 0;
  private readonly documents = new Map<string, RubyDocument>();
  /** Open files on which the parser failed: the next edit opens them again. */
  private readonly unparsed = new Set<string>();
  /** Files that were parsed incrementally. */
  private readonly reused = new Set<string>();
  private readonly plainFiles: ClosedFiles;
  private characters = 0;

  /**
   * Closed files keep their bodies up to this many characters in total; beyond that, they are kept as declarations
   * only.
   */
  constructor(
    private readonly parser: RubyParser,
    private readonly wholeUpTo = WHOLE_UP_TO,
    private readonly stages: Stages = UNWATCHED,
    private readonly memos = Memos.empty(),
  ) {
    this.plainFiles = new ClosedFiles((path, text) => this.parse(path, text), memos);
  }

  /** How many syntax trees are held, and how many files were parsed again for a body. */
  get trees(): number {
    return this.documents.size;
  }

  get reread(): number {
    return this.plainFiles.reread;
  }

  open(path: string, text: string): void {
    const known = this.documents.get(path);
    if (known?.text === text) return;
    try {
      known?.close();
      const document = this.parser.open(path, text);
      this.documents.set(path, document);
      this.refresh(path, document);
    } catch (error) {
      this.stages.report(`reading ${path}`, error);
      this.openFromScratch(path, text);
    }
  }

  edit(path: string, edits: readonly TextEdit[]): void {
    const document = this.documents.get(path);
    const before = document?.text ?? (this.unparsed.has(path) ? this.files.get(path)?.text : undefined);
    if (before === undefined) return;
    try {
      if (!document) throw new Error(`${path} has no syntax tree`);
      document.edit(edits);
      this.refresh(path, document);
    } catch (error) {
      this.stages.report(`reading ${path} after an edit`, error);
      this.openFromScratch(path, edits.reduce(applyEdit, before));
    }
  }

  /** Parses again, from their sources alone, all files that were parsed incrementally. */
  reparseReused(): void {
    for (const path of this.reused) {
      const file = this.files.get(path);
      if (file && this.isOpen(path)) this.openFromScratch(path, file.text);
      else if (file) this.put(this.slim(this.read(path, file.text)));
    }
    this.reused.clear();
  }

  /** By path: if two files define the same method, the order in which they were opened must not matter. */
  inOrder(): readonly SourceFile[] {
    return [...this.files.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  }

  isOpen(path: string): boolean {
    return this.documents.has(path) || this.unparsed.has(path);
  }

  /** The editor closes the file; its last source stays until the file on disk changes. */
  close(path: string): void {
    this.documents.get(path)?.close();
    this.documents.delete(path);
    this.unparsed.delete(path);
    const file = this.files.get(path);
    if (file) this.put(this.slim(file));
  }

  setDisk(path: string, text: string): void {
    if (this.isOpen(path) || this.files.get(path)?.text === text) return;
    try {
      const document = this.parser.open(path, text);
      this.refresh(path, document);
      document.close();
    } catch (error) {
      this.stages.report(`reading ${path}`, error);
      this.characters += text.length - (this.files.get(path)?.text.length ?? 0);
      this.put(this.read(path, text));
    }
    this.put(this.slim(this.files.get(path)!));
  }

  /** The file as a reader thread has parsed it. */
  unpack(path: string, text: string, file: PackedFile): SourceFile {
    return { path, text, lines: new LineIndex(text), ...this.plainFiles.unpack(text, file) };
  }

  /** Parses a file from disk without adding it. */
  read(path: string, text: string): SourceFile {
    try {
      const document = this.parser.open(path, text);
      this.stages.enter('read-file');
      const reading = readFile(document.outline(), null, this.memos);
      document.close();
      return { path, text, lines: new LineIndex(text), ...reading };
    } catch (error) {
      this.stages.report(`reading ${path}`, error);
      return { path, text, lines: new LineIndex(text), ...unreadable(path, error) };
    }
  }

  /** The file as plain data; null: it could not be read. */
  pack(file: SourceFile): PackedFile | null {
    const { ril, annotations, problems, shape } = file;
    if (shape === unreadableShape(file.path)) return null;
    try {
      return packFile({ ril, annotations, problems, shape }, this.memos, file.text.length <= this.wholeUpTo);
    } catch (error) {
      this.stages.report(`packing ${file.path}`, error);
      return null;
    }
  }

  /** Adds many files at once. */
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

  /** The same sources, none of them open. */
  fork(wholeUpTo = Number.POSITIVE_INFINITY): Sources {
    const fork = new Sources(this.parser, wholeUpTo, this.stages, this.memos);
    fork.files = this.files;
    return fork;
  }

  dispose(): void {
    for (const document of this.documents.values()) document.close();
    this.documents.clear();
  }

  private parse(path: string, text: string): RilFile {
    const document = this.parser.open(path, text);
    const { ril } = readFile(document.outline(), null, this.memos);
    document.close();
    return ril;
  }

  private refresh(path: string, document: RubyDocument): void {
    const before = this.files.get(path);
    this.stages.enter('read-file');
    const read = readFile(document.outline(), before?.ril ?? null, this.memos);
    if (before) this.reused.add(path);
    this.putRead(path, document.text, read);
  }

  /** Uses nothing of an earlier parse. If the file cannot be parsed even so, it reports only that. */
  private openFromScratch(path: string, text: string): void {
    this.unparsed.add(path);
    let read: FileReading;
    try {
      this.documents.get(path)?.close();
      this.documents.delete(path);
      const document = this.parser.open(path, text);
      this.documents.set(path, document);
      this.unparsed.delete(path);
      this.stages.enter('read-file');
      read = readFile(document.outline(), null, this.memos);
    } catch (error) {
      this.stages.report(`reading ${path} afresh`, error);
      read = unreadable(path, error);
    }
    this.putRead(path, text, read);
  }

  private putRead(path: string, text: string, read: FileReading): void {
    this.characters += text.length - (this.files.get(path)?.text.length ?? 0);
    this.lowered += read.ril.lowered;
    this.put({ path, text, lines: new LineIndex(text), ...read });
  }

  private put(file: SourceFile): void {
    this.files = PatchedMap.replace(this.files, new Map([[file.path, file]]));
  }

  /** Drops the bodies once the limit is exceeded. */
  private slim(file: SourceFile): SourceFile {
    return this.characters <= this.wholeUpTo ? file : { ...file, ril: this.plainFiles.dropBodies(file.text, file.ril) };
  }
}

/** Loupe failed on this source: nothing in it is known. */
function unreadable(path: string, error: unknown): FileReading {
  const place = { anchor: fileAnchor(path), span: { start: 0, end: 0 } };
  const problems: readonly Problem[] = [{ code: 'LP9003', place, args: { message: messageOf(error) } }];
  return {
    ril: { path, declarations: [], directives: [], problems: [], lowered: 0 },
    annotations: [],
    problems,
    shape: unreadableShape(path),
  };
}

function unreadableShape(path: string): string {
  return `unreadable ${path}`;
}
