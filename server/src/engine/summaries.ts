/**
 * What is inferred about methods, fields and constants, kept as long as it is true. Summaries are found on demand by
 * running `check` on one body at a time; the bodies of others are read through their summaries only.
 */

import type { Settings } from '../../../shared/src/settings';
import { inferResultFor, MOST_STEPS, runConstant, runField, runOpen } from '../check/transferFunction';
import { printScheme } from '../infer/printSummary';
import { summarise, unknownSummary } from '../infer/summarise';
import { limitType } from '../infer/typeLimits';
import { widenType } from '../infer/widen';
import { parseTypeInBody } from '../parse/annotations';
import { findDefinitelyAssigned } from '../program/definiteAssignment';
import type { FieldUser } from '../program/fieldMentions';
import { hierarchyOf } from '../program/hierarchy';
import { methodByKey } from '../program/lookup';
import { ownerType } from '../program/ownerType';
import type { MethodInfo, Program } from '../program/program';
import { factsOfBody } from '../resolve/bodyFacts';
import type { MethodDeclaration } from '../ril/declarations';
import { flexibleName, hasDynamic, instantiateScheme, mapDynamics, withoutFlexible, YIELDED } from '../types/flexible';
import type { BlockUseSummary, Effect, FieldSummary, FieldWrite, Summary } from '../types/summary';
import type { Type } from '../types/type';
import { BOTTOM, DYNAMIC } from '../types/type';
import type { MethodKey } from '../types/typedMethod';
import type { SummaryCall, SummaryReader } from '../typing/summaryReader';
import { findConstructorFields } from './constructorFields';
import { FixedPoint } from './incremental/fixedPoint';
import type { History } from './incremental/history';
import type { Parked } from './incremental/parked';
import type { KeptQuery } from './incremental/queryEntry';
import type { Parts } from './incremental/queryParts';
import type { QueryRun } from './incremental/queryRunner';
import type { Reads, Recorder } from './incremental/recorder';
import {
  type FieldKey,
  fieldQuery,
  givenQuery,
  giveUp,
  leastParts,
  openQuery,
  partsOf,
  partsOfField,
  printPart,
  type Result,
  type SummaryQuery,
  typeIn,
} from './summaryQueries';
import type { SuppliedFieldCache } from './suppliedFieldCache';

/** What an earlier start found. */
export type KeptSummary = KeptQuery<SummaryQuery>;

export class Summaries {
  private readonly solver: FixedPoint<SummaryQuery>;
  private readers = new WeakMap<Program, SummaryReader>();
  /** What visible callers supply; inference itself never reads it. */
  supplied: SuppliedFieldCache | null = null;
  /** Runs since the beginning. */
  readonly counts = { open: 0, given: 0, field: 0, constant: 0, mentions: 0, constructed: 0, 'constructor-fields': 0 };

  constructor(
    private readonly recording: Recorder,
    history: History,
    private settings: Settings,
    report: (what: string, error: unknown) => void,
  ) {
    this.solver = new FixedPoint(recording, history, {
      leastParts,
      giveUp,
      print: ({ kind }, part, value) => printPart(kind, part, value),
      run: (query, how) => this.run(query, how),
      report: ({ name }, error) => report(`inferring ${name}`, error),
    });
  }

  /** Nothing that was found before counts. */
  clear(settings = this.settings): void {
    this.settings = settings;
    this.solver.table.clear();
  }

  startFrom(other: Summaries): void {
    this.solver.table.startFrom(other.solver.table);
  }

  get cycles(): FixedPoint<SummaryQuery>['counts'] {
    return this.solver.counts;
  }

  /** For passes over this version of the program. */
  readerOf(program: Program): SummaryReader {
    const known = this.readers.get(program);
    if (known) return known;
    const reader = this.newReader(program);
    this.readers.set(program, reader);
    return reader;
  }

  /** For checks and proofs, which may rest on what visible callers supply. */
  proofReaderOf(program: Program): SummaryReader {
    const { supplied } = this;
    if (supplied === null || this.settings.infer === 'off') return this.readerOf(program);
    return {
      ...this.readerOf(program),
      suppliedOf: (className, field, singleton) => supplied.of({ className, field, singleton }),
    };
  }

  /** As in FixedPoint. */
  interruptibly<T>(
    work: () => T,
    program: Program,
    isOver: () => boolean,
    parked: Parked<SummaryQuery> | null,
  ): ReturnType<typeof this.solver.interruptibly<T>> {
    return this.solver.interruptibly(work, program, isOver, parked);
  }

  isSame(reads: Reads, program: Program): boolean {
    return this.solver.isSame(reads, program) && (this.supplied?.isSame(reads) ?? true);
  }

  /** What is known of this version, to be kept for the next start. */
  componentsOf(program: Program): Iterable<readonly KeptSummary[]> {
    return this.solver.componentsOf(program);
  }

  /** Runs since the beginning, of any kind. */
  get runs(): number {
    return this.solver.counts.runs;
  }

  /** Takes over what an earlier start found. `definitionOf`: null if the body is another now. */
  restore(
    components: readonly (readonly KeptSummary[])[],
    program: Program,
    definitionOf: (key: MethodKey) => MethodDeclaration | null,
  ): void {
    this.solver.table.restore(components, program, definitionOf);
  }

  /** The parts of these names as they were found last. */
  partsNamed(uses: readonly string[]): Map<string, unknown> {
    return this.solver.table.partsNamed(uses);
  }

  /** Only these bodies changed. Returns the parts of summaries that are others now. */
  replaceBodies(bodies: ReadonlySet<MethodKey>, program: Program): ReadonlySet<string> {
    return this.solver.replaceBodies(bodies, program);
  }

  /** Everything about one method; null: it has no body. */
  summaryOf(key: MethodKey, program: Program): Summary | null {
    if (!methodByKey(program, key)?.definition) return null;
    return this.solver.ask(openQuery(key), 'whole', program, 0) as Summary | null;
  }

  fieldOf(of: FieldKey, program: Program): FieldSummary | null {
    return this.solver.ask(fieldQuery(of), 'whole', program, 0) as FieldSummary | null;
  }

  private newReader(program: Program): SummaryReader {
    const ask = (query: SummaryQuery, part: string, depth: number): unknown =>
      this.solver.ask(query, part, program, depth);
    return {
      resultOf: (call, depth) => this.resultOf(call, program, depth),
      effectOf: ({ key }, depth) => ask(openQuery(key), 'effect', depth) as Effect,
      blockOf: ({ key }, depth) => (ask(openQuery(key), 'block', depth) ?? null) as BlockUseSummary | null,
      elementOf: ({ key }, depth) => (ask(openQuery(key), 'element', depth) ?? null) as Type | null,
      fieldOf: (className, field, singleton, depth) =>
        ask(fieldQuery({ className, field, singleton }), 'type', depth) as FieldSummary | null,
      constantOf: (path, depth) =>
        (ask({ kind: 'constant', name: `constant ${path}`, path }, 'type', depth) ?? DYNAMIC) as Type,
      mentionsIn: (className, field, singleton, depth) => {
        const query: SummaryQuery = { kind: 'mentions', name: `mentions ${className}`, className };
        return (ask(query, `${singleton ? '.' : '#'}${field}`, depth) ?? []) as readonly FieldUser[];
      },
      isSurelyAssigned: (className, field, depth) =>
        ask({ kind: 'constructed', name: `constructed ${className}`, className }, field, depth) === true,
      constructorFields: (className, depth) => {
        const query: SummaryQuery = { kind: 'constructor-fields', name: `constructor fields ${className}`, className };
        return (ask(query, 'fields', depth) ?? []) as readonly string[];
      },
      writesOf: ({ key }, field, depth) =>
        (ask(openQuery(key), `writes ${field}`, depth) ?? []) as readonly FieldWrite[],
    };
  }

  /** By the open summary if it says it all, else by a run with the types at hand. */
  private resultOf({ method, self, assumed }: SummaryCall, program: Program, depth: number): Type {
    const open = this.solver.ask(openQuery(method.key), 'result', program, depth) as Result | null;
    if (!open) return DYNAMIC;
    const owner = ownerType(method);
    const isAllocated = self?.kind === 'nominal' && self.fields !== undefined && hasDynamic(open.result);
    const isNearer = isAllocated || (open.dependsOnSelf && self !== null && printScheme(self) !== printScheme(owner));
    const hasSplits = open.splits.length > 0;
    if (!isNearer && !hasSplits && !hasDynamic(open.result))
      return instantiateScheme(open.result, NO_TYPES, self ?? owner);
    const usesBlock =
      open.splits.includes(YIELDED) ||
      (assumed.has(YIELDED) && (this.solver.ask(openQuery(method.key), 'block', program, depth) ?? null) !== null);
    const given = new Map([...assumed].filter(([name]) => name !== YIELDED || usesBlock));
    const known = limitArguments(program, given);
    if (isNeverCalled(known)) return BOTTOM;
    const isUntouched = !hasSplits && isScheme(open.result, known);
    if (!isNearer && (isUntouched || known.size === 0)) return instantiateScheme(open.result, known, self ?? owner);
    const query = givenQuery(method.key, isNearer ? self : null, known);
    const result = (this.solver.ask(query, 'result', program, depth) ?? DYNAMIC) as Type;
    return instantiateScheme(result, NO_TYPES, self ?? owner);
  }

  private run(query: SummaryQuery, { view, program, previous, iteration }: QueryRun): Parts {
    this.counts[query.kind]++;
    const input = {
      program: view,
      settings: this.settings,
      readType: parseTypeInBody,
      summaries: this.readerOf(program),
    };
    const widened = (part: string, type: Type): Type => {
      const limited = limitType(hierarchyOf(view), type).type;
      return widenType(typeIn(previous.get(part)), limited, iteration);
    };
    switch (query.kind) {
      case 'open': {
        const { key } = query;
        const method = methodByKey(view, key);
        if (!method?.definition) return new Map();
        if (method.definition.broken) return partsOf(unknownSummary(key, [], { kind: 'half-typed' }));
        const found = summarise(key, runOpen(input, method), hierarchyOf(view), MOST_STEPS);
        return partsOf({ ...found, result: widened('result', found.result) });
      }
      case 'given': {
        const { self, assumed } = query;
        const method = methodByKey(view, query.key);
        if (!method?.definition || method.definition.broken) return new Map([['result', DYNAMIC]]);
        const found = inferResultFor(input, { method, self, assumed });
        return new Map([['result', widened('result', withoutFlexible(found))]]);
      }
      case 'field': {
        const found = runField(input, query.of);
        if (!found) return new Map();
        const { type, causes } = limitType(hierarchyOf(view), found.type);
        const shown = limitType(hierarchyOf(view), found.shown).type;
        return partsOfField({ ...found, type: widened('type', type), shown, unknown: [...found.unknown, ...causes] });
      }
      case 'constant':
        return new Map([['type', widened('type', runConstant(input, query.path))]]);
      case 'mentions':
        return this.findMentions(view, query.className);
      case 'constructed':
        return new Map([...findDefinitelyAssigned(view, query.className)].map(name => [name, true]));
      case 'constructor-fields': {
        const note = ({ key, definition }: MethodInfo): void => {
          if (definition) this.recording.noteBody(key, definition);
        };
        const found = [...findConstructorFields(view, query.className, note)];
        return new Map([['fields', found]]);
      }
    }
  }

  /** By `#` or `.` and the name of the field. */
  private findMentions(program: Program, className: string): ReadonlyMap<string, readonly FieldUser[]> {
    const info = program.classes.get(className);
    const users = new Map<string, FieldUser[]>();
    for (const method of [...(info?.methods.values() ?? []), ...(info?.singletonMethods.values() ?? [])]) {
      const { key, definition, aliasOf, singleton } = method;
      if (definition === null || aliasOf !== null) continue;
      this.recording.noteBody(key, definition);
      for (const [field, mention] of factsOfBody(program.memos, definition).mentions) {
        const part = `${singleton ? '.' : '#'}${field}`;
        users.set(part, [...(users.get(part) ?? []), { key, ...mention }]);
      }
    }
    return users;
  }
}

const NO_TYPES: ReadonlyMap<string, Type> = new Map();

/** Argument types as a run takes them: within limits, without those that say nothing. */
function limitArguments(program: Program, assumed: ReadonlyMap<string, Type>): ReadonlyMap<string, Type> {
  const hierarchy = hierarchyOf(program);
  const known = [...assumed].map(([name, type]) => [name, limitType(hierarchy, type).type] as const);
  return new Map(known.filter(([, type]) => type.kind !== 'dynamic'));
}

/** An argument has no value, or none is known yet: a cycle that has found one queries again. */
function isNeverCalled(known: ReadonlyMap<string, Type>): boolean {
  return [...known].some(([name, type]) => type.kind === 'bottom' && name !== YIELDED);
}

/** Everything in it that is unknown is one of these parameters. */
function isScheme(type: Type, params: ReadonlyMap<string, Type>): boolean {
  let isKnown = true;
  mapDynamics(type, one => {
    isKnown &&= params.has(flexibleName(one) ?? '');
    return one;
  });
  return isKnown;
}
