/**
 * The Ruby files of Loupe that a replay may load: those that `loupe/embedded` requires, directly or not, and those
 * outside of `loupe/`, which the code of a fixture may require. Nothing else of server/ruby can change its outcome.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ENTRY = 'loupe/embedded.rb';
/** `require 'loupe/replay'`, `require "loupe/rails/#{file}"`, `require_relative 'x'`. */
const REQUIRE = /^\s*require(_relative)? (['"])([^'"#]*)(#\{)?/gm;

/** Name and source of each file, sorted by name. */
export function replayLibrary(folder: string): readonly (readonly [name: string, source: string])[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => name.endsWith('.rb'));
  const loaded = new Set(names.filter(name => name === ENTRY || !name.startsWith('loupe/')));
  for (const name of loaded) {
    for (const [, isRelative, , path = '', isComputed] of sourceOf(folder, name).matchAll(REQUIRE)) {
      const start = isRelative ? `${name.slice(0, name.lastIndexOf('/') + 1)}${path}` : path;
      for (const other of names) if (isComputed ? other.startsWith(start) : other === `${start}.rb`) loaded.add(other);
    }
  }
  return [...loaded].sort().map(name => [name, sourceOf(folder, name)]);
}

function sourceOf(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}
