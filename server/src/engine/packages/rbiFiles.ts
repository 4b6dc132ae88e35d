/**
 * Sorbet's `.rbi` files, read on demand: a file is parsed when the program, or an RBI file that is parsed already,
 * mentions a class that it opens, and of its methods those that the program names or the library may call. Files that
 * open a class of Ruby count always, because literals mention no class. What is parsed depends on the sources only, never
 * on the order of edits.
 */
import { LineIndex } from '../../base/lines';
import type { RubyParser } from '../../parse/rubyParser';
import type { PackageFile, Program } from '../../program/program';
import type { SourceFile } from '../sources';
import { baseName, type Slice, sliceRbi } from './rbiSlice';
import { type RbiReading, readRbi } from './readRbi';

interface RbiFile {
  readonly file: PackageFile;
  readonly text: string;
  /** The constants that its outermost classes and modules are named by, `A::B` as `A` and `B`. */
  readonly opens: readonly (readonly string[])[];
  /** What counts of it, for the names of one version of the program. */
  slice: (Slice & { readonly of: ReadonlySet<string>; readonly mentions: readonly string[] }) | null;
  read: (RbiReading & { readonly text: string }) | null;
}

/** A file with the names in it: constants, methods, and any other words. */
interface Mentioning {
  readonly text: string;
  readonly names: ReadonlySet<string>;
}

export class RbiFiles {
  private readonly files = new Map<string, RbiFile>();
  private sources = new Map<string, Mentioning>();
  private used: readonly RbiFile[] = [];
  /** All names in the sources. */
  private names: ReadonlySet<string> = new Set();
  private counted: readonly string[] = [];
  private protocol: ReadonlySet<string> | null = null;

  constructor(
    private readonly parser: RubyParser,
    private readonly library: Program,
  ) {}

  fork(): RbiFiles {
    const fork = new RbiFiles(this.parser, this.library);
    for (const [path, file] of this.files) fork.files.set(path, file);
    fork.sources = new Map(this.sources);
    fork.used = this.used;
    fork.names = this.names;
    fork.counted = this.counted;
    return fork;
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  textOf(path: string): string | null {
    return this.files.get(path)?.text ?? null;
  }

  /** False: nothing changed. */
  set(file: PackageFile, text: string): boolean {
    const known = this.files.get(file.path);
    if (known?.text === text && known.file.of === file.of) return false;
    this.files.set(file.path, { file, text, opens: findOpened(text), slice: null, read: null });
    return true;
  }

  remove(path: string): boolean {
    return this.files.delete(path);
  }

  get isUnused(): boolean {
    return this.used.length === 0;
  }

  /** The files that count now; the workspace's own first. */
  get readings(): readonly RbiReading[] {
    const inOrder = [...this.used].sort((a, b) => rankOf(a) - rankOf(b) || (a.file.path < b.file.path ? -1 : 1));
    return inOrder.map(one => this.read(one));
  }

  /** What is parsed, for the fingerprint of the program. */
  get texts(): readonly string[] {
    return this.counted;
  }

  /** The workspace's own files that are parsed, with their problems. */
  ownFiles(): readonly [string, SourceFile][] {
    return this.used.flatMap((one): [string, SourceFile][] => {
      const { path, of } = one.file;
      if (of !== 'workspace') return [];
      const ril = { path, declarations: [], directives: [], problems: [], lowered: 0 };
      const { problems } = this.read(one);
      const lines = new LineIndex(one.text);
      return [[path, { path, text: one.text, lines, ril, annotations: [], problems, shape: '' }]];
    });
  }

  /** Chooses the files that these sources need. Returns false if they are the same as before. */
  choose(sources: readonly SourceFile[]): boolean {
    if (this.files.size === 0 && this.used.length === 0) return false;
    const known = this.sources;
    this.sources = new Map(sources.map(({ path, text }) => [path, this.mentionsIn(known.get(path), text)]));
    const names = new Set<string>();
    for (const source of this.sources.values()) for (const name of source.names) names.add(name);
    const isSame = names.size === this.names.size && [...names].every(name => this.names.has(name));
    if (!isSame) this.names = names;
    const before = this.counted;
    this.used = this.findUsed(this.names);
    this.counted = this.used.flatMap(one => [one.file.path, one.file.of, this.sliceOf(one, this.names).text]);
    return before.length !== this.counted.length || before.some((text, i) => text !== this.counted[i]);
  }

  /** Whether an edited file names a class or method that only RBI files describe and that does not count yet. */
  isNeeded({ text }: SourceFile): boolean {
    if (this.files.size === 0) return false;
    const added = [...namesIn(text)].filter(name => !this.names.has(name));
    if (added.length === 0) return false;
    const omitted = new Set(this.used.flatMap(one => one.slice?.omitted ?? []).map(baseName));
    if (added.some(name => omitted.has(name))) return true;
    const opened = this.filesByName();
    return added.some(name => opened.has(name));
  }

  private mentionsIn(known: Mentioning | undefined, text: string): Mentioning {
    return known?.text === text ? known : { text, names: namesIn(text) };
  }

  private findUsed(mentioned: ReadonlySet<string>): readonly RbiFile[] {
    const names = new Set(mentioned);
    const used = new Set<RbiFile>();
    const waiting = this.filesByName();
    const take = (file: RbiFile): void => {
      if (used.has(file)) return;
      used.add(file);
      for (const name of this.sliceOf(file, mentioned).mentions) {
        if (names.has(name)) continue;
        names.add(name);
        open.push(name);
      }
    };
    const open = [...names];
    for (const file of this.files.values()) if (file.opens.some(path => this.isOfRuby(path))) take(file);
    for (let name = open.pop(); name !== undefined; name = open.pop())
      for (const { file, path } of waiting.get(name) ?? []) if (path.every(part => names.has(part))) take(file);
    return [...this.files.values()].filter(file => used.has(file));
  }

  private filesByName(): ReadonlyMap<string, readonly { readonly file: RbiFile; readonly path: readonly string[] }[]> {
    const found = new Map<string, { file: RbiFile; path: readonly string[] }[]>();
    for (const file of this.files.values())
      for (const path of file.opens)
        for (const part of path) {
          const list = found.get(part);
          if (list) list.push({ file, path });
          else found.set(part, [{ file, path }]);
        }
    return found;
  }

  private isOfRuby(path: readonly string[]): boolean {
    const name = path.join('::');
    return this.library.classes.get(name)?.origin === 'core' && !this.library.libraries?.has(name);
  }

  private sliceOf(one: RbiFile, names: ReadonlySet<string>): NonNullable<RbiFile['slice']> {
    if (one.slice?.of !== names) {
      const protocol = this.protocolNames();
      const isCalled = (name: string): boolean => /^\W/.test(name) || names.has(baseName(name)) || protocol.has(name);
      const slice = sliceRbi(one.text, isCalled);
      const mentions = slice.text === one.slice?.text ? one.slice.mentions : constantsIn(slice.text);
      one.slice = { ...slice, of: names, mentions };
    }
    return one.slice;
  }

  /** Methods that the library calls of any object: those of the interfaces in its signatures, and of every object. */
  private protocolNames(): ReadonlySet<string> {
    const { classes, aliases } = this.library;
    if (this.protocol === null) {
      const ofInterfaces = [...aliases.values()].flatMap(type =>
        type.kind === 'structural' ? type.methods.map(method => method.name) : [],
      );
      const everywhere = ['BasicObject', 'Object', 'Kernel', 'Module', 'Class', 'Comparable'].flatMap(name => [
        ...(classes.get(name)?.methods.keys() ?? []),
      ]);
      this.protocol = new Set([...ofInterfaces, ...everywhere]);
    }
    return this.protocol;
  }

  private read(one: RbiFile): RbiReading {
    const { text } = this.sliceOf(one, this.names);
    if (one.read?.text !== text) one.read = { ...readRbi(this.parser, one.file, text), text };
    return one.read;
  }
}

function rankOf({ file }: RbiFile): number {
  return file.of === 'workspace' ? 0 : 1;
}

const OPENED = /^(?:class|module)[ \t]+(?:::)?(\p{Lu}[\w:]*)/gmu;
/** `NAME = …` at the top level. */
const ASSIGNED = /^(?:::)?(\p{Lu}\w*(?:::\w+)*)[ \t]*=[^=~]/gmu;

function findOpened(text: string): readonly (readonly string[])[] {
  const names = new Set([...text.matchAll(OPENED), ...text.matchAll(ASSIGNED)].map(match => match[1] ?? ''));
  return [...names].map(name => name.split('::'));
}

function constantsIn(text: string): readonly string[] {
  return [...new Set(text.match(/\b\p{Lu}\w*/gu))];
}

function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
}
