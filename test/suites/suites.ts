/**
 * Suites of Ruby gems, as Debian packages their sources. They are fetched with `apt-get source` into a folder outside of the
 * repository; gems that a suite needs are unpacked there as well. Nothing is installed. A folder that exists is not fetched
 * again, so a suite can also be put there by hand.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Suite {
  /** The source package. */
  readonly name: string;
  readonly framework: 'minitest' | 'test-unit' | 'rspec';
  /** Test files: names of files, or folders with the ending of the names below them. */
  readonly tests: readonly (string | { readonly below: string; readonly ending: RegExp })[];
  /** Further folders of the load path; `lib` always is. */
  readonly load?: readonly string[];
  /** Test files that cannot run here: they need a network, a gem that is not packaged, or an older Ruby. */
  readonly without?: RegExp;
}

/** Packages with gems that the suites need. */
const NEEDED: readonly string[] = [
  'ruby-mocha',
  'ruby-minitest',
  'ruby-rspec-its',
  'ruby-test-unit',
  'ruby-power-assert',
  'ruby-test-declarative',
  'ruby-shoulda-context',
  'ruby-activesupport',
  'ruby-concurrent',
  'ruby-tzinfo',
  'ruby-i18n',
  'ruby-blankslate',
  'ruby-flexmock',
  'ruby-timecop',
  'ruby-public-suffix',
  'ruby-minitest-hooks',
  'ruby-minitest-global-expectations',
  'ruby-simplecov',
  'ruby-simplecov-html',
  'ruby-docile',
];

/** Libraries for people who develop the gem; without them the tests are the same. They become empty files. */
const NOT_NEEDED: readonly string[] = ['bundler/setup', 'minitest/rg', 'ae'];

const spec = /_spec\.rb$/;
const test = /(_test|^test_.*)\.rb$/;

export const SUITES: readonly Suite[] = [
  { name: 'ruby-slop', framework: 'minitest', tests: [{ below: 'test', ending: test }], load: ['test'] },
  { name: 'ruby-mustache', framework: 'minitest', tests: [{ below: 'test', ending: test }], load: ['test'] },
  { name: 'ruby-kramdown', framework: 'minitest', tests: [{ below: 'test', ending: test }], load: ['test'] },
  { name: 'ruby-sequel', framework: 'minitest', tests: [{ below: 'spec/core', ending: spec }] },
  { name: 'ruby-addressable', framework: 'rspec', tests: [{ below: 'spec', ending: spec }], without: /net_http|rack/ },
  { name: 'ruby-diff-lcs', framework: 'rspec', tests: [{ below: 'spec', ending: spec }] },
  { name: 'ruby-liquid', framework: 'minitest', tests: [{ below: 'test', ending: test }], load: ['test'] },
  { name: 'ruby-parslet', framework: 'rspec', tests: [{ below: 'spec/parslet', ending: spec }] },
  { name: 'ruby-optimist', framework: 'minitest', tests: [{ below: 'test', ending: test }], load: ['test'] },
  { name: 'ruby-aggregate', framework: 'minitest', tests: [{ below: 'test', ending: /^ts_.*\.rb$/ }] },
  { name: 'ruby-business-time', framework: 'minitest', tests: [{ below: 'test', ending: test }], load: ['test'] },
  { name: 'ruby-i18n', framework: 'minitest', tests: [{ below: 'test', ending: test }], load: ['test'] },
  { name: 'ruby-builder', framework: 'minitest', tests: [{ below: 'test', ending: test }], load: ['.', 'test'] },
  { name: 'ruby-tilt', framework: 'minitest', tests: [{ below: 'test', ending: test }], load: ['test'] },
  { name: 'ruby-ascii85', framework: 'minitest', tests: [{ below: 'spec', ending: spec }] },
];

/** The test files of a suite, relative to its folder. */
export function findTestFiles(suite: Suite, folder: string): readonly string[] {
  const files = suite.tests.flatMap(each => {
    if (typeof each === 'string') return [each];
    const entries = readdirSync(join(folder, each.below), { recursive: true, withFileTypes: true });
    return entries
      .filter(entry => entry.isFile() && each.ending.test(entry.name))
      .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1));
  });
  return files.filter(file => !suite.without?.test(file)).sort();
}

export type Fetched =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'none'; readonly why: string };

export function fetchSuite(cache: string, { name }: Suite): Fetched {
  const folder = join(cache, name);
  if (existsSync(folder)) return { kind: 'folder', folder };
  const scratch = join(cache, `.${name}`);
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  try {
    run(scratch, 'apt-get', ['source', '-qq', name], { APT_CONFIG: sourceLists(cache) });
    const unpacked = readdirSync(scratch, { withFileTypes: true }).find(entry => entry.isDirectory());
    if (unpacked === undefined) return { kind: 'none', why: 'apt-get unpacked nothing' };
    renameSync(join(scratch, unpacked.name), folder);
    return { kind: 'folder', folder };
  } catch (error) {
    return { kind: 'none', why: lastLine(error) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The machine's own package sources, as sources of source packages. Returns the configuration of apt that uses them. */
function sourceLists(cache: string): string {
  const folder = join(cache, '.apt');
  const config = join(folder, 'apt.conf');
  if (existsSync(config)) return config;
  for (const part of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(folder, part), { recursive: true });
  const from = '/etc/apt/sources.list.d';
  const names = readdirSync(from).filter(each => each.endsWith('.sources'));
  const list = names.map(each => readFileSync(join(from, each), 'utf8').replace(/^Types:.*$/gm, 'Types: deb-src'));
  writeFileSync(join(folder, 'list.sources'), list.join('\n'));
  const settings = [
    ['Dir::Etc::sourcelist', join(folder, 'list.sources')],
    ['Dir::Etc::sourceparts', '-'],
    ['Dir::State::lists', join(folder, 'lists')],
    ['Dir::Cache', join(folder, 'cache')],
  ];
  const draft = `${config}.draft`;
  writeFileSync(draft, settings.map(([name, value]) => `${name} "${value}";\n`).join(''));
  run(folder, 'apt-get', ['update', '-qq'], { APT_CONFIG: draft });
  renameSync(draft, config);
  return config;
}

/** Unpacks the gems that suites need; what cannot be fetched is named. Returns the environment that finds them. */
export function fetchGems(cache: string): {
  readonly environment: Record<string, string>;
  readonly missing: readonly string[];
} {
  const folder = join(cache, '.gems');
  const scratch = join(cache, '.debs');
  mkdirSync(scratch, { recursive: true });
  const missing = NEEDED.filter(name => {
    if (existsSync(join(folder, 'usr/share/doc', name))) return false;
    try {
      run(scratch, 'apt-get', ['download', '-qq', name], {});
      const archive = readdirSync(scratch).find(file => file.startsWith(`${name}_`));
      if (archive !== undefined) run(scratch, 'dpkg', ['-x', archive, folder], {});
      return archive === undefined;
    } catch {
      return true;
    }
  });
  const empty = join(cache, '.empty');
  for (const name of NOT_NEEDED) {
    mkdirSync(join(empty, dirname(name)), { recursive: true });
    writeFileSync(join(empty, `${name}.rb`), '');
  }
  const shared = join(folder, 'usr/share/rubygems-integration/all');
  const gems = existsSync(join(shared, 'gems')) ? readdirSync(join(shared, 'gems')) : [];
  const load = [empty, join(folder, 'usr/lib/ruby/vendor_ruby'), ...gems.map(gem => join(shared, 'gems', gem, 'lib'))];
  return { environment: { RUBYLIB: load.join(':') }, missing };
}

function run(folder: string, command: string, words: readonly string[], more: Record<string, string>): void {
  const env = { ...process.env, ...more };
  execFileSync(command, words, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'], timeout: 300_000 });
}

function lastLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  return (text.trim() || String(error)).split('\n').at(-1) ?? '';
}
