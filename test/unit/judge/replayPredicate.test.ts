/** Clauses as data for Ruby: their form, and that nothing is lost. */
import assert from 'node:assert/strict';
import { predicateData } from '../../../server/src/judge/replayPredicate';
import { translateToRuby } from '../../../server/src/judge/rubySource';
import { resolve } from '../../../server/src/resolve/resolve';
import type { Clause } from '../../../server/src/types/type';
import { readRuby } from '../../harness/program';

async function clausesOf(refinement: string): Promise<readonly Clause[]> {
  const text = `require 'rdl'\ntype '(Integer x, Array<Integer> a) -> Integer r { ${refinement} }'\ndef m(x, a) = x\n`;
  const { value: program } = resolve([await readRuby(text)], null);
  return program.classes.get('Object')!.methods.get('m')!.signature!.arms[0]!.type.resultRefinement!.clauses;
}

const X = ['var', 'x'];
const compare = (left: unknown, operator: string, right: unknown): unknown => [
  'call',
  left,
  operator,
  [['pos', right]],
  null,
  false,
];

/** Names may be variables or bare calls; the Ruby side accepts both. */
function namesAsVariables(data: unknown): unknown {
  if (!Array.isArray(data)) return data;
  if (data[0] === 'call' && data[1] === null && (data[3] as unknown[]).length === 0 && data[4] === null)
    return ['var', data[2]];
  return data.map(namesAsVariables);
}

describe('clauses as data for Ruby', () => {
  const CASES: readonly (readonly [string, readonly unknown[], string | null])[] = [
    ['0 <= r < 60', [compare(['int', '0'], '<=', ['var', 'r']), compare(['var', 'r'], '<', ['int', '60'])], '(0 <= r)'],
    [
      '@sec == old(@sec) + x',
      [compare(['field', '@sec'], '==', compare(['old', 0, ['field', '@sec']], '+', X))],
      '(receiver.instance_variable_get(:@sec) == (old_1 + x))',
    ],
    [
      'a[0] == :b',
      [compare(['call', ['var', 'a'], '[]', [['pos', ['int', '0']]], null, false], '==', ['sym', 'b'])],
      '(a[0] == :b)',
    ],
    [
      '(0...x).all? { |i| i >= 0 }',
      [
        [
          'call',
          ['range', ['int', '0'], X, true],
          'all?',
          [],
          ['block', ['i'], compare(['var', 'i'], '>=', ['int', '0'])],
          false,
        ],
      ],
      '(0...x).all? { |i| (i >= 0) }',
    ],
    ['Math::PI > 3.1', [compare(['const', ['Math', 'PI']], '>', ['float', '3.1'])], '(Math::PI > 3.1)'],
  ];

  for (const [text, expected, ruby] of CASES)
    it(text, async () => {
      const clauses = await clausesOf(text);
      assert.deepEqual(
        clauses.map(clause => namesAsVariables(predicateData(clause.expr))),
        expected,
      );
      const names = new Set(['x', 'a', 'r']);
      assert.equal(translateToRuby(clauses[0]!.expr, 'receiver', names)?.text ?? null, ruby);
    });

  it('an implication is an or', async () => {
    const [clause] = await clausesOf('x > 0 ==> r > 0');
    const data = predicateData(clause!.expr) as readonly unknown[];
    assert.equal(data[0], 'or');
  });
});
