/**
 * One method and the calls that runs recorded -> its learned type. The body is run once along each observed path: the
 * arguments must meet the constraints of all paths, the result is the join of what the paths return. (Rubydust)
 */
import type { LearnedMethod, ObservedCalls } from '../../../../shared/src/profile';
import { type CheckInput, check } from '../../check/check';
import { findExcludedBranches, typeWithCallerTypes } from '../../check/transferFunction';
import { joinPaths } from '../../infer/joinPaths';
import { type Branches, findBranches, untakenBranches } from '../../infer/paths/branches';
import { coverPaths, type PathCoverage } from '../../infer/paths/coverage';
import { type ExecutionPaths, enumeratePaths } from '../../infer/paths/enumeratePaths';
import { inferSignature, moveNilLast } from '../../infer/signature';
import { type OpenOutcome, summarise } from '../../infer/summarise';
import { isMethodOfAll } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import type { UntakenBranches } from '../../ril/branchOutcomes';
import type { Expr } from '../../ril/ril';
import { walk } from '../../ril/walk';
import { NO_LABELS } from '../../types/annotation';
import { hasDynamic } from '../../types/flexible';
import { joinAll } from '../../types/join';
import { isSubtype } from '../../types/subtype';
import type { MethodType, Type } from '../../types/type';
import type { MethodKey, TypedMethod } from '../../types/typedMethod';
import type { ClosedWorldRuns } from '../closedWorld/runs';
import {
  completedCalls,
  type ObservedInput,
  observedResult,
  observedSupply,
  type Supplied,
} from './observedParameters';

export interface LearnInput extends ObservedInput {
  /** With what runs showed as the arguments of all methods. */
  readonly runs: ClosedWorldRuns;
  /** Assumes nothing about callers. */
  readonly open: CheckInput;
}

/** What the runs and the body say about one method, before it is compared with others. */
export interface LearnedBody {
  readonly info: MethodInfo;
  readonly entry: LearnedMethod;
  readonly calls: number;
  readonly type: MethodType;
  readonly coverage: PathCoverage;
  /** Along the observed paths, nothing that it computes with is unknown. */
  readonly isKnown: boolean;
  /** The body checks under the type, whatever path a call takes. */
  readonly isProved: boolean;
  /** Arms that no call took add nothing to the type. */
  readonly unseenAgrees: boolean;
  /** Methods of the workspace that it calls, and the names of fields that it reads. */
  readonly callees: ReadonlySet<MethodKey>;
  readonly fields: ReadonlySet<string>;
  readonly outcome: OpenOutcome;
  readonly supplied: Supplied;
}

interface PathCalls {
  readonly notTaken: UntakenBranches;
  readonly calls: readonly ObservedCalls[];
}

const NOTHING: UntakenBranches = new Map();
/** More are run together. */
const MOST_PATHS = 64;

export function learnBody(input: LearnInput, info: MethodInfo, entry: LearnedMethod): LearnedBody | null {
  const { definition } = info;
  if (definition === null || definition.broken) return null;
  const branches = findBranches(definition.body(), entry.outcomes);
  const paths = groupByPath(entry, branches);
  const { runs, hierarchy } = input;
  const outcome = joinPaths(
    paths.map(({ notTaken }) => runs.runPath(info, new Map(), notTaken)),
    hierarchy,
  );
  const supplied = observedSupply(input, entry, completedCalls(entry.calls));
  const summary = summarise(info.key, outcome, hierarchy, Number.MAX_SAFE_INTEGER);
  const runAlong = (args: Supplied): OpenOutcome =>
    joinPaths(
      paths.map(({ notTaken, calls }) => runs.runPath(info, suppliedOnPath(input, entry, calls, args), notTaken)),
      hierarchy,
    );
  const { type: found } = inferSignature({
    method: info,
    summary,
    supplied,
    hierarchy,
    returnsSelf: false,
    storedBlock: null,
    parentOf: () => null,
    withMethods: () => [],
    isMethodOfAll: name => isMethodOfAll(runs.program, name),
    runWith: runAlong,
  });
  const type = withObservedResult(input, entry, found);
  const params = parametersOf(type);
  const typed = paths.map(({ notTaken }) => runs.typedPath(info, params, notTaken));
  const whole = typeWithCallerTypes(input.open, info, params);
  const ways = branches && pathsOf(input, info, entry, branches, params);
  return {
    info,
    entry,
    calls: entry.calls.reduce((sum, { count }) => sum + count, 0),
    type,
    coverage: coverPaths(entry, ways),
    isKnown: typed.every(isKnownBody) && !hasUnknownPart(type),
    isProved: isProved(input, info, type, whole),
    unseenAgrees: hasSameResult(input, type, runs.typed(info, params)),
    callees: calleesIn(typed),
    fields: fieldsReadIn(definition.body()),
    outcome,
    supplied,
  };
}

/** One group per path; all together if there are too many, or if the branches are not known. */
function groupByPath({ calls }: LearnedMethod, branches: Branches | null): readonly PathCalls[] {
  const completed = completedCalls(calls);
  const byPath = new Map<string, ObservedCalls[]>();
  for (const call of completed) byPath.set(call.path ?? '', [...(byPath.get(call.path ?? '') ?? []), call]);
  if (branches === null || byPath.has('')) return [{ notTaken: NOTHING, calls: completed }];
  if (byPath.size > MOST_PATHS) {
    const union = [...byPath.keys()].reduce((bits, path) => bits | BigInt(`0x${path}`), 0n);
    return [{ notTaken: untakenBranches(union, branches), calls: completed }];
  }
  return [...byPath].map(([path, group]) => ({
    notTaken: untakenBranches(BigInt(`0x${path}`), branches),
    calls: group,
  }));
}

/** The classes of these calls, for the parameters that have a type of their own. */
function suppliedOnPath(
  input: LearnInput,
  entry: LearnedMethod,
  calls: readonly ObservedCalls[],
  args: Supplied,
): Supplied {
  const own = observedSupply(input, entry, calls);
  return new Map([...args].map(([name, type]) => [name, own.get(name) ?? type]));
}

/** Where the body does not determine the result, the classes that were returned do. */
function withObservedResult(input: LearnInput, entry: LearnedMethod, type: MethodType): MethodType {
  const completed = entry.calls.filter(call => call.result !== null);
  if (completed.length === 0 || type.result.kind === 'self' || type.result.kind === 'variable') return type;
  const observed = observedResult(input, completed);
  if (observed === null) return type;
  if (type.result.kind === 'dynamic') return { ...type, result: moveNilLast(observed) };
  const isSeen = hasDynamic(type.result) || hasVariable(type.result) || covers(input, type.result, observed);
  return isSeen ? type : { ...type, result: moveNilLast(joinAll([type.result, observed], input.hierarchy)) };
}

function hasVariable(type: Type): boolean {
  if (type.kind === 'union') return type.members.some(hasVariable);
  return type.kind === 'variable' || type.kind === 'self' || (type.kind === 'nominal' && type.args.some(hasVariable));
}

/** Elements of what was returned are unknown, so only classes are compared. */
function covers({ hierarchy }: LearnInput, result: Type, observed: Type): boolean {
  const members = observed.kind === 'union' ? observed.members : [observed];
  return members.every(member => {
    if (member.kind !== 'nominal' || member.args.length === 0) return isSubtype(member, result, hierarchy);
    const wanted = result.kind === 'union' ? result.members : [result];
    return wanted.some(each => each.kind !== 'nominal' || hierarchy.ancestors(member.name).includes(each.name));
  });
}

function parametersOf({ params }: MethodType): Supplied {
  return new Map(params.flatMap(({ name, type }) => (name === null || hasDynamic(type) ? [] : [[name, type]])));
}

function pathsOf(
  input: LearnInput,
  info: MethodInfo,
  entry: LearnedMethod,
  branches: Branches,
  params: Supplied,
): ExecutionPaths | null {
  const { definition } = info;
  if (definition === null) return null;
  const excluded = findExcludedBranches(input.open, info, params);
  const { types } = typeWithCallerTypes(input.open, info, params);
  const bitsOf = (outcome: 'taken' | 'else'): readonly bigint[] =>
    entry.outcomes.flatMap((each, index) =>
      each.kind === 'default' && each.outcome === outcome ? [1n << BigInt(index)] : [],
    );
  const given = bitsOf('else');
  return enumeratePaths(definition.body(), {
    params: definition.params,
    branches,
    defaults: bitsOf('taken').map((used, index) => ({ used, given: given[index] ?? 0n })),
    neverReturns: expr => types.get(expr)?.kind === 'bottom',
    never: expr => excluded.get(expr) ?? null,
  });
}

function hasUnknownPart({ params, result, block }: MethodType): boolean {
  const parts = [...params, ...(block?.type.params ?? [])].map(param => param.type);
  return [...parts, result].some(hasDynamic);
}

function isKnownBody({ types, calls }: TypedMethod): boolean {
  for (const target of calls.values()) if (target.dynamic) return false;
  for (const type of types.values()) if (hasDynamic(type)) return false;
  return true;
}

/** As if the type were written: the body has no problem, and nothing in it is unknown. */
function isProved({ open, hierarchy }: LearnInput, info: MethodInfo, type: MethodType, whole: TypedMethod): boolean {
  if (hasUnknownPart(type) || !isKnownBody(whole)) return false;
  if (type.result.kind !== 'self' && !isSubtype(whole.result, type.result, hierarchy)) return false;
  const arm = { type, text: '', place: info.place, labels: NO_LABELS, origin: null, nesting: info.nesting };
  const annotated: MethodInfo = { ...info, signature: { arms: [arm], labels: NO_LABELS } };
  const settings = { ...open.settings, nil: 'strict' as const, check: 'annotated' as const };
  const checked = check(annotated, { ...open, settings });
  return checked.problems.length === 0 && isKnownBody(checked);
}

function hasSameResult({ hierarchy }: LearnInput, type: MethodType, whole: TypedMethod): boolean {
  if (type.result.kind === 'self') return true;
  return !hasDynamic(whole.result) && !hasDynamic(type.result) && isSubtype(whole.result, type.result, hierarchy);
}

function calleesIn(typed: readonly TypedMethod[]): ReadonlySet<MethodKey> {
  const targets = typed.flatMap(({ calls }) => [...calls.values()]);
  return new Set(targets.flatMap(({ candidates }) => candidates.flatMap(({ method }) => method ?? [])));
}

function fieldsReadIn(body: Expr): ReadonlySet<string> {
  const names = new Set<string>();
  walk(body, expr => {
    if (expr.kind === 'var' && expr.scope !== 'local') names.add(expr.name);
    return true;
  });
  return names;
}
