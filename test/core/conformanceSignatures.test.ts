/**
 * Signatures and labels of core methods agree with Ruby: accepted arguments raise no TypeError, ArgumentError or
 * NoMethodError; the result has the declared type and satisfies the refinement; a pure method changes nothing and is
 * deterministic; `raises:` lists what is raised.
 */
import assert from 'node:assert/strict';
import { type Call, callsOf, labelledCallsOf, promisesNoChange, singletonCallsOf } from '../harness/conformanceCalls';
import { type Trials, tryCalls } from '../harness/conformanceTrials';
import { CLASSES, LABELLED, RECEIVERS } from '../harness/conformanceValues';
import { coreLibrary } from '../harness/prove';

/** Never called: they end the run, block, or access the outside world. */
const SKIPPED: ReadonlySet<string> = new Set([
  'step',
  'cycle',
  'initialize',
  'initialize_copy',
  'sleep',
  'freeze',
  '__FILE__',
  'crypt',
]);

/** Known differences, by reason. These lists only shrink. */
const DIVERGENCES: readonly (readonly [string, readonly string[]])[] = [
  [
    'the operator is a name: which method it calls is not known to the type',
    [
      ...['Array', 'Enumerable', 'Hash', 'Range', 'Set'].flatMap(owner => [
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
      ...both('Enumerable', 'TypeError', 'to_h'),
      ...both('Range', 'TypeError', 'to_h'),
      ...both('Set', 'TypeError', 'to_h'),
    ],
  ],
  [
    'a number of bytes below zero; where it matters, it may raise anything',
    ['Random.bytes: raises ArgumentError', 'Random#bytes: raises ArgumentError'],
  ],
  [
    'an order or a zone is one of certain words',
    ['Exception#full_message: raises ArgumentError', 'Time.now: raises ArgumentError'],
  ],
  ['flags of a regular expression are certain letters', ['Regexp.compile: raises ArgumentError']],
  ['a signature of the library without the argument that it needs', ['Regexp.linear_time?: raises ArgumentError']],
  [
    'methods of Numeric that Complex has not; the library has signatures for them that never return',
    both(
      'Complex',
      'NoMethodError',
      '< <= > >= ceil div divmod floor i modulo negative? positive? reminder round truncate',
    ),
  ],
  [
    'numbers are not allocated, and have no class of their own',
    ['Class#allocate: raises TypeError', 'Kernel#singleton_class: raises TypeError'],
  ],
  [
    'calls =~, which not every object has or takes',
    [...both('Kernel', 'NoMethodError', '!~'), ...both('Kernel', 'TypeError', '!~')],
  ],
  [
    'floats are over the reals: NaN is not a case of its own',
    ['abs', 'magnitude'].map(name => `Float#${name}: result violates the signature (Float::NAN.`),
  ],
  ['infinity and NaN have no JSON', both('Float', 'JSON::GeneratorError', 'to_json')],
  [
    'more digits, bits or places than a machine word counts',
    [
      ...['Float', 'Integer'].flatMap(owner => both(owner, 'RangeError', 'ceil floor round truncate')),
      ...both('Integer', 'RangeError', '<<'),
      ...both('Integer', 'ArgumentError', '** pow'),
    ],
  ],
  ['a heap that there is not', ['GC.stat_heap: raises ArgumentError']],
  ['a number of arguments that there cannot be', both('Method', 'ArgumentError', 'curry')],
  ['a class is a Module, and is not included', both('Module', 'TypeError', 'include?')],
  ['an object of another class', both('UnboundMethod', 'TypeError', 'bind')],
  ['a misspelt name in the signatures that the library is made of', both('Set', 'NoMethodError', 'proper_subst?')],
  ['modelled: a key that is not there', both('Hash', 'KeyError', 'fetch_values')],
];

function both(owner: string, error: string, names: string): readonly string[] {
  return names.split(' ').map(name => `${owner}#${name}: raises ${error}`);
}

/** Labels that no call here tests, with reasons. */
const UNTRIED: readonly (readonly [string, readonly string[]])[] = [
  [
    'does not end, or may not',
    words(
      'Array#cycle Range#cycle Integer#step Float#step Rational#step Range#step Enumerator::ArithmeticSequence#step',
    ),
  ],
  ['makes the very object frozen that is compared', words('Array#freeze Hash#freeze String#freeze Kernel#freeze')],
  ['needs a salt that the machine knows', words('String#crypt')],
  ['a word of the language, read as a call', words('Kernel#__FILE__')],
  ['needs YAML, which the embedded Ruby has not', words('Object#to_yaml')],
  ['run by `new`', words('BasicObject#initialize Exception#initialize')],
  ['not on the platform of the embedded Ruby', words('GC.auto_compact GC.latest_compact_info')],
  ['needs an open file', words('IO#external_encoding IO#to_path')],
  ['no process to measure', words('#utime #stime #cutime #cstime .[]').map(name => `Process::Tms${name}`)],
  ['called without the argument that it needs', words('Regexp.linear_time?')],
  [
    'functions, private: tried as methods of Kernel itself where that can be',
    words('Complex Float Integer Rational format sprintf rand block_given? proc lambda').map(name => `Kernel#${name}`),
  ],
  [
    'depends on the place of the call, or communicates with the outside and changes nothing of the program',
    words(
      `caller caller_locations local_variables global_variables binding __callee__ __dir__ __method__ gets print printf
      putc puts p pp warn sleep`,
    ).map(name => `Kernel#${name}`),
  ],
];

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
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
      ...LABELLED.flatMap(owner => labelledCallsOf(library, owner, SKIPPED)),
      ...CLASSES.flatMap(([owner, only]) => singletonCallsOf(library, owner, only)),
    ];
    trials = await tryCalls(calls, ['date']);
  });

  it('hold when tested', () => {
    const isKnown = (one: string): boolean => KNOWN.some(known => one.startsWith(known));
    assert.deepEqual(
      trials.broken.filter(one => !isKnown(one)),
      [],
    );
  });

  it('differ only as listed', () => {
    const known = KNOWN.filter(one => !trials.broken.some(broken => broken.startsWith(one)));
    assert.deepEqual(known, []);
  });

  it('have a reason for each frame that was not tested', () => {
    const library = coreLibrary()!;
    const methods = [...library.classes.values()].flatMap(one => [
      ...one.methods.values(),
      ...one.singletonMethods.values(),
    ]);
    const untried = methods.filter(method => promisesNoChange(method) && !trials.tried.has(method.key));
    const known = new Set(UNTRIED.flatMap(([, keys]) => keys));
    const keys = untried.map(method => method.key);
    assert.deepEqual(
      keys.filter(key => !known.has(key)),
      [],
      'a label that no call has tried',
    );
    assert.deepEqual(
      [...known].filter(key => !keys.includes(key)),
      [],
      'tried by now',
    );
  });

  it('are tested by many calls of many methods', () => {
    assert.ok(trials.tried.size > 600, `${trials.tried.size} methods were tried`);
    assert.ok(calls.length > 4000, `${calls.length} calls`);
  });
});
