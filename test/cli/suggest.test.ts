/** `loupe suggest`: contracts that are proved before they are printed or written. */
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Scratch, scratch } from './loupe';

const SHARES = `class Shares
  def each(total, parts) = total / parts

  def clamp(x)
    return 100 if x > 100

    x
  end

  def level(x) = x > 10 ? :high : :low

  ##% (Integer x) -> Integer
  def run(x) = [x].pack('N').unpack1('N')
end

shares = Shares.new
shares.each(10, 3)
shares.clamp(7)
shares.level(3)
`;

const RATES = `class Rates
  def rate(x)
    return 0 if x < 0

    x / 2
  end

  def share(total, parts)
    total / parts
  end

  def grow(x)
    x += 3
    x
  end
end
`;

const RATES_TEST = `require 'minitest/autorun'
require_relative '../lib/rates'
class RatesTest < Minitest::Test
  def test_rates
    rates = Rates.new
    [0, 5, 10, 198].each { |x| assert_equal x / 2, rates.rate(x) }
    [[10, 2], [9, 3], [8, 4]].each { |a, b| assert_equal a / b, rates.share(a, b) }
    [2, 5, 0].each { |x| assert_equal x + 3, rates.grow(x) }
  end
end
`;

describe('loupe suggest', () => {
  let here: Scratch;
  beforeEach(() => {
    here = scratch();
    here.write('shares.rb', SHARES);
  });
  afterEach(() => here.remove());

  it('prints what is needed and what is proved, with its reasons', async () => {
    const { status, out } = await here.loupe('suggest', 'shares.rb');
    assert.strictEqual(status, 0);
    assert.strictEqual(
      out,
      `shares.rb:2: Shares#each
  (Integer total, Integer parts { parts != 0 }) -> Integer r { r == total / parts }
    needed: parts != 0, so that the divisor is not zero
    proved: r == total / parts
shares.rb:4: Shares#clamp
  (Integer x) -> Integer r { r <= x && r <= 100 }
    proved: r <= x
    proved: r <= 100
shares.rb:10: Shares#level
  (Integer x) -> Symbol r { r == (x > 10 ? :high : :low) && (r == :high || r == :low) }
    proved: r == (x > 10 ? :high : :low)
    proved: r == :high || r == :low
shares.rb:13: Shares#run
  nothing is suggested, because a value of unknown type is not modelled
`,
    );
  });

  it('takes a line or a name, and says if there is no such method', async () => {
    assert.match((await here.loupe('suggest', 'shares.rb:5')).out, /^shares\.rb:4: Shares#clamp\n {2}\(Integer x\)/);
    assert.match((await here.loupe('suggest', 'Shares#clamp')).out, /^shares\.rb:4: Shares#clamp\n {2}\(Integer x\)/);
    for (const [operand, message] of [
      ['shares.rb:99', /there is no method with a body at shares\.rb:99/],
      ['Shares#gone', /there is no file and no method "Shares#gone"/],
    ] as const) {
      const { status, err } = await here.loupe('suggest', operand);
      assert.strictEqual(status, 2);
      assert.match(err, message);
    }
  });

  it('verifies no other file', () => {
    here.write('other.rb', 'class Other\n  ##% (Integer x) -> Integer r { r > x }\n  def next(x) = x + 1\nend\n');
    assert.match(here.loupeProcess('suggest', 'Shares#level').out, /proved: r == :high/);
    assert.match(here.loupeProcess('check', '--format', 'json', 'other.rb').out, /"cached": false/);
    assert.match(here.loupeProcess('check', '--format', 'json', 'other.rb').out, /"cached": true/);
  });

  it('tries what held in runs: proved, needed, or refuted by a call; values of other sources are not used', async () => {
    here.write('test/rates_test.rb', RATES_TEST);
    here.write('lib/rates.rb', RATES);
    const learned = await here.loupe('learn', '--values');
    assert.strictEqual(learned.status, 0, learned.err);
    const { out } = await here.loupe('suggest', 'lib/rates.rb');
    assert.match(out, /\(Integer x\) -> Integer r \{ r >= 0 \}\n {4}held in 4 runs; proved: r >= 0/);
    assert.match(out, /refuted: r < 100 held in 4 runs, but not in .*rate\(2\d\d\)/);
    assert.match(out, /held in 3 runs; needed: parts != 0/);
    assert.match(out, /held in 3 runs; proved: r == x \+ 3/);
    const report = JSON.parse((await here.loupe('learn', '--show', '--format', 'json')).out);
    const refinements = new Map(report.methods.map((each: Record<string, unknown>) => [each.name, each.refinements]));
    assert.deepEqual(refinements.get('Rates#share'), [
      { of: 'parts', text: 'parts != 0', word: 'needs', under: [] },
      { of: 'result', text: 'r == total / parts', word: 'proved', under: ['parts != 0'] },
    ]);
    here.write('lib/rates.rb', RATES.replace('x / 2', 'x / 3'));
    assert.doesNotMatch((await here.loupe('suggest', 'Rates#rate')).out, /held in/);
  });

  it('--write writes contracts that check proves; fills holes; settings of --config', async () => {
    here.write(
      'holes.rb',
      "class Half\n  type '(Integer x, Integer y { ?? }) -> Integer r { ?? }'\n  def of(x, y) = x % y\nend\n",
    );
    here.write('other.yml', 'signatureStyle: comment\n');
    assert.match((await here.loupe('suggest', '--write', 'holes.rb')).out, /wrote holes\.rb\n$/);
    const text = readFileSync(join(here.folder, 'holes.rb'), 'utf8');
    assert.match(text, /type '\(Integer x, Integer y \{ y != 0 \}\) -> Integer r \{ r == x % y \}'/);
    assert.match(
      (await here.loupe('suggest', '--write', '--config', 'other.yml', 'shares.rb')).out,
      /wrote shares\.rb/,
    );
    const { status, out } = await here.loupe('check', '.');
    assert.strictEqual(status, 0, out);
    assert.match(out, /✓ Shares#each +safe/);
    assert.match(out, /✓ Half#of +safe/);
  });
});
