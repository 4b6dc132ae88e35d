/** Obligation -> query: the same code with other names and in another place has identical queries. */
import assert from 'node:assert/strict';
import type { Query } from '../../../server/src/proof/query';
import { decode, encode, encodePortably } from '../../../server/src/solve/solve';
import { createSolver, readRuby } from '../../harness/prove';

const CODE = `
class Counter
  var_type :@n, 'Integer'
  type '(Integer step { step > 0 }) -> Integer r { r > old(@n) }'
  def advance(step)
    before = @n
    after = before + step
    @n = after
    after
  end
end
`;

async function texts(source: string): Promise<readonly string[]> {
  const read = await readRuby(source);
  return encode(read.obligations('Counter#advance')).map(query => query.text);
}

describe('solve', () => {
  it('sends the same query after renaming locals, moving, commenting and adding unrelated code', async () => {
    const before = await texts(CODE);
    assert.ok(before.length > 0);
    assert.deepEqual(await texts(CODE.replaceAll('before', 'was').replaceAll('after', 'now')), before);
    assert.deepEqual(await texts(`# a comment\n\n\n${CODE.replace('def advance', '# why\n  def advance')}`), before);
    assert.deepEqual(await texts(`class Unrelated\n  def m(x) = x\nend\n${CODE}`), before);
  });

  it('sends another query when the meaning changes', async () => {
    assert.notDeepEqual(await texts(CODE.replace('before + step', 'before - step')), await texts(CODE));
  });

  it('contains no name of the source except class names', async () => {
    for (const text of await texts(CODE)) assert.doesNotMatch(text, /step|before|after|advance/);
  });

  it('is printed for any solver: maps defined by a term are declared, and as much is proved', async () => {
    const source = `
class Lists
  ##% (Array<Integer> a { a.size > 1 }, Array<Integer> b { b.size > 1 }) -> Integer r { r == old(b[0]) || r == old(b[1]) }
  def second(a, b)
    a.shift
    b[0]
  end
end
`;
    const obligations = (await readRuby(source)).obligations('Lists#second');
    const solve = await createSolver(300_000);
    const proved = (queries: readonly Query[]): readonly boolean[] =>
      queries.map(query => solve(query).status === 'unsat');
    assert.ok(encode(obligations).some(({ text }) => text.includes('(lambda ')));
    const portable = encodePortably(obligations);
    assert.ok(portable.every(({ text }) => !text.includes('(lambda ')));
    assert.deepEqual(proved(portable), proved(encode(obligations)));
    assert.ok(proved(portable).includes(true));
  });

  it('interprets replies', () => {
    const query = { id: 'q', text: '', values: ['x1'], watchedIds: ['param:x'], preferences: [] };
    assert.equal(decode(query, { status: 'unsat', rlimit: 1 }).kind, 'proved');
    assert.equal(decode(query, { status: 'sat', values: '((x1 3))', rlimit: 1 }).kind, 'refuted');
    assert.equal(decode(query, { status: 'sat', values: '', rlimit: 1 }).kind, 'failed');
    assert.equal(decode(query, { status: 'error', message: 'no' }).kind, 'failed');
    const limited = decode(query, { status: 'unknown', reason: '(:reason-unknown "canceled")', rlimit: 1 });
    assert.equal(limited.kind === 'unknown' && limited.reason, 'limit');
    const gaveUp = decode(query, {
      status: 'unknown',
      reason: '(:reason-unknown "(incomplete quantifiers)")',
      rlimit: 1,
    });
    assert.equal(gaveUp.kind === 'unknown' && gaveUp.reason, 'gave-up');
  });
});
