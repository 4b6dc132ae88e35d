/** Inference of pathological programs: it ends with an answer or with a cause, and reports nothing. */
import assert from 'node:assert/strict';
import { createTestWorkspace } from '../harness/workspace';

const list = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');

/** Name -> program. Each runs clean in Ruby, or is not Ruby (yet). */
const PROGRAMS: Readonly<Record<string, string>> = {
  '5,000 arms of a case': `def pick(x)\n  case x\n${list(5000, i => `  when ${i} then ${i % 3 ? i : `'v${i}'`}`)}\n  end\nend\npick(3)\n`,
  '2,000 branches, each with a local of its own': `def pick(x)\n${list(2000, i => `  a${i} = x if x == ${i}`)}\n  a1\nend\npick(3)\n`,
  '5,000 early returns': `def pick(x)\n${list(5000, i => `  return ${i} if x == ${i}`)}\n  nil\nend\npick(3)\n`,
  '2,000 patterns with guards': `def pick(x)\n  case x\n${list(2000, i => `  in { k${i}: [a, *b] } if a then b`)}\n  else nil\n  end\nend\npick({ k1: [1, 2] })\n`,
  '1,000 methods in a cycle, through fields': `class Ring\n${list(1000, i => `  def m${i}(x)\n    @f${i} = m${(i + 1) % 1000}(x)\n    @f${(i * 7) % 1000}\n  end`)}\nend\nRing.new\n`,
  'nested loops': `def count(x)\n  y = 0\n${list(60, i => `  while y < ${i}\n  y += x`)}\n${list(60, () => '  end')}\n  y\nend\ncount(3)\n`,
  'procedures that return themselves': 'f = ->(x) { x }\n10.times do\n  g = f\n  f = ->(y) { g }\nend\nf.call(1)\n',
  'a class of 20,000 lines': `class Big\n${list(5000, i => `  def m${i}(x)\n    @f = x\n    [x, ${i}]\n  end`)}\nend\nBig.new.m1(3)\n`,
  'a chain of 1,000 calls': `class Deep\n${list(1000, i => `  def m${i}(x) = m${i + 1}(x)`)}\n  def m1000(x) = x\nend\nDeep.new.m0(3)\n`,
  '1,000 operands': `def sum(x) = x${list(1000, i => ` + ${i}`).replace(/\n/g, '')}\nsum(3)\n`,
  'blocks in blocks': `def deep\n  y = nil\n${list(60, i => `  [1].each do |a${i}|\n  y = a${i}`)}\n${list(60, () => '  end')}\n  y\nend\ndeep\n`,
  'types that contain themselves': `class Node
  def initialize(x) = (@x = [x, @x, self]; @n = { a: @n })
  def push(y) = (@x = [@x, y]; @n[:b] = @n; y.zero? ? @x : push(y - 1))
  def wrap(x, n) = n.zero? ? x : wrap([x], n - 1)
  def lift(x, n) = n.zero? ? x : lift(->(y) { x }, n - 1)
end
Node.new(Node.new(1)).push(2)
`,
  'constants that are each other': 'class X\n  Y = X\nend\nmodule M\n  A = X::Y\n  B = A\nend\nM::B.new\n',
  'superclasses in a circle': 'class A < B\n  def f = super\nend\nclass B < A\n  def f = super\nend\nA.new.f\n',
  'half-typed definitions':
    'class Foo <\n  def a(x)\n    x.\n  end\n  def b\n    @y.each do |\n  end\n  attr_reader :\nend\nFoo.new.a(\n',
  'half-typed expressions':
    'def a(x)\n  if x.\n    x.foo(1,\n  else\n    y = x&.\n  end\n  case x\n  in {a: [b,\n  when\nend\na(1).size(\n',
};

describe('inference of bad input', () => {
  for (const [name, text] of Object.entries(PROGRAMS)) {
    it(`${name}: ends, with no report`, async function () {
      this.timeout(120_000);
      const workspace = await createTestWorkspace();
      workspace.open('bad.rb', text);
      const problems = [...workspace.snapshot.files.values()].flatMap(file => file.problems);
      const reports = problems.filter(({ code, level }) => level !== undefined || code.startsWith('LP9'));
      assert.deepEqual(reports, []);
      workspace.dispose();
    });
  }

  it('100 files that require each other in a circle: ends, with no report', async () => {
    const workspace = await createTestWorkspace();
    for (let i = 0; i < 100; i++) {
      const next = (i + 1) % 100;
      const go = `def go(n) = n.zero? ? @other : C${next}.new(self).go(n - 1)`;
      const text = `require_relative 'file${next}'\nclass C${i}\n  def initialize(other) = (@other = other)\n  ${go}\nend\n`;
      workspace.open(`file${i}.rb`, text);
    }
    assert.deepEqual(
      [...workspace.snapshot.files.values()].flatMap(file => file.problems),
      [],
    );
    workspace.dispose();
  });

  it('files that require each other: ends, with no report', async () => {
    const workspace = await createTestWorkspace();
    workspace.open('one.rb', "require_relative 'two'\nclass One\n  def other = Two.new.other\nend\n");
    workspace.open('two.rb', "require_relative 'one'\nclass Two\n  def other = One.new\nend\n");
    assert.deepEqual(
      [...workspace.snapshot.files.values()].flatMap(file => file.problems),
      [],
    );
    workspace.dispose();
  });
});
