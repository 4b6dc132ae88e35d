/** Ruby for the engine: the embedded one by default, an installed one if the settings say so, or none. */
import type { RubyHost } from '../engine/host';
import type { RubyAssets } from './assets';
import { findProgram } from './findProgram';
import { MOST_WORK } from './fuel';
import { EmbeddedRuby } from './rubyEmbedded';
import type { RubyEvaluator } from './rubyEvaluator';
import { type RunLimits, refuseAll, rubyHostOf } from './rubyReplays';
import { SystemRuby } from './rubySystem';
import { RunCache, type RunCacheOptions } from './runCache';

export interface RubyHostOptions extends RubyAssets, RunLimits {
  /** `none`: no code runs, as in an untrusted workspace; `why` is shown to users. */
  readonly ruby: 'embedded' | 'system' | { readonly none: string };
  /** The workspace folder; null: a program sees only the files that are passed with it. */
  readonly root: string | null;
  /** Guards against a run that never ends; the default is a minute, much more than the work may take. */
  readonly timeoutMs?: number;
  /** For the embedded Ruby, which itself needs about 80; the default is 256. */
  readonly memoryMb?: number;
  /** Of each run in the embedded Ruby (fuel.ts). */
  readonly mostWork?: number;
  readonly command?: string;
  /** Where outcomes of the embedded Ruby are kept, and what names this build; null: nowhere. */
  readonly kept?: { readonly store: RunCacheOptions['store']; readonly build: string } | null;
}

export function createRubyHost(options: RubyHostOptions): RubyHost & RubyEvaluator {
  return rubyHostOf(createEvaluator(options), options);
}

/** Guards against a run that never ends: much more than the work takes. */
const GUARD_MS = 60_000;

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
    mostWork = MOST_WORK,
    command = findProgram('ruby'),
    kept = null,
  } = options;
  if (ruby === 'embedded') {
    const assets = { workerFile, wasmFile, imageFile, libraryFolder };
    const embedded = new EmbeddedRuby({ ...assets, root, timeoutMs, memoryMb, mostWork });
    const basis = kept ? [kept.build, `${timeoutMs} ms`, `${memoryMb} MB`, `${mostWork} units of work`] : [];
    return kept ? new RunCache(embedded, { store: kept.store, basis, root }) : embedded;
  }
  if (ruby !== 'system') return refuseAll(ruby.none);
  if (command === null) return refuseAll('there is no ruby on the PATH');
  return new SystemRuby({ command, libraryFolder, root, timeoutMs, memoryMb });
}
