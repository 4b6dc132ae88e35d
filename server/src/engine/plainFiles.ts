/**
 * Files that nobody has open, as declarations only: bodies are read again from the text when somebody looks into one.
 * The bodies of the files looked into last stay; others stay only as long as somebody (types, a proof) holds on to them.
 */
import type { RubyParser } from '../parse/rubyParser';
import { factsOf, keepFacts } from '../resolve/facts';
import type { Declaration, MethodDeclaration, RilFile } from '../ril/declarations';
import { type BodySource, bodySource, withLazyBody } from '../ril/lazyBody';
import type { Expr } from '../ril/ril';
import { mapMethods, type PackedFile, unpacked } from './packedFile';
import { type FileReading, readFile } from './pipeline';

const KEPT_FILES = 40;

type Bodies = ReadonlyMap<string, Expr>;

export class PlainFiles {
  /** How many files were read again for a body since the beginning. */
  reread = 0;
  private readonly recent = new Map<object, Bodies>();

  constructor(private readonly parser: RubyParser) {}

  /** The same file; the bodies of its methods are let go. */
  plain(text: string, ril: RilFile): RilFile {
    const file = new FileBodies(ril.path, text, this);
    const plain = (method: MethodDeclaration): MethodDeclaration =>
      bodySource(method) ? method : plainMethod(method, file);
    return { ...ril, declarations: mapMethods(ril.declarations, plain) };
  }

  /** What another thread has read of a file. */
  unpack(text: string, file: PackedFile): FileReading {
    const bodies = new FileBodies(file.reading.ril.path, text, this);
    return unpacked(file, anchor => bodies.of(anchor, null));
  }

  bodiesOf(file: object, path: string, text: string): Bodies {
    const known = this.recent.get(file);
    this.recent.delete(file);
    const bodies = known ?? this.read(path, text);
    this.recent.set(file, bodies);
    for (const oldest of this.recent.keys()) {
      if (this.recent.size <= KEPT_FILES) break;
      this.recent.delete(oldest);
    }
    return bodies;
  }

  private read(path: string, text: string): Bodies {
    this.reread++;
    const document = this.parser.open(path, text);
    const { ril } = readFile(document.outline(), null);
    document.close();
    const bodies = new Map<string, Expr>();
    collectBodies(ril.declarations, bodies);
    return bodies;
  }
}

/** The bodies of one version of a file. */
class FileBodies {
  constructor(
    private readonly path: string,
    private readonly text: string,
    private readonly files: PlainFiles,
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

function plainMethod(method: MethodDeclaration, file: FileBodies): MethodDeclaration {
  const { body, ...rest } = method;
  const source = file.of(method.anchor, body);
  keepFacts(source, factsOf(body));
  return withLazyBody(rest, source);
}

function collectBodies(declarations: readonly Declaration[], bodies: Map<string, Expr>): void {
  for (const declaration of declarations) {
    if (declaration.kind === 'method') bodies.set(declaration.anchor, declaration.body);
    if (declaration.kind === 'class' || declaration.kind === 'module' || declaration.kind === 'singleton')
      collectBodies(declaration.body, bodies);
  }
}
