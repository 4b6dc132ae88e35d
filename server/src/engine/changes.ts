/**
 * What an edit sets in motion: a file is read again, the Program is made again in part or as a whole, and what was found
 * before is kept, put in doubt or forgotten. Types and verdicts themselves are made by others, when somebody looks.
 */

import type { Assembly } from './assembly';
import { homeOf } from './caveats';
import type { Checks } from './checks';
import { isSwitchedOff } from './directives';
import type { EngineEvent } from './events';
import type { Host } from './host';
import { type Failures, readAll } from './indexing';
import type { Lineage } from './lineage';
import { keysIn } from './methods';
import type { Proofs } from './proofs';
import { sameContract } from './same';
import type { SignatureOrigin, Signatures } from './signatures';
import type { SourceFile, Sources } from './sources';
import type { Views } from './views';

export interface ChangesContext {
  readonly host: Host;
  readonly sources: Sources;
  readonly signatures: Signatures;
  readonly assembly: Assembly;
  readonly checks: Checks;
  readonly proofs: Proofs;
  readonly views: Views;
  readonly lineage: Lineage;
  readonly emit: (event: EngineEvent) => void;
}

export class Changes {
  constructor(private readonly ctx: ChangesContext) {}

  /** Of one Ruby file, by whatever `apply` does to it. */
  change(path: string, apply: () => void): void {
    const { sources, views, assembly, emit } = this.ctx;
    const before = sources.files.get(path);
    apply();
    const after = sources.files.get(path);
    if (before === after) return;
    views.touch(path);
    if (before && after && isSwitchedOff(before.ril.directives) !== isSwitchedOff(after.ril.directives))
      views.touchAll();
    if (!before || !after) assembly.invalidate();
    else if (before.shape !== after.shape) assembly.declarationsChanged(path);
    else this.replaceBodies(path, after);
    if (after) emit({ kind: 'parsed', path, problems: after.problems });
  }

  /** What an RBS file says. */
  setSignatures(path: string, text: string, origin: SignatureOrigin): void {
    if (this.ctx.signatures.set(path, text, origin)) this.signaturesChanged();
  }

  remove(path: string): void {
    const { views, signatures, sources } = this.ctx;
    views.forget(path);
    if (signatures.remove(path)) this.signaturesChanged();
    else this.change(path, () => sources.remove(path));
  }

  async index(paths: readonly string[], signal: AbortSignal): Promise<Failures> {
    const { host, sources, assembly, views, emit } = this.ctx;
    const known = sources.files;
    const { files, signatures, failures } = await readAll(host, sources, paths, signal, done =>
      emit({ kind: 'progress', done, total: paths.length, what: 'indexing' }),
    );
    for (const { path, text } of signatures) this.setSignatures(path, text, 'workspace');
    const isNew = ({ path, text }: SourceFile): boolean => {
      const now = sources.files.get(path);
      return now === known.get(path) && now?.text !== text && !sources.isOpen(path);
    };
    const found = files.filter(isNew);
    if (found.length === 0) return failures;
    sources.add(found);
    assembly.invalidate();
    views.touchAll();
    for (const { path, problems } of found) emit({ kind: 'parsed', path, problems });
    return failures;
  }

  /** The Program as the texts are now; what it makes untrue is forgotten. */
  update(): void {
    const { assembly, checks, proofs, views } = this.ctx;
    const remade = assembly.update();
    if (!remade) return;
    const { before, classes } = remade;
    const among = classes && keysIn(before, classes);
    checks.prune(assembly.program, among);
    proofs.prune(assembly.program, among);
    if (classes) views.remade(before, assembly.program, classes);
    else views.touchAll();
  }

  /** Only bodies of one file are new: those who looked into them are told, all others know that they may stay. */
  private replaceBodies(path: string, after: SourceFile): void {
    const { assembly, checks, proofs, views, lineage } = this.ctx;
    const before = assembly.program;
    const changed = assembly.replaceBodies(path, after);
    const now = assembly.program;
    if (now === before) return;
    if (!changed.every(([old, method]) => old && sameContract(old, method))) {
      views.touchAll();
      return;
    }
    const bodies = new Set(changed.map(([, method]) => method.key));
    const retyped = checks.leaningOn(bodies);
    lineage.add(before, now, { bodies, retyped });
    for (const key of [...retyped, ...proofs.leaningOn({ bodies, retyped })]) {
      const home = homeOf(now, key);
      if (home !== null) views.touch(home);
    }
  }

  private signaturesChanged(): void {
    this.ctx.assembly.invalidate();
    this.ctx.views.touchAll();
  }
}
