/** There are no lists of Ruby's method names outside of vcgen/library: what a method does belongs into labels. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coreLibrary } from '../harness/prove';
import { SOURCE } from '../measures/measures';
import { methodNameLists } from '../measures/methodNames';

describe('lists of method names in the verifier and the checker', () => {
  const names = new Set(
    [...coreLibrary()!.classes.values()]
      .filter(({ origin, name }) => origin === 'core' || name === 'Set')
      .flatMap(({ methods, singletonMethods }) => [...methods.keys(), ...singletonMethods.keys()])
      .filter(name => !/^[A-Z]/.test(name)),
  );
  const isMethod = (name: string): boolean => names.has(name);

  it('are only in the library', () => {
    const found = ['check', 'vcgen']
      .flatMap(layer => filesOf(layer))
      .flatMap(path => {
        const lists = methodNameLists(readFileSync(join(SOURCE, path), 'utf8'), isMethod);
        return lists.map(words => `${path}: ${words.join(' ')}`);
      });
    assert.deepEqual(found, []);
  });

  const samples: readonly [text: string, lists: number][] = [
    ["const A = new Set(['push', 'pop']);", 1],
    ["const A = 'push pop shift'.split(' ');", 1],
    ["switch (x) { case 'map': break; case 'collect': break; }", 1],
    ['const A = /^(push|pop)$/;', 1],
    ['const A = /(!|=)$|^(?:push|pop|shift)$/;', 1],
    ['const A = `push pop\\n  shift`.split(/s+/);', 1],
    ["const A = new Set(['nominal', 'union']);", 0],
    ["f('push'); g('a sentence about push');", 0],
  ];
  for (const [text, count] of samples)
    it(`are found: ${text}`, () => assert.equal(methodNameLists(text, isMethod).length, count));
});

function filesOf(layer: string): readonly string[] {
  return readdirSync(join(SOURCE, layer), { recursive: true, encoding: 'utf8' })
    .map(name => `${layer}/${name.replaceAll('\\', '/')}`)
    .filter(path => path.endsWith('.ts') && !path.startsWith('vcgen/library/'))
    .sort();
}
