/**
 * Inference reports of units, and those of an earlier start: found in a program with the same declarations, kept by the
 * names of what they were read off. A report is reused when its unit is next read, after the usual comparison of its inputs.
 */
import type { Problem } from '../base/problem';
import type { Program } from '../program/program';
import type { Unit, UnitKey } from '../program/unit';
import type { MethodDeclaration } from '../ril/declarations';
import type { MethodKey } from '../types/typedMethod';
import { identityOfBody } from './bodyIdentity';
import type { History } from './incremental/history';
import { type Reads, readsOfEarlierStart } from './incremental/recorder';
import type { SourceFile } from './sources';

export interface UnitReports {
  readonly unit: Unit;
  readonly reads: Reads;
  /** The queries about other files, and their answers. */
  readonly answers: ReadonlyMap<string, boolean>;
  readonly problems: readonly Problem[];
  /** An exception of ours: with another version of the program it is tried again. */
  readonly hasFailed: boolean;
  /** Null: of an earlier start, not compared yet. */
  trueFor: Program | null;
}

/** Plain data. */
export interface CachedReport {
  readonly path: string;
  readonly key: UnitKey;
  /** The identity of the body, if the unit is a method; the code of other units is part of the declarations. */
  readonly body: string | null;
  readonly bodies: readonly MethodKey[];
  readonly uses: readonly string[];
  readonly answers: readonly (readonly [string, boolean])[];
  readonly problems: readonly Problem[];
}

export interface CachedReports {
  readonly units: readonly CachedReport[];
  /** Of a script that is the whole program. */
  readonly script: { readonly text: string; readonly problems: readonly Problem[] } | null;
}

export interface EarlierInput {
  readonly program: Program;
  readonly history: History;
  /** Null: the body is another now. */
  readonly definitionOf: (key: MethodKey) => MethodDeclaration | null;
  readonly partsNamed: (uses: readonly string[]) => Map<string, unknown>;
}

export class ReportCache {
  private readonly byUnit = new Map<UnitKey, { readonly kept: CachedReport; readonly reads: Reads }>();

  constructor(
    private readonly input: EarlierInput,
    private readonly kept: CachedReports,
  ) {
    for (const unit of kept.units) {
      const bodies = new Map<MethodKey, MethodDeclaration>();
      for (const key of unit.bodies) {
        const definition = input.definitionOf(key);
        if (definition) bodies.set(key, definition);
      }
      if (bodies.size < unit.bodies.length) continue;
      const reads = readsOfEarlierStart(input.program, { bodies, summaries: input.partsNamed(unit.uses) });
      this.byUnit.set(unit.key, { kept: unit, reads });
    }
  }

  get all(): readonly CachedReport[] {
    return [...this.byUnit.values()].map(({ kept }) => kept);
  }

  /** Reports that were not read in this session; empty if the program has changed. */
  leftFor(program: Program): readonly CachedReport[] {
    return program === this.input.program ? this.all : [];
  }

  /** The reports of a unit, once. */
  take(unit: Unit, program: Program): UnitReports | undefined {
    const known = this.byUnit.get(unit.key);
    this.byUnit.delete(unit.key);
    if (!known || !this.input.history.haveSameDeclarations(this.input.program, program)) return undefined;
    const { kept, reads } = known;
    if (unit.kind === 'method' && (!unit.info.definition || identityOfBody(unit.info.definition) !== kept.body))
      return undefined;
    return { unit, reads, answers: new Map(kept.answers), problems: kept.problems, hasFailed: false, trueFor: null };
  }

  scriptReports(source: SourceFile, program: Program): readonly Problem[] | undefined {
    const { script } = this.kept;
    return script?.text === source.text && program === this.input.program ? script.problems : undefined;
  }
}
