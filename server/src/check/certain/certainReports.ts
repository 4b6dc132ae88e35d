/**
 * Inference reports: problems of units without annotation. A report says that whenever the expression is evaluated it
 * raises; so it is dropped if a condition tested the name, or if an enclosing `rescue` takes the error.
 */
import type { ProblemArg, RelatedPlace } from '../../base/problem';
import type { Span } from '../../base/span';
import type { Ctx, Inference } from '../state/context';
import type { Env } from '../state/env';

export type RaisedClass = 'NoMethodError' | 'NameError' | 'ArgumentError' | 'TypeError' | 'LocalJumpError';

export interface Certain {
  readonly code: string;
  readonly span: Span;
  /** The class of the error that Ruby raises; several: one of them. */
  readonly raises: RaisedClass | readonly RaisedClass[];
  /** The name that the report is about. */
  readonly name: string;
  readonly args: Readonly<Record<string, ProblemArg>>;
  readonly related?: readonly RelatedPlace[];
}

/** Among the tested names: everything from here on is decided by constants. */
export const EVERYTHING = '*';

/** Cheap: to be tested before anything is looked up. */
export function mayReport(ctx: Ctx, env: Env): boolean {
  if (ctx.inference === null || ctx.silent || !env.reachable) return false;
  return !isUncertain(ctx.inference, env) || isConfirming(ctx);
}

export function isUncertain(inference: Inference, env: Env): boolean {
  return inference.isUncertain || env.testedNames?.has(EVERYTHING) === true;
}

/** The context for code that may never run, or whose errors may be taken. */
export function enterUncertainCode(ctx: Ctx): Ctx {
  if (ctx.inference === null || !isConfirming(ctx)) return { ...ctx, silent: true };
  return { ...ctx, inference: { ...ctx.inference, isUncertain: true } };
}

export function reportCertain(ctx: Ctx, env: Env, certain: Certain): void {
  const { inference } = ctx;
  if (inference === null || !mayReport(ctx, env) || env.testedNames?.has(certain.name)) return;
  const raised = [certain.raises].flat();
  if (isUncertain(inference, env)) {
    reportLikely(ctx, env, { ...certain, raises: raised.join(' ') });
    return;
  }
  if (raised.some(error => isRescued(ctx, error) || isExpected(ctx, inference, error))) return;
  const { code, span, args } = certain;
  // With the values of one call, or of one script, a branch may not be taken at all.
  if (inference.given !== null && !isCertainlyReached(ctx, inference)) {
    reportLikely(ctx, env, { ...certain, raises: raised.join(' ') });
    return;
  }
  const related = [...(certain.related ?? []), ...(inference.given?.call ? [inference.given.call] : [])];
  const identity = `${code} ${ctx.frame.anchor} ${span.start} ${span.end}`;
  if (ctx.out.reported.has(identity)) return;
  ctx.out.reported.add(identity);
  const place = { anchor: ctx.frame.anchor, span };
  ctx.out.problems.push({ code, place, args, level: 'certain', ...(related.length > 0 ? { related } : {}) });
}

/** A caller names the error in a `rescue`: it is raised on purpose. A general `rescue` says nothing about that. */
function isExpected({ frame, hierarchy }: Ctx, { isExpected: ask }: Inference, raises: string): boolean {
  const { method } = frame;
  if (method === null) return false;
  const general = new Set(hierarchy.ancestors('StandardError'));
  return hierarchy.ancestors(raises).some(error => !general.has(error) && ask(error, method.name));
}

/** In a run with the arguments of one call. */
export function isCertainlyReached({ frame, jumps, lambda }: Ctx, { isOnEveryPath, progress }: Inference): boolean {
  if (jumps !== null && jumps.nexts.length + jumps.breaks.length > 0) return false;
  if (lambda !== null && lambda.returns.length > 0) return false;
  return isOnEveryPath && frame.returns.length === 0 && !progress.mayHaveEnded;
}

/** The rest of a run with the arguments of one call, if nothing of it would be reported: only its reports count. */
export function canReportNothing(ctx: Ctx): boolean {
  const { inference, silent, frame } = ctx;
  if (inference === null || inference.given === null || isConfirming(ctx)) return false;
  // A silent pass may be over a branch that types exclude, whose `return`s are dropped afterwards.
  return inference.progress.mayHaveEnded || (!silent && frame.returns.length > 0);
}

/** Cheap: to be tested before anything is looked up. */
export function mayConfirm(ctx: Ctx, env: Env): boolean {
  return mayReport(ctx, env) && isConfirming(ctx);
}

/** Does a run follow, which confirms what is likely? */
function isConfirming({ settings, inference }: Ctx): boolean {
  return settings.replay && (settings.infer === 'confirm' || inference?.isRunnable() === true);
}

export interface Likely extends Omit<Certain, 'raises'> {
  /** The classes of the errors that it may raise, with spaces between them. */
  readonly raises: string;
}

/** Not shown before a run confirms it. What a `rescue` takes does not end a run. */
export function reportLikely(ctx: Ctx, env: Env, { code, span, args, raises }: Likely): void {
  if (!mayConfirm(ctx, env)) return;
  const identity = `likely ${code} ${ctx.frame.anchor} ${span.start} ${span.end}`;
  if (ctx.out.reported.has(identity)) return;
  ctx.out.reported.add(identity);
  const place = { anchor: ctx.frame.anchor, span };
  ctx.out.problems.push({ code, place, args: { ...args, raises }, level: 'likely' });
}

function isRescued(ctx: Ctx, raises: string): boolean {
  const rescued = ctx.inference?.rescued;
  if (rescued === undefined || rescued === null) return true;
  const classes = ctx.hierarchy.ancestors(raises);
  return rescued.some(name => classes.includes(name));
}
