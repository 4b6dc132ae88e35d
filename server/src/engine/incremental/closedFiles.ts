/**
 * Files that are not open in an editor, as declarations only: bodies are parsed again from the source on demand. The
 * bodies of the files used last stay in memory; others stay only while types or a proof refer to them.
 */
import type { Memos } from '../../program/memos';
import { factsOf, keepFacts } from '../../resolve/facts';
import type { Declaration, MethodDeclaration, RilFile } from '../../ril/declarations';
import { type BodySource, withLazyBody } from '../../ril/lazyBody';
import type { Expr } from '../../ril/ril';
import type { FileReading } from './fileReading';
import { mapMethods, type PackedFile, unpackFile } from './packedFile';

/** About 240,000 lines. */
const KEPT_CHARACTERS = 8_000_000;

type Bodies = ReadonlyMap<string, Expr>;

export class ClosedFiles {
  /** How many files were parsed again for a body. */
  reread = 0;
  private readonly recent = new Map<object, { readonly bodies: Bodies; readonly size: number }>();
  private size = 0;

  /** `parse`: parses a file from its source alone. */
  constructor(
    private readonly parse: (path: string, text: string) => RilFile,
    private readonly memos: Memos,
  ) {}

  /** The same file without the bodies of its methods. */
  dropBodies(text: string, ril: RilFile): RilFile {
    const file = new FileBodies(ril.path, text, this);
    const plain = (method: MethodDeclaration): MethodDeclaration =>
      method.bodySource ? method : this.dropBody(method, file);
    return { ...ril, declarations: mapMethods(ril.declarations, plain) };
  }

  /** Unpacks what a reader thread has parsed. */
  unpack(text: string, file: PackedFile): FileReading {
    const bodies = new FileBodies(file.reading.ril.path, text, this);
    return unpackFile(file, this.memos, anchor => bodies.of(anchor, null));
  }

  private dropBody(method: MethodDeclaration, file: FileBodies): MethodDeclaration {
    const body = method.body();
    const source = file.of(method.anchor, body);
    keepFacts(this.memos, source, factsOf(this.memos, body));
    return withLazyBody(method, source);
  }

  bodiesOf(file: object, path: string, text: string): Bodies {
    const known = this.recent.get(file);
    this.recent.delete(file);
    const used = known ?? { bodies: this.read(path, text), size: text.length };
    this.recent.set(file, used);
    if (!known) this.size += used.size;
    for (const [oldest, { size }] of this.recent) {
      if (this.size <= KEPT_CHARACTERS || oldest === file) break;
      this.recent.delete(oldest);
      this.size -= size;
    }
    return used.bodies;
  }

  private read(path: string, text: string): Bodies {
    this.reread++;
    const bodies = new Map<string, Expr>();
    collectBodies(this.parse(path, text).declarations, bodies);
    return bodies;
  }
}

/** The bodies of one version of a file. */
class FileBodies {
  constructor(
    private readonly path: string,
    private readonly text: string,
    private readonly files: ClosedFiles,
  ) {}

  of(anchor: string, body: Expr | null): BodySource {
    let held = body && new WeakRef(body);
    return {
      read: () => {
        const known = held?.deref();
        if (known) return known;
        const again = this.files.bodiesOf(this, this.path, this.text).get(anchor);
        if (!again) throw new Error(`${anchor} is not where it was`);
        held = new WeakRef(again);
        return again;
      },
    };
  }
}

function collectBodies(declarations: readonly Declaration[], bodies: Map<string, Expr>): void {
  for (const declaration of declarations) {
    if (declaration.kind === 'method') bodies.set(declaration.anchor, declaration.body());
    if (declaration.kind === 'class' || declaration.kind === 'module' || declaration.kind === 'singleton')
      collectBodies(declaration.body, bodies);
  }
}
