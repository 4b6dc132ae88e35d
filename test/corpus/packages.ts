/**
 * Ruby code of others: packages of Debian, downloaded with `apt-get download` and unpacked with `dpkg -x` into a folder
 * outside of the repository. Nothing is installed and nothing of it is run. A package that is unpacked is not fetched again.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Large programs and libraries of different authors and ages, more than 1.5 million lines together. */
export const PACKAGES: readonly string[] = [
  'libruby3.1',
  'rubocop',
  'puppet-agent',
  'vagrant',
  'redmine',
  'ruby-sequel',
  'ruby-activerecord',
  'ruby-activesupport',
  'ruby-actionpack',
  'ruby-asciidoctor',
  'jekyll',
  'ruby-mail',
  'ruby-prawn',
  'ruby-bio',
  'ruby-rouge',
  'ruby-haml',
  'ruby-sass',
  'ruby-kramdown',
  'ruby-graphql',
  'ruby-mongo',
  'ruby-bundler',
  'ruby-aws-sdk-core',
  'ruby-rspec-core',
  'ruby-nokogiri',
  'ruby-net-ssh',
  'ruby-sidekiq',
  'ruby-rack',
  'ruby-ruby-parser',
  'ruby-excon',
  'ruby-faraday',
  'ruby-redis',
  'ruby-thor',
  'ruby-treetop',
  'ruby-hamster',
  'ruby-dry-types',
  'ruby-sprockets',
  'ruby-webmock',
  'ruby-coderay',
  'ruby-sinatra',
  'ruby-liquid',
  'ruby-i18n',
  'mikutter',
  'yard',
  'puma',
  'racc',
  'schleuder',
  'capistrano',
  'facter',
  'pcs',
  'whatweb',
  'ruby-soap4r',
  'ruby-whitequark-parser',
  'octocatalog-diff',
  'ruby-octokit',
  'ruby-test-unit',
  'ruby-mocha',
  'ruby-capybara',
  'ruby-gir-ffi',
  'ruby-pdf-reader',
  'ruby-hocon',
  'ruby-activeldap',
  'ruby-elasticsearch-api',
  'ruby-aws-sdk',
  'ruby-fog-aws',
  'ruby-fog-openstack',
  'ruby-fog-rackspace',
  'ruby-actionview',
  'ruby-activestorage',
  'ruby-railties',
  'ruby-gtk3',
  'vagrant-libvirt',
  'ruby-grape',
  'ruby-dnsruby',
];

export type Fetched =
  | { readonly kind: 'unpacked'; readonly folder: string }
  | { readonly kind: 'not-available'; readonly why: string };

export function fetchPackage(cache: string, name: string): Fetched {
  const folder = join(cache, name);
  if (existsSync(folder)) return { kind: 'unpacked', folder };
  const scratch = join(cache, `.${name}`);
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  try {
    run(scratch, 'apt-get', ['download', name]);
    const archive = readdirSync(scratch).find(file => file.endsWith('.deb'));
    if (archive === undefined) return { kind: 'not-available', why: 'apt-get downloaded nothing' };
    run(scratch, 'dpkg', ['-x', archive, 'unpacked']);
    renameSync(join(scratch, 'unpacked'), folder);
    return { kind: 'unpacked', folder };
  } catch (error) {
    return { kind: 'not-available', why: firstLine(error) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function run(folder: string, command: string, words: readonly string[]): void {
  execFileSync(command, words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], timeout: 300_000 });
}

function firstLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  return (text.trim() || String(error)).split('\n')[0]!;
}

/** The number of Ruby files and lines below a folder. */
export function countRuby(folder: string): { readonly files: number; readonly lines: number } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    entry => entry.isFile() && entry.name.endsWith('.rb'),
  );
  const lines = files.map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1').split('\n').length - 1);
  return { files: files.length, lines: lines.reduce((sum, each) => sum + each, 0) };
}
