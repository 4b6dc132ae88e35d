/** The walkthrough's sample shows what its comments announce: a proof, a counterexample, and a field without a type. */
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestWorkspace, NEVER, TEST_BUDGET, verdictsIn } from '../harness/workspace';

const PATH = 'sample.rb';
const sample = readFileSync(join(__dirname, '..', '..', 'media', PATH), 'utf8');

async function check(source: string): Promise<{
  readonly verdicts: Readonly<Record<string, string>>;
  readonly codes: readonly string[];
}> {
  const workspace = await createTestWorkspace({ mayRun: true });
  try {
    workspace.open(PATH, source);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    const { problems } = workspace.snapshot.files.get(PATH)!;
    return { verdicts: verdictsIn(workspace, PATH), codes: problems.map(each => each.code) };
  } finally {
    await workspace.dispose();
  }
}

describe('the sample of the walkthrough', () => {
  it('has one proof, one counterexample and one field without a type', async () => {
    const { verdicts, codes } = await check(sample);
    assert.deepStrictEqual(codes, ['LP4001', 'LP3006']);
    assert.deepStrictEqual(verdicts, {
      'Sample#next_second': 'safe',
      'Sample#broken_second': 'unsafe',
      'Sample#restart': 'safe',
    });
  });

  it('is safe after the two changes that it suggests', async () => {
    const declared = sample.replace('  attr_writer :count', '  ##% @count : Integer\n  attr_writer :count');
    const { verdicts, codes } = await check(declared.replace('x == 58', 'x == 59'));
    assert.deepStrictEqual(codes, []);
    assert.deepStrictEqual(new Set(Object.values(verdicts)), new Set(['safe']));
  });
});
