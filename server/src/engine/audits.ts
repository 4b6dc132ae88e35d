/**
 * The soundness alarm: while the engine is idle, methods that were proved safe run on many inputs in Ruby. A failure
 * there is a bug of Loupe and is reported as one, at the method, until the method has another verdict.
 */
import type { Problem } from '../base/problem';
import { anchorPath, type Place } from '../base/span';
import {
  type AuditReport,
  type AuditRequest,
  auditScript,
  joinReports,
  readAudit,
  reportNothingRun,
} from '../judge/audit';
import type { MethodInfo, Program } from '../program/program';
import type { ReplayFile } from '../proof/replay';
import type { Verdict } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';
import type { RubyHost } from './host';
import type { FileSnapshot, Snapshot } from './snapshot';
import type { SourceFile } from './sources';

export interface AuditOptions {
  /** How many inputs per method must meet its precondition. */
  readonly wanted: number;
  readonly signal: AbortSignal;
}

export interface AuditContext extends AuditOptions {
  readonly ruby: RubyHost;
  readonly program: Program;
  readonly files: readonly ReplayFile[];
  readonly lineOf: (place: Place) => { readonly line: number } | null;
  /** What visible callers pass to a constructor: proofs may assume its types. */
  readonly paramsOf?: AuditRequest['paramsOf'];
}

/** Inputs generated per wanted input: few at first, many if most of them do not meet the precondition. */
const PARTS = [1.25, 12];

export async function auditMethod(ctx: AuditContext, method: MethodInfo, verdict: Verdict): Promise<AuditReport> {
  let report: AuditReport | null = null;
  for (const [part, times] of PARTS.entries()) {
    const more = await auditPart(ctx, method, verdict, {
      wanted: ctx.wanted - (report?.ran ?? 0),
      inputs: { count: Math.ceil(ctx.wanted * times), part },
    });
    report = report ? joinReports(report, more) : more;
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
  const { program, files, paramsOf } = ctx;
  const line = method.place && (ctx.lineOf(method.place)?.line ?? null);
  const script = auditScript({ program, method, verdict, files, line, wanted, inputs, ...(paramsOf && { paramsOf }) });
  if (script === null) return reportNothingRun('no body to run');
  const reply = await ctx.ruby.evaluate(script.source, script.files, ctx.signal);
  return reply.kind === 'value' ? readAudit(reply.text, verdict) : reportNothingRun(reply.why);
}

/** A verdict as the judge returned it, and its current caveats. */
export interface Proved {
  readonly info: MethodInfo;
  readonly verdict: Verdict;
  readonly caveats: Verdict['caveats'];
}

/** The methods that are proved at present; `last` returns the verdict as the judge returned it. */
function findProved(
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

/** What the proofs of a workspace are audited from: the present version. */
export interface ProofsToAudit extends Omit<AuditContext, 'files' | keyof AuditOptions> {
  readonly snapshot: Pick<Snapshot, 'files'>;
  readonly sources: ReadonlyMap<string, SourceFile>;
  /** The verdict as the judge returned it. */
  readonly last: (key: MethodKey) => Verdict | null;
}

export class Audits {
  /** Verdicts that were audited, with any outcome. */
  private readonly seen = new WeakSet<Verdict>();
  private readonly found = new Map<MethodKey, { readonly verdict: Verdict; readonly problem: Problem }>();

  /** Runs proved methods that were not audited yet on many inputs; failures are shown as problems. */
  async audit(
    { snapshot, sources, last, ...ctx }: ProofsToAudit,
    options: AuditOptions,
    touch: (path: string) => void,
  ): Promise<AuditCounts> {
    const files = [...sources.values()].map(({ path, text }) => ({ path, text }));
    return this.run({ ...ctx, ...options, files }, findProved(snapshot.files, last), touch);
  }

  /**
   * Audits the methods not yet seen, one after the other, and calls `touch` with each file that has something new to
   * show. Returns how many methods ran, and on how many inputs in all.
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

  /** Adds the problems found for verdicts that are still current. */
  addProblems(
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
