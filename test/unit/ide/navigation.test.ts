/** Definitions of locals, references, implementations, call hierarchy and type hierarchy, mostly in unannotated code. */
import assert from 'node:assert';
import type { Workspace } from '../../../server/src/engine/workspace';
import { hierarchyItemsAt, incomingCalls, outgoingCalls } from '../../../server/src/ide/callHierarchy';
import { definitionsAt } from '../../../server/src/ide/definition';
import { occurrencesAt } from '../../../server/src/ide/occurrences';
import { implementationsAt, subtypesOf, supertypesOf, typeItemAt } from '../../../server/src/ide/typeHierarchy';
import { createTestWorkspace } from '../../harness/workspace';
import { PATH, place } from './cursor';

const ZOO = `module Loud
  def shout = sound.upcase
end

class Animal
  attr_reader :sound, :name

  def initialize(name) = @name = name
  def greet(other) = "#{other.name} #{describe}"
  def describe = "animal"
end

class Cat < Animal
  include Loud

  def describe
    name = "cat"
    [1].each { |sound| sound + 1 }
    name
  end
end

# Cat is the name of a class.
cat = Cat.new("Tom")
puts cat.greet(cat), "Cat"
`;

describe('navigation', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await createTestWorkspace();
  });
  after(() => workspace.dispose());

  /** The program with a cursor before `words`, which occurs once. */
  const cursorBefore = (words: string, skip = 0) => {
    const start = ZOO.indexOf(words) + skip;
    assert.ok(start >= skip && ZOO.indexOf(words, start - skip + 1) < 0, words);
    return { ...place(workspace, `${ZOO.slice(0, start)}│${ZOO.slice(start)}`), offset: start };
  };
  const lineOf = (offset: number): string => {
    const start = ZOO.lastIndexOf('\n', offset - 1) + 1;
    return ZOO.slice(start, ZOO.indexOf('\n', start)).trim();
  };
  const shown = (locations: readonly { readonly span: { readonly start: number } }[]): readonly string[] =>
    locations.map(({ span }) => lineOf(span.start));

  it('goes to the first assignment of a local, not to a method of the same name', () => {
    const { snapshot, offset } = cursorBefore('    name\n  end', 4);
    assert.deepStrictEqual(shown(definitionsAt(snapshot, PATH, offset)), ['name = "cat"']);
  });

  it('goes to a parameter, and to a parameter of a block', () => {
    const used = cursorBefore('other.name');
    assert.deepStrictEqual(shown(definitionsAt(used.snapshot, PATH, used.offset)), [
      'def greet(other) = "#{other.name} #{describe}"',
    ]);
    const block = cursorBefore('sound + 1');
    assert.deepStrictEqual(
      definitionsAt(block.snapshot, PATH, block.offset).map(({ span }) => span.start),
      [ZOO.indexOf('|sound|') + 1],
    );
  });

  it('finds references of a method in methods and scripts without annotations', () => {
    const { snapshot, offset } = cursorBefore('greet(other)');
    const found = occurrencesAt(snapshot, PATH, offset)?.places.map(({ location }) => location) ?? [];
    assert.deepStrictEqual(shown(found), [
      'def greet(other) = "#{other.name} #{describe}"',
      'puts cat.greet(cat), "Cat"',
    ]);
  });

  it('finds references of a class in code, not in comments and strings', () => {
    const { snapshot, offset } = cursorBefore('Cat < Animal');
    const found = occurrencesAt(snapshot, PATH, offset)?.places.map(({ location }) => location) ?? [];
    assert.deepStrictEqual(shown(found), ['class Cat < Animal', 'cat = Cat.new("Tom")']);
  });

  it('finds the methods that override a method, and the descendants of a class', () => {
    const method = cursorBefore('describe = "animal"');
    assert.deepStrictEqual(shown(implementationsAt(method.snapshot, PATH, method.offset)), [
      'def describe = "animal"',
      'def describe',
    ]);
    const owner = cursorBefore('Loud\n  def shout');
    assert.deepStrictEqual(shown(implementationsAt(owner.snapshot, PATH, owner.offset)), ['class Cat < Animal']);
  });

  it('shows callers and callees', () => {
    const { snapshot, offset } = cursorBefore('greet(other)');
    assert.deepStrictEqual(
      hierarchyItemsAt(snapshot, PATH, offset).map(({ name }) => name),
      ['Animal#greet'],
    );
    assert.deepStrictEqual(
      incomingCalls(snapshot, PATH, offset).map(({ item, places }) => [item.name, item.kind, places.length]),
      [[PATH, 'file', 1]],
    );
    const called = outgoingCalls(snapshot, PATH, offset).map(({ item }) => item.name);
    assert.ok(called.includes('Animal#describe'), called.join());
  });

  it('shows superclasses, mixins and subclasses', () => {
    const { snapshot, offset } = cursorBefore('Cat < Animal');
    assert.strictEqual(typeItemAt(snapshot, PATH, offset)?.name, 'Cat');
    assert.deepStrictEqual(
      supertypesOf(snapshot, 'Cat').map(({ name }) => name),
      ['Animal', 'Loud'],
    );
    assert.deepStrictEqual(
      subtypesOf(snapshot, 'Animal').map(({ name }) => name),
      ['Cat'],
    );
  });

  it('answers nothing where there is nothing', () => {
    const { snapshot, offset } = cursorBefore('"animal"', 2);
    assert.deepStrictEqual(implementationsAt(snapshot, PATH, offset), []);
    assert.deepStrictEqual(incomingCalls(snapshot, PATH, offset), []);
    assert.strictEqual(typeItemAt(snapshot, PATH, offset), null);
  });
});
