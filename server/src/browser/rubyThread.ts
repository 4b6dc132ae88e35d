/** The thread of the embedded Ruby in a browser: downloads what host/rubyWorker.ts reads, and runs it. */
import type { RubyWorkerData } from '../host/rubyProtocol';
import { mountAssets, mountFolder } from './mountAssets';
import { receiveWorkerData, workerData } from './node/workerThreads';

async function main(): Promise<void> {
  await receiveWorkerData();
  const { start } = workerData as RubyWorkerData;
  await Promise.all([mountAssets(start ? [] : ['ruby+stdlib.wasm', 'ruby.image']), mountFolder('ruby')]);
  await import('../host/rubyWorker');
}

void main();
