/** The work of inference in counts: runs per unit, iterations of cycles, and how both grow with the program. */
import assert from 'node:assert/strict';
import type { Workspace } from '../../server/src/engine/workspace';
import { createTestWorkspace } from '../harness/workspace';

interface Work {
  readonly units: number;
  readonly runs: number;
  readonly mostIterations: number;
}

/** A hierarchy with a shared field, calls up and down, recursion and blocks; each part calls the one before. */
function partText(n: number): string {
  return `class Part${n} < Base
  def initialize(items)
    super()
    @items = items
    @count = 0
  end
  def label(x) = x.is_a?(Integer) ? x + 1 : x.to_s
  def each_item
    @items.each { |item| yield item }
    @count += 1
    self
  end
  def total = @items.map { |item| item.to_s.size }.sum + step(${n})
  def step(k) = k.zero? ? 0 : step(k - 1) + ${n > 0 ? `Part${n - 1}.new([]).step(1)` : '1'}
  def describe = [label(1), label('a'), name, total].join(', ')
end
`;
}

const BASE = `class Base
  def initialize = (@name = 'base')
  def name = @name
  def step(k) = k
  def run = describe
  def describe = name
end
`;

async function workOf(parts: number): Promise<Work> {
  const workspace = await createTestWorkspace();
  workspace.open('base.rb', BASE);
  for (let n = 0; n < parts; n++) workspace.open(`part${n}.rb`, partText(n));
  const units = inferAll(workspace);
  const { open, given, mostIterations } = workspace.inferenceCounts;
  workspace.dispose();
  return { units, runs: open + given, mostIterations };
}

/** Looks at every file, and returns the number of methods. */
function inferAll(workspace: Workspace): number {
  return [...workspace.snapshot.files.values()].reduce((sum, file) => sum + file.methods.length, 0);
}

/** Each call of itself passes a larger type; `x` is tested, so each such call needs its own run. */
const GROWING: Readonly<Record<string, string>> = {
  'tests for methods': 'x.respond_to?(:tree) ? visit(x) : (x.respond_to?(:node) ? visit(x) : x.to_s)',
  'tests for modules': 'x.is_a?(Comparable) ? visit(x) : (x.is_a?(Enumerable) ? visit(x) : x.to_s)',
  tuples: 'x.is_a?(Array) ? visit([*x, 1]) : x.to_s',
  'sums of tuples': 'x.is_a?(Array) ? visit(x + [x.size]) : x.to_s',
  'nested arrays': 'x.is_a?(Array) ? visit([x]) : x.to_s',
  'nested arrays of two types': "x.is_a?(Array) ? visit([x, 'a']) || visit([1, x]) : x.to_s",
  'nested hashes': 'x.is_a?(Hash) ? visit({ a: x }) : x.to_s',
  'merged hashes': 'x.is_a?(Hash) ? visit(x.merge(a: x)) || visit({ b: x, **x }) : x.to_s',
  lambdas: 'x.is_a?(Proc) ? visit(-> { x }) : x.to_s',
  'lambdas with parameters': 'x.is_a?(Proc) ? visit(->(y) { [x, y] }) : x.to_s',
  unions: "x.is_a?(Array) ? visit(rand > 0.5 ? [x] : [1, 'a', :b, nil, x]) : x.to_s",
};

const ENTRIES = ["''", '[]', '[1]', '{}', "{ b: 'x' }", '-> { 1 }', 'Object.new', 'Thing.new'];

/** Limits of types alone leave thousands of combinations. */
const WIDE = `class Wide
  def visit(x, y, z)
    return x.to_s unless x.is_a?(Array) && y.is_a?(Array) && z.is_a?(Array)

    visit([x, 'a'], y, z) || visit([1, x], y, z) || visit(x, [y, 'a'], z) || visit(x, [1, y], z) || visit(x, y, [z, :a])
  end
end
Wide.new.visit([], [], [])
`;

async function runsOfGrowing(body: string): Promise<number> {
  const workspace = await createTestWorkspace();
  const calls = ENTRIES.map(entry => `Growing.new.visit(${entry})`).join('\n');
  workspace.open('growing.rb', `class Thing; end\nclass Growing\n  def visit(x) = ${body}\nend\n${calls}\n`);
  inferAll(workspace);
  const { open, given } = workspace.inferenceCounts;
  workspace.dispose();
  return open + given;
}

describe('types of arguments that grow with each recursion', () => {
  for (const [name, body] of Object.entries(GROWING)) {
    it(`has an end for ${name}`, async () => {
      const runs = await runsOfGrowing(body);
      assert.ok(runs <= 200, `${runs} runs`);
    });
  }

  it('has an end for several arguments that grow', async () => {
    const workspace = await createTestWorkspace();
    workspace.open('wide.rb', WIDE);
    inferAll(workspace);
    const { open, given } = workspace.inferenceCounts;
    workspace.dispose();
    assert.ok(open + given <= 1500, `${open + given} runs`);
  });
});

describe('work of inference', () => {
  let small: Work;
  let large: Work;
  before(async () => {
    small = await workOf(4);
    large = await workOf(32);
  });

  it('takes at most 2.5 runs per method', () => {
    assert.ok(large.runs / large.units <= 2.5, JSON.stringify(large));
  });

  it('takes at most four iterations for a cycle', () => {
    assert.ok(large.mostIterations <= 4, JSON.stringify(large));
  });

  it('grows with the size of the program', () => {
    const exponent = Math.log(large.runs / small.runs) / Math.log(large.units / small.units);
    assert.ok(exponent <= 1.1, `${exponent}: ${JSON.stringify({ small, large })}`);
  });
});
