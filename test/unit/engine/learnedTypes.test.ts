/** Types along observed paths, the words for how much was seen, conflicts and contradicted annotations. */
import assert from 'node:assert/strict';
import { countCallsOnPath } from '../../../server/src/engine/learn/callsOnPath';
import { recordFiles } from '../../../server/src/engine/learn/recordFiles';
import { reportProfile } from '../../../server/src/engine/learn/report';
import type { Workspace } from '../../../server/src/engine/workspace';
import { lensesOf } from '../../../server/src/ide/codeLens';
import { diagnosticsOf } from '../../../server/src/ide/diagnostics';
import { proposalsAt } from '../../../server/src/ide/fixes/fixes';
import { explainLearned, pageOfLearned } from '../../../server/src/ide/learnedText';
import { methodByKey } from '../../../server/src/program/lookup';
import type { PathStep } from '../../../server/src/proof/verdict';
import type { ObservedCalls, Profile } from '../../../shared/src/profile';
import { DEFAULT_SETTINGS } from '../../../shared/src/settings';
import { rubyParser } from '../../harness/rubyParser';
import { createTestWorkspace } from '../../harness/workspace';

/** Classes of the arguments and fields, the path, the class of the result (null: it raised). */
type Call = readonly [readonly string[], string, string | null];

interface Learned {
  readonly workspace: Workspace;
  readonly report: ReturnType<typeof reportProfile>;
  /** `type · word` */
  readonly of: (name: string) => string | undefined;
}

async function learn(text: string, calls: Readonly<Record<string, readonly Call[]>>, now = text): Promise<Learned> {
  const parser = await rubyParser;
  const recorded = recordFiles(parser, [{ path: 'lib/a.rb', text }], '');
  const observed = (name: string): readonly ObservedCalls[] =>
    (calls[name] ?? []).map(([classes, path, result]) => {
      const from = { path: 'test/a_test.rb', line: 6 };
      return { classes, path, result, count: 1, from };
    });
  const methods = recorded.methods.map(method => ({ ...method, calls: observed(method.name) }));
  const known = methods.filter(method => method.calls.length > 0);
  for (const name of Object.keys(calls))
    assert.ok(
      known.some(method => method.name === name),
      name,
    );
  const profile: Profile = {
    schema: 1,
    ruby: ['3.4.1'],
    processes: 1,
    classes: {},
    methods: known,
    sites: [],
    shapes: [],
  };
  const workspace = await createTestWorkspace();
  workspace.setDisk('/w/lib/a.rb', now);
  workspace.setProfile(profile, '/w');
  const current = recordFiles(parser, [{ path: 'lib/a.rb', text: now }], '');
  const report = reportProfile(profile, current, () => true, {
    snapshot: workspace.snapshot,
    calls: new Map(),
    refinements: new Map(),
  });
  const of = (name: string): string | undefined => {
    const method = report.methods.find(each => each.name === name);
    return method && `${method.type} · ${method.word}`;
  };
  return { workspace, report, of };
}

describe('types learned along observed paths', () => {
  it('a type that the checker follows whatever path a call takes is proved', async () => {
    const { of } = await learn("class A\n  def m(x) = x ? 'yes' : 'no'\nend\n", {
      'A#m': [[['TrueClass'], '1', 'String']],
    });
    assert.equal(of('A#m'), '(%bool) -> String · proved');
  });

  it('what passes through is a type variable', async () => {
    const { of } = await learn('class A\n  def m(x) = x\nend\n', { 'A#m': [[['Integer'], '0', 'Integer']] });
    assert.equal(of('A#m'), '(t) -> t · proved');
  });

  const COUNTER = `class A
  def initialize(start)
    @count = start
  end

  def step(up)
    if up
      @count + 1
    else
      @count - 1
    end
  end
end
`;
  const START: Call = [['Integer'], '0', 'Integer'];

  it('is complete if every path was seen, of the writers of its fields too', async () => {
    const { of, report } = await learn(COUNTER, {
      'A#initialize': [START],
      'A#step': [
        [['TrueClass', 'Integer'], '1', 'Integer'],
        [['FalseClass', 'Integer'], '2', 'Integer'],
      ],
    });
    assert.equal(of('A#step'), '(%bool) -> Integer · complete');
    assert.equal(of('A#initialize'), '(Integer) -> self · complete');
    assert.deepEqual(report.fields, [{ name: 'A@count', type: 'Integer', word: 'complete' }]);
  });

  it('an arm that never ran but agrees makes it likely', async () => {
    const calls = { 'A#initialize': [START], 'A#step': [[['TrueClass', 'Integer'], '1', 'Integer']] as const };
    const { of, report } = await learn(COUNTER, calls);
    assert.equal(of('A#step'), '(%bool) -> Integer · likely');
    const step = report.methods.find(({ name }) => name === 'A#step');
    assert.deepEqual(step?.paths, { seen: 1, all: 2, exact: true });
    assert.deepEqual(step?.missing, [{ line: 6, outcome: 'else' }]);
  });

  it('is incomplete if no run called one of the writers', async () => {
    const source = COUNTER.replace('  def step', '  def reset(value)\n    @count = value\n  end\n\n  def step');
    const { of, report } = await learn(source, {
      'A#initialize': [START],
      'A#step': [
        [['TrueClass', 'Integer'], '1', 'Integer'],
        [['FalseClass', 'Integer'], '2', 'Integer'],
      ],
    });
    assert.match(of('A#step') ?? '', /· likely$/);
    assert.deepEqual(report.methods.find(({ name }) => name === 'A#step')?.leansOn, ['A#reset']);
  });

  it('an arm that never ran and returns something else makes it partial', async () => {
    const source = 'class A\n  def m(x)\n    return x.to_s if x > 3\n    x + 1\n  end\nend\n';
    const { of } = await learn(source, { 'A#m': [[['Integer'], '2', 'Integer']] });
    assert.equal(of('A#m'), '(Integer) -> Integer · partial');
  });

  it('arms that types exclude need not be seen', async () => {
    const source =
      "class A\n  def m(x)\n    case x\n    when Integer then 1\n    when String then 'a'\n    end\n  end\nend\n";
    const { report } = await learn(source, {
      'A#m': [
        [['Integer'], '1', 'Integer'],
        [['String'], '2', 'String'],
      ],
    });
    assert.deepEqual(report.methods[0]?.paths, { seen: 2, all: 2, exact: true });
    assert.deepEqual(report.methods[0]?.overloads, ['(Integer) -> Integer', '(String) -> String']);
  });

  it('a call that was refused does not widen the type', async () => {
    const source = 'class A\n  def m(x)\n    raise ArgumentError unless x\n    x + 1\n  end\nend\n';
    const { of } = await learn(source, {
      'A#m': [
        [['Integer'], '1', 'Integer'],
        [['NilClass'], '2', null],
      ],
    });
    assert.equal(of('A#m'), '(Integer) -> Integer · proved');
  });

  it('nothing is said of a source that has changed', async () => {
    const before = 'class A\n  def m(x) = x\n  def n(x) = x\nend\n';
    const call: Call = [['Integer'], '0', 'Integer'];
    const { report, workspace } = await learn(
      before,
      { 'A#m': [call], 'A#n': [call] },
      before.replace('m(x) = x', 'm(x) = 1'),
    );
    assert.deepEqual(
      report.methods.map(({ name, stale }) => [name, stale]),
      [
        ['A#m', true],
        ['A#n', false],
      ],
    );
    const titles = lensesOf(workspace.snapshot, '/w/lib/a.rb').map(({ title }) => title);
    assert.deepEqual(titles, [
      'learned from 1 run before this edit',
      'learned from 1 run · 1 of 1 path · (t) -> t',
      'Insert type',
    ]);
  });
});

describe('the page behind the lens', () => {
  const SOURCE = 'class A\n  def m(x)\n    return x if x > 3\n    x + 1\n  end\nend\n';
  const TEST = `${'\n'.repeat(6)}    assert_equal 2, A.new.m(1)\n`;

  it('has calls in tests with their source, and what never ran', async () => {
    const { workspace } = await learn(SOURCE, { 'A#m': [[['Integer'], '2', 'Integer']] });
    workspace.setDisk('/w/test/a_test.rb', TEST);
    assert.equal(
      pageOfLearned(workspace.snapshot, 'A#m'),
      `A#m: learned from 1 run · 1 of 2 paths · (Integer) -> Integer · proved

Calls in tests:
  test/a_test.rb:7  assert_equal 2, A.new.m(1)

Never ran:
  line 3: if, which agrees with the type`,
    );
    assert.equal(pageOfLearned(workspace.snapshot, 'A#n'), null);
  });

  it('shows no line of a test that is about something else by now, and nothing else of a stale method', async () => {
    const { workspace } = await learn(
      SOURCE,
      { 'A#m': [[['Integer'], '2', 'Integer']] },
      SOURCE.replace('x + 1', 'x + 2'),
    );
    workspace.setDisk('/w/test/a_test.rb', '\n'.repeat(9));
    assert.equal(
      pageOfLearned(workspace.snapshot, 'A#m'),
      'A#m: learned from 1 run before this edit\n\nCalls in tests:\n  test/a_test.rb:7',
    );
  });

  it('the type can be inserted as an annotation or as RBS', async () => {
    const { workspace } = await learn(SOURCE, { 'A#m': [[['Integer'], '2', 'Integer']] });
    const at = SOURCE.indexOf('m(x)');
    const fixes = proposalsAt(workspace.snapshot, '/w/lib/a.rb', { start: at, end: at }, DEFAULT_SETTINGS);
    const titles = fixes.map(({ title }) => title);
    assert.ok(titles.includes('Add inferred signature: ##% (Integer x) -> Integer'), titles.join('\n'));
    assert.ok(titles.includes('Insert as RBS: #: (Integer x) -> Integer'), titles.join('\n'));
  });
});

describe('conflicts between runs', () => {
  it('a flag that was set to false, and on which an integer method is called', async () => {
    const source = `class A
  def wrap(text, width = 80)
    return text if !width
    text[0, width.to_i]
  end
end
`;
    const { report, workspace } = await learn(source, {
      'A#wrap': [
        [['String', 'FalseClass'], '6', 'String'],
        [['String', 'Integer'], '9', 'String'],
      ],
    });
    const [conflict, ...others] = report.conflicts;
    assert.equal(others.length, 0);
    assert.deepEqual(
      [conflict?.lower, conflict?.upper, conflict?.lines, conflict?.test],
      ['%bool', '[to_i]', [3], 'test/a_test.rb:7'],
    );
    assert.match(
      explainLearned(workspace.snapshot, 'A#wrap').join('\n'),
      /Conflict: %bool flows into A#wrap\(width\) \(test\/a_test.rb:7\)/,
    );
    assert.deepEqual(diagnosticsOf(workspace.snapshot, '/w/lib/a.rb', DEFAULT_SETTINGS), []);
  });

  it('a field that one method sets to nil and another one uses', async () => {
    const source = `class A
  def open(name)
    @name = name
  end

  def close
    @name = nil
  end

  def size
    @name.length
  end

  def shown
    @name ? @name.upcase : ''
  end
end
`;
    const { report } = await learn(source, {
      'A#open': [[['String'], '0', 'String']],
      'A#close': [[[], '0', 'NilClass']],
      'A#size': [[['String'], '0', 'Integer']],
      'A#shown': [[['String'], '1', 'String']],
    });
    assert.deepEqual(
      report.conflicts.map(({ about, lines, lower, upper }) => [about, lines, lower, upper]),
      [['A@name', [6, 10], 'nil', '[length]']],
    );
  });
});

describe('runs that contradict an annotation', () => {
  const SOURCE = "class A\n  type '(Integer) -> Integer'\n  def m(x) = x * 2\nend\n";
  const informations = ({ workspace }: Learned): readonly string[] =>
    diagnosticsOf(workspace.snapshot, '/w/lib/a.rb', DEFAULT_SETTINGS)
      .filter(({ code }) => code === 'LP5031')
      .map(({ severity, message }) => `${severity}: ${message}`);

  it('are an information at it, which names the test', async () => {
    const learned = await learn(SOURCE, { 'A#m': [[['Float'], '0', 'Float']] });
    const message = 'a run called `A#m` as (Float) -> Float (test/a_test.rb:7), which this type excludes';
    assert.deepEqual(informations(learned), [`information: ${message}`]);
    assert.deepEqual(learned.report.contradictions, [
      { method: 'A#m', annotation: '(Integer) -> Integer', seen: '(Float) -> Float', at: 'test/a_test.rb:7' },
    ]);
  });

  it('a call that raised, and one within the type, contradict nothing', async () => {
    const calls: readonly Call[] = [
      [['Integer'], '0', 'Integer'],
      [['String'], '0', null],
    ];
    assert.deepEqual(informations(await learn(SOURCE, { 'A#m': calls })), []);
  });
});

describe('whether recorded calls took the path of a counterexample', () => {
  const SOURCE = `class A
  def m(x, y)
    if x > 3
      y.nil? ? 1 : 2
    elsif y && x.zero?
      3
    else
      [x].map { |z| z > 0 ? 4 : 5 }.first
    end
  end
end
`;
  /** `x > 3` and such: the conditions of the path, and whether they were true. */
  const runsAlong = async (calls: readonly Call[], path: Readonly<Record<string, boolean>>): Promise<unknown> => {
    const { workspace } = await learn(SOURCE, { 'A#m': calls });
    const found = workspace.snapshot.learned.entryOf('A#m');
    const definition = methodByKey(workspace.snapshot.program, 'A#m')?.definition;
    assert.ok(found && definition);
    const start = SOURCE.indexOf('def m');
    const steps = Object.entries(path).map(([source, holds]): PathStep => {
      const at = SOURCE.indexOf(source) - start;
      const place = { anchor: definition.anchor, span: { start: at, end: at + source.length } };
      return { place, kind: holds ? 'condition-true' : 'condition-false', source };
    });
    return countCallsOnPath(found.entry, definition, steps);
  };
  const taken = (path: string): Call => [['Integer', 'TrueClass'], path, 'Integer'];

  it('counts the calls that agree in every condition', async () => {
    // Bits: `x > 3` is true, false; `y.nil?`; `elsif`; `y`; the block.
    const calls = [taken('5'), taken('9')];
    assert.deepEqual(await runsAlong(calls, { 'x > 3': true }), { took: 2, all: 2 });
    assert.deepEqual(await runsAlong(calls, { 'x > 3': true, 'y.nil?': true }), { took: 1, all: 2 });
    assert.deepEqual(await runsAlong(calls, { 'x > 3': false }), { took: 0, all: 2 });
  });

  it('says nothing about conditions in a loop that came out both ways, or that were not recorded', async () => {
    const both = taken((2 + 32 + 128 + 256 + 512).toString(16));
    assert.equal(await runsAlong([both], { 'x > 3': false, 'z > 0': true }), null);
    assert.equal(await runsAlong([both], { 'x > 3': false, 'x.zero?': true }), null);
    assert.deepEqual(await runsAlong([both], { 'x > 3': true, 'x.zero?': true }), { took: 0, all: 1 });
  });
});
