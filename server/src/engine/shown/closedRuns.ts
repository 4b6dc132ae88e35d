/**
 * Runs of bodies under the assumption that the visible callers are all there are: fields hold what the visible writes
 * write, given what callers pass. Only what is shown and named assumptions of proofs rest on it, never a report. `level` bounds how far one field's
 * type leads to the next, so that an answer does not depend on which query came first.
 */
import type { CheckInput } from '../../check/check';
import { type RunOutcome, runOpen, typeGiven } from '../../check/runs';
import { printTypes } from '../../infer/printSummary';
import { hierarchyOf } from '../../program/hierarchy';
import { findMethod, findSingletonMethod } from '../../program/lookup';
import type { MethodInfo, Program } from '../../program/program';
import { workspaceClasses } from '../../program/workspace';
import type { NotTaken } from '../../ril/notTaken';
import { hasDynamic, instantiateScheme, withoutFlexible } from '../../types/flexible';
import { joinAll } from '../../types/join';
import { substituteType } from '../../types/substitute';
import type { FieldSummary, OutgoingCall, Summary } from '../../types/summary';
import { DYNAMIC, NIL, nominal, type Type } from '../../types/type';
import type { MethodKey, TypedMethod } from '../../types/typedMethod';
import type { SummaryCall, SummaryReader } from '../../typing/summaryReader';
import { fillEmptyLiterals } from '../../typing/typeOps';
import type { FieldKey } from '../summaryQueries';
import { Approximations, type Memo } from './approximations';
import { closeMember } from './members';
import type { Supplied, Supply } from './supply';

export interface ClosedInput extends CheckInput {
  readonly summaryOf: (key: MethodKey) => Summary | null;
  readonly suppliedTo: (method: MethodInfo, level: number) => Pick<Supply, 'calls' | 'types'>;
  /** Types of fields to take for granted, at any level. */
  readonly given?: (of: FieldKey) => FieldSummary | null;
}

const NO_TYPES: Supplied = new Map();

/** How many fields lead from one to the next. */
export const HIGHEST_LEVEL = 2;

export class ClosedRuns {
  private readonly runs: Memo<RunOutcome> = new Map();
  private readonly fields: Memo<FieldSummary | null> = new Map();
  private readonly members: Memo<Type | null> = new Map();
  private readonly readers = new Map<number, SummaryReader>();
  /** Results of methods, types of fields. */
  private readonly approximations: Approximations;
  /** The given fields that the runs in progress read so far, and those of finished runs. */
  private readonly reading: FieldKey[][] = [];
  private readonly fieldsRead = new WeakMap<RunOutcome, readonly FieldKey[]>();
  private byAnchor: ReadonlyMap<string, MethodInfo> | null = null;

  constructor(private readonly input: ClosedInput) {
    this.approximations = new Approximations(hierarchyOf(input.program));
  }

  get program(): Program {
    return this.input.program;
  }

  /** For code outside of methods. */
  get reader(): SummaryReader {
    return this.readerAt(HIGHEST_LEVEL);
  }

  /** The calls of a body whatever its callers pass. */
  openCalls({ key }: MethodInfo): readonly OutgoingCall[] {
    return this.input.summaryOf(key)?.calls ?? [];
  }

  typed(method: MethodInfo, supplied: Supplied): TypedMethod {
    return typeGiven({ ...this.input, summaries: this.readerAt(HIGHEST_LEVEL) }, method, inBodyOf(method, supplied));
  }

  /** Memoises the result unless it was computed from an approximation. */
  remember<T>(memo: Memo<T>, key: string, find: () => T): T {
    return this.approximations.remember(memo, key, find);
  }

  run(method: MethodInfo, supplied: Supplied, level: number): RunOutcome {
    const found = this.remember(this.runs, `${level} ${method.key} ${printTypes(supplied)}`, () => {
      const fields: FieldKey[] = [];
      this.reading.push(fields);
      const outcome = this.runBody(method, supplied, { ...this.input, summaries: this.readerAt(level) });
      this.reading.pop();
      this.fieldsRead.set(outcome, fields);
      return outcome;
    });
    this.reading.at(-1)?.push(...this.fieldsReadBy(found));
    return found;
  }

  /** What the block is given where it is passed on counts as yielded. */
  private runBody(method: MethodInfo, supplied: Supplied, input: CheckInput): RunOutcome {
    const found = runOpen(input, method, inBodyOf(method, supplied));
    if (found.passedBlocks.length === 0) return found;
    const all = [...(found.block ? [found.block.args] : []), ...found.passedBlocks];
    const longest = Math.max(...all.map(args => args.length));
    const args = Array.from({ length: longest }, (_, i) =>
      joinAll(
        all.map(types => types[i] ?? DYNAMIC),
        hierarchyOf(this.program),
      ),
    );
    return { ...found, block: { args, must: found.block?.must ?? false } };
  }

  /** The given fields that a run read. */
  fieldsReadBy(run: RunOutcome): readonly FieldKey[] {
    return this.fieldsRead.get(run) ?? [];
  }

  /** Along one observed path. */
  runPath(method: MethodInfo, supplied: Supplied, notTaken: NotTaken): RunOutcome {
    const input = { ...this.input, summaries: this.readerAt(HIGHEST_LEVEL), notTaken };
    return this.runBody(method, supplied, input);
  }

  /** The types of all expressions along one observed path. */
  typedPath(method: MethodInfo, supplied: Supplied, notTaken: NotTaken): TypedMethod {
    const input = { ...this.input, summaries: this.readerAt(HIGHEST_LEVEL), notTaken };
    return typeGiven(input, method, inBodyOf(method, supplied));
  }

  /** Null: nothing visible writes the field. */
  fieldOf(className: string, field: string, singleton: boolean, level = HIGHEST_LEVEL): FieldSummary | null {
    if (this.input.given) {
      this.reading.at(-1)?.push({ className, field, singleton });
      return this.input.given({ className, field, singleton });
    }
    const name = `${className}${singleton ? '.' : '#'}${field}`;
    const base = this.openField(className, field, singleton);
    const writers = base && this.closingWriters(base, className, singleton);
    if (!base || !writers) return base;
    const before = this.approximations.current(name);
    if (before) return { ...base, type: before, shown: before };
    if (level === 0) return base;
    return this.remember(this.fields, `${level} ${name}`, () => {
      const close = (): Type => this.closeField(base, writers, level - 1);
      return withType(base, this.approximations.repeat(name, close));
    });
  }

  /** Whatever callers pass. */
  openField(className: string, field: string, singleton: boolean): FieldSummary | null {
    return this.input.summaries.fieldOf(className, field, singleton, 0);
  }

  /** The types of all writes once more. Null: code that is not visible may write the field. */
  closedField({ className, field, singleton }: FieldKey): FieldSummary | null {
    const base = this.openField(className, field, singleton);
    const writers = base && this.closingWriters(base, className, singleton);
    return base && writers && withType(base, this.closeField(base, writers, HIGHEST_LEVEL));
  }

  /** The methods with writes of the field whose types only their callers tell. */
  private openWriters({ className, field, singleton }: FieldKey): readonly MethodInfo[] {
    const writes = this.openField(className, field, singleton)?.writes.filter(({ type }) => hasDynamic(type)) ?? [];
    return writes.flatMap(({ place }) => this.methodAt(place.anchor) ?? []);
  }

  /** The methods whose callers decide what the field holds. */
  suppliersOf(className: string, field: string, singleton: boolean): readonly MethodInfo[] {
    const base = this.openField(className, field, singleton);
    const methods = this.openWriters({ className, field, singleton });
    return [...new Set([...methods, ...((base && this.closingWriters(base, className, singleton)) ?? [])])];
  }

  /** The type of a parameter's default value; null: it has none. */
  defaultOf({ key }: MethodInfo, param: string): Type | null {
    return this.input.summaryOf(key)?.params.find(({ name }) => name === param)?.default ?? null;
  }

  /** The attribute writers through which other code writes the field; null: it may write it in another way. */
  private closingWriters(base: FieldSummary, className: string, singleton: boolean): readonly MethodInfo[] | null {
    if (!base.unknown.every(({ kind }) => kind === 'written-outside')) return null;
    const writers = this.writersOf(className, base.name, singleton);
    return base.unknown.length === 0 || writers.length > 0 ? writers : null;
  }

  /** The attribute writers that let other code write the field. */
  private writersOf(className: string, field: string, singleton: boolean): readonly MethodInfo[] {
    const find = singleton ? findSingletonMethod : findMethod;
    const found = find(this.program, className, `${field.replace(/^@/, '')}=`);
    const synthetic = found?.signature === null ? found.synthetic : null;
    return found && synthetic?.type === 'attributeWriter' && synthetic.field === field ? [found] : [];
  }

  private closeField(base: FieldSummary, writers: readonly MethodInfo[], level: number): Type {
    const types = base.writes.flatMap(write => {
      if (!hasDynamic(write.type)) return [write.type];
      const method = this.methodAt(write.place.anchor);
      if (!method || method.signature !== null) return [DYNAMIC];
      const { writes } = this.run(method, this.input.suppliedTo(method, level).types, level);
      const again = writes.filter(
        ({ name, place }) => name === base.name && place.span.start === write.place.span.start,
      );
      return again.map(({ type }) => substituteType(withoutFlexible(type), new Map(), ownerOf(method)));
    });
    for (const writer of writers) types.push(...this.input.suppliedTo(writer, level).types.values());
    return joinAll(base.mayBeUnset ? [...types, NIL] : types, hierarchyOf(this.program));
  }

  private readerAt(level: number): SummaryReader {
    const known = this.readers.get(level);
    if (known) return known;
    const { summaries } = this.input;
    const reader: SummaryReader = {
      ...summaries,
      fieldOf: (className, field, singleton) => this.fieldOf(className, field, singleton, level),
      resultOf: (call, depth) => {
        const result = summaries.resultOf(call, depth);
        return hasDynamic(result) ? (this.closeResult(call, level) ?? result) : result;
      },
      elementOf: (method, depth) => this.elementOf(method, summaries.elementOf(method, depth), level),
      memberOf: (className, member) => this.memberOf(className, member, level),
    };
    this.readers.set(level, reader);
    return reader;
  }

  /** For a question about the method: recursion starts from what the other paths return, until that no longer changes. */
  settle(method: MethodInfo, supplied: Supplied): RunOutcome {
    if (!this.reaches(method.key, method.key, HIGHEST_LEVEL + 1)) return this.run(method, supplied, HIGHEST_LEVEL);
    const runs: RunOutcome[] = [];
    const result = this.approximations.repeat(method.key, () => {
      const found = this.run(method, supplied, HIGHEST_LEVEL);
      runs.push(found);
      return found.result;
    });
    const last = runs.at(-1) ?? this.run(method, supplied, HIGHEST_LEVEL);
    return runs.length === 1 ? last : { ...last, result };
  }

  /** Whether calls lead from one method to the other in so many steps. */
  private reaches(from: MethodKey, to: MethodKey, steps: number): boolean {
    const calls = this.input.summaryOf(from)?.calls ?? [];
    return calls.some(({ callee }) => callee === to || (steps > 1 && this.reaches(callee, to, steps - 1)));
  }

  /** Null: the call is too far from the question. */
  private closeResult({ method, self, assumed }: SummaryCall, level: number): Type | null {
    const known = new Map([...assumed].filter(([, type]) => !hasDynamic(type)));
    const before = this.approximations.current(method.key);
    if (before === null && level === 0) return null;
    // Without parameters there is one run, however it is reached.
    const inner = method.definition?.params.length === 0 ? level : level - 1;
    const run = (): Type => this.run(method, known, inner).result;
    const result = before ?? this.approximations.repeat(method.key, run);
    return instantiateScheme(result, known, self ?? ownerOf(method));
  }

  /** What the block of a method is given; null: unknown. */
  private elementOf(method: MethodInfo, said: Type | null, level: number): Type | null {
    if (said === null || !hasDynamic(said)) return said;
    const name = `${method.key} element`;
    const before = this.approximations.current(name);
    if (before !== null) return before;
    if (level === 0) return said;
    const run = (): Type => this.run(method, NO_TYPES, level - 1).element ?? DYNAMIC;
    return this.approximations.repeat(name, run);
  }

  /** What the visible calls give a member of a Struct or Data; null: they do not tell. */
  private memberOf(className: string, member: string, level: number): Type | null {
    const maker = findSingletonMethod(this.program, className, 'new');
    if (maker?.synthetic?.type !== 'structNew' || this.input.given) return null;
    if (findMethod(this.program, className, 'initialize')?.origin === 'workspace') return null;
    const name = `${maker.owner}.new ${member}`;
    const before = this.approximations.current(name);
    if (before !== null || level === 0) return before;
    return this.remember(this.members, `${level} ${name}`, () => {
      const type = this.approximations.repeat(name, () =>
        closeMember(this.program, maker, member, method => this.input.suppliedTo(method, level - 1)),
      );
      return type.kind === 'dynamic' ? null : type;
    });
  }

  /** The class whose method has this place. */
  ownerAt(anchor: string): string | null {
    return this.methodAt(anchor)?.owner ?? null;
  }

  /** The method that a place belongs to. */
  methodAt(anchor: string): MethodInfo | null {
    this.byAnchor ??= new Map(
      [...workspaceClasses(this.program)].flatMap(info =>
        [...info.methods.values(), ...info.singletonMethods.values()].flatMap(method =>
          method.definition && method.aliasOf === null ? [[method.definition.anchor, method] as const] : [],
        ),
      ),
    );
    return this.byAnchor.get(anchor) ?? null;
  }
}

function withType(base: FieldSummary, found: Type): FieldSummary {
  const type = fillEmptyLiterals(found);
  return { ...base, type, shown: type };
}

function ownerOf({ singleton, owner }: MethodInfo): Type {
  return singleton ? { kind: 'classOf', name: owner } : nominal(owner);
}

function inBodyOf(method: MethodInfo, supplied: Supplied): Supplied {
  return new Map([...supplied].map(([param, type]) => [param, inBody(method, param, type)]));
}

/** In the body a rest parameter is the whole list. */
function inBody({ definition }: MethodInfo, name: string, type: Type): Type {
  const kind = definition?.params.find(param => param.name === name)?.kind;
  if (kind === 'rest') return nominal('Array', [type]);
  return kind === 'keyRest' ? nominal('Hash', [nominal('Symbol'), type]) : type;
}
