/** What is inferred about the present version of a workspace: computed again only after a change of its files or program. */
import type { Settings } from '../../../shared/src/settings';
import type { Program } from '../program/program';
import type { Checks } from './checks';
import type { WordMemo } from './closedWorld/callers';
import { type Inferred, inferredIn } from './inferredSignatures';
import type { ProgramBuilder } from './programBuilder';
import type { Sources } from './sources';
import type { Stages } from './stages';
import type { Summaries } from './summaries';

export interface InferenceParts {
  readonly sources: Sources;
  readonly builder: ProgramBuilder;
  readonly checks: Checks;
  readonly summaries: Summaries;
  readonly stages: Stages;
}

interface Version {
  readonly program: Program;
  readonly files: Sources['files'];
  readonly inferred: Inferred;
}

export class CurrentInference {
  private last: Version | null = null;
  private readonly words: WordMemo = new WeakMap();

  constructor(private readonly parts: InferenceParts) {}

  /** The settings changed. */
  clear(): void {
    this.last = null;
  }

  /** The same object as long as the files and the program are. */
  of(settings: Settings): Inferred {
    const { last } = this;
    const { program } = this.parts.builder;
    const { files } = this.parts.sources;
    if (last?.program === program && last.files === files) return last.inferred;
    const inferred = this.infer(program, settings);
    this.last = { program, files, inferred };
    return inferred;
  }

  private infer(program: Program, settings: Settings): Inferred {
    const { words } = this;
    const { sources, builder, checks, summaries, stages } = this.parts;
    return inferredIn({
      program,
      settings,
      files: sources.files,
      methods: builder.methods,
      words,
      summaries,
      checkedOf: key => checks.get(key, program, settings),
      report: (what, error) => stages.report(what, error),
    });
  }
}
