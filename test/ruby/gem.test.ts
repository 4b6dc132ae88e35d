/** The gem, built and installed into an empty folder: its command, Rake task and generator, and its library for Ruby 2.7. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { newerSyntax, type Parse, writeClassicDefs } from '../../server/build/classicDefs.mjs';
import { SAFE, UNSAFE } from '../cli/loupe';
import { BUNDLER, describeNeeds, itNeeds, RAILTIES } from '../harness/requirements';

const ROOT = join(__dirname, '..', '..');

describe('methods without end, for Ruby 2.7', () => {
  let parse: Parse;
  before(async () => {
    const { loadPrism } = await import('@ruby/prism');
    parse = await loadPrism();
  });

  it('get one, on the same line', () => {
    const rewritten = (source: string): string => writeClassicDefs(source, parse);
    assert.equal(rewritten('def a = 1'), 'def a; 1; end');
    assert.equal(rewritten('def self.a(x, y = 2) = x + y # sum'), 'def self.a(x, y = 2); x + y; end # sum');
    assert.equal(rewritten('def é(x) = "é" + x\ndef b() = nil'), 'def é(x); "é" + x; end\ndef b(); nil; end');
    assert.equal(rewritten('def a(x) =\n  x.map do |y|\n    y\n  end'), 'def a(x);\n  x.map do |y|\n    y\n  end; end');
    assert.equal(rewritten('def a = (def b = 1)'), 'def a; (def b; 1; end); end');
    assert.equal(rewritten('def a\n  1\nend'), 'def a\n  1\nend');
  });

  it('are found, and so is other new syntax', () => {
    assert.deepEqual(newerSyntax('x = 1\ndef a(&) = b(&)\nf(x:)\nx => Integer', parse), [
      '2: endless method',
      '2: anonymous block',
      '2: anonymous argument',
      '3: hash without values',
      '4: one-line pattern',
    ]);
  });
});

describeNeeds(BUNDLER, 'the gem', () => {
  let folder: string;
  let home: string;
  before(function () {
    this.timeout(600_000);
    folder = mkdtempSync(join(tmpdir(), 'loupe-gem-test-'));
    home = join(folder, 'gems');
    mkdirSync(home);
    const built = spawnSync(process.execPath, [join(ROOT, 'server/build/gem.mjs'), folder], { encoding: 'utf8' });
    assert.equal(built.status, 0, built.stderr);
    const [name, ...others] = readdirSync(folder).filter(each => each.endsWith('.gem'));
    assert.deepEqual([name, others], ['loupe-0.1.0.gem', []], 'one gem for all platforms');
    const installed = run('gem', 'install', '--local', '--no-document', join(folder, name!));
    assert.equal(installed.status, 0, installed.err);
    write('Gemfile', "gem 'loupe'\ngem 'rake'\n");
    write('Rakefile', "require 'loupe/rake_task'\n");
    write('lib/watch.rb', UNSAFE);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function write(name: string, text: string): void {
    const path = join(folder, 'app', name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }

  function run(command: string, ...words: readonly string[]) {
    return runWith({}, command, ...words);
  }

  function runWith(extra: Readonly<Record<string, string>>, command: string, ...words: readonly string[]) {
    mkdirSync(join(folder, 'app'), { recursive: true });
    const env = {
      ...process.env,
      HOME: folder,
      GEM_HOME: home,
      PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH}`,
      LOUPE_CACHE_DIR: join(folder, 'cache'),
      NODE_OPTIONS: '',
      ...extra,
    };
    const { status, stdout, stderr } = spawnSync(command, words, { cwd: join(folder, 'app'), env, encoding: 'utf8' });
    return { status, out: stdout, err: stderr };
  }

  it('checks with `bundle exec loupe check` and as a binstub', () => {
    const checked = run('bundle', 'exec', 'loupe', 'check');
    assert.match(checked.out, /Watch\.new\.incr_sec\(59\) {2}# => 60/, checked.err);
    assert.equal(checked.status, 1);
    const binstub = run('bundle', 'binstubs', 'loupe');
    assert.equal(binstub.status, 0, binstub.err);
    assert.match(run('bin/loupe', '--version').out, /^loupe 0\.1\.0$/m);
  });

  it('checks with `rake loupe:check`', () => {
    const broken = run('bundle', 'exec', 'rake', 'loupe:check');
    assert.match(broken.out, /LP4001/);
    assert.equal(broken.status, 1);
    write('safe/clock.rb', SAFE);
    assert.equal(run('bundle', 'exec', 'rake', 'loupe:check[safe]').status, 0);
  });

  it('says what it needs if Node is missing or too old', () => {
    const missing = runWith({ LOUPE_NODE: 'no-such-node' }, 'bundle', 'exec', 'loupe', 'check');
    assert.equal(
      missing.err,
      'loupe: Node 20 or later is needed, and `no-such-node` was not found. Install it (https://nodejs.org), or set LOUPE_NODE.\n',
    );
    assert.equal(missing.status, 2);
    const old = join(folder, 'old-node');
    writeFileSync(old, '#!/bin/sh\necho v18.20.4\n');
    chmodSync(old, 0o755);
    const refused = runWith({ LOUPE_NODE: old }, 'bundle', 'exec', 'loupe', 'check');
    assert.match(refused.err, /^loupe: Node 20 or later is needed, but `.*old-node` is 18\.20\.4\./);
    assert.equal(refused.status, 2);
  });

  it('enforces contracts at run time, also where Hash#except is missing', () => {
    write(
      'run.rb',
      "Hash.undef_method(:except)\nrequire 'bundler/setup'\nrequire 'loupe'\nclass A\n  type '(Integer, **Integer) -> Integer r { r > 0 }'\n  def m(n, **more) = n + more.size\nend\nputs A.new.m(0, a: 1)\nA.new.m(0)\n",
    );
    const free = run('ruby', 'run.rb');
    assert.deepEqual([free.status, free.out], [0, '1\n'], free.err);
    const enforced = runWith({ LOUPE: 'check' }, 'ruby', 'run.rb');
    assert.equal(enforced.out, '1\n', enforced.err);
    assert.match(enforced.err, /r > 0 is false for/);
  });

  it('has a library that Ruby 2.7 can parse, and no stand-ins', async () => {
    const { loadPrism } = await import('@ruby/prism');
    const parse = await loadPrism();
    const lib = join(home, 'gems', 'loupe-0.1.0', 'lib');
    const names = readdirSync(lib, { recursive: true, encoding: 'utf8' }).filter(each => each.endsWith('.rb'));
    assert.ok(names.includes('loupe.rb') && names.includes('rdl.rb') && !names.includes('sorbet-runtime.rb'));
    for (const name of names) assert.deepEqual(newerSyntax(readFileSync(join(lib, name), 'utf8'), parse), [], name);
  });

  itNeeds(RAILTIES, 'installs itself into a Rails application', () => {
    write('config/ci.rb', 'CI.run do\n  step "Setup", "bin/setup --skip-server"\nend\n');
    write(
      'generate.rb',
      "require 'bundler/setup'\nrequire 'rails'\nrequire 'rails/generators'\nrequire 'loupe'\nclass App < Rails::Application\nend\nRails.application.load_generators\n2.times { Rails::Generators.invoke('loupe:install', [], destination_root: Dir.pwd) }\n",
    );
    write('Gemfile', "gem 'loupe'\ngem 'rake'\ngem 'railties'\n");
    const generated = run('ruby', '-W0', 'generate.rb');
    assert.equal(generated.status, 0, generated.err);
    const read = (name: string): string => readFileSync(join(folder, 'app', name), 'utf8');
    assert.equal(
      read('config/ci.rb'),
      'CI.run do\n  step "Types: Loupe", "bin/loupe check"\n  step "Setup", "bin/setup --skip-server"\nend\n',
    );
    assert.match(read('.loupe.yml'), /lib\/\*\*\/\*\.rb/);
    assert.match(run('bin/loupe', '--version').out, /^loupe 0\.1\.0$/m);
  });
});
