/**
 * Ruby's own library: completely read, completely preserved by the snapshot, with the signatures that a Rubyist
 * expects. rbsSignatures.txt lists them: labelled ones are followed by [pure], [reads] (an empty frame) or [writes].
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CompiledCore, compileCore } from '../../../server/build/compileCore';
import { loadLibrary } from '../../../server/src/parse/library';
import { encodeLibrary } from '../../../server/src/parse/librarySnapshot';
import { ancestors } from '../../../server/src/program/ancestors';
import { findConstant } from '../../../server/src/program/constants';
import { findMethod, findSingletonMethod } from '../../../server/src/program/lookup';
import { keyParts } from '../../../server/src/program/methodKey';
import type { MethodInfo, Program } from '../../../server/src/program/program';
import { showMethodType } from '../../../server/src/types/show';

const root = join(__dirname, '..', '..', '..');

async function rbsTexts(): Promise<Readonly<Record<string, string>>> {
  const { extractRbs } = await import('../../../server/build/extractRbs.mjs');
  return extractRbs();
}

function overlay() {
  const folder = join(root, 'server', 'core');
  return readdirSync(folder)
    .filter(name => /\.rbs?$/.test(name))
    .sort()
    .map(name => ({ path: name, text: readFileSync(join(folder, name), 'utf8') }));
}

function find(program: Program, key: string): MethodInfo | null {
  const { owner, name, singleton } = keyParts(key);
  return (singleton ? findSingletonMethod : findMethod)(program, owner, name);
}

function showMethod(method: MethodInfo | null): string {
  if (!method?.signature) return 'nothing';
  const { pure, modifies } = method.signature.labels;
  const label = pure ? ' [pure]' : modifies ? (modifies.length === 0 ? ' [reads]' : ' [writes]') : '';
  return method.signature.arms.map(arm => showMethodType(arm.type)).join(' | ') + label;
}

describe('rbs: the core and standard library', () => {
  let core: CompiledCore;
  let library: Program;

  before(async () => {
    const texts = await rbsTexts();
    const files = Object.entries(texts).filter(([path]) => path.endsWith('.rbs'));
    core = await compileCore(
      files.map(([path, text]) => ({ path, text })),
      overlay(),
    );
    library = loadLibrary(encodeLibrary(core.program, 'test'))!;
  });

  it('is read without a problem, including the overlay', async () => {
    const texts = await rbsTexts();
    assert.ok(Object.keys(texts).filter(path => path.endsWith('.rbs')).length > 230);
    assert.deepEqual(core.problems, []);
    assert.ok(core.program.classes.size > 900);
  });

  it('survives the snapshot, class by class', () => {
    assert.deepEqual([...library.classes.keys()].sort(), [...core.program.classes.keys()].sort());
    for (const [name, info] of core.program.classes) {
      const loaded = library.classes.get(name)!;
      assert.deepEqual(loaded.mixins, info.mixins, name);
      assert.deepEqual(loaded.typeParams, info.typeParams, name);
      assert.equal(loaded.superclass, info.superclass, name);
      assert.deepEqual([...loaded.methods.keys()], [...info.methods.keys()], name);
      for (const method of [...info.methods.values(), ...info.singletonMethods.values()]) {
        const again = (method.singleton ? loaded.singletonMethods : loaded.methods).get(method.name);
        assert.deepEqual(
          again?.signature?.arms.map(arm => bare(arm.type)),
          method.signature?.arms.map(arm => bare(arm.type)),
          method.key,
        );
        assert.equal(showMethod(again ?? null), showMethod(method), method.key);
        assert.deepEqual([again?.visibility, again?.aliasOf], [method.visibility, method.aliasOf], method.key);
      }
    }
  });

  it('equals the snapshot in dist', () => {
    const path = join(root, 'dist', 'core.snapshot');
    const built = loadLibrary(readFileSync(path));
    assert.ok(built, 'not a snapshot of this version');
    for (const key of ['Integer#/', 'Array#map', 'Hash#fetch', 'String#<']) {
      assert.equal(showMethod(find(built, key)), showMethod(find(library, key)), key);
    }
  });

  it('rejects bytes that are not a snapshot', () => {
    assert.equal(loadLibrary(new Uint8Array([1, 2, 3])), null);
  });

  it('has the ancestors of Ruby', () => {
    const without = (names: readonly string[]) => names.filter(name => !/^(PP|JSON|DidYouMean)::/.test(name));
    assert.deepEqual(without(ancestors(library, 'Integer')), [
      'Integer',
      'Numeric',
      'Comparable',
      'Object',
      'Kernel',
      'BasicObject',
    ]);
    assert.deepEqual(without(ancestors(library, 'Array')), ['Array', 'Enumerable', 'Object', 'Kernel', 'BasicObject']);
    assert.deepEqual(without(ancestors(library, 'KeyError')).slice(0, 4), [
      'KeyError',
      'IndexError',
      'StandardError',
      'Exception',
    ]);
    assert.equal(findConstant(library, [], 'Mutex')?.classInfo?.name, 'Thread::Mutex');
  });

  for (const line of readFileSync(join(__dirname, 'rbsSignatures.txt'), 'utf8').trim().split('\n')) {
    const at = line.indexOf(': ', line.search(/[#.]/) + 2);
    const key = line.slice(0, at);
    it(key, () => assert.equal(showMethod(find(library, key)), line.slice(at + 2)));
  }
});

/** Without places, which the snapshot omits. */
function bare(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, part) => (key === 'resultSpan' || key === 'span' ? null : part)));
}
