/** Audit inputs contain everything that the verdict does not exclude. */
import assert from 'node:assert/strict';
import type { AuditInput } from '../../../server/src/judge/auditInput';
import { auditInputs, type InputsWanted } from '../../../server/src/judge/auditInputs';
import { methodByKey } from '../../../server/src/program/lookup';
import { resolve } from '../../../server/src/resolve/resolve';
import { readRuby } from '../../harness/program';

const TEXT = `require 'loupe'
class Box
  type '(Float x, Float y) -> Float'
  def floats(x, y) = x
  type '(Integer x) -> Integer'
  def integers(x) = x
  type '(Array<Integer> a, Array<Integer> b, String s, String t, Box other) -> Integer'
  def objects(a, b, s, t, other) = 1
  type '(Array<Integer> a, Array<String> b) -> Integer'
  def unlike(a, b) = 1
  type '(Hash<Symbol, Integer> h, Hash<String, Integer> g) -> Integer'
  def hashes(h, g) = 1
end
`;

async function inputs(method: string, wanted: Partial<InputsWanted> = {}): Promise<readonly AuditInput[]> {
  const { value: program } = resolve([await readRuby(TEXT, 'box.rb')], null);
  const info = methodByKey(program, `Box#${method}`);
  assert.ok(info);
  return auditInputs(program, info, { count: 400, maxSize: 4, ...wanted });
}

function floatsIn(all: readonly AuditInput[]): ReadonlySet<string> {
  return new Set(all.flatMap(({ args }) => args.flatMap(({ value }) => (value.kind === 'float' ? [value.value] : []))));
}

describe('inputs of an audit', () => {
  it('contain NaN, the infinities and -0.0 only if requested', async () => {
    const special = ['Float::NAN', 'Float::INFINITY', '-Float::INFINITY', '-0.0'];
    const wanted = floatsIn(await inputs('floats', { specialFloats: true }));
    assert.deepEqual(
      special.filter(each => !wanted.has(each)),
      [],
    );
    const others = floatsIn(await inputs('floats'));
    assert.deepEqual(
      special.filter(each => others.has(each)),
      [],
    );
  });

  it('contain integers beyond a machine word, unless bounded', async () => {
    const largest = async (wanted: Partial<InputsWanted>): Promise<bigint> => {
      const values = (await inputs('integers', wanted)).map(({ args }) => args[0]!.value);
      const sizes = values.map(value => (value.kind === 'integer' ? BigInt(value.value) : 0n));
      return sizes.reduce((most, each) => (each > most ? each : most), 0n);
    };
    assert.ok((await largest({})) >= 2n ** 64n);
    assert.ok((await largest({ integerLimit: 128 })) < 128n);
  });

  it('contain the same object twice: as two arguments of one type, as receiver and argument', async () => {
    const all = await inputs('objects');
    const again = (input: AuditInput, at: number): string | null => {
      const value = input.args[at]?.value;
      return value?.kind === 'again' ? value.id : null;
    };
    const idOf = (value: object | null | undefined): unknown => value && 'id' in value && value.id;
    assert.ok(all.some(input => again(input, 1) !== null && again(input, 1) === idOf(input.args[0]!.value)));
    assert.ok(all.some(input => again(input, 3) !== null && again(input, 3) === idOf(input.args[2]!.value)));
    assert.ok(all.some(input => again(input, 4) !== null && again(input, 4) === idOf(input.receiver)));
    const unlike = await inputs('unlike');
    assert.ok(unlike.every(input => again(input, 1) === null));
  });

  it('contain hashes with distinct keys', async () => {
    const hashes = (await inputs('hashes')).flatMap(({ args }) => args.map(arg => arg.value));
    const keys = hashes.flatMap(each =>
      each.kind === 'hash' ? [each.entries.map(([key]) => JSON.stringify({ ...key, id: null }))] : [],
    );
    assert.ok(keys.some(each => each.length > 1));
    assert.ok(keys.every(each => new Set(each).size === each.length));
  });
});
