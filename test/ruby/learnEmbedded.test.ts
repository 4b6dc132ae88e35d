/** `loupe learn` without a command: the workspace's tests run in the embedded Ruby, with nothing installed. */
import assert from 'node:assert/strict';
import { type Scratch, scratch } from '../cli/loupe';

describe('loupe learn in the embedded Ruby', () => {
  let here: Scratch;
  beforeEach(() => {
    here = scratch();
    here.write(
      'lib/account.rb',
      `class Account
  def initialize(balance) = @balance = balance

  def take(amount)
    return if amount > @balance

    @balance -= amount
  end

  def names = [local_variables, binding.local_variables]
end
`,
    );
  });
  afterEach(() => here.remove());

  it('runs minitest and test-unit, passes the outcome on, and learns', async () => {
    here.write(
      'test/test_helper.rb',
      "require 'simplecov'\nSimpleCov.start\nrequire 'minitest/autorun'\nrequire 'account'\n",
    );
    here.write(
      'test/account_test.rb',
      `require_relative 'test_helper'
class AccountTest < Minitest::Test
  parallelize_me!
  def test_take = assert_equal(2, Account.new(5).take(3))
  def test_refuses = assert_nil(Account.new(1).take(3))
  def test_locals = assert_equal([[], []], Account.new(1).names)
  def test_wrong = assert_equal('x', Account.new(5).take(1), 'a wrong test')
end
`,
    );
    here.write(
      'test/test_more.rb',
      "require 'test/unit'\nrequire 'account'\nclass MoreTest < Test::Unit::TestCase\n  def test_float = assert_equal(1.5, Account.new(2.5).take(1))\nend\n",
    );
    const { status, out, err } = await here.loupe('learn');
    assert.equal(status, 1, err);
    assert.match(out, /4 runs, 4 assertions, 1 failures, 0 errors/);
    assert.match(out, /a wrong test/);
    assert.match(out, /1 tests, 1 assertions, 0 failures/);
    assert.match(err, /recording 3 methods of 1 file while 2 test files run in the embedded Ruby/);
    assert.match(
      err,
      /3 of 3 methods ran, 10 calls in 1 process; \d types? complete or proved, \d likely, \d partial, 0 conflicts/,
    );
    const shown = (await here.loupe('learn', '--show')).out;
    assert.match(shown, /Account#take \(Integer\) -> Float or Integer or nil · 4 calls · 2 of 2 paths · complete/);
  });

  it('names libraries that are missing and suggests an installed Ruby', async () => {
    here.write('test/account_test.rb', "require 'some_missing_gem'\n");
    here.write('test/broken_test.rb', 'nonsense\n');
    const { status, err } = await here.loupe('learn');
    assert.equal(status, 2);
    assert.match(err, /the embedded Ruby has no some_missing_gem; run the tests with an installed Ruby instead/);
    assert.match(err, /cannot load .*broken_test.rb: undefined local variable or method 'nonsense'/);
  });

  it('reports that there is no suite that it can run', async () => {
    here.write('spec/account_spec.rb', "RSpec.describe 'x'\n");
    const { status, err } = await here.loupe('learn');
    assert.equal(status, 2);
    assert.match(err, /no tests for minitest or test-unit here .* loupe learn -- bundle exec rake test/);
  });
});
