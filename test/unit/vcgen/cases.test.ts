/**
 * Ruby files with the verifier's answer as a mark below each `def` (test/fixtures/README.md); `unsafe(…)` names the ids of
 * obligations. Every method of the files under cases/ that has an annotation is decided by Z3 under that annotation and
 * compared; a missing answer fails too. Inherited contracts are tested elsewhere (fixtures: verify/debts.rb).
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceClasses } from '../../../server/src/program/workspace';
import { readMarks } from '../../harness/marks';
import { createSolver, prove, type Read, readRuby, type Solver, summary } from '../../harness/prove';

const FOLDER = join(__dirname, 'cases');

/** Key -> answer, as marked in the file. */
function expectations(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n');
  return new Map(
    readMarks(text).map(mark => {
      assert.equal(mark.kind, 'verdict');
      const { line, character } = mark.span.start;
      const owner = lines
        .slice(0, line)
        .findLast(each => /^(?:class|module) /.test(each))!
        .split(' ')[1];
      const separator = lines[line]!.slice(0, character).endsWith('self.') ? '.' : '#';
      const name = lines[line]!.slice(character, mark.span.end!);
      const failing = mark.failing === null ? '' : `(${mark.failing.join(', ')})`;
      return [`${owner}${separator}${name}`, `${mark.status}${failing}`];
    }),
  );
}

function annotated(read: Read): readonly string[] {
  return [...workspaceClasses(read.program)].flatMap(info =>
    [...info.methods.values(), ...info.singletonMethods.values()].flatMap(method =>
      method.definition && method.signature ? [method.key] : [],
    ),
  );
}

describe('vcgen: expectations in Ruby files', () => {
  let solve: Solver;
  before(async () => {
    solve = await createSolver();
  });

  for (const name of readdirSync(FOLDER))
    describe(name, () => {
      const text = readFileSync(join(FOLDER, name), 'utf8');
      const expected = expectations(text);
      let read: Read;
      before(async () => {
        read = await readRuby(text);
      });

      it('has an expectation for every annotated method', () => {
        assert.deepEqual([...expected.keys()].sort(), [...annotated(read)].sort());
      });

      for (const [key, answer] of expected)
        it(`${key} is ${answer}`, () => {
          assert.equal(summary(prove(read.obligations(key), solve)), answer);
        });
    });
});
