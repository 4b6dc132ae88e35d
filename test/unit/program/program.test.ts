import assert from 'node:assert/strict';
import { ancestors } from '../../../server/src/program/ancestors';
import { findConstant } from '../../../server/src/program/constants';
import { hierarchyOf } from '../../../server/src/program/hierarchy';
import {
  candidates,
  dynamicsOf,
  fieldOf,
  fieldOwner,
  findMethod,
  findSingletonMethod,
  methodByKey,
  superMethod,
  visibilityOn,
} from '../../../server/src/program/lookup';
import { Memos } from '../../../server/src/program/memos';
import {
  declarationsFingerprint,
  findDefinitionSites,
  replaceBodies,
  resolve,
} from '../../../server/src/resolve/resolve';
import { isSubtype } from '../../../server/src/types/subtype';
import { nominal } from '../../../server/src/types/type';
import { buildProgram, readRuby } from '../../harness/program';

const WORLD = `
module Loud; def speak = super.upcase; end
module Named; def name = 'x'; end
module Both
  include Named
  def name = super
end
class Animal
  LEGS = 4
  class Tail; end
  include Comparable
  var_type :@age, 'Integer'
  def speak = 'hm'
  def <=>(other) = 0
  def self.make = new
end
class Dog < Animal
  prepend Loud
  include Both
  include Named
  def speak = super
  def grow = @age += 1
  private :<=>
end
class Cat < Animal
  extend Named
  undef speak
  class << self
    def make = super
  end
end
class Puppy < Dog
  def speak = super
end
`;

describe('program: lookup', () => {
  it('orders ancestors like Ruby', async () => {
    const { program } = await buildProgram(WORLD);
    // As Ruby prints them: Dog.ancestors, Puppy.ancestors.
    const dog = ['Loud', 'Dog', 'Both', 'Named', 'Animal', 'Comparable', 'Object', 'Kernel', 'BasicObject'];
    assert.deepEqual(ancestors(program, 'Dog'), dog);
    assert.deepEqual(ancestors(program, 'Puppy'), ['Puppy', ...dog]);
  });

  it('terminates on cycles and unknown classes', async () => {
    const { program } = await buildProgram('class A < B; end\nclass B < A; end\nmodule M; include M; end');
    assert.ok(ancestors(program, 'A').includes('B'));
    assert.deepEqual(ancestors(program, 'Nowhere'), ['Nowhere']);
    assert.equal(findMethod(program, 'A', 'x'), null);
    assert.deepEqual(ancestors(program, 'M'), ['M']);
  });

  it('finds methods through modules, superclasses and singletons', async () => {
    const { program } = await buildProgram(WORLD);
    assert.equal(findMethod(program, 'Dog', 'speak')?.key, 'Loud#speak');
    assert.equal(findMethod(program, 'Puppy', 'speak')?.key, 'Puppy#speak');
    assert.equal(findMethod(program, 'Cat', 'speak'), null, 'undef stops the search');
    assert.equal(findMethod(program, 'Cat', '<=>')?.key, 'Animal#<=>');
    assert.equal(findSingletonMethod(program, 'Dog', 'make')?.key, 'Animal.make');
    assert.equal(findSingletonMethod(program, 'Cat', 'name')?.key, 'Named#name');
    assert.equal(methodByKey(program, 'Cat.make')?.owner, 'Cat');
  });

  it('finds the method that super runs', async () => {
    const { program } = await buildProgram(WORLD);
    const of = (key: string, receiver?: string) => superMethod(program, methodByKey(program, key)!, receiver)?.key;
    assert.equal(of('Puppy#speak'), 'Loud#speak');
    assert.equal(of('Loud#speak', 'Dog'), 'Dog#speak');
    assert.equal(of('Dog#speak'), 'Animal#speak');
    assert.equal(of('Both#name'), 'Named#name');
    assert.equal(of('Cat.make'), 'Animal.make');
    assert.equal(of('Animal#speak'), undefined);
  });

  it('lists all candidates of dynamic dispatch, with their receivers', async () => {
    const { program } = await buildProgram(WORLD);
    const found = candidates(program, 'Animal', 'speak').map(one => [one.method.key, one.receivers]);
    assert.deepEqual(found, [
      ['Animal#speak', ['Animal']],
      ['Loud#speak', ['Dog']],
      ['Puppy#speak', ['Puppy']],
    ]);
  });

  it('looks constants up lexically, then through ancestors', async () => {
    const { program } = await buildProgram(`${WORLD}\nmodule Zoo\n  LEGS = 100\n  class Keeper; end\nend`);
    const path = (nesting: readonly string[], name: string) => findConstant(program, nesting, name)?.path;
    assert.equal(path(['Dog'], 'LEGS'), 'Animal::LEGS');
    assert.equal(path(['Dog', 'Zoo'], 'LEGS'), 'Zoo::LEGS', 'the lexical scope wins over ancestors');
    assert.equal(path(['Puppy'], 'Tail'), 'Animal::Tail');
    assert.equal(path([], 'Zoo::Keeper'), 'Zoo::Keeper');
    assert.equal(path(['Zoo'], '::Keeper'), undefined);
    assert.equal(path([], 'Zoo::Animal'), undefined, 'Object is not searched through a scope');
  });

  it('finds fields of ancestors and changed visibility', async () => {
    const { program } = await buildProgram(WORLD);
    assert.equal(fieldOf(program, 'Puppy', '@age')?.type?.kind, 'nominal');
    assert.equal(fieldOwner(program, 'Puppy', '@age'), 'Animal');
    const compare = methodByKey(program, 'Animal#<=>')!;
    assert.equal(visibilityOn(program, 'Puppy', compare), 'private');
    assert.equal(visibilityOn(program, 'Cat', compare), 'public');
    assert.deepEqual(dynamicsOf(program, 'Puppy'), []);
  });

  it('is the hierarchy of subtyping', async () => {
    const { program } = await buildProgram(WORLD);
    const hierarchy = hierarchyOf(program);
    assert.ok(isSubtype(nominal('Puppy'), nominal('Animal'), hierarchy));
    assert.ok(isSubtype(nominal('Dog'), nominal('Named'), hierarchy));
    assert.ok(!isSubtype(nominal('Animal'), nominal('Dog'), hierarchy));
  });
});

describe('program: a body edit', () => {
  const before = "class A\n  type '() -> Integer'\n  def a = 1\n  def b = 2\nend\nclass B\n  def c = 3\nend\n";

  it('keeps the fingerprint and replaces one body', async () => {
    const first = await readRuby(before);
    const edited = await readRuby(before.replace('def a = 1', 'def a = 100 + 1'), 'test.rb', first.ril);
    assert.equal(declarationsFingerprint(Memos.empty(), first.ril), declarationsFingerprint(Memos.empty(), edited.ril));
    const program = resolve([first], null).value;
    const next = replaceBodies(program, edited.ril, findDefinitionSites(program));
    assert.notEqual(next.classes.get('A')?.methods.get('a'), program.classes.get('A')?.methods.get('a'));
    assert.equal(next.classes.get('A')?.methods.get('b'), program.classes.get('A')?.methods.get('b'));
    assert.equal(next.classes.get('B'), program.classes.get('B'), 'shared');
    assert.equal(
      next.classes.get('A')?.methods.get('a')?.signature,
      program.classes.get('A')?.methods.get('a')?.signature,
    );
    const rebuilt = resolve([edited], null).value;
    assert.deepEqual(next.classes.get('A')?.methods.get('a'), rebuilt.classes.get('A')?.methods.get('a'));
  });

  it('keeps the fingerprint and the Program itself when declarations move', async () => {
    const first = await readRuby(before);
    const moved = await readRuby(`# a comment\n\n${before}`, 'test.rb', first.ril);
    assert.equal(declarationsFingerprint(Memos.empty(), first.ril), declarationsFingerprint(Memos.empty(), moved.ril));
    const program = resolve([first], null).value;
    assert.equal(replaceBodies(program, moved.ril, findDefinitionSites(program)), program);
  });

  for (const [what, from, to] of [
    ['a new field', 'def b = 2', 'def b = @n'],
    ['another name', 'def b', 'def bb'],
    ['another type', '() -> Integer', '() -> String'],
    ['a parameter', 'def c =', 'def c(x) ='],
    ['a dynamic call', 'def c = 3', 'def c = eval("3")'],
    ['a superclass', 'class B', 'class B < A'],
  ] as const) {
    it(`changes the fingerprint for ${what}`, async () => {
      const first = await readRuby(before);
      const edited = await readRuby(before.replace(from, to), 'test.rb', first.ril);
      assert.notEqual(
        declarationsFingerprint(Memos.empty(), first.ril),
        declarationsFingerprint(Memos.empty(), edited.ril),
      );
    });
  }
});

describe('program: damaged code', () => {
  it('resolves every prefix of a file', async () => {
    for (let end = 0; end <= WORLD.length; end += 7) await buildProgram(WORLD.slice(0, end));
  });
});
