/**
 * Wrong signatures, labels and refinements that only boundary values reveal, planted one by one: the trials in Ruby
 * find each, and report nothing for the unchanged method.
 */
import assert from 'node:assert/strict';
import { verbatimSource } from '../../server/src/parse/sourceText';
import { parseMethodType } from '../../server/src/parse/typeParser';
import { findMethod } from '../../server/src/program/lookup';
import type { MethodInfo, SignatureArm } from '../../server/src/program/program';
import { mapMethodNames, type NameMapper } from '../../server/src/types/mapNames';
import type { MethodType, Type } from '../../server/src/types/type';
import { callsOfMethod } from '../harness/conformanceCalls';
import { tryCalls } from '../harness/conformanceTrials';
import { coreLibrary } from '../harness/prove';

/** Results that are declared non-nil in every part. */
const FORGET_NIL = ['Array#assoc', 'Array#zip', 'Hash#key', 'Set#reduce', 'Enumerable#inject', 'Struct#dig'];

/** Declared to write nothing. */
const WRITE = [
  ...['Array#compact!', 'Array#uniq!', 'Array#flatten!', 'Hash#compact!', 'String#squeeze!'],
  ...['Hash#rehash', 'Array#pack', 'Hash#tally'],
];

/** The block's argument type, or the method's own type variable, in the result. */
const TYPED: readonly (readonly [string, string, string])[] = [
  ['Hash#transform_keys', '(Hash<%any, u> names) -> Hash<u, V>', 'result violates the signature'],
  ['Array#map', '() { (Elem) -> u } -> Array<Elem>', 'result violates the signature'],
  ['Hash#each_pair', '() { (V, K) -> %any } -> self', 'its block is given something else'],
  ['Hash#map', '() { (K) -> u } -> Array<u>', 'its block is given something else'],
  ['Array#each_with_index', '() { (Integer, Elem) -> %any } -> self', 'its block is given something else'],
  ['Hash#reduce', '(u initial) { (u, K) -> u } -> u', 'its block is given something else'],
  ['String#each_char', '() { (Integer) -> %any } -> self', 'its block is given something else'],
  ['Array#each_slice', '(Integer n { n > 0 }) { (Elem) -> %any } -> self', 'its block is given something else'],
  ['Hash#merge', '(Hash<K, V> other) { (K, V, K, V) -> V } -> Hash<K, V>', 'its block is given something else'],
];

const REFINED: readonly (readonly [string, string])[] = [
  ['String#bytesize', '() -> Integer r { r == self.length }'],
  ['String#succ', '() -> String r { r.length == self.length }'],
  ['String#upcase', '() -> String r { r.length == self.length }'],
  ['String#lines', '() -> Array<String> r { r.length <= 1 }'],
  ['Array#count', '(%any object) -> Integer r { r <= 1 }'],
  ['Integer#size', '() -> Integer r { r <= 8 }'],
  ['Hash#invert', '() -> Hash<Integer, Integer> r { r.size == self.size }'],
];

function methodOf(key: string): MethodInfo {
  const [owner, name] = key.split('#') as [string, string];
  const method = findMethod(coreLibrary()!, owner, name);
  assert.ok(method?.signature, `${key} has a signature`);
  return { ...method, key, owner };
}

function withArms(method: MethodInfo, arms: readonly SignatureArm[]): MethodInfo {
  return { ...method, signature: { ...method.signature!, arms } };
}

async function mistakesIn(methods: readonly MethodInfo[]): Promise<readonly string[]> {
  const library = coreLibrary()!;
  const { broken } = await tryCalls(methods.flatMap(method => callsOfMethod(library, method, method.owner)));
  return broken;
}

/** Methods in which such a mistake is found. */
function foundIn(broken: readonly string[], mistake: string): readonly string[] {
  return broken.filter(one => one.includes(`: ${mistake}`)).map(one => one.slice(0, one.indexOf(': ')));
}

function withoutNil(type: Type): Type {
  switch (type.kind) {
    case 'union': {
      const members = type.members.filter(member => member.kind !== 'nil').map(withoutNil);
      return members.length === 1 ? members[0]! : { ...type, members };
    }
    case 'nominal':
      return { ...type, args: type.args.map(withoutNil) };
    case 'tuple':
      return { ...type, elements: type.elements.map(withoutNil) };
    default:
      return type;
  }
}

/** A type as the class of the method reads it: `Elem`, `K` and `V` are its parameters. */
function written(key: string, text: string): MethodType {
  const { value, problems } = parseMethodType(text, verbatimSource('a.rb|file', text, 0));
  assert.deepEqual(problems, []);
  assert.ok(value);
  const params = coreLibrary()!.classes.get(key.split('#')[0]!)!.typeParams;
  const mapper: NameMapper = {
    name: type => (params.some(({ name }) => name === type.name) ? { kind: 'variable', name: type.name } : type),
    within: () => mapper,
  };
  return mapMethodNames(value, mapper);
}

describe('a planted mistake at boundary values is found', () => {
  it('in signatures that omit nil in a type variable', async () => {
    const wrong = FORGET_NIL.map(methodOf).map(method =>
      withArms(
        method,
        method.signature!.arms.map(arm => ({ ...arm, type: { ...arm.type, result: withoutNil(arm.type.result) } })),
      ),
    );
    const found = foundIn(await mistakesIn(wrong), 'result violates the signature');
    assert.deepEqual([...found].sort(), [...FORGET_NIL].sort());
  });

  it('in labels with an empty frame', async () => {
    const wrong = WRITE.map(methodOf).map(method =>
      withArms(
        method,
        method.signature!.arms.map(arm => ({ ...arm, labels: { ...arm.labels, modifies: [] } })),
      ),
    );
    assert.deepEqual([...foundIn(await mistakesIn(wrong), 'changes something')].sort(), [...WRITE].sort());
  });

  it('in refinements that hold for most values', async () => {
    const wrong = REFINED.map(([key, text]) => {
      const method = methodOf(key);
      return withArms(method, [{ ...method.signature!.arms[0]!, type: written(key, text) }]);
    });
    const found = foundIn(await mistakesIn(wrong), 'result violates the signature');
    assert.deepEqual([...found].sort(), REFINED.map(([key]) => key).sort());
  });

  it('in block arguments, and in method type variables taken for those of the class', async () => {
    for (const mistake of new Set(TYPED.map(([, , each]) => each))) {
      const of = TYPED.filter(([, , each]) => each === mistake);
      const wrong = of.map(([key, text]) => {
        const method = methodOf(key);
        return withArms(method, [{ ...method.signature!.arms[0]!, type: written(key, text) }]);
      });
      const found = foundIn(await mistakesIn(wrong), mistake);
      assert.deepEqual([...found].sort(), of.map(([key]) => key).sort());
    }
  });

  it('but not in the unchanged methods', async () => {
    const keys = new Set([...FORGET_NIL, ...WRITE, ...REFINED.map(([key]) => key), ...TYPED.map(([key]) => key)]);
    const broken = await mistakesIn([...keys].map(methodOf));
    assert.deepEqual(foundIn(broken, 'result violates the signature'), []);
    assert.deepEqual(foundIn(broken, 'changes something'), []);
    assert.deepEqual(foundIn(broken, 'its block is given something else'), []);
  });
});
