/** Basic tests of the verifier: the paper's running examples and a wrong variant of each, decided by Z3. */
import assert from 'node:assert/strict';
import { createSolver, prove, readRuby, type Solver, summary } from '../../harness/prove';

const CLOCK = `
class Clock
  attr_accessor :sec, :min, :hour
  var_type :@sec, 'Integer'
  var_type :@min, 'Integer'
  var_type :@hour, 'Integer'

  type '(Integer s, Integer m, Integer h) -> self'
  def initialize(s, m, h)
    @sec = s
    @min = m
    @hour = h
  end

  type '() -> %bool'
  def is_valid
    0 <= @sec && @sec < 60 && 0 <= @min && @min < 60 && 0 <= @hour && @hour < 24
  end

  type '(Clock t1 { t1.is_valid }, Clock t2 { t2.is_valid }, Clock t3 { t3.is_valid }) -> Clock r { r.is_valid }'
  def mix(t1, t2, t3)
    @sec = t1.sec
    @min = t2.min
    @hour = t3.hour
    self
  end

  type '(Clock t1 { t1.is_valid }, Clock t2 { t2.is_valid }, Clock t3) -> Clock r { r.is_valid }'
  def mix_bad(t1, t2, t3)
    @sec = t1.sec
    @min = t2.min
    @hour = t3.hour
    self
  end
end

type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }', :pure
def incr_sec(x)
  if x == 59 then 0 else x + 1 end
end

type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }'
def incr_bad(x)
  if x == 58 then 0 else x + 1 end
end

type '(Clock t { t.is_valid }) -> Integer r { 0 <= r < 90060 }'
def to_sec(t)
  incr_sec(t.sec) + 60 * t.min + 3600 * t.hour
end

type '(Clock t) -> Integer r { 0 <= r < 90060 }'
def to_sec_bad(t)
  incr_sec(t.sec) + 60 * t.min + 3600 * t.hour
end

type '(Clock t { t.is_valid && t.min < 59 }) -> Clock r { r.is_valid }', modifies: { t: [:@min, :@sec] }
def incr_min(t)
  if t.sec < 59 then t.sec = incr_sec(t.sec) else t.min += 1; t.sec = 0 end
  return t
end

type '(Clock t { t.is_valid }) -> Clock r { r.is_valid }', modifies: { t: [:@min, :@sec] }
def incr_min_bad(t)
  if t.sec < 59 then t.sec = incr_sec(t.sec) else t.min += 1; t.sec = 0 end
  return t
end
`;

const EXPECTED: Readonly<Record<string, string>> = {
  '#incr_sec': 'safe',
  '#incr_bad': 'unsafe(postcondition:0:1)',
  '#to_sec': 'safe',
  '#to_sec_bad': 'unsafe(precondition:0, precondition:1, postcondition:0:0, postcondition:0:1)',
  'Clock#is_valid': 'safe',
  'Clock#mix': 'safe',
  'Clock#mix_bad': 'unsafe(postcondition:0:0)',
  '#incr_min': 'safe',
  '#incr_min_bad': 'unsafe(postcondition:0:0)',
};

describe('vcgen: the paper’s clock', () => {
  let solve: Solver;
  before(async () => {
    solve = await createSolver();
  });

  for (const [key, expected] of Object.entries(EXPECTED)) {
    it(`${key} is ${expected}`, async () => {
      const read = await readRuby(CLOCK);
      assert.equal(summary(prove(read.obligations(key), solve)), expected);
    });
  }

  it('finds the input that breaks incr_bad', async () => {
    const read = await readRuby(CLOCK);
    const answer = prove(read.obligations('#incr_bad'), solve).answers.get('postcondition:0:1');
    assert.equal(answer?.kind, 'refuted');
    assert.deepEqual(answer?.kind === 'refuted' && answer.model.get('param:x'), { kind: 'integer', value: '59' });
  });
});
