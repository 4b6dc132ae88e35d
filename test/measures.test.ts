/** Rules of CONTRIBUTING.md that a compiler does not know: no state in modules, no blind casts, short parameter lists. */
import assert from 'node:assert';
import { measureFolder, measureText, noMeasures, SOURCE } from './measures/measures';

/** What remains, and why. The list only gets shorter. */
const STATE_OF_MODULES: Readonly<Record<string, string>> = {
  'browser/node/fs.ts files': 'stands in for node:fs, whose files are one tree for the whole process',
  'browser/node/globals.ts due': 'stands in for the global setImmediate, whose queue is one for the whole thread',
  'browser/node/workerThreads.ts workerData': 'stands in for node:worker_threads, where it is a variable of the module',
  'parse/rubyParser.ts started': 'tree-sitter is one per process; starting it twice at the same time mixes up both',
};

/** How many there were when this test was written; they only go down. */
const NON_NULL_ASSERTIONS = 645;

describe('the source of the server', () => {
  const measures = measureFolder(SOURCE);

  it('keeps no state in modules', () => {
    assert.deepStrictEqual(measures.moduleState, Object.keys(STATE_OF_MODULES));
  });

  it('has no `as never` and no `as unknown as`', () => {
    assert.deepStrictEqual(measures.blindCasts, []);
  });

  it('has no function with more than five parameters', () => {
    assert.deepStrictEqual(measures.longParameterLists, []);
  });

  it('has no more non-null assertions', () => {
    assert.ok(measures.nonNullAssertions <= NON_NULL_ASSERTIONS, `${measures.nonNullAssertions}`);
  });

  /** A file that breaks a rule, and what must be found in it. */
  const offences: readonly { readonly text: string; readonly found: Partial<ReturnType<typeof noMeasures>> }[] = [
    { text: 'let count = 0;', found: { moduleState: ['a.ts count'] } },
    { text: 'const known = new WeakMap();', found: { moduleState: ['a.ts known'] } },
    {
      text: 'const known = new Map();\nexport const note = () => known.set(1, 2);',
      found: { moduleState: ['a.ts known'] },
    },
    {
      text: 'const all: string[] = [];\nexport function add() { all.push("x"); }',
      found: { moduleState: ['a.ts all'] },
    },
    {
      text: 'const one = { count: 0 };\nexport function next() { one.count++; }',
      found: { moduleState: ['a.ts one'] },
    },
    { text: 'const list = [1];\nexport function first() { list[0] = 2; }', found: { moduleState: ['a.ts list'] } },
    { text: 'const WORDS = new Set(["x"]);\nexport const has = (x: string) => WORDS.has(x);', found: {} },
    { text: 'f(x as never);', found: { casts: 1, blindCasts: ['a.ts x as never'] } },
    { text: 'f(x as unknown as T);', found: { casts: 2, blindCasts: ['a.ts x as unknown as T'] } },
    { text: 'f((x as unknown) as T);', found: { casts: 2, blindCasts: ['a.ts (x as unknown) as T'] } },
    { text: 'f(x!, [1] as const);', found: { nonNullAssertions: 1 } },
    {
      text: 'const f = (a, b, c, d, e, g) => a;',
      found: { longParameterLists: [{ path: 'a.ts', name: 'f', count: 6 }] },
    },
  ];
  for (const { text, found } of offences) {
    it(`is measured: ${text.split('\n')[0]}`, () => {
      const one = noMeasures();
      measureText(one, 'a.ts', text);
      assert.deepStrictEqual(one, { ...noMeasures(), ...found });
    });
  }
});
