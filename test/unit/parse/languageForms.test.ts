/**
 * Every form of the language has a fixture that accepts it and one that rejects it; a new form fails here until it has
 * both.
 */
import assert from 'node:assert/strict';
import { ANNOTATION_CALLS } from '../../../server/src/parse/annotationCalls';
import { LABELS } from '../../../server/src/parse/annotationLabels';
import {
  CALLS,
  CHECKER_FORMS,
  type Form,
  LABEL_FORMS,
  MORE_TYPE_FORMS,
  PARAMETER_FORMS,
  type Sample,
  SPELLING_FORMS,
  TYPE_FORMS,
} from '../../harness/languageForms';
import { fixtureText, type Mark, readMarks } from '../../harness/marks';

const AREAS: Readonly<Record<string, Readonly<Record<string, Form>>>> = {
  calls: CALLS,
  labels: LABEL_FORMS,
  spellings: SPELLING_FORMS,
  types: TYPE_FORMS,
  parameters: PARAMETER_FORMS,
  'types and refinements': MORE_TYPE_FORMS,
  'the checker': CHECKER_FORMS,
};

describe('forms of the language', () => {
  it('every call and label is listed', () => {
    assert.deepEqual(Object.keys(CALLS).sort(), [...ANNOTATION_CALLS].sort());
    assert.deepEqual(Object.keys(LABEL_FORMS).sort(), [...LABELS].sort());
  });

  for (const [area, forms] of Object.entries(AREAS)) {
    for (const [name, form] of Object.entries(forms)) {
      it(`${area}: ${name}`, () => {
        assert.ok(
          linesWith(form.accepted).some(line => !isRejected(form.accepted, line)),
          `no line with ${form.accepted.line} is accepted in ${form.accepted.fixture}`,
        );
        const { rejected } = form;
        if ('never' in rejected) return;
        assert.ok(
          linesWith(rejected).some(line => isRejected(rejected, line)),
          `no line with ${rejected.line} is rejected in ${rejected.fixture}`,
        );
      });
    }
  }
});

/** Numbers of the lines that contain the sample; a sample that ends in a line break is at the end of its line. */
function linesWith({ fixture, line }: Sample): readonly number[] {
  const wanted = line.replace(/\n$/, '');
  const holds = (text: string): boolean => (line === wanted ? text.includes(wanted) : text.endsWith(wanted));
  return fixtureText(fixture)
    .split('\n')
    .flatMap((text, number) => (holds(text) ? [number] : []));
}

function isRejected({ fixture }: Sample, line: number): boolean {
  return readMarks(fixtureText(fixture)).some(mark => mark.span.start.line === line && saysWrong(mark));
}

function saysWrong(mark: Mark): boolean {
  if (mark.kind === 'verdict') return mark.status === 'unsafe' || mark.status === 'type-error';
  return mark.kind === 'problem';
}
