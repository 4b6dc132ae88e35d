/** Starts of the embedded Ruby that fail: with a thread that fails the first times and then answers. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedRuby } from '../../../server/src/host/rubyEmbedded';
import type { RubyReply } from '../../../server/src/proof/replay';
import { NEVER } from '../../harness/rubyForTests';

/** `imageFile` is the file that counts the starts. */
const worker = (failures: number, fail: string): string => `
const { readFileSync, writeFileSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const starts = Number(readFileSync(workerData.imageFile, 'utf8'));
writeFileSync(workerData.imageFile, String(starts + 1));
if (starts < ${failures}) { ${fail} }
else {
  parentPort.on('message', job => parentPort.postMessage({ type: 'value', id: job.id, text: job.source, output: '' }));
  parentPort.postMessage({ type: 'ready', start: null });
}
`;

const FAILURES: Readonly<Record<string, string>> = {
  'reports that it is broken': `parentPort.postMessage({ type: 'broken', why: 'planted' });`,
  throws: `throw new Error('planted');`,
  ends: 'process.exit(1);',
};

describe('a Ruby that does not start', () => {
  let folder = '';
  let ruby: EmbeddedRuby | null = null;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-start-'));
  });
  afterEach(async () => {
    await ruby?.close();
    rmSync(folder, { recursive: true });
  });

  const counter = (): string => join(folder, 'starts');
  const starts = (): number => Number(readFileSync(counter(), 'utf8'));

  function create(failures: number, fail: string): EmbeddedRuby {
    writeFileSync(counter(), '0');
    writeFileSync(join(folder, 'worker.cjs'), worker(failures, fail));
    return new EmbeddedRuby({
      workerFile: join(folder, 'worker.cjs'),
      wasmFile: '',
      imageFile: counter(),
      libraryFolder: '',
      root: null,
      timeoutMs: 60_000,
      memoryMb: 256,
      mostWork: null,
    });
  }

  for (const [name, fail] of Object.entries(FAILURES)) {
    it(`is started again if it ${name}`, async () => {
      ruby = create(2, fail);
      const replies = await Promise.all(['1', '2'].map(source => ruby!.evaluate(source, [], NEVER)));
      assert.deepEqual(replies.map(textOf), ['1', '2']);
      assert.equal(starts(), 3);
    });
  }

  it('is given up after some starts, and tried once by each later job', async () => {
    ruby = create(4, FAILURES.throws!);
    const first = await Promise.all(['1', '2'].map(source => ruby!.evaluate(source, [], NEVER)));
    assert.deepEqual(first.map(textOf), ['Ruby does not start: planted', 'Ruby does not start: planted']);
    assert.equal(starts(), 3);
    assert.equal(textOf(await ruby.evaluate('3', [], NEVER)), 'Ruby does not start: planted');
    assert.equal(starts(), 4);
    assert.equal(textOf(await ruby.evaluate('4', [], NEVER)), '4');
  });
});

function textOf(reply: RubyReply): string {
  return reply.kind === 'value' ? reply.text : reply.why;
}
