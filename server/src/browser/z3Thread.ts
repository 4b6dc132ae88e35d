/** The thread of a solver in a browser. */
import { receiveWorkerData } from './node/workerThreads';

async function main(): Promise<void> {
  await receiveWorkerData();
  await import('../host/z3Worker');
}

void main();
