/**
 * The whole flow, one function per step; read this first.
 *
 *   readFile       outline -> RIL, annotations
 *   buildProgram   all files + library -> Program
 *   checkMethod    method -> types of everything in it
 *   obligationsOf  typed method -> what must hold
 *   proveMethod    obligations -> queries -> answers -> verdict -> replay -> final verdict
 *
 * A bug of ours is caught here, per method, and becomes one `internal-error` of that method.
 */
import type { Settings } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import { check, checkRefinements } from '../check/check';
import { judge, mergeVerdicts } from '../judge/judge';
import { lower } from '../lower/lower';
import { parseAnnotations, parseTypeLiteral } from '../parse/annotations';
import { definitionOf } from '../problems/catalogue';
import { type Debt, debtsOf } from '../program/debts';
import type { MethodInfo, Program } from '../program/program';
import { type Effort, NO_EFFORT, sumOfEfforts } from '../proof/effort';
import { IN_GENERAL, type LoopChoice, UNROLLED } from '../proof/loopChoice';
import type { MethodObligations } from '../proof/obligation';
import type { Budget } from '../proof/query';
import type { Verdict } from '../proof/verdict';
import { declarationsFingerprint, type HookedInput, type Resolved, resolve } from '../resolve/resolve';
import type { RilFile } from '../ril/declarations';
import type { FileOutline } from '../syntax/outline';
import type { Annotation } from '../types/annotation';
import type { MethodKey, TypedClauses, TypedMethod } from '../types/typedMethod';
import type { Owed } from '../vcgen/owed';
import { vcgen } from '../vcgen/vcgen';
import { ask } from './ask';
import type { Host } from './host';
import { proveInGeneral } from './laps';
import { type ReplayContext, replayAll } from './replay';
import { lookAgain } from './secondLook';
import { shareRil } from './shareRil';

export interface FileReading {
  readonly ril: RilFile;
  readonly annotations: readonly Annotation[];
  readonly problems: readonly Problem[];
  readonly shape: string;
}

export function readFile(outline: FileOutline, previous: RilFile | null): FileReading {
  const ril = shareRil(previous, lower(outline, previous));
  const annotations = parseAnnotations(ril);
  return {
    ril,
    annotations: marked(annotations.value, annotations.problems),
    problems: [...outline.problems, ...ril.problems, ...annotations.problems],
    shape: declarationsFingerprint(ril),
  };
}

/** An annotation that could not be read whole says less than its author meant: what it leaves out proves nothing. */
function marked(annotations: readonly Annotation[], problems: readonly Problem[]): readonly Annotation[] {
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

/** A body under one contract: its own, or one that it owes to a superclass or module. */
export interface CheckedContract {
  readonly info: MethodInfo;
  readonly typed: TypedMethod;
  readonly clauses: TypedClauses;
}

export interface CheckedMethod extends CheckedContract {
  /** The same body under each contract that it owes to others, the nearest first. */
  readonly debts: readonly { readonly debt: Debt; readonly checked: CheckedContract }[];
  readonly problems: readonly Problem[];
  /** Then there is nothing to verify (RTR 4.5, case 2). */
  readonly hasTypeError: boolean;
}

export function checkMethod(info: MethodInfo, program: Program, settings: Settings): CheckedMethod {
  const own = checkContract(info, program, settings);
  const debts = debtsOf(program, info).map(debt => ({
    debt,
    checked: checkContract({ ...info, signature: debt.from.signature }, program, settings),
  }));
  const problems = [...shownContract({ ...own, debts }).typed.problems, ...own.clauses.problems];
  const hasBrokenAnnotation = info.signature?.arms.some(arm => arm.broken || arm.misnamed) ?? false;
  return { ...own, debts, problems, hasTypeError: problems.some(isError) || hasBrokenAnnotation };
}

/** What is told of a body: under its own annotation, else under the nearest that it owes. */
export function shownContract(method: CheckedContract & Pick<CheckedMethod, 'debts'>): CheckedContract {
  return method.info.signature ? method : (method.debts[0]?.checked ?? method);
}

function checkContract(info: MethodInfo, program: Program, settings: Settings): CheckedContract {
  const typed = check(info, program, settings, parseTypeLiteral);
  return { info, typed, clauses: checkRefinements(info, program, settings) };
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
  readonly files: ReplayContext['files'];
  readonly lineOf: ReplayContext['lineOf'];
}

export interface ObligationContext {
  readonly program: Program;
  readonly settings: Settings;
  readonly checkedOf: (key: MethodKey) => CheckedMethod | null;
  /** Also of methods without a body in sight. */
  readonly clausesOf: (key: MethodKey) => TypedClauses | null;
}

/** What must hold, with loops read in general; `again`: with loops read in another way. */
export interface Asked {
  readonly set: MethodObligations;
  readonly again: (loops: LoopChoice, floats?: Settings['floats']) => MethodObligations;
}

/** One per contract: the method's own, and what it owes to others. Without one of its own, the nearest is all that there is. */
export function obligationsOf(ctx: ObligationContext, method: CheckedMethod): readonly Asked[] {
  const { info, debts } = method;
  const contracts = [
    ...(info.signature ? [{ checked: method, owed: null }] : []),
    ...debts.map(({ debt, checked }, index) => ({
      checked,
      owed: { ...debt, own: info.signature || index === 0 ? info : debts[0]!.checked.info },
    })),
  ];
  return contracts.map(({ checked, owed }) => {
    const again: Asked['again'] = (loops, floats) => generate(ctx, checked, owed, loops, floats);
    return { set: again(IN_GENERAL), again };
  });
}

function generate(
  ctx: ObligationContext,
  contract: CheckedContract,
  owed: Owed | null,
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
      owed && key === contract.info.key ? both(contract.clauses, ctx.clausesOf(key)) : ctx.clausesOf(key),
    owed,
    loops,
  });
}

/** The clauses that are owed, and the method's own. */
function both(owed: TypedClauses, own: TypedClauses | null): TypedClauses {
  if (!own) return owed;
  return { ...owed, types: new Map([...owed.types, ...own.types]), calls: new Map([...owed.calls, ...own.calls]) };
}

/** Null: cancelled before there was an answer. */
export async function proveMethod(
  ctx: ProofContext,
  method: CheckedMethod,
  asked: readonly Asked[],
): Promise<Verdict | null> {
  const verdicts: Verdict[] = [];
  for (const each of asked) {
    const verdict = await proveAsked(ctx, method.info, each);
    if (!verdict) return null;
    verdicts.push(verdict);
  }
  return mergeVerdicts(method.info.key, verdicts);
}

/** In general where that proves everything, else with loops unrolled. */
async function proveAsked(ctx: ProofContext, info: MethodInfo, asked: Asked): Promise<Verdict | null> {
  const overReals = (): MethodObligations | null =>
    ctx.settings.floats === 'ieee' ? asked.again(UNROLLED, 'reals') : null;
  if (!asked.set.general) return proveSet(ctx, info, asked.set, NO_EFFORT, overReals);
  const lap = await proveInGeneral(ctx, asked.set, asked.again);
  if (!lap) return null;
  const { proof, effort } = lap;
  if (proof) return judge(proof.set, proof.answers, effort);
  return proveSet(ctx, info, asked.again(UNROLLED), effort, overReals);
}

async function proveSet(
  ctx: ProofContext,
  info: MethodInfo,
  set: MethodObligations,
  before: Effort,
  overReals: () => MethodObligations | null,
): Promise<Verdict | null> {
  const answers = await ask(ctx, set);
  if (!answers) return null;
  const effort = sumOfEfforts([before, answers.effort]);
  const verdict = judge(set, answers.byObligation, effort);
  if (!ctx.settings.replay) return verdict;
  const replayed = await replayAll(ctx, info, set, answers.byObligation, verdict);
  const final = await lookAgain(ctx, info, set, replayed, overReals);
  return ctx.signal.aborted ? null : final;
}
