/**
 * Inference of an earlier start: summaries and reports, kept by the host under the build, the settings and the paths of
 * the files. They count if the declarations of the program are the same; then bodies are compared one by one. A missing
 * or damaged entry costs time only.
 */
import type { Settings } from '../../../shared/src/settings';
import { hash } from '../base/hash';
import { InternalError } from '../base/result';
import { methodByKey } from '../program/lookup';
import type { Program } from '../program/program';
import type { MethodDeclaration } from '../ril/declarations';
import type { MethodKey } from '../types/typedMethod';
import { definitionWith, identityOfBody } from './bodyIdentity';
import type { ResultStore } from './host';
import type { History } from './incremental/history';
import type { InferenceReports } from './inferenceReports';
import { type CachedReport, type CachedReports, ReportCache } from './reportCache';
import type { KeptSummary, Summaries } from './summaries';

/** What is read by name: names that many have in common are written once. */
interface Packed<T> {
  readonly of: Omit<T, 'bodies' | 'uses'>;
  readonly bodies: readonly number[];
  readonly uses: readonly number[];
}

interface Kept {
  readonly declarations: string;
  readonly bodies: readonly (readonly [MethodKey, string])[];
  readonly uses: readonly string[];
  readonly summaries: readonly (readonly Packed<KeptSummary>[])[];
  readonly units: readonly Packed<CachedReport>[];
  readonly script: CachedReports['script'];
}

interface InferenceToKeep {
  readonly summaries: Summaries;
  readonly inference: InferenceReports;
  readonly history: History;
}

/** The version of the workspace that is kept or restored. `declarations`: its fingerprint. */
export interface KeptVersion {
  readonly program: Program;
  readonly declarations: string;
  readonly paths: readonly string[];
  readonly settings: Settings;
}

export class InferenceCache {
  /** The files and settings that were looked up last. */
  private key = '';
  /** Runs that are kept. */
  private runs = 0;

  constructor(
    private readonly store: ResultStore,
    private readonly parts: InferenceToKeep,
    private readonly report: (what: string, error: unknown) => void,
  ) {}

  /** Takes over what an earlier start found for these files, if there is any. Tried once for each set of files. */
  restore(version: KeptVersion): void {
    const key = keyOf(version);
    if (key === this.key) return;
    this.key = key;
    const { summaries, inference } = this.parts;
    try {
      const kept = this.store.get(key) as Kept | null;
      if (kept?.declarations !== version.declarations) return;
      summaries.clear();
      inference.clear();
      restoreInference(kept, this.parts, version.program);
      this.runs = this.runsNow;
    } catch (error) {
      this.report('reading inference of an earlier start', error);
      summaries.clear();
      inference.clear();
    }
  }

  /** For the next start, if there is anything new. */
  keep(version: KeptVersion): void {
    if (this.runsNow === this.runs) return;
    try {
      this.store.set(keyOf(version), packInference(this.parts, version));
      this.runs = this.runsNow;
    } catch (error) {
      this.report('keeping inference for the next start', error);
    }
  }

  private get runsNow(): number {
    const { summaries, inference } = this.parts;
    return summaries.runs + inference.count;
  }
}

function packInference({ summaries, inference }: InferenceToKeep, { program, declarations }: KeptVersion): Kept {
  const bodies = new Table<MethodKey>();
  const uses = new Table<string>();
  const pack = <T extends Pick<KeptSummary, 'bodies' | 'uses'>>(kept: T): Packed<T> => {
    const { bodies: keys, uses: names, ...of } = kept;
    return { of, bodies: keys.map(key => bodies.indexOf(key)), uses: names.map(name => uses.indexOf(name)) };
  };
  const reports = inference.keptFor(program);
  const packed = {
    declarations,
    summaries: [...summaries.componentsOf(program)].map(component => component.map(pack)),
    units: reports.units.map(pack),
    script: reports.script,
  };
  return { ...packed, uses: uses.items, bodies: bodies.items.map(key => [key, identityIn(program, key)]) };
}

function restoreInference(kept: Kept, { summaries, inference, history }: InferenceToKeep, program: Program): void {
  const unpack = <T>({ of, bodies, uses }: Packed<T>) => ({
    ...of,
    bodies: bodies.map(i => itemAt(kept.bodies, i)[0]),
    uses: uses.map(i => itemAt(kept.uses, i)),
  });
  const definitions = new Map<MethodKey, MethodDeclaration | null>(
    kept.bodies.map(([key, identity]) => [key, definitionWith(program, key, identity)]),
  );
  const definitionOf = (key: MethodKey): MethodDeclaration | null => definitions.get(key) ?? null;
  summaries.restore(
    kept.summaries.map(component => component.map(unpack)),
    program,
    definitionOf,
  );
  const partsNamed = (uses: readonly string[]): Map<string, unknown> => summaries.partsNamed(uses);
  const reports = { units: kept.units.map(unpack), script: kept.script };
  inference.restore(new ReportCache({ program, history, definitionOf, partsNamed }, reports));
}

function keyOf({ paths, settings }: KeptVersion): string {
  return hash(JSON.stringify(settings), ...[...paths].sort());
}

function identityIn(program: Program, key: MethodKey): string {
  const definition = methodByKey(program, key)?.definition;
  return definition ? identityOfBody(definition) : '';
}

/** A number without an item would be a mistake of ours: nothing is taken over then. */
function itemAt<T>(items: readonly T[], i: number): T {
  const item = items[i];
  if (item === undefined) throw new InternalError(`no item ${i} is kept`);
  return item;
}

/** Numbers names in the order in which they come. */
class Table<T> {
  readonly items: T[] = [];
  private readonly numbers = new Map<T, number>();

  indexOf(item: T): number {
    const known = this.numbers.get(item);
    if (known !== undefined) return known;
    this.numbers.set(item, this.items.length);
    return this.items.push(item) - 1;
  }
}
