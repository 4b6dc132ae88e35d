/**
 * The whole flow, one function per step; read this first.
 *
 *   readFile       outline -> RIL, annotations
 *   buildProgram   all files + library -> Program
 *   checkMethod    method -> types of everything in it
 *   proveMethod    typed method -> obligations -> queries -> answers -> verdict -> replay -> final verdict
 *
 * A bug of ours is caught here, per method, and becomes one `internal-error` of that method.
 */
import type { Settings } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import type { WithProblems } from '../base/result';
import { check, checkRefinements } from '../check/check';
import { judge } from '../judge/judge';
import { lower } from '../lower/lower';
import { parseAnnotations, parseTypeLiteral } from '../parse/annotations';
import { definitionOf } from '../problems/catalogue';
import type { MethodInfo, Program } from '../program/program';
import type { MethodObligations } from '../proof/obligation';
import type { Budget } from '../proof/query';
import type { Verdict } from '../proof/verdict';
import { declarationsFingerprint, resolve } from '../resolve/resolve';
import type { RilFile } from '../ril/declarations';
import type { FileOutline } from '../syntax/outline';
import type { Annotation } from '../types/annotation';
import type { MethodKey, TypedClauses, TypedMethod } from '../types/typedMethod';
import { vcgen } from '../vcgen/vcgen';
import { ask } from './ask';
import type { Host } from './host';
import { type ReplayContext, replayAll } from './replay';

export interface FileReading {
  readonly ril: RilFile;
  readonly annotations: readonly Annotation[];
  readonly problems: readonly Problem[];
  readonly shape: string;
}

export function readFile(outline: FileOutline, previous: RilFile | null): FileReading {
  const ril = lower(outline, previous);
  const annotations = parseAnnotations(ril);
  return {
    ril,
    annotations: annotations.value,
    problems: [...outline.problems, ...ril.problems, ...annotations.problems],
    shape: declarationsFingerprint(ril),
  };
}

export function buildProgram(
  files: Iterable<{ readonly ril: RilFile; readonly annotations: readonly Annotation[] }>,
  library: Program | null,
): WithProblems<Program> {
  return resolve([...files], library);
}

export interface CheckedMethod {
  readonly info: MethodInfo;
  readonly typed: TypedMethod;
  readonly clauses: TypedClauses;
  readonly problems: readonly Problem[];
  /** Then there is nothing to verify (RTR 4.5, case 2). */
  readonly hasTypeError: boolean;
}

export function checkMethod(info: MethodInfo, program: Program, settings: Settings): CheckedMethod {
  const typed = check(info, program, settings, parseTypeLiteral);
  const clauses = checkRefinements(info, program, settings);
  const problems = [...typed.problems, ...clauses.problems];
  return { info, typed, clauses, problems, hasTypeError: problems.some(isError) };
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
  readonly checkedOf: (key: MethodKey) => CheckedMethod | null;
  readonly files: ReplayContext['files'];
  readonly lineOf: ReplayContext['lineOf'];
}

export function obligationsOf(
  ctx: Pick<ProofContext, 'program' | 'settings' | 'checkedOf'>,
  method: CheckedMethod,
): MethodObligations {
  return vcgen({
    method: method.info,
    typed: method.typed,
    clauses: method.clauses,
    program: ctx.program,
    settings: ctx.settings,
    typedOf: key => ctx.checkedOf(key)?.typed ?? null,
    clausesOf: key => ctx.checkedOf(key)?.clauses ?? null,
  });
}

/** Null: cancelled before there was an answer. */
export async function proveMethod(
  ctx: ProofContext,
  method: CheckedMethod,
): Promise<{ verdict: Verdict; obligations: MethodObligations } | null> {
  const obligations = obligationsOf(ctx, method);
  const answers = await ask(ctx, obligations);
  if (!answers) return null;
  const { asked, rlimit, milliseconds } = answers;
  const effort = { queries: asked, rlimit, milliseconds, cached: asked === 0 && obligations.obligations.length > 0 };
  const verdict = judge(obligations, answers.byObligation, effort);
  const final = ctx.settings.replay
    ? await replayAll(ctx, method.info, obligations, answers.byObligation, verdict)
    : verdict;
  return ctx.signal.aborted ? null : { verdict: final, obligations };
}
