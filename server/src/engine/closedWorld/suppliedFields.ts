/**
 * Fields that hold what callers pass (`def initialize(v) = @v = v`), as named assumptions of proofs may use them: the
 * types that all visible calls supply. A type is a candidate first (runs.ts), and is used if it is inductive: as long
 * as the fields hold their types, every visible call passes and every visible write writes values of these types. One
 * call that passes something unknown leaves the field without a type. (ADR 0092)
 */
import { printScheme } from '../../infer/printSummary';
import { shortName } from '../../judge/verdictText';
import { withoutFields } from '../../types/allocatedTypes';
import { hasDynamic } from '../../types/flexible';
import type { FieldSummary, SuppliedField } from '../../types/summary';
import type { Type } from '../../types/type';
import { openContents } from '../../typing/openContents';
import { type FieldKey, nameOfField } from '../summaryQueries';
import type { ClosedWorldRuns } from './runs';
import type { Supplies } from './supply';

/** Runs of bodies with these types of fields, and with what all visible calls pass. */
export type CompleteRuns = (given: (of: FieldKey) => FieldSummary | null) => {
  readonly runs: ClosedWorldRuns;
  readonly supplies: Supplies;
};

export class SuppliedFields {
  private readonly found = new Map<string, SuppliedField | null>();

  constructor(
    private readonly candidates: ClosedWorldRuns,
    private readonly supplies: Supplies,
    private readonly completeRuns: CompleteRuns,
  ) {}

  /** Null: the visible calls do not determine a type. */
  of(of: FieldKey): SuppliedField | null {
    const known = this.found.get(nameOfField(of));
    if (known !== undefined) return known;
    const proved = this.prove(of);
    for (const each of proved ?? []) this.found.set(nameOfField(each), this.supplied(each));
    const found = proved === null ? null : (this.found.get(nameOfField(of)) ?? null);
    this.found.set(nameOfField(of), found);
    return found;
  }

  /** The fields whose types are inductive together; null: that of the first one is not. */
  private prove(first: FieldKey): readonly FieldKey[] | null {
    const open: FieldKey[] = [];
    const seen = new Map<string, FieldKey>();
    const note = (of: FieldKey): void => {
      if (seen.has(nameOfField(of)) || !this.isCandidate(of)) return;
      seen.set(nameOfField(of), of);
      open.push(of);
    };
    const candidateOf = ({ className, field, singleton }: FieldKey): FieldSummary | null =>
      this.candidates.fieldOf(className, field, singleton);
    const { runs, supplies } = this.completeRuns(candidateOf);
    note(first);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const found = runs.fields.closedField(next);
      const candidate = candidateOf(next);
      if (!found || !candidate || printScheme(found.type) !== printScheme(candidate.type)) return null;
      // The types of these fields were taken for granted.
      for (const writer of this.candidates.fields.suppliersOf(next.className, next.field, next.singleton)) {
        const supply = supplies.of(writer);
        const own = writer.definition ? [runs.run(writer, supply.types)] : [];
        for (const run of [...supply.runs, ...own]) for (const read of runs.fieldsReadBy(run)) note(read);
      }
    }
    return seen.size === 0 ? null : [...seen.values()];
  }

  /** Whether its type comes from callers alone. */
  private isCandidate({ className, field, singleton }: FieldKey): boolean {
    const base = this.candidates.fields.openField(className, field, singleton);
    const candidate = this.candidates.fieldOf(className, field, singleton);
    if (base?.type.kind !== 'dynamic' || !candidate || hasDynamic(candidate.type)) return false;
    const suppliers = this.candidates.fields.suppliersOf(className, field, singleton);
    const writers = suppliers.filter(({ synthetic }) => synthetic !== null);
    if (base.unknown.length > writers.length) return false;
    return suppliers.every(supplier => supplier.signature === null && this.supplies.of(supplier).calls.length > 0);
  }

  private supplied({ className, field, singleton }: FieldKey): SuppliedField | null {
    const candidate = this.candidates.fieldOf(className, field, singleton);
    if (!candidate) return null;
    const type = openContents(withoutFields(candidate.type));
    const from = this.candidates.fields.suppliersOf(className, field, singleton).map(({ key }) => shortName(key));
    return {
      ...candidate,
      type: plainType(type),
      shown: plainType(type),
      unknown: [],
      suppliers: [...new Set(from)].sort(),
    };
  }
}

/** Unions in a fixed order: that of the calls must not show in queries. */
function plainType(type: Type): Type {
  if (type.kind !== 'union') return type;
  const members = [...type.members].sort((a, b) => (printScheme(a) < printScheme(b) ? -1 : 1));
  return { ...type, members };
}
