/** What helps while a type or a call is written: completion in types, signatures of constructors, links and declarations. */
import assert from 'node:assert';
import type { Workspace } from '../../../server/src/engine/workspace';
import { completionsAt, limitCompletions } from '../../../server/src/ide/completion';
import { declarationsAt } from '../../../server/src/ide/definition';
import { documentLinksIn } from '../../../server/src/ide/documentLinks';
import { linkedSpansAt } from '../../../server/src/ide/linkedEditing';
import { signatureHelpAt } from '../../../server/src/ide/signatureHelp';
import { createTestWorkspace } from '../../harness/workspace';
import { PATH, place } from './cursor';

describe('writing types and calls', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await createTestWorkspace();
  });
  after(() => workspace.dispose());

  const offered = (marked: string, word = ''): readonly string[] => {
    const { snapshot, at, probe } = place(workspace, marked);
    const all = completionsAt(snapshot, PATH, at[0]!, probe);
    const { items } = limitCompletions(all, word);
    return [...items].sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0)).map(({ label }) => label);
  };

  it('offers classes first in a type, those of the workspace before the others, and special types last', () => {
    const names = offered('class Cart\n  ##% (│) -> Integer\n  def m(x) = 1\nend\n');
    assert.strictEqual(names[0], 'Cart');
    const special = names.findIndex(name => name.startsWith('%'));
    const core = ['Array', 'BasicObject', 'Hash', 'Integer', 'String', 'Symbol'].map(name => names.indexOf(name));
    assert.ok(
      core.every((at, i) => at > (core[i - 1] ?? 0) && at < special),
      core.join(),
    );
    assert.ok(
      names.slice(special).every(name => !/^[A-Z]/.test(name)),
      'special types are last',
    );
    assert.deepStrictEqual(
      names.filter(name => ['Abbrev', 'ArgumentError', 'Errno::EXDEV'].includes(name)),
      [],
      'the library and exceptions only once they are typed',
    );
    assert.deepStrictEqual(offered('##% (Ab│) -> Integer\ndef m(x) = 1\n', 'Ab'), ['Abbrev']);
    const constants = offered('class Cart\nend\n\ndef m = A│\n', 'A');
    assert.ok(constants.indexOf('Array') < constants.indexOf('Abbrev'), constants.join());
  });

  it('offers what begins with the word', () => {
    const names = offered('class Cart\n  ##% (Int│) -> Integer\n  def m(x) = 1\nend\n', 'Int');
    assert.deepStrictEqual(names, ['Integer', 'Interrupt']);
  });

  it('offers the fields of the class after `##% @`', () => {
    const names = offered(
      'class Cart\n  ##% @│\n  def initialize(n)\n    @count = n\n    @items = []\n  end\nend\n',
      '@',
    );
    assert.deepStrictEqual(names, ['@count', '@items']);
  });

  it('offers the parameter of a block', () => {
    const names = offered('class Cart\n  def m\n    [1].each do |number|\n      nu│\n    end\n  end\nend\n', 'nu');
    assert.ok(names.includes('number'), names.join());
  });

  const signature = (marked: string): readonly string[] => {
    const { snapshot, at, probe } = place(workspace, marked);
    return signatureHelpAt(snapshot, PATH, at[0]!, probe)?.signatures.map(({ label }) => label) ?? [];
  };

  it('shows what `initialize` takes in `new(`', () => {
    const cart = 'class Cart\n  ##% (Integer a, ?String b) -> %any\n  def initialize(a, b = "")\n  end\nend\n';
    assert.deepStrictEqual(signature(`${cart}Cart.new(1, │)\n`), ['new(Integer a, ?String b) -> Cart']);
    assert.deepStrictEqual(signature(`${cart}class Big < Cart\nend\nBig.new(│)\n`), [
      'new(Integer a, ?String b) -> Big',
    ]);
    const inferred = 'class Cart\n  def initialize(a) = @a = a + 1\nend\n';
    assert.match(signature(`${inferred}Cart.new(│)\n`)[0] ?? '', /^new\(.+ a\) -> Cart$/);
    const own = `class Cart\n  ##% (String s) -> Cart\n  def self.new(s) = allocate\nend\n`;
    assert.deepStrictEqual(signature(`${own}Cart.new(│)\n`), ['new(String s) -> Cart']);
  });

  it('declares a method where its annotation is', () => {
    const { snapshot, text, at } = place(
      workspace,
      'class A\n  ##% (Integer) -> Integer\n  def m(x) = x\nend\nA.new.│m(1)\n',
    );
    const [found] = declarationsAt(snapshot, PATH, at[0]!);
    assert.strictEqual(text.slice(found!.span.start, found!.span.end).trim(), '(Integer) -> Integer');
  });

  it('links to the files that are required', () => {
    workspace.setDisk('lib/shop/cart.rb', 'class Cart\nend\n');
    const { snapshot } = place(workspace, `require 'shop/cart'\nrequire_relative 'lib/shop/cart'\nrequire 'json'\n`);
    assert.deepStrictEqual(documentLinksIn(snapshot, PATH), [
      { span: { start: 9, end: 18 }, path: 'lib/shop/cart.rb' },
      { span: { start: 38, end: 51 }, path: 'lib/shop/cart.rb' },
    ]);
  });

  it('edits a parameter together with its name in the annotation', () => {
    const spans = (marked: string): readonly string[] => {
      const { snapshot, text, at } = place(workspace, marked);
      return linkedSpansAt(snapshot, PATH, at[0]!).map(({ start, end }) => text.slice(start, end));
    };
    const linked = '##% (Integer x { x > 0 }) -> Integer\ndef m(x) = │x + 1\n';
    assert.deepStrictEqual(spans(linked), ['x', 'x', 'x', 'x']);
    assert.deepStrictEqual(spans('##% (Integer │y) -> Integer\ndef m(x) = x\n'), []);
    assert.deepStrictEqual(spans('##% (x: Integer) -> Integer\ndef m(│x:) = x\n'), []);
  });
});
