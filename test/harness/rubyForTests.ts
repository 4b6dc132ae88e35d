/** A Ruby host for tests: the worker is bundled once into a scratch folder, everything else is from the repository. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { createRubyHost, type RubyHostOptions } from '../../server/src/host/rubyHost';

const repository = join(__dirname, '..', '..');

function bundleWorker(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-ruby-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'rubyWorker.js');
  const entry = join(repository, 'server/src/host/rubyWorker.ts');
  buildSync({ entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', target: 'node20', outfile });
  return outfile;
}

let workerFile: string | null = null;

export function hostForTests(options: Partial<RubyHostOptions> = {}): ReturnType<typeof createRubyHost> {
  workerFile ??= bundleWorker();
  return createRubyHost({
    ruby: 'embedded',
    workerFile,
    wasmFile: join(repository, 'dist/ruby+stdlib.wasm'),
    imageFile: join(repository, 'dist/ruby.image'),
    libraryFolder: join(repository, 'server/ruby'),
    root: null,
    timeoutMs: 60_000,
    // Some tests try thousands of calls in one job.
    mostWork: 20_000_000_000,
    ...options,
  });
}

export const NEVER = new AbortController().signal;
