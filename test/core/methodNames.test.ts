/** Lists of Ruby's method names outside of vcgen/library: what a method does belongs into labels. The numbers only go down. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coreLibrary } from '../harness/prove';
import { SOURCE } from '../measures/measures';
import { methodNameLists } from '../measures/methodNames';

/** By file. A file that is not listed has none. */
const KNOWN: Readonly<Record<string, number>> = {
  'check/facts/nestedGrowth.ts': 3,
  'check/library/elementResults.ts': 1,
  'check/types/ranges.ts': 1,
  'check/types/structMethods.ts': 1,
  'vcgen/analysis/bodyEffects.ts': 1,
  'vcgen/analysis/implicitCallNames.ts': 1,
  'vcgen/analysis/ownedContainers.ts': 2,
  'vcgen/analysis/reachableClasses.ts': 3,
  'vcgen/calls/raises/raisesFromElements.ts': 3,
  'vcgen/clauses/oldValue.ts': 1,
};

describe('lists of method names in the verifier and the checker', () => {
  const names = new Set(
    [...coreLibrary()!.classes.values()]
      .filter(({ origin, name }) => origin === 'core' || name === 'Set')
      .flatMap(({ methods, singletonMethods }) => [...methods.keys(), ...singletonMethods.keys()])
      .filter(name => !/^[A-Z]/.test(name)),
  );
  const isMethod = (name: string): boolean => names.has(name);

  it('only get fewer', () => {
    const found = ['check', 'vcgen']
      .flatMap(layer => filesOf(layer))
      .flatMap((path): [string, number][] => {
        const lists = methodNameLists(readFileSync(join(SOURCE, path), 'utf8'), isMethod);
        return lists.length > 0 ? [[path, lists.length]] : [];
      });
    assert.deepEqual(Object.fromEntries(found), KNOWN);
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
