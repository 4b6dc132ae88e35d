/**
 * Each requirement of the verifier, and each wrong answer of RTR, has its methods in fixtures, with the right marks.
 */
import assert from 'node:assert/strict';
import { CONTRACT, FALSE_ANSWERS } from './harness/coverage';
import { fixtureText, readMarks } from './harness/marks';

/** Verdict marks of every method of a name: several classes may have one. */
const marked = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>();

describe('fixtures of the requirements', () => {
  for (const { line, safe, unsafe, notModelled } of CONTRACT) {
    it(line, () => {
      assertMarked(safe, 'safe');
      if (typeof unsafe === 'string') assertMarked(unsafe, 'unsafe');
      if (notModelled) assertMarked(notModelled, 'not-modelled');
    });
  }
});

describe('wrong answers of RTR', () => {
  for (const { was, method, status } of FALSE_ANSWERS) it(was, () => assertMarked(method, status));
});

function assertMarked(reference: string, status: string): void {
  const [file, name] = reference.split(' ') as [string, string];
  const found = marksIn(file).get(name);
  assert.ok(found?.has(status), `${file}: ${name} is ${found ? [...found].join(' and ') : 'not there'}, not ${status}`);
}

function marksIn(file: string): ReadonlyMap<string, ReadonlySet<string>> {
  const known = marked.get(file);
  if (known) return known;
  const text = fixtureText(file);
  const lines = text.split('\n');
  const marks = new Map<string, Set<string>>();
  for (const mark of readMarks(text)) {
    const method = /^\s*def (?:self\.)?([^\s(;]+)/.exec(lines[mark.span.start.line] ?? '')?.[1];
    if (mark.kind === 'verdict' && method) marks.set(method, (marks.get(method) ?? new Set()).add(mark.status));
  }
  marked.set(file, marks);
  return marks;
}
