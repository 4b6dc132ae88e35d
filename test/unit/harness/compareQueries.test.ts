/** The comparison of queries finds each kind of difference between two dumps, and none between equal ones. */
import assert from 'node:assert';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareDumps } from '../../queries/compareDumps';
import { type Dump, dumpTree, type InputDump } from '../../queries/dump';
import { statesOf } from '../../queries/inputs';

const range = { start: { line: 3, character: 6 }, end: { line: 3, character: 14 } };
const input: InputDump = {
  queries: ['0a', '0b'],
  status: 1,
  diagnostics: [{ path: 'a.rb', code: 'LP4101', severity: 'error', range, message: 'it fails', related: [] }],
  methods: [
    {
      path: 'a.rb',
      name: 'Clock#tick',
      verdict: 'unsafe',
      details: { cause: 'confirmed', obligations: [{ kind: 'postcondition', verdict: 'unsafe', reason: 'it fails' }] },
    },
  ],
  failure: null,
};
const [method] = input.methods;
const [diagnostic] = input.diagnostics;

function dump(inputs: Record<string, InputDump>): Dump {
  return { schema: 1, revision: 'test', fingerprint: '', inputs };
}

function compare(after: Partial<InputDump>): readonly string[] {
  const found = compareDumps(dump({ a: input, b: input }), dump({ a: input, b: { ...input, ...after } }));
  assert.ok(found.every(each => each.input === 'b'));
  return found.map(each => `${each.kind}: ${each.text}`);
}

describe('comparison of queries', () => {
  it('finds no difference between equal dumps', () => assert.deepStrictEqual(compare({}), []));

  it('finds a new query and a missing one', () =>
    assert.deepStrictEqual(compare({ queries: ['0a', '0c'] }), ['queries: - 0b', 'queries: + 0c']));

  it('finds a changed verdict', () =>
    assert.deepStrictEqual(compare({ methods: [{ ...method!, verdict: 'safe' }] }), [
      'verdict: a.rb: Clock#tick: unsafe -> safe',
    ]));

  it('finds a missing method', () =>
    assert.deepStrictEqual(compare({ methods: [] }), ['verdict: a.rb: Clock#tick: unsafe -> absent']));

  it('finds a changed detail of a verdict', () =>
    assert.deepStrictEqual(
      compare({ methods: [{ ...method!, details: { ...method!.details, cause: 'unconfirmed' } }] }),
      ['details: a.rb: Clock#tick: cause: "confirmed" -> "unconfirmed"'],
    ));

  it('finds a new diagnostic and a missing one', () =>
    assert.deepStrictEqual(compare({ diagnostics: [{ ...diagnostic!, code: 'LP4102' }] }), [
      'diagnostic: - a.rb:4:7-4:15 LP4101: it fails',
      'diagnostic: + a.rb:4:7-4:15 LP4102: it fails',
    ]));

  it('distinguishes changed wording from other differences', () => {
    const obligations = [{ kind: 'postcondition', verdict: 'unsafe', reason: 'it does not hold' }];
    const details = { ...method!.details, obligations };
    const found = compare({
      diagnostics: [{ ...diagnostic!, message: 'it does not hold' }],
      methods: [{ ...method!, details }],
    });
    assert.deepStrictEqual(
      found.map(each => each.split(':')[0]),
      ['wording', 'wording'],
    );
  });

  it('fails if a process prints no report', () => {
    const failed = { ...input, failure: 'no report (exit status 70): internal error' };
    const found = compareDumps(dump({ a: failed }), dump({ a: failed }));
    assert.deepStrictEqual(
      found.map(each => each.kind),
      ['failure'],
    );
  });

  it('finds an input that only one dump has', () =>
    assert.strictEqual(compareDumps(dump({ a: input }), dump({ a: input, b: input })).length, 1));
});

describe('dump of queries', () => {
  const answers = mkdtempSync(join(tmpdir(), 'loupe-dump-'));
  after(() => rmSync(answers, { recursive: true, force: true }));

  it('includes each state of a fixture with edits', () => {
    const states = statesOf('a.rb', "x = 1\n#! edit: 'x' => 'y'\n#! expect: same\n#! edit: '1' => '2'\n");
    assert.deepStrictEqual(
      states.map(({ name, files }) => [name, files[0]!.text]),
      [
        ['a.rb', 'x = 1\n'],
        ['a.rb (edit 1)', 'y = 1\n'],
        ['a.rb (edit 2)', 'y = 2\n'],
      ],
    );
  });

  const dumpOf = (body: string): Promise<Dump> => {
    const source = `type '(Integer x { x > 0 }) -> Integer r { r > 1 }'\ndef succ(x) = ${body}\n`;
    return dumpTree({
      tree: join(__dirname, '..', '..', '..'),
      revision: 'test',
      inputs: statesOf('a.rb', `require 'rdl'\nextend RDL::Annotate\n${source}`),
      answers,
      onDone: () => {},
      signal: new AbortController().signal,
    });
  };

  it('contains the keys of all queries, whether their answers were cached or not', async () => {
    const cold = await dumpOf('x + 1');
    const stored = readdirSync(join(answers, 'answers'), { recursive: true, withFileTypes: true });
    const keys = stored.filter(entry => entry.isFile()).map(entry => entry.name);
    assert.ok(keys.length > 0);
    assert.deepStrictEqual(cold.inputs['a.rb']!.queries, keys.sort());
    assert.deepStrictEqual(await dumpOf('x + 1'), cold);
  });

  it('shows a difference that changes queries alone, and one that changes a verdict', async () => {
    const before = await dumpOf('x + 1');
    const kindsOf = async (body: string): Promise<readonly string[]> =>
      [...new Set(compareDumps(before, await dumpOf(body)).map(({ kind }) => kind))].sort();
    assert.deepStrictEqual(await kindsOf('1 + x + 1'), ['queries']);
    assert.ok((await kindsOf('x - 1')).includes('verdict'));
  });
});
