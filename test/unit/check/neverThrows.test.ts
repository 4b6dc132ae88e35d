/** User code never makes the checker throw, and unannotated code is never reported. */
import assert from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../../../server/src/base/problem';
import { check, checkRefinements } from '../../../server/src/check/check';
import { checkInput } from '../../harness/checkInput';
import { buildProgram } from '../../harness/program';
import { smallCore } from '../../harness/smallCore';

const folder = join(__dirname, '../../fixtures/types');

async function problemsOf(text: string): Promise<readonly Problem[]> {
  const { program } = await buildProgram(text, await smallCore);
  const input = checkInput(program);
  const problems: Problem[] = [];
  for (const owner of program.classes.values()) {
    for (const method of [...owner.methods.values(), ...owner.singletonMethods.values()]) {
      if (method.origin !== 'workspace') continue;
      problems.push(...check(method, input).problems);
      problems.push(...checkRefinements(method, input).problems);
    }
  }
  return problems;
}

describe('check: robustness', () => {
  it('accepts every tenth prefix of the fixtures', async () => {
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8');
      const lines = text.split('\n');
      for (let at = 0; at < lines.length; at += 10) {
        const half = Math.floor((lines[at] ?? '').length / 2);
        await problemsOf([...lines.slice(0, at), (lines[at] ?? '').slice(0, half)].join('\n'));
      }
    }
  });

  it('reports nothing without annotations', async () => {
    const bare = readdirSync(folder).map(name =>
      readFileSync(join(folder, name), 'utf8').replace(/^\s*(type|var_type|invariant)\b.*$/gm, ''),
    );
    for (const text of bare) {
      const shown = (await problemsOf(text)).map(problem => problem.code);
      assert.deepStrictEqual(shown, []);
    }
  });

  it('survives long chains and deep nesting', async () => {
    const chain = `type '() -> Integer'\ndef chain = ${Array.from({ length: 3000 }, () => '1').join(' + ')}\n`;
    const nested = `type '() -> Integer'\ndef nested\n${'if a\n'.repeat(1500)}1\n${'end\n'.repeat(1500)}end\n`;
    const brackets = `type '() -> Integer'\ndef brackets = ${'['.repeat(1200)}1${']'.repeat(1200)}\n`;
    for (const text of [chain, nested, brackets]) await problemsOf(text);
  });

  it('ends recursion: methods, fields and constants that need each other', async () => {
    const text = `
      A = B
      B = A
      class Loop
        def f(x) = g(x)
        def g(x) = f(x)
        def set = @a = @b
        def back = @b = @a
        type '() -> Integer'
        def start
          f(1)
          A
          @a
        end
      end`;
    const codes = (await problemsOf(text)).map(problem => problem.code);
    assert.deepStrictEqual(codes, []);
  });
});
