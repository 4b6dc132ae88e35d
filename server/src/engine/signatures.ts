/**
 * RBS files of the workspace and of its gems: what they say is laid over Ruby's own library, the workspace's word over
 * that of a gem. They are files like any other, with problems and places, but declare nothing that has a body.
 */
import { LineIndex } from '../base/lines';
import type { Problem } from '../base/problem';
import { anchorPath } from '../base/span';
import { parseRbs } from '../parse/rbs';
import { programFromRbs } from '../parse/rbsProgram';
import type { RbsFile } from '../parse/rbsSyntax';
import { LayeredMap } from '../program/layeredMap';
import type { Program } from '../program/program';
import type { SourceFile } from './sources';

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

  constructor(private readonly library: Program) {}

  /** False: nothing new. */
  set(path: string, text: string, origin: SignatureOrigin): boolean {
    const known = this.texts.get(path);
    if (known?.file.text === text && known.origin === origin) return false;
    const { value: read, problems } = parseRbs(path, text);
    this.texts.set(path, { origin, read, syntax: problems, file: fileOf(path, text) });
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

  /** With the workspace's own beside the Ruby files; what is wrong in a gem is not for its user to mend. */
  beside(files: ReadonlyMap<string, SourceFile>): ReadonlyMap<string, SourceFile> {
    if (this.texts.size === 0) return files;
    this.program();
    const own = [...this.texts].filter(([, text]) => text.origin === 'workspace');
    return new LayeredMap(files, new Map(own.map(([path, text]) => [path, text.file])));
  }

  /** Ruby's library with all of these on top; the same object while no file changes. */
  program(): Program {
    if (this.texts.size === 0) return this.library;
    this.made ??= this.build();
    return this.made;
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

/** Gems first: what comes later replaces what another origin said. */
function inOrder(texts: readonly SignatureText[]): readonly RbsFile[] {
  const of = (origin: SignatureOrigin) => texts.filter(text => text.origin === origin).map(text => text.read);
  return [...of('gem'), ...of('workspace')];
}

function fileOf(path: string, text: string): SourceFile {
  const ril = { path, declarations: [], directives: [], problems: [], lowered: 0 };
  return { path, text, lines: new LineIndex(text), ril, annotations: [], problems: [], shape: '' };
}
