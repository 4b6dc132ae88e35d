/**
 * The thread of the embedded Ruby. Every job gets a fresh Ruby, which is prepared while the thread is idle: the
 * previous one, rewound to its start, or a new one if that is not possible.
 */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { keyOfImage, readImage, SETUP, type StoredImage } from './rubyImage';
import { guestPath, mountPath } from './rubyPaths';
import { type RubyJob, type RubyMessage, type RubyStart, type RubyWorkerData, stepIn } from './rubyProtocol';
import { bootSandbox, type Sandbox } from './rubySandbox';
import { capMemory } from './rubyWasm';

const MAX_VALUE = 8 << 20;

const data = workerData as RubyWorkerData;
const post = (message: RubyMessage): void => parentPort!.postMessage(message);

/** A Ruby that is ready for a job, and what further ones start from. */
interface Ready {
  readonly start: RubyStart;
  readonly sandbox: Sandbox;
}

async function firstStart(): Promise<Ready> {
  const wasm = readFileSync(data.wasmFile);
  const module = await WebAssembly.compile(capMemory(wasm, data.maxPages));
  const stored = readImage(data.imageFile, keyOfImage(wasm, data.libraryFolder));
  const sandbox = await boot(module, stored);
  if (!stored) sandbox.evaluate(SETUP, null);
  const start = { module, image: sandbox.image() };
  return { start, sandbox: await freshSandbox(start, sandbox) };
}

async function boot(module: WebAssembly.Module, image: SharedArrayBuffer | StoredImage | null): Promise<Sandbox> {
  const onOutput = (text: string): void => {
    const step = stepIn(text);
    if (step !== undefined) post({ type: 'step', step });
  };
  return bootSandbox({ module, image, libraryFolder: data.libraryFolder, quota: data.quota, onOutput });
}

async function freshSandbox(start: RubyStart, last: Sandbox | null): Promise<Sandbox> {
  const sandbox = last?.rewind(start.image) ? last : await boot(start.module, start.image);
  if (data.root !== null) sandbox.workspace.addFolder(mountPath(data.root), data.root);
  return sandbox;
}

function run(sandbox: Sandbox, job: RubyJob): RubyMessage {
  for (const file of job.files) sandbox.workspace.addText(mountPath(file.path), file.text);
  try {
    const text = sandbox.evaluate(introduce(job) + job.source, data.mostWork);
    if (text.length > MAX_VALUE)
      return { type: 'failed', id: job.id, why: 'the result is too large', output: '', crashed: false };
    return { type: 'value', id: job.id, text, output: sandbox.output(), seen: sandbox.workspace.sightings.result() };
  } catch (error) {
    const isExhausted = sandbox.isExhausted();
    const crashed = error instanceof WebAssembly.RuntimeError && !isExhausted;
    const why = isExhausted ? 'it takes too much work' : describe(error);
    return { type: 'failed', id: job.id, why, output: sandbox.output(), crashed };
  }
}

/**
 * Tells Ruby the path of each file. A single line without a line break, so that line numbers of the source are kept.
 */
function introduce(job: RubyJob): string {
  const places = job.files.map(file => [file.path, guestPath(file.path)]);
  return `Loupe::Workspace.open(${quote(JSON.stringify(places))}, ${quote(guestPath(data.root ?? ''))}); `;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const tooLong = /: ([^:]*) \(Loupe::WorkLimit::Exceeded\)/.exec(error.message)?.[1];
  if (tooLong !== undefined) return tooLong;
  if (/exit with exit code|WASIProcExit|SystemExit/.test(`${error.constructor.name} ${error.message}`))
    return 'the program ended itself (exit)';
  if (/out of memory|NoMemoryError|failed to allocate/i.test(error.message)) return 'it needs too much memory';
  if (/Maximum call stack|SystemStackError|stack level too deep|unreachable/.test(error.message))
    return 'the stack overflowed (recursion without end?)';
  return error.message.split('\n')[0] ?? 'unknown error';
}

async function main(): Promise<void> {
  const { start, sandbox: first } = data.start
    ? { start: data.start, sandbox: await freshSandbox(data.start, null) }
    : await firstStart();
  let next = Promise.resolve(first);
  // The owner sends one job at a time. The next Ruby is prepared after the reply was sent.
  parentPort!.on('message', (job: RubyJob) => {
    next = next.then(sandbox => {
      post(run(sandbox, job));
      return freshSandbox(start, sandbox);
    });
    next.catch(giveUp);
  });
  post({ type: 'ready', start });
}

function giveUp(error: unknown): void {
  post({ type: 'broken', why: describe(error) });
}

main().catch(giveUp);
