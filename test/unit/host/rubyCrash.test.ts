/** Jobs in which the interpreter crashes: with a thread that says so a number of times and then answers. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedRuby } from '../../../server/src/host/rubyEmbedded';
import { NEVER } from '../../harness/rubyForTests';

const worker = (crashes: number, crashed: boolean): string => `
const { parentPort } = require('node:worker_threads');
let jobs = 0;
parentPort.on('message', ({ id }) => {
  jobs++;
  const failed = { type: 'failed', id, why: 'planted', output: '', crashed: ${crashed} };
  parentPort.postMessage(jobs <= ${crashes} ? failed : { type: 'value', id, text: String(jobs), output: '', seen: null });
});
parentPort.postMessage({ type: 'ready', start: null });
`;

describe('a job in which Ruby crashes', () => {
  let folder = '';
  let ruby: EmbeddedRuby | null = null;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-crash-'));
  });
  afterEach(async () => {
    await ruby?.close();
    rmSync(folder, { recursive: true });
  });

  async function evaluate(crashes: number, crashed = true): Promise<string> {
    writeFileSync(join(folder, 'worker.cjs'), worker(crashes, crashed));
    ruby = new EmbeddedRuby({
      workerFile: join(folder, 'worker.cjs'),
      wasmFile: '',
      imageFile: '',
      libraryFolder: '',
      root: null,
      timeoutMs: 60_000,
      memoryMb: 256,
      mostWork: null,
    });
    const reply = await ruby.evaluate('1', [], NEVER);
    return reply.kind === 'value' ? reply.text : reply.why;
  }

  it('is repeated once', async () => assert.equal(await evaluate(1), '2'));
  it('fails if it crashes again', async () => assert.equal(await evaluate(2), 'planted'));
  it('is not repeated if the program failed', async () => assert.equal(await evaluate(1, false), 'planted'));
});
