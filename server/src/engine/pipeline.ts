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
import { type InheritedContract, inheritedContract } from '../program/inherited';
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
  readonly inherited: { readonly contract: InheritedContract; readonly checked: CheckedContract } | null;
  readonly problems: readonly Problem[];
  /** Then there is nothing to verify (RTR 4.5, case 2). */
  readonly hasTypeError: boolean;
}

export function checkMethod(info: MethodInfo, program: Program, settings: Settings): CheckedMethod {
  const own = checkContract(info, program, settings);
  const contract = inheritedContract(program, info);
  const owed = contract && checkContract({ ...info, signature: contract.from.signature }, program, settings);
  const reported = info.signature || !owed ? own : owed;
  const problems = [...reported.typed.problems, ...own.clauses.problems];
  const inherited = contract && owed && { contract, checked: owed };
  const hasBrokenAnnotation = info.signature?.arms.some(arm => arm.broken) ?? false;
  return { ...own, inherited, problems, hasTypeError: problems.some(isError) || hasBrokenAnnotation };
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

/** One per contract: the method's own, and what it owes to the method above. */
export function obligationsOf(ctx: ObligationContext, method: CheckedMethod): readonly Asked[] {
  const { inherited } = method;
  const makers: Asked['again'][] = [];
  if (method.info.signature) makers.push((loops, floats) => generate(ctx, method, loops, floats));
  if (inherited)
    makers.push((loops, floats) => asInherited(generate(ctx, inherited.checked, loops, floats), inherited.contract));
  return makers.map(again => ({ set: again(IN_GENERAL), again }));
}

function generate(
  ctx: ObligationContext,
  contract: CheckedContract,
  loops: LoopChoice,
  floats = ctx.settings.floats,
): MethodObligations {
  return vcgen({
    method: contract.info,
    typed: contract.typed,
    clauses: contract.clauses,
    program: ctx.program,
    settings: { ...ctx.settings, floats },
    typedOf: key => ctx.checkedOf(key)?.typed ?? null,
    clausesOf: ctx.clausesOf,
    loops,
  });
}

/** What is promised through somebody else's annotation is an override's or a mixin's business. */
function asInherited(set: MethodObligations, contract: InheritedContract): MethodObligations {
  const kind = contract.how === 'mixin' ? 'mixin-guarantee' : 'override';
  return {
    ...set,
    obligations: set.obligations.map(obligation => ({
      ...obligation,
      id: `${contract.how}:${obligation.id}`,
      kind: obligation.kind === 'postcondition' ? kind : obligation.kind,
      about:
        obligation.kind === 'postcondition'
          ? `${obligation.about}, as ${contract.from.key} promises`
          : obligation.about,
    })),
  };
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
