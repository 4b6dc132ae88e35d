/**
 * Missing or damaged kept answers only cost time: without any, with a truncated file and with a forged line the
 * verdicts are the same. A cold run finds a forged line with a valid checksum.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ReplayResult } from '../../../server/src/proof/replay';
import { type AnswerMode, KeptAnswers, lineOf } from '../../harness/committedAnswers';
import { createFixtureRunner, type FixtureRunner } from '../../harness/fixtures';
import { replayLibrary } from '../../harness/replayLibrary';

const NAME = 'kept/clock.rb';
const CLOCK = `class Clock
  type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }'
  def incr_sec(x) = x == 58 ? 0 : x + 1
  #   ^^^^^^^^ unsafe confirmed: x = 59, result = 60

  type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }'
  def incr_min(x) = x == 59 ? 0 : x + 1
  #   ^^^^^^^^ safe
end
`;
const FORGED = '{"status":"unsat","rlimit":1}';

describe('committed answers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-kept-'));
  let mode: AnswerMode = 'use';
  let last: KeptAnswers;
  let good = '';
  let runner: FixtureRunner;

  const open = (): KeptAnswers => {
    last = new KeptAnswers(NAME, mode, folder);
    return last;
  };
  const run = async (content: string | null, as: AnswerMode): Promise<readonly string[]> => {
    mode = as;
    const { file } = open();
    mkdirSync(dirname(file), { recursive: true });
    rmSync(file, { force: true });
    if (content !== null) writeFileSync(file, content);
    return (await runner.run(NAME, CLOCK)).differences;
  };
  /** Turns each refutation into a proof. */
  const forge = (withChecksum: boolean): string =>
    good
      .split('\n')
      .map(line => {
        if (!line.includes('"status":"sat"')) return line;
        const [key = '', checksum = ''] = line.split(' ');
        return withChecksum ? lineOf(key, FORGED) : `${key} ${checksum} ${FORGED}`;
      })
      .join('\n');

  before(() => {
    runner = createFixtureRunner({ keep: open, sharesAnswers: false });
  });
  after(async () => {
    await runner.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are written by an update, both queries and runs', async () => {
    assert.deepEqual(await run(null, 'update'), []);
    good = readFileSync(last.file, 'utf8');
    assert.match(good, /"status":"sat"/);
    assert.match(good, /"status":"unsat"/);
    assert.match(good, /"kind":"ran"/);
  });

  it('are the same when written again', async () => {
    assert.deepEqual(await run(null, 'update'), []);
    assert.equal(readFileSync(last.file, 'utf8'), good);
  });

  it('of runs may differ in a value, but not in what the verdict depends on', () => {
    mode = 'cold';
    const ran = (value: string, clause: string | null): ReplayResult => ({
      kind: 'ran',
      ruby: '3.4.1',
      preconditionHeld: true,
      outcome: { type: 'returned', value: { kind: 'integer', value }, shown: value },
      call: 'roll',
      source: { setup: [], receiver: null, how: 'public', block: null, args: [] },
      bindings: [],
      violated:
        clause === null ? null : { clause, kind: 'stated', text: null, message: '', blames: 'callee', line: null },
      violations: [],
      unevaluated: [],
      builtBy: 'public-calls',
      steps: [],
      branches: [],
    });
    const { file } = open();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, lineOf('roll', JSON.stringify(ran('4', null))));
    const compare = (answer: ReplayResult): number => {
      open().computed('roll', answer);
      return last.differences().length;
    };
    assert.deepEqual([compare(ran('5', null)), compare(ran('4', 'purity'))], [0, 1]);
  });

  it('may be missing', async () => assert.deepEqual(await run(null, 'use'), []));

  it('may be an empty file', async () => assert.deepEqual(await run('', 'use'), []));

  it('may be truncated', async () => {
    for (const part of [0.3, 0.6, 0.9])
      assert.deepEqual(await run(good.slice(0, Math.floor(good.length * part)), 'use'), []);
  });

  it('may be anything', async () => assert.deepEqual(await run('not\nan answer\n\0\n', 'use'), []));

  it('are ignored if the checksum does not match: a forged proof is rejected', async () => {
    assert.notEqual(forge(false), good);
    assert.deepEqual(await run(forge(false), 'use'), []);
  });

  it('are used: a forged proof with a matching checksum changes a verdict', async () => {
    assert.notDeepEqual(await run(forge(true), 'use'), []);
  });

  it('are all recomputed by a cold run, which reports the forged proof', async () => {
    const found = await run(forge(true), 'cold');
    assert.ok(found.length > 0);
    for (const line of found) assert.match(line, /^the entry \w+ of .* is wrong: kept: \{"status":"unsat"/);
  });

  it('are confirmed by a cold run if nothing is forged', async () => assert.deepEqual(await run(good, 'cold'), []));

  it('of a run are checked by a cold run, too', async () => {
    const lines = good.split('\n').map(line => {
      const [key = '', checksum = ''] = line.split(' ');
      const body = line.slice(key.length + checksum.length + 2);
      return body.includes('"kind":"ran"')
        ? lineOf(key, body.replace('"preconditionHeld":true', '"preconditionHeld":false'))
        : line;
    });
    assert.notEqual(lines.join('\n'), good);
    const found = await run(lines.join('\n'), 'cold');
    assert.ok(
      found.length > 0 && found.every(line => line.includes('is wrong: kept: {"kind":"ran"')),
      found.join('\n'),
    );
  });
});

describe('the library of a replay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-library-'));
  after(() => rmSync(folder, { recursive: true }));

  it('is what the embedded Ruby loads, directly or not, and what fixtures may require', () => {
    const files = {
      'rdl.rb': "require 'loupe'\n",
      'loupe.rb': '',
      'loupe/embedded.rb': "require 'loupe/replay'\n",
      'loupe/replay.rb': "require_relative 'replay/steps'\n",
      'loupe/replay/steps.rb': '  require "loupe/rails/#{file}"\n',
      'loupe/rails/records.rb': '',
      'loupe/learn.rb': "require 'loupe/replay'\n",
    };
    for (const [name, source] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), source);
    }
    const { 'loupe/learn.rb': _, ...loaded } = files;
    assert.deepEqual(Object.fromEntries(replayLibrary(folder)), loaded);
  });
});
