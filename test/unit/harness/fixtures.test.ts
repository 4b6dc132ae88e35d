/** The fixture harness detects every kind of difference. */
import assert from 'node:assert';
import { createFixtureRunner, type FixtureRunner } from '../../harness/fixtures';

const CLOCK = `class Clock
  type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }'
  def incr_sec(x) = x == 58 ? 0 : x + 1
  #   ^^^^^^^^ MARK
end
#! no-run
`;

describe('fixture harness', () => {
  let runner: FixtureRunner;
  before(() => {
    runner = createFixtureRunner();
  });
  after(() => runner.close());

  const differences = async (source: string): Promise<readonly string[]> =>
    (await runner.run('a.rb', source)).differences;
  const marked = (mark: string): Promise<readonly string[]> => differences(CLOCK.replace('MARK', mark));
  const only = async (found: Promise<readonly string[]>, pattern: RegExp): Promise<void> => {
    const lines = await found;
    assert.strictEqual(lines.length, 1, lines.join('\n'));
    assert.match(lines[0]!, pattern);
  };

  it('accepts correct marks', async () => {
    assert.deepStrictEqual(await marked('unsafe unconfirmed: x = 59'), []);
    assert.deepStrictEqual(await marked('unsafe(postcondition): x = 59, result = 60'), []);
  });

  it('detects a wrong verdict, cause, value, obligation, caveat', async () => {
    const wrong = await marked('safe');
    assert.ok(wrong.some(line => /Clock#incr_sec is unsafe.*, not safe/.test(line)));
    assert.ok(wrong.some(line => /unexpected .* LP4001/.test(line)));
    await only(marked('unsafe confirmed'), /but it is unconfirmed/);
    await only(marked('unsafe: x = 58'), /but the counterexample is x = 59/);
    await only(marked('unsafe(non-nil)'), /but what fails is \(postcondition\)/);
    await only(marked('unsafe (over reals)'), /but caveats are \(\)/);
  });

  it('detects an annotated method without a verdict mark, and a mark without a method', async () => {
    const two = CLOCK.replace('MARK', 'unsafe').replace('end\n#!', "\n  type '() -> Integer'\n  def one = 1\nend\n#!");
    await only(differences(two), /Clock#one has no verdict mark; it is safe/);
    const lost = CLOCK.replace('^^^^^^^^ MARK', '^^^^ safe');
    assert.ok((await differences(lost)).some(line => /no method has its name there/.test(line)));
  });

  it('detects problems that are missing, unexpected, misplaced, or have another message or severity', async () => {
    const text = "class A\n  type '() -> Integer'\n  def one = 'one'\nMARKend\n";
    const at = (mark: string): Promise<readonly string[]> => differences(text.replace('MARK', mark));
    assert.deepStrictEqual(await at('  #         ^^^^^ LP3001 error: must return Integer\n'), []);
    await only(at(''), /unexpected 3:\[12-17\] LP3001 error/);
    assert.strictEqual((await at('  #          ^^^^ LP3001\n')).length, 2);
    assert.strictEqual((await at('  #         ^^^^^ LP3002\n')).length, 2);
    assert.strictEqual((await at('  #         ^^^^^ LP3001: must return String\n')).length, 2);
    assert.strictEqual((await at('  #         ^^^^^ LP3001 warning\n')).length, 2);
    await only(at('  #         ^^^^^ LP3001\n  # [0-3] LP1001\n'), /missing 3:\[0-3\] LP1001/);
  });

  it('detects a wrong type', async () => {
    const text =
      "class A\n  type '(Integer x) -> Integer'\n  def one(x) = x + 1\n  #            ^^^^^ type: MARK\nend\n";
    assert.deepStrictEqual(await differences(text.replace('MARK', 'Integer')), []);
    await only(differences(text.replace('MARK', 'String')), /3:\[15-20\] has Integer, not String/);
  });

  it('detects edits without effect', async () => {
    const text = CLOCK.replace('MARK', 'unsafe');
    const script = "#! edit: '58' => '59'\n#! expect: same\n#! lowered: 2\n#! judged: none\n";
    const found = await differences(text + script);
    assert.ok(found.some(line => /^after edit 1: Clock#incr_sec is safe, not unsafe/.test(line)));
    assert.ok(found.includes('after edit 1: 1 methods were lowered, not 2'));
    assert.ok(found.includes('after edit 1: judged: Clock#incr_sec, not none'));
  });

  it('rejects what it cannot parse', async () => {
    await assert.rejects(marked('probably fine'), /not a mark: probably fine/);
    await assert.rejects(marked('unsafe surely'), /not a cause: surely/);
    await assert.rejects(differences(`${CLOCK.replace('MARK', 'unsafe')}#! edit: 58 => 59\n`), /not a replacement/);
    await assert.rejects(differences(`${CLOCK.replace('MARK', 'unsafe')}#! edit: 'x' => 'y'\n`), /more than once/);
  });
});
