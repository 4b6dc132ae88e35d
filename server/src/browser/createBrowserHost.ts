/**
 * The host in a browser: no files of the user, answers kept in memory, and the same pools as on a machine, whose
 * threads are Web Workers. Z3 and Ruby are downloaded when they are needed for the first time.
 */
import type { Host } from '../engine/host';
import { assetPath, rubyAssets } from '../host/assets';
import type { HostOptions } from '../host/createHost';
import { DiskAssets } from '../host/diskAssets';
import { diskFiles } from '../host/files';
import { MOST_WORK } from '../host/fuel';
import { MemoryCache } from '../host/memoryCache';
import { EmbeddedRuby } from '../host/rubyEmbedded';
import { refuseAll, rubyHostOf } from '../host/rubyReplays';
import { Z3Pool } from '../host/z3Pool';
import { Z3_VERSION } from '../host/z3Version';
import { compileAsset } from './mountAssets';

/** Each reserves two gigabytes of addresses, which browsers count. */
const SOLVERS = 1;
const RUN_TIMEOUT_MS = 60_000;
const RUBY_MEMORY_MB = 256;

export function createBrowserHost({ assets = new DiskAssets(), log, mayRun }: HostOptions): Host {
  const limits = { root: null, timeoutMs: RUN_TIMEOUT_MS, memoryMb: RUBY_MEMORY_MB, mostWork: MOST_WORK };
  const ruby = mayRun ? new EmbeddedRuby({ ...rubyAssets(), ...limits }) : refuseAll('nothing may run here');
  return {
    assets,
    files: diskFiles,
    readers: { readAll: async paths => paths },
    log,
    cache: new MemoryCache(),
    results: null,
    readings: null,
    solver: new Z3Pool({
      workerFile: assetPath('z3Worker.js'),
      wasmFile: assetPath('z3-built.wasm'),
      version: Z3_VERSION,
      size: SOLVERS,
      spare: false,
      compile: compileAsset,
    }),
    ruby: rubyHostOf(ruby, {}),
  };
}
