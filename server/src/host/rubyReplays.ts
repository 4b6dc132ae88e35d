/** An evaluator of Ruby -> the engine's Ruby: replays with limited work and simpler values, and hooks. */
import type { RubyHost } from '../engine/host';
import type { ReplayFile, ReplayResult, ReplayRun, ReplayScript, RubyReply } from '../proof/replay';
import type { RubyEvaluator } from './rubyEvaluator';
import { runHooks } from './rubyHooks';
import { readReplayResult } from './rubyReplayResult';
import { describeFailure, SkippedFiles } from './skippedFiles';

export interface RunLimits {
  /** Just-in-time annotations are not run. */
  readonly refuseHooks?: boolean;
  /** How many lines and calls of blocks a counterexample may run: the same on every machine. The default is a million. */
  readonly mostSteps?: number;
}

export function rubyHostOf(plain: RubyEvaluator, limits: RunLimits): RubyHost & RubyEvaluator {
  const ruby = new SkippedFiles(plain);
  const limited = new LimitedRuby(ruby, limits.mostSteps ?? MOST_STEPS);
  return {
    evaluate: (source, files, signal) => ruby.evaluate(source, files, signal),
    close: () => ruby.close(),
    hooks: (request, signal) => runHooks(limits.refuseHooks ? UNTRUSTED : plain, request, signal),
    async replay(script, signal) {
      const simpler = await findSimpler(limited, script, signal);
      if (simpler.run) return simpler.run;
      const result = await run(limited, script.source, script.files, signal);
      return simpler.timedOut ? { ...result, timedOut: true } : result;
    },
  };
}

export function refuseAll(why: string): RubyEvaluator {
  return { evaluate: async () => ({ kind: 'failed', why }), close: async () => {} };
}

const UNTRUSTED = refuseAll('hooks run only in a workspace that the editor trusts');

interface Search {
  /** Null: no simpler values break the same clause. */
  readonly run: ReplayRun | null;
  readonly timedOut: boolean;
}

const MOST_STEPS = 1_000_000;

class LimitedRuby implements Pick<RubyEvaluator, 'evaluate'> {
  constructor(
    private readonly ruby: RubyEvaluator,
    private readonly mostSteps: number,
  ) {}

  evaluate(source: string, files: readonly ReplayFile[], signal: AbortSignal): Promise<RubyReply> {
    const limit = `require 'loupe/work_limit'; Loupe::WorkLimit.most = ${this.mostSteps}; `;
    return this.ruby.evaluate(limit + source, files, signal);
  }
}

/** Finds simpler values that break the same clause, and runs them alone. */
async function findSimpler(ruby: LimitedRuby, script: ReplayScript, signal: AbortSignal): Promise<Search> {
  if (!script.search) return { run: null, timedOut: false };
  const found = await ruby.evaluate(script.search.source, script.files, signal);
  const source = found.kind === 'value' ? script.search.alternatives[Number(found.text)] : undefined;
  if (source === undefined) return { run: null, timedOut: found.kind === 'failed' && found.timedOut === true };
  const result = await run(ruby, source, script.files, signal);
  const isBroken = result.kind === 'ran' && (result.violated || result.outcome.type === 'raised');
  return { run: isBroken ? result : null, timedOut: result.timedOut === true };
}

async function run(
  ruby: LimitedRuby,
  source: string,
  files: readonly ReplayFile[],
  signal: AbortSignal,
): Promise<ReplayResult> {
  const reply = await ruby.evaluate(source, files, signal);
  if (reply.kind === 'value') return readReplayResult(reply.text);
  return { kind: 'could-not-run', why: describeFailure(reply), ...(reply.timedOut && { timedOut: true as const }) };
}
