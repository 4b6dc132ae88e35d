/**
 * Signatures and labels of core methods agree with Ruby: what a signature accepts raises no TypeError, ArgumentError or
 * NoMethodError; the result has the declared type and meets the refinement; what is called pure changes nothing and
 * repeats its answer; `raises:` names what is raised.
 */
import assert from 'node:assert/strict';
import { type Call, callsOf, singletonCallsOf } from '../harness/conformanceCalls';
import { type Trials, tryCalls } from '../harness/conformanceTrials';
import { CLASSES, RECEIVERS } from '../harness/conformanceValues';
import { coreLibrary } from '../harness/prove';

/** Never tried: they end the run, wait, or speak with the outside. */
const SKIPPED: ReadonlySet<string> = new Set([
  'step',
  'cycle',
  'initialize',
  'initialize_copy',
  'pack',
  'unpack',
  'unpack1',
  'sleep',
  'freeze',
  'crypt',
]);

/** Known differences, by reason. These lists only shrink. */
const DIVERGENCES: readonly (readonly [string, readonly string[]])[] = [
  [
    'a negative count raises; not yet an obligation',
    [
      ...both('Array', 'ArgumentError', 'first last max max_by min min_by pop sample shift'),
      ...both('Hash', 'ArgumentError', 'max_by min_by'),
      ...both('Range', 'ArgumentError', '% drop each_cons each_slice first last max max_by min min_by take'),
      ...both('Set', 'ArgumentError', 'max min'),
    ],
  ],
  [
    'the operator is a name: which method it calls is not known to the type',
    [
      ...['Array', 'Hash', 'Range', 'Set'].flatMap(owner => [
        ...both(owner, 'NoMethodError', 'inject reduce'),
        ...(owner === 'Range' ? [] : both(owner, 'ArgumentError', 'inject reduce')),
      ]),
    ],
  ],
  [
    'elements must be pairs, arrays, numbers or containers; the type has no way to say so',
    [
      ...both('Array', 'TypeError', 'dig to_h transpose'),
      ...both('Hash', 'TypeError', 'dig sum'),
      ...both('Range', 'TypeError', 'to_h'),
      ...both('Set', 'TypeError', 'to_h'),
    ],
  ],
  [
    'a number of bytes or a bound below one',
    ['Random.bytes: raises ArgumentError', 'Random.rand: raises ArgumentError'],
  ],
  ['keys and values come in pairs', ['Hash.[]: raises ArgumentError']],
  ['flags of a regular expression are certain letters', ['Regexp.compile: raises ArgumentError']],
  ['a signature of the library without the argument that it needs', ['Regexp.linear_time?: raises ArgumentError']],
  [
    'a month, an hour or a unit that there is not',
    ['at', 'gm', 'local', 'mktime', 'utc'].map(name => `Time.${name}: raises ArgumentError`),
  ],
  ['the receiver must not be empty', [...both('String', 'ArgumentError', 'ord')]],
  ['a misspelt name in the signatures that the library is made of', both('Set', 'NoMethodError', 'proper_subst?')],
  ['the name of an encoding that there is not', both('String', 'ArgumentError', 'force_encoding')],
];

function both(owner: string, error: string, names: string): readonly string[] {
  return names.split(' ').map(name => `${owner}#${name}: raises ${error}`);
}

const KNOWN: readonly string[] = DIVERGENCES.flatMap(([, known]) => known);

describe('signatures of core methods', () => {
  let calls: readonly Call[] = [];
  let trials: Trials;

  before(async () => {
    const library = coreLibrary();
    assert.ok(library, 'dist/core.snapshot is built');
    calls = [
      ...RECEIVERS.flatMap(owner => callsOf(library, owner, SKIPPED)),
      ...CLASSES.flatMap(([owner, only]) => singletonCallsOf(library, owner, only)),
    ];
    trials = await tryCalls(calls);
  });

  it('hold when they are tried', () => {
    const isKnown = (one: string): boolean => KNOWN.some(known => one.startsWith(known));
    assert.deepEqual(
      trials.broken.filter(one => !isKnown(one)),
      [],
    );
  });

  it('differ only where the list of differences says so', () => {
    const known = KNOWN.filter(one => !trials.broken.some(broken => broken.startsWith(one)));
    assert.deepEqual(known, []);
  });

  it('are tried by many calls of many methods', () => {
    assert.ok(trials.tried.size > 600, `${trials.tried.size} methods were tried`);
    assert.ok(calls.length > 4000, `${calls.length} calls`);
  });
});
