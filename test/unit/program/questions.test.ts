/** Questions are answered once per Program, and readers are valid while the answers are the same. */
import assert from 'node:assert/strict';
import { isStillTrue, Recorder } from '../../../server/src/engine/incremental/recorder';
import { shareProgram } from '../../../server/src/engine/incremental/shareProgram';
import { bareCore } from '../../../server/src/program/bareCore';
import { candidates, findMethod } from '../../../server/src/program/lookup';
import type { Program, Question } from '../../../server/src/program/program';
import { ask } from '../../../server/src/program/questions';
import { buildProgram } from '../../harness/program';

const SHAPES = `class Shape
  def area = 1
end
class Circle < Shape
  def area = 2
end
`;

describe('questions', () => {
  const recorder = new Recorder();
  const versionOf = async (text: string, before = bareCore()): Promise<Program> =>
    shareProgram(before, (await buildProgram(text)).program, recorder);

  it('are answered once, whichever view reads them', async () => {
    const program = await versionOf(SHAPES);
    let found = 0;
    const question: Question<number> = { find: () => ++found, isSame: Object.is };
    for (let i = 0; i < 3; i++) recorder.run(program, view => ask(view, question, 'Shape'));
    assert.equal(found, 1);
  });

  it('invalidate their readers only if the answer is another', async () => {
    const program = await versionOf(SHAPES);
    const { reads } = recorder.run(program, view => candidates(view, 'Shape', 'area'));
    const unrelated = await versionOf(`${SHAPES}class Circle\n  def other = 1\nend\n`, program);
    assert.ok(isStillTrue(reads, unrelated));
    const overridden = await versionOf(`${SHAPES}class Square < Shape\n  def area = 3\nend\n`, program);
    assert.ok(!isStillTrue(reads, overridden));
  });

  it('record lookups that find nothing', async () => {
    const program = await versionOf(SHAPES);
    const { value, reads } = recorder.run(program, view => findMethod(view, 'Shape', 'edge'));
    assert.equal(value, null);
    assert.ok(!isStillTrue(reads, await versionOf(`${SHAPES}class Shape\n  def edge = 1\nend\n`, program)));
  });

  it('note what passes read of a class once for all of them', async () => {
    const program = await versionOf(SHAPES);
    const read = () => recorder.run(program, view => view.classes.get('Shape')?.methods.get('area')).reads.classes;
    assert.deepEqual(new Set(read()), new Set(read()));
    assert.ok([...read()].every((each, i) => each === [...read()][i]));
  });

  it('note a read for the pass that is running', async () => {
    const program = await versionOf(SHAPES);
    const { value: inner, reads: outer } = recorder.run(program, view => {
      const { reads } = recorder.run(program, other => other.classes.get('Circle')?.superclass);
      void view.classes.get('Shape')?.kind;
      return reads;
    });
    const namesIn = (reads: typeof inner): readonly string[] => [
      ...new Set([...reads.classes].map(({ className }) => className)),
    ];
    assert.deepEqual([namesIn(inner), namesIn(outer)], [['Circle'], ['Shape']]);
  });

  it('hold for an iteration over names while the names are the same', async () => {
    const program = await versionOf(SHAPES);
    const { reads } = recorder.run(program, view => [...(view.classes.get('Shape')?.methods.keys() ?? [])]);
    assert.ok(isStillTrue(reads, await versionOf(SHAPES.replace('= 2', '= 3'), program)));
    assert.ok(!isStillTrue(reads, await versionOf(`${SHAPES}class Shape\n  def edge = 1\nend\n`, program)));
  });
});
