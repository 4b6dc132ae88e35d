/** Simpler values for a counterexample: the order in which they are tried. */
import assert from 'node:assert/strict';
import { simplerValues } from '../../../server/src/judge/replayShrink';
import type { RubyValue } from '../../../server/src/proof/rubyValue';
import { showValue } from '../../../server/src/proof/showValue';

const integer = (value: string): RubyValue => ({ kind: 'integer', value });
const shown = (receiver: RubyValue | null, values: readonly RubyValue[]): readonly string[] =>
  simplerValues({ receiver, args: values.map((value, i) => ({ name: `a${i}`, keyword: false, value })) }).map(each =>
    [...(each.receiver ? [each.receiver] : []), ...each.args.map(arg => arg.value)].map(showValue).join(' '),
  );

describe('simpler values', () => {
  it('are small numbers first, without the number itself', () => {
    assert.deepEqual(shown(null, [integer('59')]), ['0', '1', '-1', '2']);
  });

  it('of several arguments are ordered by their total simplicity', () => {
    assert.deepEqual(shown(null, [integer('7'), integer('8')]).slice(0, 6), [
      '0 0',
      '0 1',
      '1 0',
      '0 -1',
      '1 1',
      '-1 0',
    ]);
  });

  it('prefer the constructor of an object to its fields', () => {
    const clock: RubyValue = {
      kind: 'object',
      id: 'o1',
      className: 'Clock',
      fields: [{ name: '@sec', value: integer('3') }],
    };
    assert.deepEqual(shown(clock, []), ['#<Clock>', '#<Clock @sec=1>', '#<Clock @sec=2>']);
  });

  it('of nested objects are those with fewer objects', () => {
    const node = (...rest: readonly RubyValue[]): RubyValue => ({
      kind: 'object',
      id: `o${rest.length}`,
      className: 'Node',
      fields: rest.map(value => ({ name: '@next', value })),
    });
    const tried = shown(node(node(node(node()))), []);
    assert.deepEqual(tried, ['#<Node>', '#<Node @next=#<Node>>', '#<Node @next=#<Node @next=#<Node>>>']);
  });

  it('of a full container are small full ones', () => {
    const elements = ['0', '0', '0'].map(integer);
    const fields = [
      { name: '@items', value: { kind: 'array', id: 'a', elements } as const },
      { name: '@cap', value: integer('3') },
    ];
    const tried = shown({ kind: 'object', id: 'o1', className: 'Stack', fields }, []);
    assert.deepEqual(tried, ['#<Stack>', '#<Stack @items=[0] @cap=1>', '#<Stack @items=[0, 0] @cap=2>']);
  });

  it('keep shared objects, and vary the numbers next to them', () => {
    const list: RubyValue = { kind: 'array', id: 'a', elements: [integer('5')] };
    assert.deepEqual(shown(null, [list, { kind: 'again', id: 'a' }]), []);
    const tried = shown(null, [list, { kind: 'again', id: 'a' }, integer('9')]);
    assert.deepEqual(
      tried.map(each => each.split(' ').at(-1)),
      ['0', '1', '-1', '2'],
    );
  });

  it('are shorter arrays of simpler elements', () => {
    const list: RubyValue = { kind: 'array', id: 'a', elements: [integer('5'), integer('9')] };
    assert.deepEqual(shown(null, [list]), ['[]', '[0]', '[1]', '[5]', '[0, 0]', '[0, 1]', '[1, 1]']);
  });

  it('preserve the order of the first few integers, whatever their size', () => {
    const elements = ['362048', '-21652', '30', '5', '0'].map(integer);
    const tried = shown(null, [{ kind: 'array', id: 'a', elements }]);
    assert.ok(tried.includes('[1, 0]') && tried.includes('[2, 0, 1]'));
  });
});
