/** What is shown of methods without annotations: signatures, where parts come from, hints. */
import assert from 'node:assert/strict';
import type { Workspace } from '../../../server/src/engine/workspace';
import { diagnosticsOf } from '../../../server/src/ide/diagnostics';
import { expressionAt } from '../../../server/src/ide/expressionAt';
import { hoverAt } from '../../../server/src/ide/hover';
import { inferredOf, showInferred } from '../../../server/src/ide/inferredHover';
import { hintsOf } from '../../../server/src/ide/inlayHints';
import { showType } from '../../../server/src/types/show';
import { DEFAULT_SETTINGS } from '../../../shared/src/settings';
import { createTestWorkspace } from '../../harness/workspace';

const TEXT = `class Tree
  def initialize(v)
    @v = v
    @kids = []
  end
  def add(kid)
    @kids << kid
    self
  end
  def twice(x) = x + x
  def find(n)
    return nil if n == 0
    'a'
  end
  def id(x) = x
  def ask(x) = x.name
  def stop = raise('no')
  def each
    yield 1, 'a'
  end
  def use
    twice(3)
    find(1)
    add(Tree.new(1))
  end
end
`;

describe('inferred signatures', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await createTestWorkspace();
    workspace.open('tree.rb', TEXT);
  });
  after(() => workspace.dispose());

  const signature = (name: string): string => showInferred(inferredOf(workspace.snapshot, `Tree#${name}`)!);

  it('are those that a reader would write', () => {
    const shown = ['initialize', 'add', 'twice', 'find', 'id', 'ask', 'stop', 'each', 'use'].map(signature);
    assert.deepEqual(shown, [
      '(Integer v) -> self',
      '(Tree kid) -> self',
      '(Integer x) -> Integer',
      '(Integer n) -> String or nil',
      '(t x) -> t',
      '([name: () -> t] x) -> t',
      '() -> %bot',
      '() { (Integer, String) -> t } -> t',
      '() -> self',
    ]);
  });

  it('are shown in the hover, with the calls that they come from', () => {
    const at = TEXT.indexOf('twice');
    const hover = hoverAt(workspace.snapshot, 'tree.rb', at, { settings: DEFAULT_SETTINGS, headline: false });
    assert.match(hover?.markdown ?? '', /Tree#twice, inferred\n\(Integer x\) -> Integer/);
    assert.match(hover?.markdown ?? '', /`x`: as called in line 22/);
  });

  it('type every expression', () => {
    const typed = expressionAt(workspace.snapshot, 'tree.rb', TEXT.indexOf('twice(3)') + 1);
    assert.equal(typed && showType(typed.type), 'Integer');
  });

  it('are hints', () => {
    const labels = hintsOf(workspace.snapshot, 'tree.rb').map(({ label }) => label);
    assert.ok(labels.includes(' -> String or nil') && labels.includes(': Integer'), labels.join());
  });

  it('are not shown if inference is off, and shown without reports by `show`', async () => {
    for (const infer of ['off', 'show'] as const) {
      const other = await createTestWorkspace({ settings: { infer } });
      other.open('tree.rb', `${TEXT}Tree.new(1).twice\n`);
      const labels = hintsOf(other.snapshot, 'tree.rb').map(({ label }) => label);
      assert.equal(labels.includes(' -> String or nil'), infer === 'show', `${infer}: ${labels.join()}`);
      const reports = diagnosticsOf(other.snapshot, 'tree.rb', { ...DEFAULT_SETTINGS, infer });
      assert.deepEqual(
        reports.filter(({ kind }) => kind === 'inference').map(({ code }) => code),
        [],
      );
      await other.dispose();
    }
  });
});

describe('types of other notations', () => {
  const SOURCES = `class Shop
  extend T::Sig
  sig { params(x: Integer).returns(Integer) }
  def price(x) = x
  # @param name [String]
  # @return [Symbol, nil]
  # @raise [KeyError]
  def find(name) = name && lookup(name)
  #: (Integer) -> String
  def text(x) = x.to_s
end
`;
  let workspace: Workspace;
  before(async () => {
    workspace = await createTestWorkspace();
    workspace.open('shop.rb', SOURCES);
  });
  after(() => workspace.dispose());

  const hoverOn = (name: string): string => {
    const offset = SOURCES.indexOf(`def ${name}`) + 'def '.length;
    const options = { settings: DEFAULT_SETTINGS, headline: false };
    return hoverAt(workspace.snapshot, 'shop.rb', offset, options)?.markdown ?? '';
  };

  it('are shown with their origin', () => {
    assert.match(hoverOn('price'), /# Shop#price, from a Sorbet sig\n/);
    assert.match(hoverOn('text'), /# Shop#text, from an RBS comment\n/);
    assert.match(
      hoverOn('find'),
      /Its comment says `\(String name\) -> Symbol or nil`, raises KeyError \(YARD; not checked\)\./,
    );
    assert.match(hoverOn('find'), /inferred/);
  });
});
