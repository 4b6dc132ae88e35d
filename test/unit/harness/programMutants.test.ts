/** Mutants of programs: every kind of change, spread over the program, and signatures compared by meaning. */
import assert from 'node:assert/strict';
import { mutateProgram } from '../../harness/programMutants';
import { normalise } from '../../infer/signatures';

const PROGRAM = 'def area(w, h)\n  w * h\nend\nputs area(2, "x").size\n';

describe('mutants of programs', () => {
  it('changes calls, arguments and literals', async () => {
    const last = (await mutateProgram(PROGRAM, 9)).map(({ kind, text }) => `${kind}: ${text.split('\n')[3]}`);
    assert.deepEqual(last, [
      'rename a call: putsx area(2, "x").size',
      'rename a call: puts areax(2, "x").size',
      'rename a call: puts area(2, "x").sizex',
      'drop an argument: puts ',
      'drop an argument: puts area(2).size',
      'swap two arguments: puts area("x", 2).size',
      'nil for a literal: puts area(nil, "x").size',
      'nil for a literal: puts area(2, nil).size',
    ]);
  });

  it('takes a few of each kind', async () => {
    assert.equal((await mutateProgram(PROGRAM, 1)).length, 4);
  });
});

describe('signatures in figures', () => {
  it('are the same whatever their variables are called and their unions begin with', () => {
    assert.equal(normalise('(b, c) -> c'), normalise('(t, u) -> u'));
    assert.notEqual(normalise('(t, u) -> t'), normalise('(t, u) -> u'));
    assert.equal(normalise('(String or nil) -> false or true'), normalise('(nil or String) -> %bool'));
    assert.notEqual(normalise('(key: String) -> Integer'), normalise('(name: String) -> Integer'));
  });
});
