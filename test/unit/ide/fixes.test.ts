/**
 * Every offered fix works: it is applied, everything is checked and verified again, its diagnostic is gone and none was
 * added. One table: the program, and exactly the fixes that are offered.
 */
import assert from 'node:assert';
import type { Workspace } from '../../../server/src/engine/workspace';
import { type Diagnostic, diagnosticsOf } from '../../../server/src/ide/diagnostics';
import type { Fix } from '../../../server/src/ide/fixes/fix';
import { proposalsAt } from '../../../server/src/ide/fixes/fixes';
import { applyFix, tryFixes } from '../../../server/src/ide/fixes/trial';
import { DEFAULT_SETTINGS } from '../../../shared/src/settings';
import { createTestWorkspace, NEVER, TEST_BUDGET } from '../../harness/workspace';

const PATH = 'sample.rb';

interface Sample {
  readonly text: string;
  /** Titles in order, without those that only ignore. */
  readonly offered: readonly string[];
}

const SAMPLES: Readonly<Record<string, Sample>> = {
  'var_type, in a class with annotation calls': {
    text: `class Counter
  type '() -> Integer'
  def count
    @count = 1
    @total = 2
    @count
  end
  attr_writer :count, :total
end
`,
    offered: [
      "Declare var_type :@count, 'Integer'",
      'Declare all 2 fields of Counter',
      "Declare var_type :@total, 'Integer'",
      'Declare all 2 fields of Counter',
    ],
  },
  'holes of a contract': {
    text: `class Shares
  type '(Integer total, Integer parts { ?? }) -> Integer r { ?? }'
  def each(total, parts) = total / parts
end
`,
    offered: Array(2).fill(
      'Fill the holes: (Integer total, Integer parts { parts != 0 }) -> Integer r { r == total / parts }',
    ),
  },
  'var_type, in a class with comments only': {
    text: `module Outer
  class Counter
    ##% () -> Integer
    def count
      @count = 1
      @count
    end
    attr_writer :count
  end
end
`,
    offered: ['Declare @count : Integer'],
  },
  'var_type, above the comments of what comes first': {
    text: `class Counter
  # Counts from one.
  ##% () -> Integer
  def count
    @count = 1
  end
  attr_writer :count
end
`,
    offered: ['Declare @count : Integer'],
  },
  ':pure for a method that a refinement calls': {
    text: `class Clock
  type :valid?, '() -> %bool'

  type '(Clock c { c.valid? }) -> Integer'
  def one(c) = 1
end
`,
    offered: ['Label Clock#valid? as :pure'],
  },
  'modifies: instead of a wrong :pure': {
    text: `class Counter
  var_type :@n, 'Integer'
  type '() -> Integer', :pure
  def one
    @n = 1
  end
end
`,
    offered: ['Label Counter#one as modifies: { self: :@n }'],
  },
  'modifies: that names one field more': {
    text: `class Counter
  var_type :@n, 'Integer'
  var_type :@m, 'Integer'
  ##% () -> Integer modifies: { self: :@m }
  def one
    @m = 2
    @n = 1
  end
end
`,
    offered: ['Label Counter#one as modifies: { self: [:@m, :@n] }'],
  },
  'precondition: a divisor': {
    text: `class Share
  type '(Integer a, Integer) -> Integer'
  def quotient(x, y) = x / y
end
`,
    offered: ['Add precondition `y != 0` to quotient'],
  },
  'precondition: of a callee, in terms of the caller': {
    text: `class Chain
  type '(Integer k { k > 3 }) -> Integer', :pure
  def need(k) = k

  type '(Integer x { x > 0 || x == -7 }) -> Integer'
  def calls(x)
    y = x + 1
    need(y)
  end
end
`,
    offered: ['Add precondition `x > 2` to calls', 'Raise ArgumentError unless `x > 2`'],
  },
  'precondition: so that the postcondition holds': {
    text: `class Less
  ##% (Integer x { x < 100 }) -> Integer r { r >= 0 }
  def less(x) = x - 1
end
`,
    offered: ['Add precondition `x >= 1` to less'],
  },
  'precondition: what is easy to read before what is exact': {
    text: `class Clock
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }
  def incr_sec(x) = x == 58 ? 0 : x + 1
end
`,
    offered: ['Add precondition `x != 59` to incr_sec'],
  },
  'precondition: guessed if a loop is in between': {
    text: `class Steps
  ##% (Integer x { x < 3 }) -> Integer r { r > 0 }
  def steps(x)
    total = x
    2.times { total = total + x }
    total
  end
end
`,
    offered: ['Add precondition `x > 0` to steps', 'Raise ArgumentError unless `x > 0`'],
  },
  'precondition: a value that may be nil': {
    text: `class Maybe
  ##% (Integer or nil x) -> Integer
  def next(x) = x + 1
end
`,
    offered: ['Drop `or nil` from `x`'],
  },
  'a guard in the body, in the words of the body': {
    text: `class Share
  ##% (Integer a, Integer or nil b) -> Integer
  def quotient(x, y)
    # of two
    x / y
  end
end
`,
    offered: [
      'Drop `or nil` from `b`',
      'Raise ArgumentError if `y.nil?`',
      'Add precondition `b != 0` to quotient',
      'Raise ArgumentError if `y == 0`',
    ],
  },
  'nil that a call passes': {
    text: `class Maybe
  ##% (Integer or nil x) -> Integer modular: true
  def next(x) = x + 1

  ##% () -> Integer
  def first = self.next(nil)
end
`,
    offered: ['Drop `or nil` from `x` (then a call breaks it)'],
  },
  'precondition: callers that then are in the wrong are counted': {
    text: `class Share
  ##% (Integer x, Integer y) -> Integer :pure
  def quotient(x, y) = x / y

  ##% (Integer n) -> Integer
  def half(n) = quotient(n, n)
end
`,
    offered: ['Add precondition `y != 0` to quotient (then a call breaks it)'],
  },
  'postcondition of a callee': {
    text: `class Chain
  ##% (Integer x) -> Integer :pure
  def square(x) = x * x

  ##% (Integer x) -> Integer r { r >= 0 }
  def twice(x) = square(x) + square(x)
end
`,
    offered: ['Add postcondition `r >= 0` to square'],
  },
  'postcondition of a callee: what its body says': {
    text: `class Chain
  ##% (Integer) -> Integer :pure
  def more(n) = n + 2

  ##% (Integer x) -> Integer r { r > x }
  def most(x) = more(x)
end
`,
    offered: ['Add postcondition `r == n + 2` to more'],
  },
  'refinement of a field, for a state that no call reaches': {
    text: `class Share
  var_type :@n, 'Integer'

  type '() -> %any'
  def initialize
    @n = 2
  end

  type '(Integer a) -> Integer'
  def part(a) = a / @n
end
`,
    offered: ['Refine @n: `@n != 0`'],
  },
  'invariant of a class, for a state that no call reaches': {
    text: `class Span
  var_type :@low, 'Integer'
  var_type :@high, 'Integer'

  type '() -> %any'
  def initialize
    @low = 1
    @high = 2
  end

  type '() -> Integer r { r >= 0 }'
  def size
    @high - @low
  end
end
`,
    offered: ['State the invariant `@high - @low >= 0` of Span'],
  },
  'nothing but to ignore it': {
    text: `class Wrong
  ##% () -> Integer
  def one = 'one' # the first
end
`,
    offered: [],
  },
};

describe('fixes', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await createTestWorkspace();
  });
  after(() => workspace.dispose());

  const verified = async (text: string): Promise<readonly Diagnostic[]> => {
    workspace.setDisk(PATH, text);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    return diagnosticsOf(workspace.snapshot, PATH, DEFAULT_SETTINGS);
  };
  const offeredFor = (text: string): Promise<readonly Fix[]> => {
    const proposals = proposalsAt(workspace.snapshot, PATH, { start: 0, end: text.length }, DEFAULT_SETTINGS);
    return tryFixes({ workspace, settings: DEFAULT_SETTINGS, signal: NEVER }, proposals);
  };
  /** Messages contain values, and lines move. */
  const about = ({ code, problem, message }: Diagnostic): string => `${code} ${problem.args.method ?? message}`;
  const count = (all: readonly Diagnostic[], wanted: Diagnostic): number =>
    all.filter(each => about(each) === about(wanted)).length;

  for (const [name, { text, offered }] of Object.entries(SAMPLES)) {
    it(name, async () => {
      const before = await verified(text);
      assert.ok(before.length > 0);
      const fixes = await offeredFor(text);
      const named = fixes.filter(fix => !fix.title.startsWith('Ignore ')).map(fix => fix.title);
      assert.deepStrictEqual(named, offered);
      const ignored = fixes.filter(fix => fix.title.startsWith('Ignore '));
      assert.strictEqual(ignored.length, before.length, 'each problem can at least be ignored');
      for (const fix of fixes) await tryOut(text, before, fix);
    });
  }

  async function tryOut(text: string, before: readonly Diagnostic[], fix: Fix): Promise<void> {
    const after = await verified(applyFix(text, fix));
    const said = `${fix.title}\n${after.map(about).join('\n')}`;
    assert.ok(count(after, fix.diagnostic!) < count(before, fix.diagnostic!), said);
    const added = after.filter(each => count(after, each) > count(before, each)).map(about);
    const expected = fix.mayBreakCallers === true && fix.title.includes('break') ? added : [];
    assert.deepStrictEqual(added, expected, said);
  }

  describe('and closed files', () => {
    const CALLEE = `class Part
  ##% (Integer a, Integer b) -> Integer
  def share(a, b) = a / b
end
`;
    const caller = (name: string, by: number): string =>
      `class ${name}\n  ##% (Part p) -> Integer\n  def half(p) = p.share(4, ${by})\nend\n`;
    const wanted = 'Add precondition `b != 0` to share';
    const titlesWith = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
      const other = await createTestWorkspace();
      try {
        for (const [path, text] of Object.entries({ [PATH]: CALLEE, ...files })) other.setDisk(path, text);
        await other.verify({ paths: [PATH], budget: TEST_BUDGET, signal: NEVER });
        const proposals = proposalsAt(other.snapshot, PATH, { start: 0, end: CALLEE.length }, DEFAULT_SETTINGS);
        const fixes = await tryFixes({ workspace: other, settings: DEFAULT_SETTINGS, signal: NEVER }, proposals);
        return fixes.map(fix => fix.title).filter(title => title.startsWith(wanted));
      } finally {
        await other.dispose();
      }
    };

    it('counts calls that would break in them, but not existing problems', async () => {
      assert.deepStrictEqual(await titlesWith({ 'right.rb': caller('Right', 2) }), [wanted]);
      const broken = `${caller('Other', 2)}class Own\n  ##% (Integer x) -> Integer r { r > x }\n  def share(x) = x\nend\n`;
      assert.deepStrictEqual(await titlesWith({ 'right.rb': broken }), [wanted]);
      const both = { 'right.rb': caller('Right', 2), 'wrong.rb': caller('Wrong', 0), 'also.rb': caller('Also', 0) };
      assert.deepStrictEqual(await titlesWith(both), [`${wanted} (then 2 calls break it)`]);
    });

    it('reports how many were not verified', async () => {
      const many = Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`f${i}.rb`, caller(`F${i}`, 2)]));
      assert.deepStrictEqual(await titlesWith(many), [`${wanted} (2 closed files not tried)`]);
    });
  });

  const UNANNOTATED = `class Sum
  def plus(a, b = 2, by: 1)
    (a + b) * by
  end

  ##% (Integer n) -> Integer
  def three(n) = plus(n, 3, by: 2)
end
`;
  for (const [where, at] of [
    ['its def', UNANNOTATED.indexOf('plus')],
    ['a call', UNANNOTATED.lastIndexOf('plus')],
  ] as const) {
    it(`annotates an unannotated callee, at ${where}`, async () => {
      await verified(UNANNOTATED);
      const proposals = proposalsAt(workspace.snapshot, PATH, { start: at, end: at }, DEFAULT_SETTINGS);
      const [fix, ...others] = await tryFixes({ workspace, settings: DEFAULT_SETTINGS, signal: NEVER }, proposals);
      assert.deepStrictEqual(others, []);
      assert.strictEqual(fix?.title, 'Annotate plus: (Integer a, ?Integer b, by: ?Integer) -> Integer');
      assert.deepStrictEqual(await verified(applyFix(UNANNOTATED, fix)), []);
      const plus = workspace.snapshot.files.get(PATH)!.methods.find(({ info }) => info.name === 'plus');
      assert.strictEqual(plus?.verdict?.status, 'safe');
    });
  }

  it('declares a field above the comments of the first declaration', async () => {
    const { text } = SAMPLES['var_type, above the comments of what comes first']!;
    await verified(text);
    const [fix] = await offeredFor(text);
    assert.match(
      applyFix(text, fix!),
      /^class Counter\n {2}##% @count : Integer\n\n {2}# Counts from one\.\n {2}##% \(/,
    );
  });

  it('writes inferred loop invariants, and the proof still holds', async () => {
    const text = `class Loops
  type '(Array<Integer> a) -> Integer r { r >= 0 }'
  def count(a)
    i = 0
    total = 0
    while i < a.size
      total += 2
      i += 1
    end
    total
  end
end
`;
    assert.deepStrictEqual(await verified(text), []);
    const at = text.indexOf('while');
    const proposals = proposalsAt(workspace.snapshot, PATH, { start: at, end: at }, DEFAULT_SETTINGS);
    const [fix, ...others] = await tryFixes({ workspace, settings: DEFAULT_SETTINGS, signal: NEVER }, proposals);
    assert.deepStrictEqual(others, []);
    assert.match(fix?.title ?? '', /^Write down the loop invariant `.*total >= 0/);
    const after = applyFix(text, fix!);
    assert.match(after, /while i < a\.size\n {6}invariant \{ .*total >= 0.* \}\n {6}total \+= 2\n/);
    assert.deepStrictEqual(await verified(after), []);
    const [count] = workspace.snapshot.files.get(PATH)!.methods;
    assert.strictEqual(count?.verdict?.status, 'safe');
    assert.deepStrictEqual(count.verdict.caveats, []);
    const again = proposalsAt(workspace.snapshot, PATH, { start: at, end: at }, DEFAULT_SETTINGS);
    assert.deepStrictEqual(again, [], 'it is already there');
  });

  it('offers no type that the body contradicts', async () => {
    const text = UNANNOTATED.replace('(a + b) * by', 'a.upcase');
    await verified(text);
    const at = text.indexOf('plus');
    const proposals = proposalsAt(workspace.snapshot, PATH, { start: at, end: at }, DEFAULT_SETTINGS);
    assert.deepStrictEqual(await tryFixes({ workspace, settings: DEFAULT_SETTINGS, signal: NEVER }, proposals), []);
  });

  it('offers nothing that it could not verify', async () => {
    const { text } = SAMPLES['precondition: a divisor']!;
    await verified(text);
    const proposals = proposalsAt(workspace.snapshot, PATH, { start: 0, end: text.length }, DEFAULT_SETTINGS);
    assert.ok(proposals.length > 1);
    const signal = AbortSignal.abort();
    const left = await tryFixes({ workspace, settings: DEFAULT_SETTINGS, signal }, proposals);
    assert.ok(left.length > 0 && left.every(fix => fix.title.startsWith('Ignore ')));
  });

  it('changes nothing while it verifies', async () => {
    const { text } = SAMPLES['precondition: a divisor']!;
    await verified(text);
    const before = workspace.snapshot;
    const counts = workspace.counts;
    await offeredFor(text);
    assert.strictEqual(workspace.snapshot, before);
    assert.deepStrictEqual(workspace.counts, counts);
  });
});
