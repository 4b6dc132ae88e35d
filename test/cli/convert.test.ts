/** `loupe convert`: what is converted reads the same afterwards, in every direction, over the fixtures. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertFile, declarationsIn } from '../../server/src/ide/convert/convertFile';
import { CONVERT_TARGETS, type ConvertTarget } from '../../server/src/ide/convert/writeDeclaration';
import { createTestWorkspace } from '../harness/workspace';
import { scratch } from './loupe';

const FIXTURES = join(__dirname, '..', 'fixtures');

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;

function convert(text: string, target: ConvertTarget): ReturnType<typeof convertFile> {
  workspace.setDisk('a.rb', text);
  return convertFile(workspace, 'a.rb', target);
}

function declarations(text: string, signatures: string | null = null): readonly (readonly [string, string])[] {
  workspace.setDisk('a.rb', text);
  if (signatures !== null) workspace.setSignatures('sig/a.rbs', signatures, 'workspace');
  const found = [...declarationsIn(workspace.snapshot)].sort();
  workspace.remove('sig/a.rbs');
  return found;
}

const SORBET = `class Shop
  extend T::Sig
  extend RDL::Annotate

  sig { params(x: Integer, names: T::Array[T.nilable(String)], deep: T::Boolean).returns(T.any(Integer, String)) }
  def price(x, *names, deep: false) = x

  sig { params(block: T.proc.params(x: Integer).returns(String)).void }
  def each(&block)
    block.call(1)
  end

  sig { returns(String) }
  attr_reader :name
end
`;

const REFINED = `class Shop
  extend T::Sig

  ##% (Integer x { x > 0 }) -> Integer r { r >= x }
  def double(x) = x * 2

  ##% (Integer) -> Integer :pure
  def pure(x) = x
end
`;

describe('loupe convert', () => {
  before(async () => {
    workspace = await createTestWorkspace();
  });
  after(() => workspace.dispose());

  it('exchanges the lines of a declaration', async () => {
    const { text, converted, left } = convert(SORBET, 'rbs-inline');
    assert.equal(converted, 2);
    assert.match(
      text,
      /^ {2}#: \(Integer, \*Array\[String\?\], \?deep: bool\) -> \(Integer \| String\)\n {2}def price/m,
    );
    assert.match(text, /^ {2}#: \(\) \{ \(Integer x\) -> String \} -> void\n {2}def each/m);
    assert.deepEqual(
      left.map(({ why }) => why),
      ['other-declaration'],
    );
  });

  it('converts between both notations of RDL, with messages', async () => {
    const call = `class Shop\n  type '(Integer x { x > 0, "x is a price" }) -> Integer r { r >= x, "no loss" }'\n  def f(x) = x\nend\n`;
    const { text } = convert(call, 'comments');
    assert.match(text, /^ {2}##% \(Integer x \{ x > 0, "x is a price" \}\) -> Integer r \{ r >= x, "no loss" \}$/m);
    assert.equal(convert(text, 'rdl').text, call);
    assert.equal(convert(call, 'rdl').text, call);
    assert.deepEqual(
      convert(call, 'sorbet').left.map(({ why }) => why),
      ['not-expressible'],
    );
  });

  it('keeps refinements as comments, and lists what the target cannot express', async () => {
    const { text, left } = convert(REFINED, 'sorbet');
    assert.match(
      text,
      /^ {2}# loupe: \(x > 0\) -> \(r >= x\)\n {2}sig \{ params\(x: Integer\)\.returns\(Integer\) \}\n {2}def double/m,
    );
    assert.deepEqual(left, [{ what: 'Shop#pure', line: 7, why: 'not-expressible' }]);
  });

  it('moves declarations into a file of signatures', async () => {
    const source = `module Shop
  class Base
  end

  class Till < Base
    ##% (Integer x { x > 0 }) -> Integer r { r >= x }
    def double(x) = x * 2

    #: (Integer) -> Integer
    #: (String, ?Base?) -> String
    def twice(x, y = nil) = x * 2

    ##% (Integer) -> Integer :pure
    def pure(x) = x

    private

    ##% () -> Array<Till>
    def all = [self]
  end
end
`;
    const { text, signatures, converted, left } = convert(source, 'rbs');
    assert.equal(converted, 3);
    assert.deepEqual(
      left.map(({ what }) => what),
      ['Shop::Till#pure'],
    );
    assert.match(text, /^ {4}# loupe: \(x > 0\) -> \(r >= x\)\n {4}def double/m);
    assert.doesNotMatch(text, /#:/);
    assert.equal(
      signatures,
      `module Shop
  class Till < Shop::Base
    def double: (Integer) -> Integer
    def twice: (Integer) -> Integer
             | (String, ?Shop::Base?) -> String
    private def all: () -> Array[Shop::Till]
  end

  class Base
  end
end
`,
    );
  });

  it('prints a diff, and writes only with --write, by the settings of --config', async () => {
    const here = scratch();
    try {
      here.write('shop.rb', REFINED);
      here.write('some.yml', 'exclude: ["shop.rb"]\n');
      const { status, out, err } = await here.loupe('convert', '--to', 'sorbet');
      assert.equal(status, 0);
      assert.match(out, /^--- shop\.rb\n\+\+\+ shop\.rb\n@@ -4,1 \+4,2 @@\n- {2}##% .*\n\+ {2}# loupe: /);
      assert.match(err, /shop\.rb:8: Shop#pure is left as it is: .*\n1 converted, 1 left as they are\n$/);
      assert.equal(readFileSync(join(here.folder, 'shop.rb'), 'utf8'), REFINED);
      assert.match((await here.loupe('convert', '--to', 'sorbet', '--config', 'some.yml')).err, /^0 converted/m);
      await here.loupe('convert', '--to', 'sorbet', '--write');
      assert.match(readFileSync(join(here.folder, 'shop.rb'), 'utf8'), /sig \{ params/);
      assert.match((await here.loupe('convert')).err, /choose a notation/);
    } finally {
      here.remove();
    }
  });

  const files = ['sorbet', 'rbsInline', 'yard', 'rbi'].flatMap(folder =>
    readdirSync(join(FIXTURES, folder)).map(name => `${folder}/${name}`),
  );
  for (const name of files)
    it(`reads the same afterwards: ${name}`, async () => {
      const source = readFileSync(join(FIXTURES, name), 'utf8').split('\n#! file:')[0] ?? '';
      const read = declarations(source);
      for (const target of CONVERT_TARGETS) {
        const { text, signatures } = convert(source, target);
        assert.deepEqual(declarations(text, signatures), read, target);
      }
    });
});
