/**
 * Files that describe what has no visible body, laid over Ruby's library: RBS files, RBI files and packages
 * (`loupe/*.rb`) of the workspace and of its gems. The workspace takes precedence over gems. They are files like any others, with problems and
 * places, but none of them is part of the program.
 */
import { hash } from '../base/hash';
import { LineIndex } from '../base/lines';
import type { Problem } from '../base/problem';
import { anchorPath, fileAnchor } from '../base/span';
import { closest } from '../base/spelling';
import { parseRbs } from '../parse/rbs';
import { programFromRbs } from '../parse/rbsProgram';
import type { RbsFile } from '../parse/rbsSyntax';
import type { RubyParser } from '../parse/rubyParser';
import { LayeredMap } from '../program/layeredMap';
import { methodByKey } from '../program/lookup';
import type { PackageFile, Program } from '../program/program';
import type { ShippedPackage } from './host';
import { type AppliedPackages, applyPackages, type Doubtful, type PackagedBody } from './packages/applyPackages';
import { applyRbi } from './packages/applyRbi';
import { RbiFiles } from './packages/rbiFiles';
import { type PackageReading, readPackage } from './packages/readPackage';
import { readRbsLabels } from './packages/readRbsLabels';
import type { SourceFile } from './sources';
import { messageOf, type Stages, UNWATCHED } from './stages';

export type SignatureOrigin = PackageFile['of'];

interface SignatureText {
  readonly origin: SignatureOrigin;
  /** Without declarations for a package. */
  readonly read: RbsFile;
  readonly said: PackageReading | null;
  readonly syntax: readonly Problem[];
  readonly file: SourceFile;
}

export class Signatures {
  private readonly texts = new Map<string, SignatureText>();
  private made: Omit<AppliedPackages, 'problems'> | null = null;
  private visible: ReadonlySet<string> = new Set();
  private rbi: RbiFiles;
  /** Folders whose Ruby files are packages of the workspace. */
  private readonly folders = new Set(['loupe']);

  constructor(
    readonly library: Program,
    private readonly parser: RubyParser,
    private readonly shipped: readonly ShippedPackage[] = [],
    private readonly stages: Stages = UNWATCHED,
  ) {
    this.rbi = new RbiFiles(parser, library);
  }

  /** For a fork of the workspace: changes there are not visible here. */
  fork(): Signatures {
    const fork = new Signatures(this.library, this.parser, this.shipped, this.stages);
    for (const [path, text] of this.texts) fork.texts.set(path, text);
    for (const folder of this.folders) fork.folders.add(folder);
    fork.visible = this.visible;
    fork.rbi = this.rbi.fork();
    fork.made = this.made;
    return fork;
  }

  /** Ruby files in this folder are packages. */
  addPackageFolder(folder: string): void {
    this.folders.add(folder);
  }

  /** Whether the file describes a library, and is not part of the program. */
  isSignatureFile(path: string): boolean {
    if (/\.rb[is]$/.test(path) || this.texts.has(path)) return true;
    return path.endsWith('.rb') && this.folders.has(path.slice(0, Math.max(0, path.search(/[\\/][^\\/]*$/))));
  }

  /** False: nothing changed. */
  set(path: string, text: string, origin: SignatureOrigin): boolean {
    if (path.endsWith('.rbi')) {
      if (!this.rbi.set({ path, of: origin }, text)) return false;
      this.made = null;
      return true;
    }
    const known = this.texts.get(path);
    if (known?.file.text === text && known.origin === origin) return false;
    this.texts.set(path, this.read(path, text, origin));
    this.made = null;
    return true;
  }

  private read(path: string, text: string, origin: SignatureOrigin): SignatureText {
    const { read, said, problems } = this.parse(path, text, origin);
    return { origin, read, said, syntax: problems, file: { ...fileOf(path, text), problems } };
  }

  remove(path: string): boolean {
    if (!this.texts.delete(path) && !this.rbi.remove(path)) return false;
    this.made = null;
    return true;
  }

  textOf(path: string): string | null {
    return this.texts.get(path)?.file.text ?? this.rbi.textOf(path);
  }

  /**
   * Adds the workspace's own signature files to the Ruby files. Problems in a gem's signatures are not reported, since
   * the user cannot fix them.
   */
  addTo(files: ReadonlyMap<string, SourceFile>): ReadonlyMap<string, SourceFile> {
    const own = [...this.texts].filter(([, text]) => text.origin === 'workspace');
    const all = [...own.map(([path, text]) => [path, text.file] as const), ...this.rbi.ownFiles()];
    return all.length === 0 ? files : new LayeredMap(files, new Map(all));
  }

  /** What they consist of. */
  get fingerprint(): string {
    return hash(
      ...[...this.texts]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([path, { origin, file }]) => [path, origin, file.text]),
      ...this.rbi.texts,
    );
  }

  /** Ruby's library with all of these on top; the same object while no file changes. */
  program(): Program {
    return this.isUnused ? this.library : this.built().program;
  }

  private get isUnused(): boolean {
    return this.texts.size === 0 && this.visible.size === 0 && this.rbi.isUnused;
  }

  /** What Loupe says about these gems counts from now on, and about no others; files that were set count anyway. */
  showGems(gems: ReadonlySet<string>): void {
    if (gems.size === this.visible.size && [...gems].every(gem => this.visible.has(gem))) return;
    this.visible = gems;
    this.made = null;
  }

  /** RBI files count as far as these sources mention what they describe. */
  showMentioned(files: readonly SourceFile[]): void {
    if (this.rbi.choose(files)) this.made = null;
  }

  /** Whether an edited file mentions something that an RBI file describes which does not count yet. */
  isMore(file: SourceFile): boolean {
    return this.rbi.isNeeded(file);
  }

  /** The files about visible gems that neither the gem nor a collection describes. */
  private shippedTexts(): readonly SignatureText[] {
    return this.shipped.flatMap(({ gem, files }) => {
      const isOf = (path: string): boolean => new RegExp(`[\\\\/]${gem}[\\\\/-]`).test(path);
      const isDescribed = [...this.texts].some(([path, { origin }]) => origin !== 'workspace' && isOf(path));
      return this.visible.has(gem) && !isDescribed ? files.map(({ path, text }) => this.read(path, text, 'loupe')) : [];
    });
  }

  /** What packages of the workspace describe although nothing in the whole program defines it. */
  problemsIn(program: Program): readonly Problem[] {
    const { doubtful } = this.isUnused ? { doubtful: [] } : this.built();
    return doubtful.flatMap(one => {
      const isOwn = this.texts.get(anchorPath(one.place.anchor))?.origin === 'workspace';
      return isOwn ? (this.findMissing(program, one) ?? []) : [];
    });
  }

  /** The methods for which packages of the workspace have a body. */
  ownBodies(): readonly PackagedBody[] {
    return this.isUnused ? [] : this.built().bodies.filter(({ file }) => file.of === 'workspace');
  }

  private findMissing(program: Program, one: Doubtful): Problem | null {
    const { place } = one;
    if (one.kind === 'method')
      return methodByKey(program, one.key) ? null : { code: 'LP2534', place, args: { method: one.key } };
    const places = program.classes.get(one.name)?.places ?? [];
    if (places.some(({ anchor }) => !this.texts.has(anchorPath(anchor)))) return null;
    const meant = closest(one.name, program.classes.keys()) ?? '';
    return { code: 'LP2532', place, args: { name: one.name, meant } };
  }

  /** If Loupe fails on a file, the file declares nothing and reports only that. */
  private parse(
    path: string,
    text: string,
    origin: SignatureOrigin,
  ): Pick<SignatureText, 'read' | 'said'> & { readonly problems: readonly Problem[] } {
    const nothing = { path, uses: [], declarations: [] };
    const file: PackageFile = { path, of: origin };
    try {
      this.stages.enter('read-signatures');
      if (!path.endsWith('.rbs')) {
        const said = readPackage(this.parser, file, text);
        return { read: nothing, said, problems: said.problems };
      }
      const { value: read, problems } = parseRbs(path, text);
      const said = readRbsLabels(this.parser, file, read);
      return { read, said, problems: [...problems, ...(said?.problems ?? [])] };
    } catch (error) {
      this.stages.report(`reading ${path}`, error);
      const place = { anchor: fileAnchor(path), span: { start: 0, end: 0 } };
      return { read: nothing, said: null, problems: [{ code: 'LP9003', place, args: { message: messageOf(error) } }] };
    }
  }

  private built(): Omit<AppliedPackages, 'problems'> {
    this.made ??= this.build();
    return this.made;
  }

  private build(): AppliedPackages {
    const origins = new Map([...this.texts].map(([path, { origin }]) => [path, origin]));
    const texts = inOrder([...this.shippedTexts(), ...this.texts.values()]);
    const { value, problems } = programFromRbs(
      texts.map(({ read }) => read),
      {
        library: this.library,
        origin: path => (origins.get(path) === 'workspace' ? 'workspace' : 'gem'),
        places: true,
      },
    );
    const packages = texts.flatMap(({ said }) => said ?? []);
    const applied = applyPackages(applyRbi(value, this.rbi.readings), packages);
    for (const [path, text] of this.texts) {
      if (text.origin !== 'workspace') continue;
      const found = [...problems, ...applied.problems].filter(problem => anchorPath(problem.place.anchor) === path);
      this.texts.set(path, { ...text, file: { ...text.file, problems: [...text.syntax, ...found] } });
    }
    return applied;
  }
}

/** Loupe's own first, then gems: later files replace what another origin declares. */
function inOrder(texts: readonly SignatureText[]): readonly SignatureText[] {
  const of = (origin: SignatureOrigin) => texts.filter(text => text.origin === origin);
  return [...of('loupe'), ...of('gem'), ...of('workspace')];
}

function fileOf(path: string, text: string): SourceFile {
  const ril = { path, declarations: [], directives: [], problems: [], lowered: 0 };
  return { path, text, lines: new LineIndex(text), ril, annotations: [], problems: [], shape: '' };
}
