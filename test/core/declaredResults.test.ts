/**
 * Non-nil results: every signature of core and of the available standard libraries that declares one is tested in edge
 * cases (empty, fresh and closed objects; missing positions, keys and patterns).
 */
import assert from 'node:assert/strict';
import { EDGES, LIBRARIES } from '../harness/conformanceReceivers';
import { sureCallsOf } from '../harness/conformanceResults';
import { type Trials, tryCalls } from '../harness/conformanceTrials';
import { coreLibrary } from '../harness/prove';

/** Never called: they end the run, block, never terminate, load or change the program, or access the outside world. */
const SKIPPED: ReadonlySet<string> = new Set(
  words(`initialize initialize_copy freeze step cycle exit exit! abort gets readline readlines getc fork exec spawn system
    loop select wait trap sleep require require_relative load at_exit eval instance_eval caller trace_var set_trace_func
    binding stop pass srand undef_method remove_method define_method class_eval module_eval refine using`),
);

/** Known differences, by reason. These lists only shrink. */
const DIVERGENCES: readonly (readonly [string, readonly string[]])[] = [
  [
    'a range without a beginning or an end is of the same type as one with both; the verifier knows which it is',
    ['Range#begin', 'Range#end'],
  ],
];

/** For one batch, in milliseconds. */
const PATIENCE = 400_000;

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

const KNOWN = DIVERGENCES.flatMap(([, keys]) => keys.map(key => `${key}: result violates the signature`));

describe('results that are never nil', () => {
  let trials: Trials;
  let count = 0;

  before(async function () {
    this.timeout(0); // about 50,000 calls
    const library = coreLibrary();
    assert.ok(library, 'dist/core.snapshot is built');
    const isCore = (owner: string): boolean => library.classes.get(owner)?.origin === 'core';
    const calls = (owners: readonly string[]) => owners.flatMap(owner => sureCallsOf(library, owner, SKIPPED));
    const core = calls(Object.keys(EDGES).filter(isCore));
    const standard = calls(Object.keys(EDGES).filter(owner => !isCore(owner)));
    const found = [
      await tryCalls(core, ['stringio', 'tmpdir', 'pathname'], PATIENCE),
      await tryCalls(standard, LIBRARIES, PATIENCE),
    ];
    count = core.length + standard.length;
    trials = {
      broken: found.flatMap(one => one.broken),
      tried: new Set(found.flatMap(one => [...one.tried])),
    };
  });

  it('have the declared types, also in edge cases', () => {
    const wrong = trials.broken.filter(one => !/^\S+: raises /.test(one));
    assert.deepEqual(
      wrong.filter(one => !KNOWN.some(known => one.startsWith(known))),
      [],
    );
  });

  it('differ only as listed', () => {
    assert.deepEqual(
      KNOWN.filter(known => !trials.broken.some(one => one.startsWith(known))),
      [],
    );
  });

  it('are tested by many calls of many methods', () => {
    assert.ok(trials.tried.size > 2000, `${trials.tried.size} methods were tried`);
    assert.ok(count > 40_000, `${count} calls`);
  });
});
