/** Creates a test file from a confirmed counterexample. The test fails until the bug is fixed. */
import { join, relative, sep } from 'node:path';
import { testFromCounterexample } from '../../judge/testFromCounterexample';
import { obligationOf } from '../trace';
import type { Fixer } from './fix';

export const failingTestFixes: Fixer = ({ snapshot, file, tests }, diagnostic) => {
  const obligation = tests === null ? null : obligationOf(snapshot, diagnostic);
  const method = file.methods.find(each => obligation !== null && each.verdict?.obligations.includes(obligation));
  if (tests === null || obligation === null || method === undefined) return [];
  const requirePath = relative(tests.folder, file.path.replace(/\.rb$/, '')).split(sep).join('/');
  const test = testFromCounterexample({
    program: snapshot.program,
    method: method.info,
    obligation,
    framework: tests.framework,
    requirePath,
  });
  if (test === null) return [];
  const create = { path: join(tests.folder, test.fileName), text: test.text };
  return [
    {
      title: `Write a failing test: ${test.fileName}`,
      diagnostic: null,
      path: file.path,
      edits: [],
      create,
      preferred: false,
    },
  ];
};
