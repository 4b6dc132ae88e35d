/**
 * The soundness alarm: methods that were proved safe run on many inputs in Ruby, when nothing else is to be done. What
 * breaks there is a bug of ours and is shown as one, where the method stands, until the method has another verdict.
 */
import type { Problem } from '../base/problem';
import { anchorPath, type Place } from '../base/span';
import { type AuditReport, type AuditRequest, auditScript, joined, nothingRun, readAudit } from '../judge/audit';
import type { MethodInfo, Program } from '../program/program';
import type { ReplayFile } from '../proof/replay';
import type { Verdict } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';
import type { RubyHost } from './host';
import type { FileSnapshot } from './snapshot';

export interface AuditOptions {
  /** Inputs per method that meet its precondition. */
  readonly wanted: number;
  readonly signal: AbortSignal;
}

export interface AuditContext extends AuditOptions {
  readonly ruby: RubyHost;
  readonly program: Program;
  readonly files: readonly ReplayFile[];
  readonly lineOf: (place: Place) => { readonly line: number } | null;
}

/** Inputs per one wanted: few at first, many where most do not meet the precondition. */
const PARTS = [1.25, 12];

export async function auditMethod(ctx: AuditContext, method: MethodInfo, verdict: Verdict): Promise<AuditReport> {
  let report: AuditReport | null = null;
  for (const [part, times] of PARTS.entries()) {
    const more = await auditPart(ctx, method, verdict, {
      wanted: ctx.wanted - (report?.ran ?? 0),
      inputs: { count: Math.ceil(ctx.wanted * times), part },
    });
    report = report ? joined(report, more) : more;
    const isExcused = report.ran === 0 && report.assumptionsBroken.length > 0;
    if (report.couldNotRun !== null || report.findings.length > 0 || report.ran >= ctx.wanted || isExcused) break;
  }
  return report!;
}

async function auditPart(
  ctx: AuditContext,
  method: MethodInfo,
  verdict: Verdict,
  { wanted, inputs }: Pick<AuditRequest, 'wanted' | 'inputs'>,
): Promise<AuditReport> {
  const { program, files } = ctx;
  const line = method.place && (ctx.lineOf(method.place)?.line ?? null);
  const script = auditScript({ program, method, verdict, files, line, wanted, inputs });
  if (script === null) return nothingRun('no body to run');
  const reply = await ctx.ruby.evaluate(script.source, script.files, ctx.signal);
  return reply.kind === 'value' ? readAudit(reply.text, verdict) : nothingRun(reply.why);
}

/** A verdict as it was made, and its caveats as they are settled now. */
export interface Proved {
  readonly info: MethodInfo;
  readonly verdict: Verdict;
  readonly caveats: Verdict['caveats'];
}

/** What is proved right now; `last`: the verdict as it was made. */
export function provedAmong(
  files: ReadonlyMap<string, FileSnapshot>,
  last: (key: MethodKey) => Verdict | null,
): readonly Proved[] {
  const methods = [...files.values()].flatMap(file => file.methods);
  return methods.flatMap(({ info, verdict, state }) => {
    const made = last(info.key);
    return made && verdict?.status === 'safe' && state === 'done'
      ? [{ info, verdict: made, caveats: verdict.caveats }]
      : [];
  });
}

export interface AuditCounts {
  readonly methods: number;
  readonly inputs: number;
}

export class Audits {
  /** Verdicts that were looked at, whatever came out. */
  private readonly seen = new WeakSet<Verdict>();
  private readonly found = new Map<MethodKey, { readonly verdict: Verdict; readonly problem: Problem }>();

  /**
   * One after the other, those not yet seen; `touch` is told which file has something new to show. Returns how many were
   * run, on how many inputs in all.
   */
  async run(ctx: AuditContext, proved: readonly Proved[], touch: (path: string) => void): Promise<AuditCounts> {
    const counts = { methods: 0, inputs: 0 };
    for (const { info, verdict, caveats } of proved) {
      if (ctx.signal.aborted) return counts;
      if (this.seen.has(verdict)) continue;
      const report = await auditMethod(ctx, info, { ...verdict, caveats });
      if (ctx.signal.aborted) return counts;
      this.seen.add(verdict);
      if (report.ran > 0) counts.methods++;
      counts.inputs += report.ran;
      const problem = problemOf(info, report);
      if (!problem) continue;
      this.found.set(info.key, { verdict, problem });
      touch(anchorPath(problem.place.anchor));
    }
    return counts;
  }

  /** With what was found of verdicts that still stand. */
  beside(
    problems: ReadonlyMap<string, readonly Problem[]>,
    verdictOf: (key: MethodKey) => Verdict | null,
  ): ReadonlyMap<string, readonly Problem[]> {
    if (this.found.size === 0) return problems;
    const all = new Map(problems);
    for (const [key, { verdict, problem }] of this.found) {
      const path = anchorPath(problem.place.anchor);
      if (verdictOf(key) === verdict) all.set(path, [...(all.get(path) ?? []), problem]);
      else this.found.delete(key);
    }
    return all;
  }
}

function problemOf(info: MethodInfo, report: AuditReport): Problem | null {
  const finding = report.findings.find(each => each.kind === 'unsound');
  if (!finding || !info.place) return null;
  const name = info.key.replace(/^#/, '');
  return { code: 'LP9002', place: info.place, args: { method: name, call: finding.call, what: finding.what } };
}
