/** Traces and profiles come from outside: forged, truncated, huge and foreign ones are recognised, the rest is used. */
import assert from 'node:assert/strict';
import { printProfile } from '../../../server/src/engine/learn/profiles';
import { parseProfile } from '../../../server/src/parse/profile';
import { parseTrace, type TraceTable } from '../../../server/src/parse/trace';
import type { LearnedShape, LearnedSite, Profile } from '../../../shared/src/profile';

const TABLE: TraceTable = { run: 'r1', files: 1, methods: [{ positions: 1, outcomes: 2 }], sites: 2 };
const HEAD = ['loupe-trace 1', 'run\tr1', 'ruby\truby\t3.1.2', 'class\t0\tnamed\tInteger\t'];
const CALL = 'call\t0\t0\t1\t0\t5';

function read(...lines: readonly string[]): ReturnType<typeof parseTrace> {
  return parseTrace(`${[...HEAD, ...lines].join('\n')}\n`, TABLE);
}

describe('traces', () => {
  it('are read line by line', () => {
    const { trace, problems } = read(
      'class\t1\tanonymous\tA::B\tlib/a.rb',
      CALL,
      'call\t0\t1\t2\t!\t1\ttest/a_test.rb:8',
      'end',
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(trace?.calls, [
      { method: 0, classes: [0], path: '1', result: 0, count: 5, from: null },
      { method: 0, classes: [1], path: '2', result: null, count: 1, from: { path: 'test/a_test.rb', line: 7 } },
    ]);
    assert.deepEqual(trace?.classes[1], { status: 'anonymous', name: 'A::B', path: 'lib/a.rb' });
  });

  it('have bounds of numbers and sizes, if these are recorded and plausible', () => {
    const table: TraceTable = { ...TABLE, methods: [{ positions: 1, outcomes: 2, measured: 1 }] };
    const valuesOf = (line: string, of = table) =>
      parseTrace(`${[...HEAD, line, 'end'].join('\n')}\n`, of).trace?.values.length;
    assert.equal(valuesOf('value\t0\t3\tn:0:9:3:1,-\t0:1:-1:4'), 1);
    assert.equal(valuesOf('value\t0\t3\tn:0:9:3:1,-\t0:1:-1:4', TABLE), 0);
    for (const bad of [
      'n:9:0:3:1,-\t',
      'x:0:9:3:1,-\t',
      'n:0:9:3:1\t',
      'n:0:9:9:1,-\t',
      '-,-\t1:0:0:0',
      '-,-\t0:2:0:0',
    ])
      assert.equal(valuesOf(`value\t0\t3\t${bad}`), 0, bad);
  });

  it('without an end are truncated; what is complete is used', () => {
    const { trace, problems } = read(CALL, 'call\t0\t0\t');
    assert.deepEqual(problems, [{ kind: 'bad-lines', count: 1 }, { kind: 'truncated' }]);
    assert.equal(trace?.calls.length, 1);
  });

  it('of another run, version or program are not used', () => {
    const kinds = (text: string) => parseTrace(text, TABLE).problems.map(problem => problem.kind);
    assert.deepEqual(kinds(''), ['not-a-trace']);
    assert.deepEqual(kinds('\u0000\u0001'), ['not-a-trace']);
    assert.deepEqual(kinds('loupe-trace 2\nend\n'), ['other-version']);
    assert.deepEqual(kinds('loupe-trace 1\nrun\tr2\nend\n'), ['other-run']);
    assert.deepEqual(kinds(`loupe-trace 1\n${'\n'.repeat(1_000_001)}`), ['too-large']);
  });

  const FORGED: readonly string[] = [
    'call\t1\t0\t1\t0\t5', // no such method
    'call\t0\t7\t1\t0\t5', // no such class
    'call\t0\t0,0\t1\t0\t5', // too many positions
    'call\t0\t0\t4\t0\t5', // more bits than outcomes
    'call\t0\t0\tffffffffffffffffffffff\t0\t5',
    'call\t0\t0\t-1\t0\t5',
    'call\t0\t0\t1\t0\t0',
    'call\t0\t0\t1\t0\t9999999999999999999999',
    'call\t0\t0\t1\t\t5',
    'class\t5\tnamed\tInteger\t', // out of order
    'class\t1\tnamed\t<script>\t',
    'class\t1\tnamed\tinteger\t',
    'changed\t9',
    'ruby\truby\t`id`',
    'eval\tsystem("x")',
  ];
  for (const line of FORGED) {
    it(`rejects ${JSON.stringify(line)}`, () =>
      assert.deepEqual(read(line, 'end').problems, [{ kind: 'bad-lines', count: 1 }]));
  }

  it('keeps no path outside the workspace', () => {
    const paths = ['/etc/passwd', '../a.rb', 'a/../../b.rb', 'C:/a.rb', 'a\\b.rb', './a.rb', ''];
    for (const path of paths) {
      const { trace } = read(`class\t1\tnamed\tA\t${path}`, 'end');
      assert.equal(trace?.classes[1]?.path, null, path);
    }
  });
});

const METHOD = {
  name: 'A#m',
  path: 'lib/a.rb',
  line: 3,
  fingerprint: '0'.repeat(32),
  parameters: [{ name: 'x', kind: 'required', recorded: true }],
  fields: ['@y'],
  outcomes: [{ kind: 'if', outcome: 'taken' as const, line: 1, span: { start: 4, end: 9 } }],
  calls: [
    { classes: ['Integer', null], path: '1', result: 'NilClass', count: 2, from: { path: 'test/a_test.rb', line: 7 } },
  ],
};
const SITE: LearnedSite = {
  path: 'lib/a.rb',
  line: 4,
  kind: 'send',
  method: 'public_send',
  unit: 'b'.repeat(32),
  at: { start: 2, end: 30 },
  category: 'open',
  uses: [{ receiver: 'A', ofModule: false, value: 'cents=', count: 3 }],
  more: true,
  nested: ['eval'],
};
const SHAPE: LearnedShape = {
  name: 'A',
  methods: [
    {
      name: 'open?',
      singleton: false,
      visibility: 'public',
      parameters: ['req:x', 'rest:'],
      path: 'lib/a.rb',
      line: 3,
      unit: 'c'.repeat(32),
    },
  ],
  constants: ['OPEN'],
};
const PROFILE: Profile = {
  schema: 1,
  ruby: ['3.1.2'],
  processes: 1,
  classes: { A: 'lib/a.rb' },
  methods: [METHOD],
  sites: [SITE],
  shapes: [SHAPE],
};

describe('profiles', () => {
  it('are read as they were printed', () => {
    assert.deepEqual(parseProfile(printProfile(PROFILE)), { profile: PROFILE, problems: [] });
  });

  it('that are something else are not used', () => {
    const kinds = (text: string) => parseProfile(text).problems.map(problem => problem.kind);
    for (const text of ['', '{', '[]', '{}', 'null', '{"schema":1}']) assert.deepEqual(kinds(text), ['not-json'], text);
    assert.deepEqual(kinds('{"schema":2,"methods":[]}'), ['other-schema']);
  });

  const FORGED: Readonly<Record<string, unknown>> = {
    name: 'eval',
    path: '../../etc/passwd',
    line: -1,
    fingerprint: 'x',
    parameters: [['x; system', 'required']],
    fields: ['@y\n'],
    outcomes: [['if', 'both', 1]],
    calls: [[['Integer'], '1', 'NilClass', 2]],
  };
  for (const [field, value] of Object.entries(FORGED)) {
    it(`with a forged ${field} lose that entry only`, () => {
      const json = JSON.parse(printProfile({ ...PROFILE, methods: [METHOD, { ...METHOD, name: 'A#n' }] }));
      json.methods[0][field] = value;
      const { profile, problems } = parseProfile(JSON.stringify(json));
      assert.deepEqual(
        profile?.methods.map(method => method.name),
        ['A#n'],
      );
      assert.deepEqual(
        problems.map(problem => problem.kind),
        ['bad-entries'],
      );
    });
  }
});

describe('dynamic calls in traces and profiles', () => {
  const USE = 'site\t0\ti\t0\t2\t\tstring\tcents=';

  it('are read with their escapes', () => {
    const { trace, problems } = read(USE, 'site\t1\tm\t0\t1\tlib/b.rb\tstring\ta\\nb\\\\n\\t', 'more\t1', 'end');
    assert.deepEqual(problems, []);
    assert.deepEqual(
      trace?.uses.map(({ value, origin, ofModule }) => [value, origin, ofModule]),
      [
        ['cents=', null, false],
        ['a\nb\\n\t', 'lib/b.rb', true],
      ],
    );
    assert.deepEqual(trace?.more, [1]);
  });

  it('that are forged are skipped, line by line', () => {
    const forged = [
      'site\t2\ti\t0\t2\t\tstring\tx',
      'site\t0\tq\t0\t2\t\tstring\tx',
      'site\t0\ti\t9\t2\t\tstring\tx',
      'site\t0\ti\t0\t0\t\tstring\tx',
      'site\t0\ti\t0\t2\t../x\tstring\tx',
      'site\t0\ti\t0\t2\t\tother\tx',
      'site\t0\ti\t0\t2\t\tmodule\t9',
      'site\t0\ti\t0\t2',
      'more\t7',
      'own\t0\ti\tpublic\t/etc/passwd\t1\t\tx',
      'own\t9\ti\tpublic\tlib/a.rb\t1\t\tx',
    ];
    const { trace, problems } = read(...forged, USE, 'end');
    assert.deepEqual(problems, [{ kind: 'bad-lines', count: forged.length }]);
    assert.equal(trace?.uses.length, 1);
    assert.deepEqual(trace?.own, []);
  });

  const BAD_SITES: readonly Readonly<Record<string, unknown>>[] = [
    { path: '/etc/passwd' },
    { path: '../x.rb' },
    { kind: 'run' },
    { method: 'system("x")' },
    { unit: 'x' },
    { at: [9, 1] },
    { at: [0, 1e12] },
    { at: 'x' },
    { category: 'safe' },
    { more: 1 },
    { nested: ['a b'] },
    { uses: {} },
    { uses: [['A; B', true, 'x', 1]] },
    { uses: [['A', true, 'x; system("y")', 1]] },
    { uses: [['A', true, null, 1]] },
    { uses: [['A', true, 'x', -1]] },
    { uses: [['A', 'yes', 'x', 1]] },
    { kind: 'variable', uses: [['A', false, 'no_field', 1]] },
    { kind: 'load', uses: [['A', false, '/etc/passwd', 1]] },
    { kind: 'load', uses: [['A', false, '../../x', 1]] },
    { kind: 'eval', uses: [['A', true, 'x'.repeat(20_001), 1]] },
  ];

  for (const change of BAD_SITES)
    it(`a forged site is skipped: ${JSON.stringify(change).slice(0, 60)}`, () => {
      const printed = JSON.parse(printProfile(PROFILE));
      printed.sites.push({ ...printed.sites[0], ...change });
      const { profile, problems } = parseProfile(JSON.stringify(printed));
      assert.deepEqual(profile?.sites, [SITE]);
      assert.deepEqual(problems, [{ kind: 'bad-entries', count: 1, first: change.path ?? 'lib/a.rb' }]);
    });

  it('a forged shape is skipped', () => {
    const good = ['x', false, 'public', [], 'lib/a.rb', 1, 'c'.repeat(32)];
    const bad = [
      ['a b', ...good.slice(1)],
      ['x', false, 'secret', ...good.slice(3)],
      [...good.slice(0, 4), '/a.rb', 1, 'c'.repeat(32)],
      [...good.slice(0, 6), 'short'],
      [...good.slice(0, 3), ['req:a b'], ...good.slice(4)],
    ];
    for (const method of bad) {
      const text = JSON.stringify({ schema: 1, methods: [], shapes: [{ name: 'A', methods: [method] }] });
      assert.deepEqual(parseProfile(text).profile?.shapes, [], JSON.stringify(method));
    }
  });

  it('a shape with forged constants is skipped', () => {
    for (const constants of [['no'], ['A::B'], 'A', [1]]) {
      const text = JSON.stringify({ schema: 1, methods: [], shapes: [{ name: 'A', methods: [], constants }] });
      assert.deepEqual(parseProfile(text).profile?.shapes, [], text);
    }
  });

  it('a profile with too many entries is not used', () => {
    const uses = Array.from({ length: 200_001 }, () => ['A', true, 'x', 1]);
    const sites = Array.from({ length: 5 }, () => ({ ...JSON.parse(printProfile(PROFILE)).sites[0], uses }));
    const { profile, problems } = parseProfile(JSON.stringify({ schema: 1, methods: [], sites }));
    assert.equal(profile, null);
    assert.deepEqual(problems, [{ kind: 'too-large', limit: '1000000 entries' }]);
  });

  it('a profile of an earlier version has none', () => {
    const { profile, problems } = parseProfile('{"schema":1,"methods":[]}');
    assert.deepEqual([profile?.sites, profile?.shapes, problems], [[], [], []]);
  });
});
