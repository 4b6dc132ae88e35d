/** What is inferred about methods without annotations, computed on demand: for hovers, completion and `loupe infer`. */
import type { Settings } from '../../../shared/src/settings';
import { typeBody } from '../check/typeBody';
import { type InferredSignature, inferSignature } from '../infer/signature';
import { parseTypeInBody } from '../parse/annotations';
import { hierarchyOf } from '../program/hierarchy';
import { findInheritedAnnotations } from '../program/inheritedAnnotations';
import { isMethodOfAll, methodByKey } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import type { FieldSummary, OutgoingCall, Summary, SuppliedField } from '../types/summary';
import { DYNAMIC, type Type } from '../types/type';
import type { TypedBody } from '../types/typedBody';
import type { MethodKey, TypedMethod } from '../types/typedMethod';
import type { SummaryReader } from '../typing/summaryReader';
import type { CheckResult } from './checks';
import { createCallerFinder, type WordMemo } from './closedWorld/callers';
import type { ClosedInput } from './closedWorld/closedInput';
import { findClassesWithMethods, findCommonParent, returnsSelf } from './closedWorld/commonParent';
import { ClosedWorldRuns } from './closedWorld/runs';
import { type CompleteRuns, SuppliedFields } from './closedWorld/suppliedFields';
import { Supplies } from './closedWorld/supply';
import { namesOfCreated } from './fileFacts';
import { contractToReport } from './pipeline';
import type { SourceFile } from './sources';
import type { Summaries } from './summaries';
import type { FieldKey } from './summaryQueries';
import { unitsOf } from './units';

export interface InferredMethod {
  readonly summary: Summary;
  readonly signature: InferredSignature;
  /** The visible calls that it was inferred from. */
  readonly calls: readonly OutgoingCall[];
}

export interface Inferred {
  /** Null: the method has an annotation, or no body. */
  methodOf(key: MethodKey): InferredMethod | null;
  /** Types of the expressions in a body, also of a method without an annotation. */
  typedOf(key: MethodKey): TypedMethod | null;
  /** The code of a file outside of its methods. */
  bodiesOf(path: string): readonly TypedBody[];
  /** What the visible writes write; null: none does. */
  fieldOf(of: FieldKey): FieldSummary | null;
  /** The type of a constant's value, by the constant's full name. */
  constantOf(name: string): Type;
  /** What the visible callers pass, by parameter. */
  suppliedTo(method: MethodInfo): ReadonlyMap<string, Type>;
  /** For proofs: the type that all visible callers supply; null: they do not determine one. */
  suppliedField(of: FieldKey): SuppliedField | null;
}

export interface InferredInput {
  readonly program: Program;
  readonly settings: Settings;
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly methods: ReadonlyMap<string, readonly MethodInfo[]>;
  readonly words: WordMemo;
  readonly summaries: Summaries;
  readonly checkedOf: (key: MethodKey) => CheckResult | null;
  readonly report: (what: string, error: unknown) => void;
}

export function inferredIn(input: InferredInput): Inferred {
  const safely = <T>(what: string, find: () => T | null): T | null => {
    try {
      return find();
    } catch (error) {
      input.report(what, error);
      return null;
    }
  };
  const { program, summaries } = input;
  const isOff = input.settings.infer === 'off';
  let closed: Closed | null = null;
  const closedWorld = (): Closed => {
    closed ??= closeWorld(input);
    return closed;
  };
  const bodiesOf = memoise(
    (path: string) => safely(`typing ${path}`, () => typeBodies(input, path, closedWorld().runs.reader)) ?? [],
  );
  return {
    methodOf: key => (isOff ? null : safely(`inferring ${key}`, () => methodOf(input, key, closedWorld()))),
    bodiesOf: path => (isOff ? [] : bodiesOf(path)),
    fieldOf: ({ className, field, singleton }) =>
      safely(`inferring ${className} ${field}`, () => shownField(closedWorld().runs, { className, field, singleton })),
    constantOf: name => safely(`inferring ${name}`, () => summaries.readerOf(program).constantOf(name, 0)) ?? DYNAMIC,
    suppliedTo: method =>
      safely(`callers of ${method.key}`, () => closedWorld().supplies.of(method).types) ?? new Map(),
    suppliedField: of => (isOff ? null : safely(`callers of ${of.className}`, () => closedWorld().fields.of(of))),
    typedOf: key => safely(`typing ${key}`, () => typedOf(input, key, closedWorld)),
  };
}

/** Under its own or an inherited annotation; without one, as the visible callers call it. */
function typedOf(input: InferredInput, key: MethodKey, closedWorld: () => Closed): TypedMethod | null {
  const method = methodByKey(input.program, key);
  const isOpen = method?.definition && !method.definition.broken && method.signature === null;
  if (isOpen && input.settings.infer === 'off') return null;
  if (isOpen && findInheritedAnnotations(input.program, method).length === 0) {
    const { runs, supplies } = closedWorld();
    return runs.typed(method, supplies.of(method).types);
  }
  const checked = input.checkedOf(key);
  return checked?.kind === 'checked' ? contractToReport(checked.method).typed : null;
}

function memoise<T>(find: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return key => {
    const found = known.get(key) ?? find(key);
    known.set(key, found);
    return found;
  };
}

function typeBodies(
  { program, settings, files }: InferredInput,
  path: string,
  summaries: SummaryReader,
): readonly TypedBody[] {
  const source = files.get(path);
  if (source === undefined) return [];
  const input = { program, settings, readType: parseTypeInBody, summaries };
  return unitsOf(program, source, []).flatMap(unit => (unit.kind === 'method' ? [] : [typeBody(unit, input)]));
}

/** Characters of code outside of methods in one file. More, as in specs of a large library, is read once, by summaries. */
const MOST_OUTSIDE = 20_000;

function lengthOutside({ program, files }: InferredInput, path: string): number {
  const source = files.get(path);
  const bodies = source === undefined ? [] : unitsOf(program, source, []);
  return bodies
    .flatMap(unit => (unit.kind === 'method' ? [] : unit.declarations))
    .reduce((sum, { kind, span }) => sum + (kind === 'statement' ? span.end - span.start : 0), 0);
}

/** Blocks that it holds are shown with what they are given. */
function shownField(runs: ClosedWorldRuns, { className, field, singleton }: FieldKey): FieldSummary | null {
  const found = runs.fieldOf(className, field, singleton);
  return found && { ...found, type: runs.stored.showType(found.type), shown: runs.stored.showType(found.shown) };
}

interface Closed {
  readonly runs: ClosedWorldRuns;
  readonly supplies: Supplies;
  readonly fields: SuppliedFields;
  readonly isCreated: (className: string) => boolean;
}

function closeWorld(input: InferredInput): Closed {
  const { program, settings, summaries, files, methods } = input;
  const callersOf = createCallerFinder(program, files, methods, input.words);
  let created: ReadonlySet<string> | null = null;
  const ways: Omit<ClosedInput, 'suppliedTo'> = {
    program,
    settings,
    readType: parseTypeInBody,
    summaries: summaries.readerOf(program),
    summaryOf: key => summaries.summaryOf(key, program),
    callersOf,
    isCreated: name => {
      created ??= namesOfCreated(program, files);
      return created.has(name.split('::').at(-1) ?? name);
    },
  };
  const findCalls = (path: string, reader: SummaryReader): readonly OutgoingCall[] =>
    typeBodies(input, path, reader).flatMap(body => body.declarations.flatMap(({ outgoing }) => outgoing));
  const openCallsIn = memoise((path: string) => findCalls(path, summaries.readerOf(program)));
  const isLong = memoise((path: string) => lengthOutside(input, path) > MOST_OUTSIDE);
  const callsIn = (path: string, reader: SummaryReader): readonly OutgoingCall[] =>
    isLong(path) ? openCallsIn(path) : findCalls(path, reader);
  const runs: ClosedWorldRuns = new ClosedWorldRuns({
    ...ways,
    suppliedTo: method => supplies.of(method),
  });
  const supplies = new Supplies({ runs, callersOf, callsIn });
  const completeRuns: CompleteRuns = given => {
    const complete: ClosedWorldRuns = new ClosedWorldRuns({
      ...ways,
      given,
      suppliedTo: method => passed.of(method),
    });
    const passed = new Supplies({ runs: complete, callersOf, callsIn: openCallsIn, isComplete: true });
    return { runs: complete, supplies: passed };
  };
  return { runs, supplies, isCreated: ways.isCreated, fields: new SuppliedFields(runs, supplies, completeRuns) };
}

function methodOf(input: InferredInput, key: MethodKey, { runs, supplies, isCreated }: Closed): InferredMethod | null {
  const { program, summaries } = input;
  const method = methodByKey(program, key);
  if (!method?.definition || method.definition.broken || method.signature) return null;
  const summary = summaries.summaryOf(key, program);
  if (!summary) return null;
  const { calls, types } = supplies.of(method);
  const hosts = { program, isCreated };
  const signature = inferSignature({
    method,
    summary,
    supplied: types,
    hierarchy: hierarchyOf(program),
    returnsSelf: returnsSelf(program, method),
    withMethods: names => findClassesWithMethods(hosts, names),
    parentOf: names => findCommonParent(hosts, names),
    isMethodOfAll: name => isMethodOfAll(program, name),
    storedBlock: runs.stored.blockOf(method),
    runWith: supplied => runs.run(method, supplied),
  });
  return { summary, signature: runs.stored.show(signature), calls };
}
