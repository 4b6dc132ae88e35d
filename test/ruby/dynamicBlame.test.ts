/**
 * LOUPE=check with a profile: dynamic code that no recorded run showed may not replace or remove what was checked, and its call is to
 * blame for the errors of its source. What runs showed, plain code, gems and tests are left alone.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Outcome, type Scratch, scratch } from '../cli/loupe';
import { describeNeeds, RUBY } from '../harness/requirements';

const LIBRARY = join(__dirname, '..', '..', 'server', 'ruby', 'lib');

const INVOICE = `require 'loupe'

class Invoice
  type '(Integer) -> Integer'
  def total(n) = n
  type '() -> Integer'
  private def secret = 1
  def ask = secret
end
`;

const PLUGINS = `module Plugins
  def self.run(source)
    Invoice.class_eval(source)
  end

  def self.define(name)
    Invoice.define_method(name) { |*| 'wrong' }
  end

  def self.value(source) = eval(source)

  def self.remove(source) = Invoice.class_eval(source, __FILE__, __LINE__)
end
`;

const HEAD = "require_relative 'lib/invoice'\nrequire_relative 'lib/plugins'\n";
/** What the recorded runs do. */
const SEEN = `${HEAD}Plugins.run("def total(n) = n + 1 # seen")
Plugins.run("def name = 'a user'")
Plugins.define(:extra)
Plugins.value('1 + 1')
Plugins.remove('def other = 1')
`;

describeNeeds(RUBY, 'blame of dynamic code', () => {
  let here: Scratch;
  before(() => {
    here = scratch();
    here.write('lib/invoice.rb', INVOICE);
    here.write('lib/plugins.rb', PLUGINS);
    here.write('seen.rb', SEEN);
    const learned = here.loupeProcess('learn', '--', 'ruby', '-I', LIBRARY, 'seen.rb');
    assert.equal(learned.status, 0, learned.err);
  });
  after(() => here.remove());

  const run = (program: string, LOUPE = 'check'): Outcome => {
    here.write('now.rb', `${HEAD}${program}\n`);
    const env = { ...process.env, LOUPE };
    const { status, stdout, stderr } = spawnSync('ruby', ['-I', LIBRARY, 'now.rb'], {
      cwd: here.folder,
      encoding: 'utf8',
      env,
    });
    return { status, out: stdout, err: stderr };
  };
  const said = (program: string): string =>
    run(`begin\n${program}\nrescue Loupe::Blame => e\n  puts e.message, e.site\nend`).out;

  it('what a recorded run did is allowed', () => {
    assert.equal(said("Plugins.run('def total(n) = n + 1')\np Invoice.new.total(1)"), '2\n');
    assert.equal(said('Plugins.define(:extra)\np Invoice.new.extra'), '"wrong"\n');
  });

  it('a source that was seen has the same code, not the same strings', () => {
    assert.deepEqual(run(`Plugins.run("def name = 'another'")\np Invoice.new.name`), {
      status: 0,
      out: '"another"\n',
      err: '',
    });
  });

  it('a source that was never seen may not redefine a checked method', () => {
    assert.match(
      said("Plugins.run('def total(n) = n.to_s')"),
      /^lib\/plugins\.rb:3: blame: this redefines Invoice#total, which was checked; no recorded run did that here\nlib\/plugins\.rb:3\n$/,
    );
    assert.equal(run("Plugins.run('def total(n) = n.to_s') rescue TypeError\np Invoice.new.total(3)").out, '3\n');
  });

  it('nor remove it; its visibility stays', () => {
    assert.match(
      said('Plugins.remove("\\nremove_method :secret")'),
      /plugins\.rb:12: blame: this removes Invoice#secret/,
    );
    const after = run("Plugins.remove('undef secret') rescue TypeError\np Invoice.new.ask\nInvoice.new.secret");
    assert.equal(after.out, '1\n');
    assert.match(after.err, /private method/);
  });

  it('a name that was never defined there is refused, too', () => {
    assert.match(said('Plugins.define(:total)'), /^lib\/plugins\.rb:7: blame: this redefines Invoice#total/);
  });

  it('what it defines itself is its own', () => {
    assert.equal(said('2.times { |n| Plugins.run("def fresh = #{n}") }\np Invoice.new.fresh'), '1\n');
  });

  it('plain code, other files and a program without LOUPE=check are left alone', () => {
    assert.equal(said('class Invoice\n  def total(n) = n + 2\nend\np Invoice.new.total(1)'), '3\n');
    assert.equal(said("Invoice.class_eval('def total(n) = n + 3')\np Invoice.new.total(1)"), '4\n');
    assert.equal(run("Plugins.run('def total(n) = n.to_s')\np Invoice.new.total(1)", '').out, '"1"\n');
  });

  it('an error in a source that was never seen is logged once, with the call', () => {
    const { out, err } = run("2.times { Plugins.value('nil.upcase') rescue puts 'rescued' }\nPlugins.value('1 + 1')");
    assert.equal(out, 'rescued\nrescued\n');
    assert.equal(
      err,
      'loupe: lib/plugins.rb:10: blame: a source that no recorded run evaluated raises NoMethodError\n',
    );
  });

  it('a damaged profile is named and not used', () => {
    const other = scratch();
    try {
      other.write('lib/plugins.rb', PLUGINS);
      other.write('lib/invoice.rb', INVOICE);
      other.write('now.rb', `${HEAD}Plugins.run('def total(n) = n.to_s')\nputs 'ran'\n`);
      for (const text of ['{', '[1]', '{"schema":1,"sites":[1,{"path":2}],"methods":null}', '']) {
        other.write('.loupe/profile.json', text);
        const env = { ...process.env, LOUPE: 'check' };
        const { stdout } = spawnSync('ruby', ['-I', LIBRARY, 'now.rb'], { cwd: other.folder, encoding: 'utf8', env });
        assert.equal(stdout, 'ran\n', text);
      }
    } finally {
      other.remove();
    }
  });
});
