/** `loupe infer` and `loupe coverage` in a folder. */
import assert from 'node:assert';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFiles } from '../../server/src/cli/infer/writeFiles';
import { type Scratch, scratch } from './loupe';

const SHOP = `module Shop
  class Item
    LIMIT = 3
    attr_reader :price

    def initialize(price) = @price = price
    def self.free = new(0)
    def twice = price * 2

    private

    def describe(thing) = thing.label
  end
end

puts Shop::Item.new(2).twice
`;

const QUEUE = `class JobQueue
  Job = Struct.new(:name)
  attr_reader :size
  alias other size

  def initialize
    @jobs = []
    @size = 0
  end

  def push(name)
    @jobs << Job.new(name)
    self
  end

  def pop = @jobs.pop
end

JobQueue.new.push('a').pop
`;

describe('loupe infer', () => {
  let here: Scratch;
  const read = (name: string): string => readFileSync(join(here.folder, name), 'utf8');
  beforeEach(() => {
    here = scratch();
    here.write('lib/shop.rb', SHOP);
  });
  afterEach(() => here.remove());

  it('prints RBS: modules, classes, constants, attributes, singleton and private methods, interfaces', async () => {
    const { status, out, err } = await here.loupe('infer', 'lib');
    assert.strictEqual(err, '');
    assert.strictEqual(status, 0);
    const expected = [
      /^module Shop\n {2}class Item$/m,
      /^ {4}LIMIT: Integer$/m,
      /^ {4}attr_reader price: Integer$/m,
      /^ {4}def initialize: \(Integer price\) -> void$/m,
      /^ {4}def self\.free: \(\) -> Shop::Item$/m,
      /^ {4}def twice: \(\) -> Integer$/m,
      /^ {4}interface _DescribeArgument\n {6}def label: \(\) -> untyped\n {4}end$/m,
      /^ {4}private\n\n {4}def describe: \(_DescribeArgument thing\) -> untyped$/m,
    ];
    for (const part of expected) assert.match(out, part);
    assert.strictEqual(read('lib/shop.rb'), SHOP);
  });

  it('writes sig/, is checked, and keeps what was changed by hand', async () => {
    assert.strictEqual((await here.loupe('infer', 'lib', '--check')).status, 1);
    assert.strictEqual((await here.loupe('infer', 'lib', '--write', 'rbs')).out, 'wrote sig/lib/shop.rbs\n');
    assert.strictEqual((await here.loupe('infer', 'lib', '--check')).status, 0);
    assert.match((await here.loupe('check', '--no-run')).out, /0 errors, 0 warnings/);
    here.write('lib/shop.rb', SHOP.replace('price * 2', 'price.to_s'));
    const stale = await here.loupe('infer', 'lib', '--check');
    assert.deepStrictEqual([stale.status, stale.out], [1, 'sig/lib/shop.rbs is out of date\n']);
    const before = read('sig/lib/shop.rbs').replace('twice: () -> Integer', 'twice: () -> Numeric');
    here.write('sig/lib/shop.rbs', before);
    const kept = await here.loupe('infer', 'lib', '--write', 'rbs', '--update');
    assert.match(kept.err, /shop\.rbs was changed by hand; left as it is/);
    assert.strictEqual(read('sig/lib/shop.rbs'), before);
  });

  it('writes comments once, updates its own, and leaves those of the user', async () => {
    const mine = SHOP.replace('    def twice', '    ##% () -> Numeric\n    def twice');
    here.write('lib/shop.rb', mine);
    assert.strictEqual((await here.loupe('infer', 'lib', '--write', 'comments')).status, 0);
    const written = read('lib/shop.rb');
    assert.match(written, / {4}# loupe:inferred\n {4}##% \(Integer price\) -> self\n {4}def initialize/);
    assert.match(
      written,
      /\n\n? {4}##% \(\) -> Numeric\n {4}def twice|self\.free = new\(0\)\n {4}##% \(\) -> Numeric\n {4}def twice/,
    );
    assert.strictEqual((await here.loupe('infer', 'lib', '--write', 'comments')).out, 'nothing to write\n');
    assert.strictEqual((await here.loupe('infer', 'lib', '--write', 'comments', '--check')).status, 0);
    here.write('lib/shop.rb', written.replace('Item.new(2)', 'Item.new(2.5)'));
    assert.strictEqual((await here.loupe('infer', 'lib', '--write', 'comments', '--update')).status, 0);
    assert.match(read('lib/shop.rb'), /##% \(Float or Integer price\)|##% \(Integer or Float price\)/);
  });

  it('declares the classes that Struct.new creates, and keeps the signatures of the other files', async () => {
    here.write('lib/queue.rb', QUEUE);
    const { status, out, err } = await here.loupe('infer', 'lib');
    assert.deepStrictEqual([status, err], [0, '']);
    assert.match(out, /^ {2}class Job < Struct\[untyped\]\n {2}end$/m);
    assert.match(out, /^ {2}def pop: \(\) -> JobQueue::Job\?$/m);
    assert.match(out, /^ {2}alias other size$/m);
    assert.match(out, /^ {4}def twice: \(\) -> Integer$/m);
  });

  it('reads an RBS alias of a method that another class declares', async () => {
    here.write(
      'sig/item.rbs',
      'class Base\n  def size: () -> Integer\nend\nclass Item < Base\n  alias length size\nend\n',
    );
    const { status, err } = await here.loupe('infer', 'lib');
    assert.deepStrictEqual([status, err], [0, '']);
  });

  it('changes nothing where a file is read-only', async () => {
    here.write('lib/other.rb', 'def other = 1\n');
    chmodSync(join(here.folder, 'lib/shop.rb'), 0o444);
    const { status, err } = await here.loupe('infer', 'lib', '--write', 'comments');
    assert.strictEqual(status, 1);
    assert.match(err, /shop\.rb is read-only; nothing was written/);
    assert.deepStrictEqual([read('lib/shop.rb'), read('lib/other.rb')], [SHOP, 'def other = 1\n']);
  });

  it('changes nothing where a file was edited in the meantime', () => {
    const [edited, other] = [join(here.folder, 'lib/shop.rb'), join(here.folder, 'lib/other.rb')];
    writeFileSync(other, 'old');
    const refusal = writeFiles([
      { path: other, text: 'new', expected: 'old' },
      { path: edited, text: 'new', expected: 'what was read' },
    ]);
    assert.match(refusal ?? '', /shop\.rb was changed in the meantime/);
    assert.deepStrictEqual([readFileSync(other, 'utf8'), readFileSync(edited, 'utf8')], ['old', SHOP]);
    assert.deepStrictEqual(
      readdirSync(join(here.folder, 'lib')).sort(),
      ['other.rb', 'shop.rb'],
      'nothing is left behind',
    );
  });

  it('does not write `type` calls into a program that does not load the library', async () => {
    const { status, err } = await here.loupe('infer', 'lib', '--write', 'type');
    assert.strictEqual(status, 2);
    assert.match(err, /needs a file that requires 'loupe' or 'rdl'/);
    here.write('lib/shop.rb', `require 'loupe'\n${SHOP}`);
    assert.strictEqual((await here.loupe('infer', 'lib', '--write', 'type')).status, 0);
    assert.match(read('lib/shop.rb'), /type '\(Integer price\) -> self'\n {4}def initialize/);
  });

  it('leaves out what is unknown with --only-known, by the settings of --config', async () => {
    here.write('other.yml', 'include:\n  - "lib/**/*.rb"\n');
    here.write('elsewhere.rb', 'def elsewhere = 1\n');
    const { status, out } = await here.loupe('infer', '--only-known', '--config', 'other.yml');
    assert.strictEqual(status, 0);
    assert.match(out, /def twice: /);
    assert.doesNotMatch(out, /def describe|def elsewhere/);
  });

  it('coverage reads the files that --config includes', async () => {
    here.write('other.yml', 'include:\n  - "app/**/*.rb"\n');
    here.write('app/one.rb', 'puts 1\n');
    const { folders } = JSON.parse((await here.loupe('coverage', '--format', 'json', '--config', 'other.yml')).out);
    assert.strictEqual(folders[0].files, 1);
  });

  it('coverage counts per folder, as text, JSON and a page without markup from names', async () => {
    here.write('lib/<b>/x.rb', 'def f(a) = a.b.c\n');
    assert.match((await here.loupe('coverage')).out, /^lib +\d+ +\d+ % +\d+ % +\d+ %/m);
    const { out } = await here.loupe('coverage', '--format', 'json', '--html', 'page.html');
    const document = JSON.parse(out);
    const [all] = document.folders;
    assert.strictEqual(all.path, '.');
    assert.strictEqual(all.files, 2);
    assert.strictEqual(all.signatures.typed + all.signatures.inferred + all.signatures.unknown, 5);
    assert.ok(all.signatures.unknown >= 1 && all.causes.parameter >= 1);
    assert.ok(existsSync(join(here.folder, 'page.html')));
    const page = read('page.html');
    assert.match(page, /<svg[\s\S]*&lt;b&gt;[\s\S]*<\/svg>/);
    assert.doesNotMatch(page, /<b>|<script/);
  });
});
