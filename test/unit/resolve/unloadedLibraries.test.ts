/** Which libraries of Ruby require which: the table agrees with Ruby's own files. */
import assert from 'node:assert/strict';
import { ANYTHING, BROUGHT_ALONG, libraryName } from '../../../server/src/resolve/unloadedLibraries';
import { coreLibrary } from '../../harness/prove';
import { type RubyFile, rubyStdlib } from '../../harness/rubyStdlib';

describe('libraries that are required', () => {
  it('bring along what the table says', async function () {
    this.timeout(60_000); // starts Ruby to read them
    const making = [...(coreLibrary()?.libraries?.values() ?? [])].flat();
    const libraries = new Set([...making, ...Object.keys(BROUGHT_ALONG)]);
    const files = await rubyStdlib();
    assert.ok(libraries.size > 40, `${libraries.size} libraries`);
    const found = [...libraries].sort().map(library => {
      const required = files.filter(file => isOf(file, library)).flatMap(file => requiredIn(file, libraries));
      return [library, [...new Set(required)].filter(name => name !== library).sort()] as const;
    });
    const some = found.filter(
      ([name, required]) => name in BROUGHT_ALONG || (required.length > 0 && !ANYTHING.has(name)),
    );
    assert.deepEqual(Object.fromEntries(some), BROUGHT_ALONG);
  });
});

function isOf({ path }: RubyFile, library: string): boolean {
  const places = [library, library.replaceAll('-', '/'), library === 'observable' ? 'observer' : library];
  return places.some(place => path.endsWith(`/${place}.rb`) || path.includes(`/${place}/`));
}

function requiredIn({ text }: RubyFile, libraries: ReadonlySet<string>): readonly string[] {
  return [...text.matchAll(/^\s*require\s+['"]([^'"]+)['"]/gm)].flatMap(([, path = '']) => {
    const found = [path, path.split('/', 1)[0]!].map(libraryName).find(name => libraries.has(name));
    return found === undefined ? [] : [found];
  });
}
