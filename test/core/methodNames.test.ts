/** There are no lists of Ruby's method names outside of vcgen/library: what a method does belongs into labels, a model into a row. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coreLibrary } from '../harness/prove';
import { SOURCE } from '../measures/measures';
import { methodNameLists } from '../measures/methodNames';

/** Words of the language, hooks that it calls and operators of formulas, by file. A list elsewhere fails. */
const EXEMPT: ReadonlyMap<string, string> = new Map([
  ['check/callees/visibility.ts', 'public protected private'],
  ['check/certain/visibility.ts', 'public private'],
  ['check/facts/knownLambdas.ts', 'lambda proc'],
  ['check/facts/nilGuards.ts', '> >= < <= == !='],
  ['check/state/context.ts', 'loop block lambda'],
  [
    'check/syntax/specialForms.ts',
    'lambda proc new type_cast instantiate! var_type invariant old exception? class send __send__ public_send',
  ],
  ['check/syntax/yieldSuper.ts', 'initialize method_missing'],
  ['vcgen/analysis/capturedLocals.ts', 'proc binding'],
  ['vcgen/analysis/implicitCalls.ts', 'respond_to_missing? method_missing'],
  ['vcgen/analysis/mayRaise.ts', 'raise fail throw'],
  ['vcgen/analysis/ownedContainers.ts', 'initialize initialize_copy'],
  ['vcgen/clauses/oldValue.ts', '== eql?'],
  ['vcgen/dispatch/testedReceiver.ts', 'boxed proc class'],
  ['vcgen/loops/candidates.ts', '< > <= >= == != + -'],
  ['vcgen/obligations/watchedValues.ts', 'key present value'],
  ['vcgen/state/heapKey.ts', 'length elements text size present values default'],
  ['vcgen/syntax/calls.ts', 'raise fail catch throw block_given? lambda proc binding loop invariant'],
  ['vcgen/syntax/deconstruct.ts', 'array find hash'],
]);

function isExempt(path: string, words: readonly string[]): boolean {
  const listed = EXEMPT.get(path)?.split(' ') ?? [];
  return words.every(word => listed.includes(word));
}

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
        return lists.filter(words => !isExempt(path, words)).map(words => `${path}: ${words.join(' ')}`);
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
    ["const A = ['push', 'pop', 'nothing'];", 1],
    ["const A = ['push', 'pop', ...OTHERS];", 1],
    ["const A = new Map([['push', one], ['pop', two]]);", 1],
    ['const A: Record<string, Rule> = { push: one, pop: two };', 1],
    ["const A = { push: one, 'empty?': two };", 1],
    ['const a = new Set(Object.keys({ push: 1, pop: 1 }));', 1],
    ["if (name === 'push' || (name === 'pop' && isOpen)) f();", 1],
    ["if (name !== 'push' && name !== 'pop') f();", 1],
    ["type A = 'push' | 'pop';", 1],
    ["switch (name) { case 'push': case 'pop': case other: break; }", 1],
    ["const A = { names: 'push pop', class: 'Array', arity: 1 };", 0],
    ['const A = { push: one, pop: two };', 0],
    ["if (a === 'push' || b === 'pop') f();", 0],
    ["type A = Pick<Send, 'push' | 'pop'>;", 0],
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
