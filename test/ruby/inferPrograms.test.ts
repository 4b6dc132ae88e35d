/**
 * The programs of test/fixtures/infer do in Ruby what their marks say: one with a `raises` mark raises this error on this
 * line, one without runs to its end. Ruby is the oracle of inference, so its own answers are checked first.
 */
import assert from 'node:assert/strict';
import { type InferProgram, inferPrograms } from '../harness/inferPrograms';
import { hostForTests } from '../harness/rubyForTests';
import { type Ending, isRaisedAt, runProgram } from '../harness/rubyPrograms';
import { sampleByName } from '../harness/sampling';

describe('programs without annotations run in Ruby as marked', () => {
  const host = hostForTests();
  after(() => host.close());
  const programs = inferPrograms();

  for (const program of sampleByName(
    'programs that run as marked',
    programs,
    { test: 6, trust: 2 },
    ({ name }) => name,
  )) {
    it(program.name, async () => {
      let text = program.text;
      for (let open = program.raises; open.length > 0; ) {
        const ending = await runProgram(host, text);
        const raised = open.find(mark => isRaisedAt(ending, mark.className, mark.span.start.line));
        assert.ok(raised, `${describeEnding(ending)}, not one of ${describeMarks(open)}`);
        open = open.filter(mark => mark !== raised);
        text = withoutLine(text, raised.span.start.line);
      }
      if (program.raises.length === 1) return;
      const ending = await runProgram(host, text);
      assert.equal(ending.kind, 'ended', describeEnding(ending));
    });
  }

  it('there are enough of each kind', () => {
    const count = (kind: InferProgram['kind']): number => programs.filter(each => each.kind === kind).length;
    assert.ok(count('types') >= 128 && count('values') >= 22 && count('clean') >= 150);
    for (const { name, kind, raises } of programs) {
      const expected = kind === 'clean' ? raises.length === 0 : kind === 'mistakes' || raises.length === 1;
      assert.ok(expected, `${name} has ${raises.length} marks`);
    }
  });
});

function withoutLine(text: string, line: number): string {
  return text
    .split('\n')
    .map((each, number) => (number === line ? '' : each))
    .join('\n');
}

function describeEnding(ending: Ending): string {
  if (ending.kind === 'ended') return 'it ran to its end';
  if (ending.kind === 'not-run') return `it could not be run (${ending.why})`;
  return `it raised ${ending.className} on line ${ending.lines.join(', from ')} (${ending.message})`;
}

function describeMarks(marks: InferProgram['raises']): string {
  return marks.map(mark => `${mark.className} on line ${mark.span.start.line + 1}`).join(', ');
}
