/** Assembles the host: files, assets, solver, cache, Ruby. Nothing expensive starts before it is needed. */
import { availableParallelism } from 'node:os';
import type { Settings } from '../../../shared/src/settings';
import type { AnswerCache, Assets, Host, Log, ResultStore, SolverHost } from '../engine/host';
import { assetPath, productBuild, rubyAssets } from './assets';
import { DiskAssets } from './diskAssets';
import { cacheFolder, DiskCache, READINGS, RESULTS, RUNS } from './diskCache';
import { DiskResults } from './diskResults';
import { diskFiles } from './files';
import { findProgram } from './findProgram';
import { MemoryCache } from './memoryCache';
import { NativeZ3, nativeVersion } from './nativeZ3';
import { ReadPool } from './readPool';
import { RemoteCache } from './remoteCache';
import { readRemote } from './remoteOptions';
import { createRubyHost, type RubyHostOptions } from './rubyHost';
import { isRubyInstalled } from './rubySystem';
import type { CachedRun } from './runCache';
import { SharedCache } from './sharedCache';
import { Z3Pool } from './z3Pool';
import { Z3_VERSION } from './z3Version';

export interface HostOptions {
  readonly settings: Settings;
  readonly log: Log;
  /** Where the disk cache and an installed solver are; by default the environment of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly cache: 'disk' | 'memory';
  /** Keep a spare solver warm. For editors, which cancel queries all the time. */
  readonly interactive: boolean;
  /** False in an untrusted workspace and with --no-run: then no counterexample is confirmed. */
  readonly mayRun: boolean;
  /** For a client that says nothing about trust: hooks may do more than the call of a counterexample. */
  readonly refuseHooks?: boolean;
  /** The folder whose files a replay may read; null: only the files that are passed to it. */
  readonly root: string | null;
  /** Shared by hosts of the same process; by default the host's own. */
  readonly assets?: Assets;
}

export function createHost(options: HostOptions): Host {
  if (options.mayRun && options.settings.ruby === 'system' && !isRubyInstalled())
    options.log.warn(
      'the setting `ruby: system` needs a ruby on the PATH, and there is none; no code of the workspace runs',
    );
  const { assets = new DiskAssets() } = options;
  return {
    assets,
    files: diskFiles,
    readers: new ReadPool(assetPath('readWorker.js'), {
      runtime: assets.treeSitterWasm,
      language: assets.rubyGrammarWasm,
    }),
    log: options.log,
    cache: createCache(options),
    results: createResults(options, RESULTS),
    readings: createResults(options, READINGS),
    solver: createSolver(options),
    ruby: createRubyHost({
      ruby: options.mayRun ? options.settings.ruby : { none: 'running code of the workspace is disabled' },
      ...rubyAssets(),
      root: options.root,
      refuseHooks: options.refuseHooks ?? false,
      kept: createRunCache(options),
    }),
  };
}

/** If `native` is set but no Z3 is on the PATH, uses the built-in one and warns the user. */
function createSolver({ settings, log, interactive, environment = process.env }: HostOptions): SolverHost {
  const command = settings.solver === 'wasm' ? null : findProgram('z3', environment);
  const version = command === null ? null : nativeVersion(command);
  if (command !== null && version !== null) return new NativeZ3({ command, version, size: settings.jobs });
  if (settings.solver === 'native')
    log.warn('the setting `solver: native` needs a z3 on the PATH, and there is none; the built-in solver is used');
  return new Z3Pool({
    workerFile: assetPath('z3Worker.js'),
    wasmFile: assetPath('z3-built.wasm'),
    version: Z3_VERSION,
    size: settings.jobs || availableParallelism(),
    spare: interactive,
  });
}

/** Results depend on the code that found them. */
function createResults(
  { cache, environment = process.env }: HostOptions,
  kind: typeof RESULTS | typeof READINGS,
): ResultStore | null {
  const build = productBuild();
  return cache === 'disk' && build !== null ? new DiskResults(cacheFolder(environment), build, { kind }) : null;
}

function createRunCache({
  cache,
  environment = process.env,
}: HostOptions): Exclude<RubyHostOptions['kept'], undefined> {
  const build = productBuild();
  if (cache !== 'disk' || build === null) return null;
  return { build, store: new DiskCache<CachedRun>(cacheFolder(environment), { kind: RUNS }) };
}

function createCache({ cache, log, settings, environment = process.env }: HostOptions): AnswerCache {
  if (cache === 'memory') return new MemoryCache();
  const folder = cacheFolder(environment);
  const local = new DiskCache(folder, { warn: log.warn });
  const { remote, problems } = readRemote(settings.cache, environment);
  for (const problem of problems) log.warn(problem);
  return remote === null ? local : new SharedCache(local, new RemoteCache(remote, { folder, warn: log.warn }));
}
