/** Ruby for the engine: the embedded one by default, an installed one where the settings say so, or none. */
import type { RubyHost } from '../engine/host';
import type { ReplayFile, ReplayResult, ReplayRun, ReplayScript, RubyReply } from '../proof/replay';
import { EmbeddedRuby } from './rubyEmbedded';
import { runHooks } from './rubyHooks';
import { RememberedLoads, whyFailed } from './rubyLoading';
import { readReplayResult } from './rubyReplayResult';
import { SystemRuby } from './rubySystem';

export interface RubyHostOptions {
  /** `none`: nothing is run, as in a workspace that is not trusted; `why` is what users read. */
  readonly ruby: 'embedded' | 'system' | { readonly none: string };
  /** dist/rubyWorker.js, dist/ruby+stdlib.wasm, dist/ruby */
  readonly workerFile: string;
  readonly wasmFile: string;
  readonly libraryFolder: string;
  /** The workspace folder; null: a program sees only the files that are given with it. */
  readonly root: string | null;
  /** Per run; 10 s unless said otherwise. */
  readonly timeoutMs?: number;
  /** Of the embedded Ruby, which itself takes some 80; 256 unless said otherwise. */
  readonly memoryMb?: number;
  readonly command?: string;
}

/** Any script: the value of its last expression as text. What replay, audit and hooks are made of. */
export interface RubyEvaluator {
  evaluate(source: string, files: readonly ReplayFile[], signal: AbortSignal): Promise<RubyReply>;
  close(): Promise<void>;
}

export function createRubyHost(options: RubyHostOptions): RubyHost & RubyEvaluator {
  const plain = createEvaluator(options);
  const ruby = new RememberedLoads(plain);
  return {
    evaluate: (source, files, signal) => ruby.evaluate(source, files, signal),
    close: () => ruby.close(),
    hooks: (request, signal) => runHooks(plain, request, signal),
    async replay(script, signal) {
      const simpler = await findSimpler(ruby, script, signal);
      return simpler ?? run(ruby, script.source, script.files, signal);
    },
  };
}

/** Simpler values that break the same, run once more by themselves; null: there are none. */
async function findSimpler(ruby: RubyEvaluator, script: ReplayScript, signal: AbortSignal): Promise<ReplayRun | null> {
  if (!script.search) return null;
  const found = await ruby.evaluate(script.search.source, script.files, signal);
  const source = found.kind === 'value' ? script.search.alternatives[Number(found.text)] : undefined;
  if (source === undefined) return null;
  const result = await run(ruby, source, script.files, signal);
  return result.kind === 'ran' && (result.violated || result.outcome.type === 'raised') ? result : null;
}

async function run(
  ruby: RubyEvaluator,
  source: string,
  files: readonly ReplayFile[],
  signal: AbortSignal,
): Promise<ReplayResult> {
  const reply = await ruby.evaluate(source, files, signal);
  return reply.kind === 'value' ? readReplayResult(reply.text) : { kind: 'could-not-run', why: whyFailed(reply) };
}

function createEvaluator(options: RubyHostOptions): RubyEvaluator {
  const {
    ruby,
    workerFile,
    wasmFile,
    libraryFolder,
    root,
    timeoutMs = 10_000,
    memoryMb = 256,
    command = 'ruby',
  } = options;
  if (ruby === 'embedded') return new EmbeddedRuby({ workerFile, wasmFile, libraryFolder, root, timeoutMs, memoryMb });
  if (ruby === 'system') return new SystemRuby({ command, libraryFolder, root, timeoutMs, memoryMb });
  return { evaluate: async () => ({ kind: 'failed', why: ruby.none }), close: async () => {} };
}
