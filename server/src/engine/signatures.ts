/**
 * RBS files of the workspace and of its gems, laid over Ruby's library; the workspace takes precedence over gems. They
 * are files like any others, with problems and places, but declare nothing that has a body.
 */
import { LineIndex } from '../base/lines';
import type { Problem } from '../base/problem';
import { anchorPath, fileAnchor } from '../base/span';
import { parseRbs } from '../parse/rbs';
import { programFromRbs } from '../parse/rbsProgram';
import type { RbsFile } from '../parse/rbsSyntax';
import { LayeredMap } from '../program/layeredMap';
import type { Program } from '../program/program';
import type { SourceFile } from './sources';
import { messageOf, type Stages, UNWATCHED } from './stages';

export type SignatureOrigin = 'workspace' | 'gem';

interface SignatureText {
  readonly origin: SignatureOrigin;
  readonly read: RbsFile;
  readonly syntax: readonly Problem[];
  readonly file: SourceFile;
}

export function isSignatureFile(path: string): boolean {
  return path.endsWith('.rbs');
}

export class Signatures {
  private readonly texts = new Map<string, SignatureText>();
  private made: Program | null = null;

  constructor(
    readonly library: Program,
    private readonly stages: Stages = UNWATCHED,
  ) {}

  /** For a fork of the workspace: changes there are not visible here. */
  fork(): Signatures {
    const fork = new Signatures(this.library, this.stages);
    for (const [path, text] of this.texts) fork.texts.set(path, text);
    fork.made = this.made;
    return fork;
  }

  /** False: nothing changed. */
  set(path: string, text: string, origin: SignatureOrigin): boolean {
    const known = this.texts.get(path);
    if (known?.file.text === text && known.origin === origin) return false;
    const { value: read, problems } = this.parse(path, text);
    this.texts.set(path, { origin, read, syntax: problems, file: { ...fileOf(path, text), problems } });
    this.made = null;
    return true;
  }

  remove(path: string): boolean {
    if (!this.texts.delete(path)) return false;
    this.made = null;
    return true;
  }

  textOf(path: string): string | null {
    return this.texts.get(path)?.file.text ?? null;
  }

  /**
   * Adds the workspace's own signature files to the Ruby files. Problems in a gem's signatures are not reported, since
   * the user cannot fix them.
   */
  addTo(files: ReadonlyMap<string, SourceFile>): ReadonlyMap<string, SourceFile> {
    if (this.texts.size === 0) return files;
    const own = [...this.texts].filter(([, text]) => text.origin === 'workspace');
    return new LayeredMap(files, new Map(own.map(([path, text]) => [path, text.file])));
  }

  /** Ruby's library with all of these on top; the same object while no file changes. */
  program(): Program {
    if (this.texts.size === 0) return this.library;
    this.made ??= this.build();
    return this.made;
  }

  /** If Loupe fails on a file, the file declares nothing and reports only that. */
  private parse(path: string, text: string): ReturnType<typeof parseRbs> {
    try {
      this.stages.enter('read-signatures');
      return parseRbs(path, text);
    } catch (error) {
      this.stages.report(`reading ${path}`, error);
      const place = { anchor: fileAnchor(path), span: { start: 0, end: 0 } };
      const value = { path, uses: [], declarations: [] };
      return { value, problems: [{ code: 'LP9003', place, args: { message: messageOf(error) } }] };
    }
  }

  private build(): Program {
    const origins = new Map([...this.texts].map(([path, { origin }]) => [path, origin]));
    const { value, problems } = programFromRbs(inOrder([...this.texts.values()]), {
      library: this.library,
      origin: path => origins.get(path) ?? 'workspace',
      places: true,
    });
    for (const [path, text] of this.texts) {
      if (text.origin === 'gem') continue;
      const found = problems.filter(problem => anchorPath(problem.place.anchor) === path);
      this.texts.set(path, { ...text, file: { ...text.file, problems: [...text.syntax, ...found] } });
    }
    return value;
  }
}

/** Gems first: later files replace what another origin declares. */
function inOrder(texts: readonly SignatureText[]): readonly RbsFile[] {
  const of = (origin: SignatureOrigin) => texts.filter(text => text.origin === origin).map(text => text.read);
  return [...of('gem'), ...of('workspace')];
}

function fileOf(path: string, text: string): SourceFile {
  const ril = { path, declarations: [], directives: [], problems: [], lowered: 0 };
  return { path, text, lines: new LineIndex(text), ril, annotations: [], problems: [], shape: '' };
}
