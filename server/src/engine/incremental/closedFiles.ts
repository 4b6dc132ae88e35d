/**
 * Files that are not open in an editor, as declarations only: bodies are read on demand, at first from what a reader
 * thread has sent, else from the source. The bodies of the files used last stay in memory; others stay only while types
 * or a proof refer to them.
 */
import type { Memos } from '../../program/memos';
import { factsOf, keepFacts } from '../../resolve/bodyFacts';
import type { BodySource, MethodDeclaration, RilFile } from '../../ril/declarations';
import { withLazyBody } from '../../ril/lazyBody';
import type { Expr } from '../../ril/ril';
import type { FileReading } from './fileReading';
import { type Bodies, collectBodies, unpackBodies } from './packedBodies';
import { mapMethods, type PackedFile, unpackFile } from './packedFile';

/** About 240,000 lines. */
export const KEPT_CHARACTERS = 8_000_000;

export class ClosedFiles {
  /** How many files were parsed again for a body. */
  reread = 0;
  private readonly recent = new Map<FileBodies, { readonly bodies: Bodies; readonly size: number }>();
  private size = 0;

  /** `parse`: parses a file from its source alone. */
  constructor(
    private readonly parse: (path: string, text: string) => RilFile,
    private readonly memos: Memos,
  ) {}

  /** The same file without the bodies of its methods. */
  dropBodies(text: string, ril: RilFile): RilFile {
    const file = new FileBodies(ril.path, text, null, this);
    const plain = (method: MethodDeclaration): MethodDeclaration =>
      method.bodySource ? method : this.dropBody(method, file);
    return { ...ril, declarations: mapMethods(ril.declarations, plain) };
  }

  /** Unpacks what a reader thread has parsed. */
  unpack(text: string, file: PackedFile): FileReading {
    const bodies = new FileBodies(file.reading.ril.path, text, file.bodies, this);
    return unpackFile(file, this.memos, anchor => bodies.of(anchor, null));
  }

  private dropBody(method: MethodDeclaration, file: FileBodies): MethodDeclaration {
    const body = method.body();
    const source = file.of(method.anchor, body);
    keepFacts(this.memos, source, factsOf(this.memos, body, true));
    return withLazyBody(method, source);
  }

  bodiesOf(file: FileBodies): Bodies {
    const known = this.recent.get(file);
    this.recent.delete(file);
    const used = known ?? { bodies: this.read(file), size: file.text.length };
    this.recent.set(file, used);
    if (!known) this.size += used.size;
    for (const [oldest, { size }] of this.recent) {
      if (this.size <= KEPT_CHARACTERS || oldest === file) break;
      this.recent.delete(oldest);
      this.size -= size;
    }
    return used.bodies;
  }

  private read(file: FileBodies): Bodies {
    const sent = file.takePacked();
    if (sent !== null) return unpackBodies(sent);
    this.reread++;
    return collectBodies(this.parse(file.path, file.text).declarations);
  }
}

/** The bodies of one version of a file. */
class FileBodies {
  /** `packed`: as a reader thread has sent them; until they are used, since text and objects would take memory twice. */
  constructor(
    readonly path: string,
    readonly text: string,
    private packed: string | null,
    private readonly files: ClosedFiles,
  ) {}

  takePacked(): string | null {
    const { packed } = this;
    this.packed = null;
    return packed;
  }

  of(anchor: string, body: Expr | null): BodySource {
    let held = body && new WeakRef(body);
    return {
      read: () => {
        const known = held?.deref();
        if (known) return known;
        const again = this.files.bodiesOf(this).get(anchor);
        if (!again) throw new Error(`${anchor} is not where it was`);
        held = new WeakRef(again);
        return again;
      },
    };
  }
}
