/**
 * Ruby files with the verifier's answer beside each `def`: `#= safe`, `#= unsafe(postcondition:0:0)`, … Every method of
 * the files under vcgen/ that has an annotation is decided by Z3 under that annotation and compared; a missing answer
 * fails too. What it owes to others besides is a question of its own (fixtures: verify/debts.rb).
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceClasses } from '../../server/src/program/workspace';
import { createSolver, prove, type Read, readRuby, type Solver, summary } from '../harness/prove';

const FOLDER = join(__dirname, 'vcgen');

/** Key -> answer, as written in the file. */
function expectations(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let owner = '';
  for (const line of text.split('\n')) {
    owner = /^(?:class|module) (\w+)/.exec(line)?.[1] ?? owner;
    const method = /^\s*def (self\.)?([\w?!=]+).*#= (.*)$/.exec(line);
    if (method) found.set(`${owner}${method[1] ? '.' : '#'}${method[2]}`, method[3]!.trim());
  }
  return found;
}

function annotated(read: Read): readonly string[] {
  return [...workspaceClasses(read.program)].flatMap(info =>
    [...info.methods.values(), ...info.singletonMethods.values()].flatMap(method =>
      method.definition && method.signature ? [method.key] : [],
    ),
  );
}

describe('vcgen: answers written in Ruby files', () => {
  let solve: Solver;
  before(async () => {
    solve = await createSolver();
  });

  for (const name of readdirSync(FOLDER)) {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    const expected = expectations(text);

    it(`${name} has an answer for every annotated method`, async () => {
      const read = await readRuby(text);
      assert.deepEqual([...expected.keys()].sort(), [...annotated(read)].sort());
    });

    for (const [key, answer] of expected) {
      it(`${name}: ${key} is ${answer}`, async () => {
        const read = await readRuby(text);
        assert.equal(summary(prove(read.obligations(key), solve)), answer);
      });
    }
  }
});
