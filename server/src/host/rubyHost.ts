/** Ruby for the engine: the embedded one by default, an installed one if the settings say so, or none. */
import type { RubyHost } from '../engine/host';
import type { ReplayFile, ReplayResult, ReplayRun, ReplayScript, RubyReply } from '../proof/replay';
import type { RubyAssets } from './assets';
import { findProgram } from './findProgram';
import { KeptRuns, type KeptRunsOptions } from './keptRuns';
import { EmbeddedRuby } from './rubyEmbedded';
import { runHooks } from './rubyHooks';
import { RememberedLoads, whyFailed } from './rubyLoading';
import { readReplayResult } from './rubyReplayResult';
import { SystemRuby } from './rubySystem';

export interface RubyHostOptions extends RubyAssets {
  /** `none`: no code runs, as in an untrusted workspace; `why` is shown to users. */
  readonly ruby: 'embedded' | 'system' | { readonly none: string };
  /** The workspace folder; null: a program sees only the files that are passed with it. */
  readonly root: string | null;
  /** Just-in-time annotations are not run. */
  readonly refuseHooks?: boolean;
  /** How many lines and calls of blocks a counterexample may run: the same on every machine. The default is a million. */
  readonly mostSteps?: number;
  /** Guards against a run that never ends; the default is a minute, much more than the steps take. */
  readonly timeoutMs?: number;
  /** For the embedded Ruby, which itself needs about 80; the default is 256. */
  readonly memoryMb?: number;
  readonly command?: string;
  /** Where outcomes of the embedded Ruby are kept, and what names this build; null: nowhere. */
  readonly kept?: { readonly store: KeptRunsOptions['store']; readonly build: string } | null;
}

/**
 * Evaluates any script and returns the value of its last expression as a string. The basis of replays, audits and
 * hooks.
 */
export interface RubyEvaluator {
  evaluate(source: string, files: readonly ReplayFile[], signal: AbortSignal): Promise<RubyReply>;
  close(): Promise<void>;
}

export function createRubyHost(options: RubyHostOptions): RubyHost & RubyEvaluator {
  const plain = createEvaluator(options);
  const ruby = new RememberedLoads(plain);
  const limited = new LimitedRuby(ruby, options.mostSteps ?? MOST_STEPS);
  return {
    evaluate: (source, files, signal) => ruby.evaluate(source, files, signal),
    close: () => ruby.close(),
    hooks: (request, signal) => runHooks(options.refuseHooks ? UNTRUSTED : plain, request, signal),
    async replay(script, signal) {
      const simpler = await findSimpler(limited, script, signal);
      if (simpler.run) return simpler.run;
      const result = await run(limited, script.source, script.files, signal);
      return simpler.timedOut ? { ...result, timedOut: true } : result;
    },
  };
}

const UNTRUSTED = refuseAll('hooks run only in a workspace that the editor trusts');

interface Search {
  /** Null: no simpler values break the same clause. */
  readonly run: ReplayRun | null;
  readonly timedOut: boolean;
}

const MOST_STEPS = 1_000_000;
const GUARD_MS = 60_000;

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
  return { kind: 'could-not-run', why: whyFailed(reply), ...(reply.timedOut && { timedOut: true as const }) };
}

function createEvaluator(options: RubyHostOptions): RubyEvaluator {
  const {
    ruby,
    workerFile,
    wasmFile,
    imageFile,
    libraryFolder,
    root,
    timeoutMs = GUARD_MS,
    memoryMb = 256,
    command = findProgram('ruby'),
    kept = null,
  } = options;
  if (ruby === 'embedded') {
    const embedded = new EmbeddedRuby({ workerFile, wasmFile, imageFile, libraryFolder, root, timeoutMs, memoryMb });
    const basis = kept ? [kept.build, `${timeoutMs} ms`, `${memoryMb} MB`] : [];
    return kept ? new KeptRuns(embedded, { store: kept.store, basis, root }) : embedded;
  }
  if (ruby !== 'system') return refuseAll(ruby.none);
  if (command === null) return refuseAll('there is no ruby on the PATH');
  return new SystemRuby({ command, libraryFolder, root, timeoutMs, memoryMb });
}

function refuseAll(why: string): RubyEvaluator {
  return { evaluate: async () => ({ kind: 'failed', why }), close: async () => {} };
}
