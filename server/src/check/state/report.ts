/** Reports problems of the current body: one per code and place, none while a pass is silent. */
import type { ProblemArg, RelatedPlace } from '../../base/problem';
import type { Span } from '../../base/span';
import { type Construct, showConstruct } from '../../problems/constructs';
import type { Ctx } from './context';

export function report(
  ctx: Ctx,
  code: string,
  span: Span,
  args: Readonly<Record<string, ProblemArg>>,
  related: readonly RelatedPlace[] = [],
): void {
  if (ctx.silent || ctx.inference !== null) return;
  const identity = `${code} ${span.start} ${span.end}`;
  if (ctx.out.reported.has(identity)) return;
  ctx.out.reported.add(identity);
  const place = { anchor: ctx.frame.anchor, span };
  ctx.out.problems.push({ code, place, args, ...(related.length > 0 ? { related } : {}) });
}

/** Like `report`, for what is not a mistake. */
export function reportInformation(
  ctx: Ctx,
  code: string,
  span: Span,
  args: Readonly<Record<string, ProblemArg>>,
): void {
  const count = ctx.out.problems.length;
  report(ctx, code, span, args);
  const added = ctx.out.problems.at(-1);
  if (added && ctx.out.problems.length > count) ctx.out.problems.splice(-1, 1, { ...added, severity: 'information' });
}

/** Reports a construct that is not checked once per method. */
export function reportNotChecked(ctx: Ctx, construct: Construct, span: Span): void {
  const identity = `not-checked ${JSON.stringify(construct)}`;
  if (ctx.silent || ctx.out.reported.has(identity)) return;
  ctx.out.reported.add(identity);
  report(ctx, 'LP3019', span, { construct: showConstruct(construct) });
}

/** What was reported before a pass that may have to be repeated. */
interface Reported {
  readonly problems: number;
  readonly identities: ReadonlySet<string>;
  readonly givenRuns: ReadonlySet<string>;
}

/** Null: a silent pass reports nothing. */
export function markReports({ out, memory, silent }: Ctx): Reported | null {
  if (silent) return null;
  return {
    problems: out.problems.length,
    identities: new Set(out.reported),
    givenRuns: new Set(memory.givenRuns),
  };
}

/** Before a pass is repeated: drops what it reported, and the runs that reported it. */
export function dropReports({ out, memory }: Ctx, before: Reported | null): void {
  if (before === null) return;
  out.problems.length = before.problems;
  for (const identity of out.reported) if (!before.identities.has(identity)) out.reported.delete(identity);
  for (const given of memory.givenRuns) if (!before.givenRuns.has(given)) memory.givenRuns.delete(given);
}

/**
 * A block or loop is run until its environment settles. With reports, only the last run counts: those of runs before it
 * are dropped. A run with the arguments of a call also notes how far it came, which cannot be taken back.
 */
export function mayReportBeforeFixedPoint({ inference }: Ctx): boolean {
  return inference !== null && inference.given === null;
}
