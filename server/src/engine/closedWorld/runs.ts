/**
 * Runs of bodies under the assumption that the visible callers are all there are: fields hold what the visible writes
 * write, given what callers pass. Only what is shown and named assumptions of proofs rest on it, never a report. What
 * one type leads to is found by equations (equations.ts).
 */

import type { CheckInput } from '../../check/check';
import { type RunOutcome, runOpen, typeWithCallerTypes } from '../../check/transferFunction';
import { printCall, printScheme, printTypes, printWrite } from '../../infer/printSummary';
import { limitType } from '../../infer/typeLimits';
import { hierarchyOf } from '../../program/hierarchy';
import { findMethod, findSingletonMethod, methodByKey } from '../../program/lookup';
import { ownerType } from '../../program/ownerType';
import type { MethodInfo, Program } from '../../program/program';
import { workspaceClasses } from '../../program/workspace';
import type { UntakenBranches } from '../../ril/branchOutcomes';
import { hasDynamic, instantiateScheme, YIELDED } from '../../types/flexible';
import type { Hierarchy } from '../../types/hierarchy';
import { joinAll } from '../../types/join';
import type { BlockUseSummary, FieldSummary, OutgoingCall } from '../../types/summary';
import { BOTTOM, DYNAMIC, NIL, nominal, type Type } from '../../types/type';
import type { MethodKey, TypedMethod } from '../../types/typedMethod';
import type { TypingContext } from '../../typing/context';
import type { SummaryCall, SummaryReader } from '../../typing/summaryReader';
import { fillEmptyLiterals } from '../../typing/typeOps';
import { type FieldKey, nameOfField } from '../summaryQueries';
import type { CallerFinder } from './callers';
import type { ClosedInput, Runs } from './closedInput';
import { Equations } from './equations';
import { ClosedFields } from './fields';
import { joinReceiverRuns, substituteSelf } from './joinReceiverRuns';
import { findReceiverClasses } from './receiverClasses';
import { StoredBlocks } from './storedBlocks';
import { typeOfClosedMember } from './structMembers';
import type { Supplied } from './supplied';

const NO_TYPES: Supplied = new Map();

/**
 * Which unknowns go on first where nothing is known: what methods take that nothing calls, that something calls, all
 * others.
 */
export const RANKS = { uncalled: 0, called: 1, other: 2 };

export class ClosedWorldRuns implements Runs {
  readonly equations = new Equations();
  readonly reader: SummaryReader;
  readonly stored: StoredBlocks;
  readonly fields: ClosedFields;
  private readonly closedInput: CheckInput;
  private readonly typing: TypingContext;
  readonly hierarchy: Hierarchy;
  /** The given fields that the runs in progress read so far, and those of finished runs. */
  private readonly reading: FieldKey[][] = [];
  private readonly fieldsReadIn = new Map<string, FieldKey[]>();
  private readonly fieldsRead = new WeakMap<RunOutcome, readonly FieldKey[]>();
  private byAnchor: ReadonlyMap<string, MethodInfo> | null = null;

  constructor(private readonly input: ClosedInput) {
    this.hierarchy = hierarchyOf(input.program);
    const frame = { method: null, selfType: nominal('Object') };
    this.typing = { program: input.program, hierarchy: this.hierarchy, settings: input.settings, infers: true, frame };
    this.stored = new StoredBlocks(this);
    this.fields = new ClosedFields(this, input, this.typing);
    this.reader = this.createReader();
    this.closedInput = { ...input, summaries: this.reader };
  }

  get callersOf(): CallerFinder {
    return this.input.callersOf;
  }

  /** For proofs only. */
  get isGiven(): boolean {
    return this.input.given !== undefined;
  }

  get program(): Program {
    return this.input.program;
  }

  /** The calls of a body whatever its callers pass. */
  openCalls({ key }: MethodInfo): readonly OutgoingCall[] {
    return this.input.summaryOf(key)?.calls ?? [];
  }

  typed(method: MethodInfo, supplied: Supplied): TypedMethod {
    return typeWithCallerTypes(this.closedInput, method, inBodyOf(method, supplied));
  }

  /** `self`: the receiver, where it is known; null: any visible object whose method it is. */
  run(method: MethodInfo, supplied: Supplied, self: Type | null = null): RunOutcome {
    const [first, ...others] = this.hosts(method, self);
    const runFor = (host: Type): RunOutcome => substituteSelf(this.runAs(method, supplied, host), host);
    if (first === undefined) return this.runAs(method, supplied, null);
    return joinReceiverRuns([runFor(first), ...others.map(runFor)], this.hierarchy);
  }

  private hosts(method: MethodInfo, self: Type | null): readonly Type[] {
    if (this.input.given) return [];
    const dependsOnSelf = this.input.summaryOf(method.key)?.dependsOnSelf ?? false;
    return findReceiverClasses({ program: this.program, isCreated: this.input.isCreated }, method, dependsOnSelf, self);
  }

  private runAs(method: MethodInfo, supplied: Supplied, self: Type | null): RunOutcome {
    const name = `run ${method.key} ${self ? printScheme(self) : ''} ${printTypes(supplied)}`;
    const found = this.equations.solve<RunOutcome | null>({
      name,
      start: null,
      find: () => this.runRecordingReads(name, () => this.runBody(method, supplied, this.closedInput, self)),
      advance: (_, found) => found,
      isSame: (a, b) => a === b || (a !== null && b !== null && printOutcome(a) === printOutcome(b)),
      open: () => null,
      rank: RANKS.other,
    });
    if (found !== null) this.reading.at(-1)?.push(...this.fieldsReadBy(found));
    return found ?? NOTHING_YET;
  }

  /** All iterations of one run count, the first of which may not have found everything. */
  private runRecordingReads(name: string, run: () => RunOutcome): RunOutcome {
    const before = this.fieldsReadIn.get(name) ?? [];
    const fields = [...before];
    this.reading.push(fields);
    try {
      const found = run();
      const all = [...new Map(fields.map(of => [nameOfField(of), of])).values()];
      before.splice(0, before.length, ...all);
      this.fieldsReadIn.set(name, before);
      this.fieldsRead.set(found, before);
      return found;
    } finally {
      this.reading.pop();
    }
  }

  /** With what the visible callers pass; nothing is known of it until they pass something. */
  bodyOf(method: MethodInfo): RunOutcome {
    const { types } = this.input.suppliedTo(method);
    const isUnknown = [...types].some(([name, { kind }]) => kind === 'bottom' && name !== YIELDED);
    return isUnknown ? NOTHING_YET : this.run(method, types);
  }

  /** What the block is given where it is passed on counts as yielded. */
  private runBody(method: MethodInfo, supplied: Supplied, input: CheckInput, self: Type | null = null): RunOutcome {
    const found = runOpen(input, method, inBodyOf(method, supplied), self);
    if (found.passedBlocks.length === 0) return found;
    const all = [...(found.block ? [found.block.args] : []), ...found.passedBlocks];
    const longest = Math.max(...all.map(args => args.length));
    const args = Array.from({ length: longest }, (_, i) =>
      joinAll(
        all.map(types => types[i] ?? DYNAMIC),
        this.hierarchy,
      ),
    );
    return { ...found, block: { args, must: found.block?.must ?? false } };
  }

  /** The given fields that a run read. */
  fieldsReadBy(run: RunOutcome): readonly FieldKey[] {
    return this.fieldsRead.get(run) ?? [];
  }

  /** Along one observed path. */
  runPath(method: MethodInfo, supplied: Supplied, notTaken: UntakenBranches): RunOutcome {
    const input = { ...this.closedInput, notTaken };
    return this.runBody(method, supplied, input);
  }

  /** The types of all expressions along one observed path. */
  typedPath(method: MethodInfo, supplied: Supplied, notTaken: UntakenBranches): TypedMethod {
    const input = { ...this.closedInput, notTaken };
    return typeWithCallerTypes(input, method, inBodyOf(method, supplied));
  }

  /** Null: nothing visible writes the field. */
  fieldOf(className: string, field: string, singleton: boolean): FieldSummary | null {
    const of = { className, field, singleton };
    if (!this.input.given) return this.fields.summaryOf(of);
    this.reading.at(-1)?.push(of);
    return this.input.given(of);
  }

  /** The type of a parameter's default value; null: it has none. */
  defaultOf({ key }: MethodInfo, param: string): Type | null {
    return this.input.summaryOf(key)?.params.find(({ name }) => name === param)?.default ?? null;
  }

  private createReader(): SummaryReader {
    const { summaries } = this.input;
    return {
      ...summaries,
      ...(this.input.given ? {} : { isClosed: true }),
      fieldOf: (className, field, singleton) => this.fieldOf(className, field, singleton),
      resultOf: (call, depth) => {
        const result = summaries.resultOf(call, depth);
        return hasDynamic(result) ? this.closeResult(call) : result;
      },
      elementOf: (method, depth) => this.elementOf(method, summaries.elementOf(method, depth)),
      blockOf: (method, depth) => this.blockOf(method, summaries.blockOf(method, depth)),
      memberOf: (className, member) => this.memberOf(className, member),
    };
  }

  /** A type that may depend on itself. */
  solveType(name: string, find: () => Type): Type {
    return this.equations.solve<Type>({
      name,
      start: BOTTOM,
      find,
      advance: (before, found, times) => widenIteration(this.hierarchy, before, found, times),
      isSame: (a, b) => printScheme(a) === printScheme(b),
      open: openType,
      rank: RANKS.other,
    });
  }

  /** What this call returns. An argument that is unknown here is what the visible callers pass. */
  private closeResult({ method, self, assumed }: SummaryCall): Type {
    const params = [...assumed].filter(([name]) => name !== YIELDED);
    const isOpen = params.length === 0 || params.some(([, type]) => hasDynamic(type));
    const supplied = isOpen && takesArguments(method) ? this.input.suppliedTo(method).types : NO_TYPES;
    const found = params.flatMap(([name, type]) => {
      const known = hasDynamic(type) ? supplied.get(name) : type;
      return known === undefined ? [] : [[name, limitType(this.hierarchy, known).type] as const];
    });
    const args = new Map(params.length === 0 ? supplied : found.filter(([, type]) => !hasDynamic(type)));
    args.delete(YIELDED);
    if ([...args.values()].some(({ kind }) => kind === 'bottom')) return BOTTOM;
    const result = this.resultGiven(method, args, self);
    const block = assumed.get(YIELDED);
    const known = block === undefined || hasDynamic(block) ? args : new Map([...args, [YIELDED, block] as const]);
    const type = instantiateScheme(result, known, self ?? ownerType(method));
    if (block === undefined || block.kind === 'bottom' || !hasDynamic(type)) return type;
    // The method keeps what blocks return: all visible ones count.
    const yielded = this.input.suppliedTo(method).types.get(YIELDED);
    if (yielded === undefined) return type;
    if (yielded.kind === 'bottom') return BOTTOM;
    const again = this.resultGiven(method, new Map([...args, [YIELDED, yielded]]), self);
    return instantiateScheme(again, known, self ?? ownerType(method));
  }

  private resultGiven(method: MethodInfo, args: Supplied, self: Type | null): Type {
    const run = (): Type => this.run(method, args, self).result;
    // What a proof rests on is noted with the run.
    if (this.input.given) return run();
    const receiver = this.hosts(method, self).map(printScheme).join(' ');
    return this.solveType(`result ${method.key} ${receiver} ${printTypes(args)}`, run);
  }

  /** What the block of a method is given; null: unknown. */
  private elementOf(method: MethodInfo, said: Type | null): Type | null {
    if (said === null) return packValues(this.stored.blockOf(method)?.args ?? null);
    if (!hasDynamic(said)) return said;
    return this.solveType(`element ${method.key}`, () => {
      const run = this.bodyOf(method);
      return run === NOTHING_YET ? BOTTOM : (run.element ?? DYNAMIC);
    });
  }

  private blockOf(method: MethodInfo, said: BlockUseSummary | null): BlockUseSummary | null {
    if (said === null) return this.stored.blockOf(method);
    if (!said.args.some(hasDynamic) || method.signature !== null) return said;
    const args = said.args.map((type, i) =>
      hasDynamic(type)
        ? this.solveType(`block ${method.key} ${i}`, () => {
            const run = this.bodyOf(method);
            return run === NOTHING_YET ? BOTTOM : (run.block?.args[i] ?? DYNAMIC);
          })
        : type,
    );
    return { ...said, args };
  }

  /** What the visible calls pass to a member of a Struct or Data; null: they do not determine it. */
  private memberOf(className: string, member: string): Type | null {
    const maker = findSingletonMethod(this.program, className, 'new');
    if (maker?.synthetic?.type !== 'structNew' || this.input.given) return null;
    if (findMethod(this.program, className, 'initialize')?.origin === 'workspace') return null;
    return this.solveType(`member ${maker.owner} ${member}`, () =>
      typeOfClosedMember(this.program, maker, member, method => this.input.suppliedTo(method)),
    );
  }

  /** The class whose method has this place. */
  ownerAt(anchor: string): string | null {
    return this.methodAt(anchor)?.owner ?? null;
  }

  methodOf(key: MethodKey): MethodInfo | null {
    return methodByKey(this.program, key);
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

/** Types replace each other first, then they grow, then they are unknown. */
const MOST_REPLACED = 6;
const MOST_GROWN = 16;

export function widenIteration(hierarchy: Hierarchy, before: Type, found: Type, times: number): Type {
  if (times > MOST_GROWN) return DYNAMIC;
  const type = times < MOST_REPLACED ? found : joinAll([before, found], hierarchy);
  const limited = limitType(hierarchy, type);
  // The order of a union's members is that of the calls and writes.
  return printScheme(limited.type) === printScheme(type) ? type : limited.type;
}

/** Of what nothing is known, even where everything else is: `[]` that nothing fills, a circle without a start. */
function openType(solved: Type): Type | null {
  if (solved.kind === 'bottom') return DYNAMIC;
  const filled = fillEmptyLiterals(solved);
  return filled === solved ? null : filled;
}

const NOTHING_YET: RunOutcome = {
  params: [],
  result: BOTTOM,
  origins: [],
  constraints: [],
  effect: null,
  writes: [],
  insertions: [],
  calls: [],
  block: null,
  element: null,
  passedBlocks: [],
  storedCalls: [],
  splits: [],
  dependsOnSelf: false,
  isTooLong: false,
};

/** With what its block returns. */
export function printPassed(call: OutgoingCall): string {
  return call.block ? `${printCall(call)} ${printScheme(call.block)}` : printCall(call);
}

function printOutcome({ result, block, element, writes, insertions, calls, storedCalls }: RunOutcome): string {
  const types = [result, ...(block?.args ?? []), ...(element ? [element] : [])];
  const inserted = insertions.map(({ type, ...of }) => `${nameOfField(of)} ${printScheme(type)}`);
  const stored = storedCalls.map(({ of, args, isUsed }) => `${of} ${isUsed} ${args.map(printScheme).join(' ')}`);
  return [...types.map(printScheme), ...inserted, ...stored, ...writes.map(printWrite), ...calls.map(printPassed)].join(
    '\n',
  );
}

/** What a block with one parameter is given: several values as a tuple. */
function packValues(values: readonly Type[] | null): Type | null {
  if (values === null || values.length === 0) return values && NIL;
  return values.length === 1 ? (values[0] ?? null) : { kind: 'tuple', elements: values };
}

/** Whether a call may leave open what the callers pass. */
function takesArguments({ definition }: MethodInfo): boolean {
  return definition?.params.some(({ kind }) => kind !== 'block') ?? false;
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
