/** Summaries: the same from wherever they are entered, least fixed points of cycles, and the runs that they take. */
import assert from 'node:assert/strict';
import type { Summaries } from '../../../server/src/engine/summaries';
import { printField, printSummary } from '../../../server/src/infer/printSummary';
import { methodByKey } from '../../../server/src/program/lookup';
import type { Program } from '../../../server/src/program/program';
import { showType } from '../../../server/src/types/show';
import { nominal } from '../../../server/src/types/type';
import { summariesFor } from '../../harness/checkInput';
import { buildProgram } from '../../harness/program';
import { smallCore } from '../../harness/smallCore';

const CYCLES = `
class Walk
  def fact(n) = n <= 1 ? 1 : n * fact(n - 1)
  def even(n) = n == 0 ? true : odd(n - 1)
  def odd(n) = n == 0 ? false : even(n - 1)
  def a(n) = n > 3 ? b(n) : 'end'
  def b(n) = n > 2 ? c(n) : a(n - 1)
  def c(n) = n > 1 ? a(n - 1) : :other
  def nest(n) = n == 0 ? [] : [nest(n - 1)]
  def forever(n) = forever(n + 1)
  def uses = [fact(3), even(4), a(5), nest(2)]
  def initialize
    @first = 0
    @list = []
  end
  def fill(x)
    @list << 'a'
    @first = @first + 1
    @second = @first
  end
  def read = [@list, @first, @second]
  def id(x) = x
  def same = [id(3) + 1, id('a')]
  def pick(x) = x.is_a?(Integer) ? 1 : 'a'
  def picked = [pick(3), pick('b')]
  def fluent = self
end
class Run < Walk
  def more = fluent.more
end
`;

const METHODS = [
  ...['fact', 'even', 'odd', 'a', 'b', 'c', 'nest', 'forever', 'uses', 'initialize', 'fill', 'read', 'id', 'same'],
  ...['pick', 'picked', 'fluent'],
].map(name => `Walk#${name}`);

async function program(text: string): Promise<Program> {
  return (await buildProgram(text, await smallCore)).program;
}

function printAll(summaries: Summaries, from: Program): string {
  const fields = ['@first', '@list', '@second'].map(field =>
    summaries.fieldOf({ className: 'Walk', field, singleton: false }, from),
  );
  return [
    ...METHODS.map(key => printSummary(summaries.summaryOf(key, from)!)),
    ...fields.map(field => (field ? printField(field) : 'none')),
  ].join('\n');
}

function resultOf(from: Program, key: string, args: Readonly<Record<string, string>> = {}): string {
  const method = methodByKey(from, key)!;
  const assumed = new Map(Object.entries(args).map(([name, type]) => [name, nominal(type)]));
  return showType(summariesFor().readerOf(from).resultOf({ method, self: null, assumed }, 0));
}

describe('summaries', () => {
  it('are the same from wherever a cycle is entered', async () => {
    const from = await program(CYCLES);
    const all = METHODS.map(first => {
      const summaries = summariesFor();
      summaries.summaryOf(first, from);
      return printAll(summaries, from);
    });
    for (const one of all) assert.equal(one, all[0]);
    const backwards = summariesFor();
    for (const key of [...METHODS].reverse()) backwards.summaryOf(key, from);
    assert.equal(printAll(backwards, from), all[0]);
  });

  it('are least fixed points', async () => {
    const from = await program(CYCLES);
    assert.equal(resultOf(from, 'Walk#fact', { n: 'Integer' }), 'Integer');
    assert.equal(resultOf(from, 'Walk#even', { n: 'Integer' }), '%bool');
    assert.equal(resultOf(from, 'Walk#a', { n: 'Integer' }), 'String or Symbol');
    assert.equal(resultOf(from, 'Walk#forever', { n: 'Integer' }), '%bot');
    assert.match(resultOf(from, 'Walk#nest', { n: 'Integer' }), /^Array<Array</);
  });

  it('know a result per class of arguments', async () => {
    const from = await program(CYCLES);
    assert.equal(resultOf(from, 'Walk#same'), '[Integer, String]');
    assert.equal(resultOf(from, 'Walk#picked'), '[Integer, String]');
  });

  it('know fields by their writes, insertions and order', async () => {
    const from = await program(CYCLES);
    const summaries = summariesFor();
    const shown = (field: string): string =>
      showType(summaries.fieldOf({ className: 'Walk', field, singleton: false }, from)!.shown);
    assert.deepEqual(['@first', '@list', '@second'].map(shown), ['Integer', 'Array<String>', 'Integer or nil']);
  });

  it('take few runs and iterations', async () => {
    const from = await program(CYCLES);
    const summaries = summariesFor();
    printAll(summaries, from);
    const { open, given } = summaries.counts;
    assert.ok(open / METHODS.length <= 2.5, `${open} open runs of ${METHODS.length} methods`);
    assert.ok(given <= 30, `${given} given runs`);
    assert.ok(summaries.cycles.most <= 8, `${summaries.cycles.most} iterations`);
  });
});
