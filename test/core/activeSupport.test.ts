/**
 * The signatures for Active Support agree with Active Support, which must be installed (Debian: ruby-activesupport):
 * the same trials as for core. Methods of newer versions are left out, and counted.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRbs } from '../../server/src/parse/rbs';
import { programFromRbs } from '../../server/src/parse/rbsProgram';
import type { ClassInfo, Program } from '../../server/src/program/program';
import { type Call, callsOf, promisesNoChange } from '../harness/conformanceCalls';
import { type Trials, tryInstalled } from '../harness/conformanceTrials';
import { coreLibrary } from '../harness/prove';
import { ACTIVE_SUPPORT, describeNeeds } from '../harness/requirements';

const PATH = join(__dirname, '../../server/packages/activesupport/sig/active_support.rbs');

/** They define methods, or look for constants of the program. */
const SKIPPED = new Set(['constantize', 'safe_constantize', 'with_options', 'try', 'try!']);

/** Known differences, by reason. This list only shrinks. */
const DIVERGENCES: readonly (readonly [string, readonly string[]])[] = [
  [
    'a number that is too small',
    [
      ...raises('ArgumentError', 'Array#in_groups_of String#first String#last String#indent String#truncate_bytes'),
      ...raises('ZeroDivisionError', 'Array#in_groups'),
    ],
  ],
  [
    'whatever has include? is a collection',
    [
      ...raises('ArgumentError', 'Object#in? Object#presence_in'),
      ...raises('TypeError', 'Object#in? Object#presence_in'),
    ],
  ],
  [
    'keys that have no to_sym stay as they are: programs do not call it on such hashes, and String keys always become Symbols',
    ['deep_symbolize_keys', 'symbolize_keys!', 'symbolize_keys', 'to_options'].map(
      name => `Hash#${name}: result violates the signature`,
    ),
  ],
  [
    'a key that was changed after it was put in is not found, so it stays: the caller broke the hash',
    ['Hash#stringify_keys!: result violates the signature'],
  ],
  ['a locale that there is not', raises('I18n::InvalidLocale', 'Array#to_sentence String#parameterize')],
  ['elements must be hashes or records', raises('TypeError', 'Enumerable#pick Enumerable#pluck')],
  ['raising is what it is for', raises('ArgumentError', 'Hash#assert_valid_keys')],
  [
    'a zone or a date that there is not',
    [
      ...raises('ArgumentError', 'String#in_time_zone Time#in_time_zone'),
      ...raises('Date::Error', 'String#to_date String#to_datetime'),
    ],
  ],
];

function raises(error: string, keys: string): readonly string[] {
  return keys.split(' ').map(key => `${key}: raises ${error}`);
}

function installedVersion(): string {
  const script = 'require "active_support/all"; print ActiveSupport::VERSION::STRING';
  return execFileSync('ruby', ['-W0', '-e', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** The classes with only what Active Support adds. */
function added(): Program {
  const file = parseRbs(PATH, readFileSync(PATH, 'utf8'));
  assert.deepEqual(file.problems, []);
  const { value, problems } = programFromRbs([file.value], {
    library: coreLibrary(),
    origin: () => 'gem',
    places: false,
  });
  assert.deepEqual(problems, []);
  const own = (methods: ClassInfo['methods']): ClassInfo['methods'] =>
    new Map([...methods].filter(([, method]) => method.origin === 'gem'));
  const classes = [...value.classes].map(
    ([name, info]) => [name, { ...info, methods: own(info.methods), singletonMethods: new Map() }] as const,
  );
  return { ...value, classes: new Map(classes) };
}

const OWNERS = 'Object NilClass TrueClass FalseClass Symbol Numeric Integer String Array Hash Time Enumerable'
  .split(' ')
  .concat('ActiveSupport::Duration');

describeNeeds(ACTIVE_SUPPORT, 'signatures of Active Support', () => {
  let calls: readonly Call[] = [];
  let trials: Trials;
  const library = added();

  before(async () => {
    const version = installedVersion();
    calls = OWNERS.flatMap(owner => callsOf(library, owner, SKIPPED));
    trials = await tryInstalled(calls, 'active_support/all');
    const untried = new Set(calls.map(call => call.key).filter(key => !trials.tried.has(key)));
    console.log(
      `      Active Support ${version}: ${trials.tried.size} methods tried; not there or not tried: ${[...untried].join(' ')}`,
    );
  });

  it('hold when tested', () => {
    const known = DIVERGENCES.flatMap(([, list]) => list);
    const unknown = trials.broken.filter(one => !known.some(each => one.startsWith(each)));
    assert.deepEqual(unknown, []);
    assert.deepEqual(
      known.filter(each => !trials.broken.some(one => one.startsWith(each))),
      [],
    );
  });

  it('are tested, each pure one', () => {
    const pure = OWNERS.flatMap(owner => [...(library.classes.get(owner)?.methods.values() ?? [])]).filter(
      method => promisesNoChange(method) === 'pure',
    );
    assert.deepEqual(
      pure.filter(method => !trials.tried.has(method.key)).map(method => method.key),
      [],
    );
    assert.ok(trials.tried.size > 120, `${trials.tried.size} methods`);
  });
});
