/**
 * The whole flow, one function per step; read this first.
 *
 *   readFile             outline -> RIL, annotations
 *   buildProgram         all files + library -> Program
 *   checkMethod          method -> types of all its expressions
 *   generateObligations  typed method -> obligations
 *   proveMethod          obligations -> queries -> answers -> verdict -> replay -> final verdict
 *
 * An exception in our code is caught per method and becomes one `internal-error` of that method.
 */
import type { Settings } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import { type CheckInput, check, checkRefinements } from '../check/check';
import { judge, markNotRunYet, mergeVerdicts } from '../judge/judge';
import { caveatsAsWriter } from '../judge/writerCaveats';
import { lower } from '../lower/lower';
import { parseAnnotations } from '../parse/annotations';
import { definitionOf } from '../problems/catalogue';
import { allDescendants, ancestors } from '../program/ancestors';
import { findInheritedAnnotations, type InheritedAnnotation } from '../program/inheritedAnnotations';
import { Memos } from '../program/memos';
import type { MethodInfo, Program } from '../program/program';
import { type Effort, NO_EFFORT, sumOfEfforts } from '../proof/effort';
import { IN_GENERAL, type LoopChoice, UNROLLED } from '../proof/loopStrategy';
import type { MethodObligations } from '../proof/obligation';
import type { Budget } from '../proof/query';
import type { Verdict } from '../proof/verdict';
import { declarationsFingerprint, type HookedInput, type Resolved, resolve } from '../resolve/resolve';
import type { RilFile } from '../ril/declarations';
import type { FileOutline } from '../syntax/outline';
import type { Annotation } from '../types/annotation';
import type { MethodKey, TypedClauses, TypedMethod } from '../types/typedMethod';
import type { SummaryReader } from '../typing/summaryReader';
import type { InheritedContract } from '../vcgen/state/context';
import { vcgen } from '../vcgen/vcgen';
import { answerObligations } from './answerObligations';
import type { Host } from './host';
import { runHoudini } from './houdini';
import type { FileReading } from './incremental/fileReading';
import { shareRil } from './incremental/shareRil';
import type { PendingQueries } from './queries';
import { type ReplayContext, replayAll } from './replay';
import { retryUndecided } from './retryUndecided';
import { runWithoutArguments } from './runWithoutArguments';

/** `memos`: those of the Program that the file belongs to. */
export function readFile(outline: FileOutline, previous: RilFile | null, memos = Memos.empty()): FileReading {
  const ril = shareRil(previous, lower(outline, previous));
  const annotations = parseAnnotations(ril, memos);
  return {
    ril,
    annotations: markBrokenAnnotations(annotations.value, annotations.problems),
    problems: [...outline.problems, ...ril.problems, ...annotations.problems],
    shape: declarationsFingerprint(memos, ril),
  };
}

/** An annotation with a syntax error states less than its author intended, so what it omits must not prove anything. */
function markBrokenAnnotations(
  annotations: readonly Annotation[],
  problems: readonly Problem[],
): readonly Annotation[] {
  const broken = new Set(problems.filter(isError).map(problem => problem.place.anchor));
  if (broken.size === 0) return annotations;
  return annotations.map(each =>
    each.kind === 'method' && broken.has(each.anchor) ? { ...each, broken: true } : each,
  );
}

export function buildProgram(
  files: Iterable<{ readonly ril: RilFile; readonly annotations: readonly Annotation[] }>,
  library: Program | null,
  hooked: readonly HookedInput[] = [],
): Resolved {
  return resolve([...files], library, hooked);
}

/** A body checked under one contract: its own, or one that it inherits from a superclass or module. */
export interface CheckedContract {
  readonly info: MethodInfo;
  readonly typed: TypedMethod;
  readonly clauses: TypedClauses;
}

export interface CheckedMethod extends CheckedContract {
  /** The same body under each inherited contract, the nearest first. */
  readonly inherited: readonly { readonly annotation: InheritedAnnotation; readonly checked: CheckedContract }[];
  readonly problems: readonly Problem[];
  /** A method with a type error is not verified (RTR 4.5, case 2). */
  readonly hasTypeError: boolean;
}

export function checkMethod(info: MethodInfo, input: CheckInput): CheckedMethod {
  const own = checkContract(info, input);
  const inherited = findInheritedAnnotations(input.program, info).map(annotation => ({
    annotation,
    checked: checkContract({ ...info, signature: annotation.from.signature }, input),
  }));
  const problems = [...contractToReport({ ...own, inherited }).typed.problems, ...own.clauses.problems];
  const hasBrokenAnnotation = info.signature?.arms.some(arm => arm.broken || arm.misnamed) ?? false;
  return { ...own, inherited, problems, hasTypeError: problems.some(isError) || hasBrokenAnnotation };
}

/** The contract that reports about a body refer to: its own annotation, otherwise the nearest inherited one. */
export function contractToReport(method: CheckedContract & Pick<CheckedMethod, 'inherited'>): CheckedContract {
  return method.info.signature ? method : (method.inherited[0]?.checked ?? method);
}

function checkContract(info: MethodInfo, input: CheckInput): CheckedContract {
  return { info, typed: check(info, input), clauses: checkRefinements(info, input) };
}

function isError(problem: Problem): boolean {
  return (problem.severity ?? definitionOf(problem.code).severity) === 'error';
}

export interface ProofContext {
  readonly host: Host;
  readonly program: Program;
  readonly settings: Settings;
  readonly budget: Budget;
  readonly signal: AbortSignal;
  readonly pending: PendingQueries;
  readonly files: ReplayContext['files'];
  readonly lineOf: ReplayContext['lineOf'];
  /** Told of a refuted method before its counterexamples run, which may take long. */
  readonly onRefuted?: (verdict: Verdict) => void;
}

export interface ObligationContext {
  readonly program: Program;
  readonly settings: Settings;
  readonly checkedOf: (key: MethodKey) => CheckedMethod | null;
  /** Also for methods whose body is not visible. */
  readonly clausesOf: (key: MethodKey) => TypedClauses | null;
  readonly summaries: SummaryReader;
  /** Note what is known at the first expression of the body that starts here or later. */
  readonly lookAt?: number | undefined;
}

/**
 * The obligations of one contract, with loops summarised by invariants; `regenerate` treats loops or floats
 * differently.
 */
export interface ObligationSource {
  readonly set: MethodObligations;
  readonly regenerate: (loops: LoopChoice, floats?: Settings['floats']) => MethodObligations;
}

/**
 * One per contract: the method's own and each inherited one. A method without a contract of its own has the nearest
 * one.
 */
export function generateObligations(ctx: ObligationContext, method: CheckedMethod): readonly ObligationSource[] {
  const { info, inherited } = method;
  const contracts = [
    ...(info.signature ? [{ checked: method, inherited: null }] : []),
    ...inherited.map(({ annotation, checked }, index) => ({
      checked,
      inherited: { ...annotation, own: info.signature || index === 0 ? info : inherited[0]!.checked.info },
    })),
  ];
  return contracts.map(({ checked, inherited }) => {
    const regenerate: ObligationSource['regenerate'] = (loops, floats) =>
      generateForContract(ctx, checked, inherited, loops, floats);
    return { set: regenerate(IN_GENERAL), regenerate };
  });
}

function generateForContract(
  ctx: ObligationContext,
  contract: CheckedContract,
  inherited: InheritedContract | null,
  loops: LoopChoice,
  floats = ctx.settings.floats,
): MethodObligations {
  return vcgen({
    method: contract.info,
    typed: contract.typed,
    program: ctx.program,
    settings: { ...ctx.settings, floats },
    typedOf: key => ctx.checkedOf(key)?.typed ?? null,
    clausesOf: key =>
      inherited && key === contract.info.key ? mergeClauses(contract.clauses, ctx.clausesOf(key)) : ctx.clausesOf(key),
    summaries: ctx.summaries,
    inherited,
    loops,
    ...(ctx.lookAt !== undefined && { lookAt: ctx.lookAt }),
  });
}

/** The inherited clauses together with the method's own. */
function mergeClauses(inherited: TypedClauses, own: TypedClauses | null): TypedClauses {
  if (!own) return inherited;
  return {
    ...inherited,
    types: new Map([...inherited.types, ...own.types]),
    calls: new Map([...inherited.calls, ...own.calls]),
  };
}

/** Null: cancelled before all answers were there. */
export async function proveMethod(
  ctx: ProofContext,
  method: CheckedMethod,
  sources: readonly ObligationSource[],
): Promise<Verdict | null> {
  const verdicts: Verdict[] = [];
  for (const source of sources) {
    const onRefuted = (verdict: Verdict): void =>
      ctx.onRefuted?.(mergeVerdicts(method.info.key, [...verdicts, verdict]));
    const verdict = await proveContract({ ...ctx, onRefuted }, method.info, source);
    if (!verdict) return null;
    verdicts.push(verdict);
  }
  return mergeVerdicts(method.info.key, verdicts);
}

/** Summarises loops by invariants if that proves everything; otherwise unrolls them. */
async function proveContract(ctx: ProofContext, info: MethodInfo, source: ObligationSource): Promise<Verdict | null> {
  const overReals = (): MethodObligations | null =>
    ctx.settings.floats === 'ieee' ? source.regenerate(UNROLLED, 'reals') : null;
  const isRefined = hasRefinedFields(ctx.program, info);
  if (!source.set.general) {
    const verdict = await proveSet(ctx, info, source.set, NO_EFFORT, overReals);
    return (
      verdict &&
      (provesFields(verdict) ? { ...verdict, writerCaveats: caveatsAsWriter(source.set, isRefined) } : verdict)
    );
  }
  const houdini = await runHoudini(ctx, source.set, source.regenerate);
  if (!houdini) return null;
  const { proof, fields, effort } = houdini;
  if (proof) {
    const judged = judge(proof.set, proof.answers, effort);
    const general = ctx.settings.replay ? await runWithoutArguments(ctx, info, proof.set, judged) : judged;
    if (ctx.signal.aborted) return null;
    return provesFields(general) ? { ...general, writerCaveats: caveatsAsWriter(proof.set, isRefined) } : general;
  }
  const verdict = await proveSet(ctx, info, source.regenerate(UNROLLED), effort, overReals);
  return verdict && fields ? { ...verdict, writerCaveats: caveatsAsWriter(fields, isRefined) } : verdict;
}

/** Whether every obligation that fields depend on is proved, whatever the outcome for the result. */
function provesFields({ obligations, notModelled }: Verdict): boolean {
  return notModelled.length === 0 && obligations.every(each => each.kind === 'postcondition' || each.status === 'safe');
}

/** Whether a field that the method may write has a refinement. */
function hasRefinedFields(program: Program, { owner }: MethodInfo): boolean {
  return [...ancestors(program, owner), ...allDescendants(program, owner)].some(name =>
    [...(program.classes.get(name)?.fields.values() ?? [])].some(field => field.refinement !== null),
  );
}

async function proveSet(
  ctx: ProofContext,
  info: MethodInfo,
  set: MethodObligations,
  before: Effort,
  overReals: () => MethodObligations | null,
): Promise<Verdict | null> {
  const answers = await answerObligations(ctx, set);
  if (!answers) return null;
  const effort = sumOfEfforts([before, answers.effort]);
  const verdict = judge(set, answers.byObligation, effort);
  if (!ctx.settings.replay) return verdict;
  if (verdict.status === 'unsafe') ctx.onRefuted?.(markNotRunYet(verdict));
  const replayed = await replayAll(ctx, info, set, answers.byObligation, verdict);
  const looked = await retryUndecided(ctx, info, set, replayed, overReals);
  const final = await runWithoutArguments(ctx, info, set, looked);
  return ctx.signal.aborted ? null : final;
}
