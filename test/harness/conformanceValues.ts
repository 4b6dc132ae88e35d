/** Types -> Ruby: literals of the type, and receivers. */
import { INTEGER, NIL, nominal, type Type } from '../../server/src/types/type';
import { literalText, type Scope } from './conformancePredicates';

export interface Sample {
  readonly text: string;
  /** The type arguments of its class; null: Integer for each. */
  readonly holds: readonly Type[] | null;
  /** Its elements are Integers, which can be compared and added. */
  readonly isOrdinary: boolean;
}

/** Ruby source, evaluated for every call, so that objects are fresh. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  Integer: ['0', '1', '-1', '3', '7', '2', '-7'],
  Float: ['0.0', '1.5', '-2.5', '-0.0', 'Float::INFINITY', 'Float::NAN'],
  Rational: ['Rational(1, 2)', 'Rational(-3)'],
  Complex: ['Complex(1, 2)', 'Complex(3)', 'Complex(0.5, -1)'],
  Numeric: ['2', '1.5'],
  String: ['+""', '+"ab"', '+"a b"', '+"z"', '+"Zz"', '+"\\n\\n"', '+"é"', '+"ß"'],
  Symbol: [':a', ':upcase'],
  NilClass: ['nil'],
  TrueClass: ['true'],
  FalseClass: ['false'],
  Array: ['[]', '[3, 1, 2]', '[1]', '[1, 1]'],
  Hash: ['{}', '{ 1 => 2, 3 => 4 }', '{ 1 => 2, 3 => 2 }'],
  Range: ['(1..3)', '(0...0)'],
  Regexp: ['/a/', '/(b)(c)?/'],
  MatchData: ['/(b)(c)?/.match("abd")', '/(?<year>[0-9]+)/.match("in 2024")'],
  Set: ['Set[]', 'Set[1, 2]'],
  Struct: ['Struct.new(:p, :q).new(1, 2)'],
  Data: ['Data.define(:p, :q).new(p: 1, q: 2)'],
  Time: ['Time.at(0).utc', 'Time.at(1_700_000_000, 5).utc'],
  Date: ['Date.new(2024, 2, 29)', 'Date.new(2021, 1, 1)'],
  DateTime: ['DateTime.new(2024, 2, 29, 23, 59, 59)'],
  Random: ['Random.new(1)'],
  Proc: ['proc { |x| x }'],
  Method: ['[3, 1].method(:first)', '1.method(:+)'],
  UnboundMethod: ['Array.instance_method(:first)', 'Integer.instance_method(:+)'],
  Enumerator: ['[1, 2].each'],
  'Enumerator::Lazy': ['[1, 2].lazy'],
  'Enumerator::ArithmeticSequence': ['1.step(10, 3)', '(1..5).step(2)'],
  Module: ['Comparable', 'Integer'],
  Class: ['Integer', 'StandardError'],
  Kernel: ['Object.new', '1', '+"ab"'],
  Object: ['Object.new', '1'],
  Enumerable: ['[3, 1, 2]', '(1..3)', 'Set[]'],
  'ActiveSupport::Duration': ['3.days', '90.minutes'],
  BasicObject: ['1', 'Object.new'],
  Encoding: ['Encoding::UTF_8', 'Encoding::US_ASCII'],
  'Thread::Backtrace::Location': ['caller_locations(0).first'],
  'ObjectSpace::WeakMap': ['ObjectSpace::WeakMap.new'],
  ...exceptions(),
};

/** Beyond a machine word; only for numbers. */
export const HUGE = '2**64';
const NUMBERS = new Set(['Integer', 'Float', 'Rational', 'Complex']);

const MAYBE: Type = { kind: 'union', members: [INTEGER, NIL] };

/** Type arguments other than Integer. */
const HOLDS: Readonly<Record<string, readonly Type[]>> = {
  Enumerator: [INTEGER, nominal('Array', [INTEGER])],
  'Enumerator::Lazy': [INTEGER],
  FrozenError: [nominal('String')],
  KeyError: [nominal('Symbol'), nominal('Hash')],
  NoMatchingPatternKeyError: [nominal('Hash'), nominal('Symbol')],
};

/** They have only the methods of Enumerable. */
const ENUMERABLES = ['[].each', '[3, 1, 2].each', '[1, 1].each'];

/** Elements that some methods cannot handle: exceptions mean nothing. */
const SPECIAL: Readonly<Record<string, readonly Sample[]>> = {
  Array: [
    { text: '[nil, 1]', holds: [MAYBE], isOrdinary: false },
    { text: '[[1, 2]]', holds: [nominal('Array', [INTEGER])], isOrdinary: false },
  ],
  Hash: [
    { text: '{ 1 => nil, 2 => 3 }', holds: [INTEGER, MAYBE], isOrdinary: false },
    // A key that was changed after insertion and now equals the other.
    {
      text: '[[1], [2]].then { |a, b| { a => 1, b => 2 }.tap { b[0] = 1 } }',
      holds: [nominal('Array', [INTEGER]), INTEGER],
      isOrdinary: false,
    },
  ],
  Set: [{ text: 'Set[nil, 1]', holds: [MAYBE], isOrdinary: false }],
  Enumerable: [{ text: '[nil, 1].each', holds: [MAYBE], isOrdinary: false }],
  Struct: [{ text: 'Struct.new(:p, :q).new(nil, 2)', holds: [MAYBE], isOrdinary: false }],
};

/** Created, or caught where Ruby raises them. */
function exceptions(): Readonly<Record<string, readonly string[]>> {
  const met = (error: string, code: string): string => `(begin; ${code}; rescue ${error} => error; error; end)`;
  return {
    Exception: ['RuntimeError.new("no")', met('ZeroDivisionError', '1 / 0')],
    FrozenError: [met('FrozenError', '"a".freeze << "b"')],
    KeyError: [met('KeyError', '{}.fetch(:a)')],
    LoadError: [met('LoadError', 'require "no such library"')],
    LocalJumpError: [
      met('LocalJumpError', 'Class.new { def self.kept(&block) = block; def self.made = kept { return 1 } }.made.call'),
    ],
    NameError: [met('NameError', '1.instance_eval { nobody }')],
    NoMatchingPatternKeyError: ['NoMatchingPatternKeyError.new("no", matchee: {}, key: :a)'],
    NoMethodError: [met('NoMethodError', '1.nobody(2)')],
    SignalException: ['SignalException.new("INT")'],
    StopIteration: [met('StopIteration', '[].each.next')],
    SyntaxError: [met('SyntaxError', 'eval("(")')],
    SystemCallError: ['Errno::ENOENT.new("x")', 'SystemCallError.new("x", 2)'],
    SystemExit: ['SystemExit.new(2)'],
    UncaughtThrowError: [met('UncaughtThrowError', 'throw :nobody, 1')],
  };
}

/** Only labelled methods of these are tried: the others change the program, or run their arguments. */
export const LABELLED: readonly string[] = 'BasicObject Class Kernel Method Module Numeric Proc UnboundMethod'.split(
  ' ',
);

export const RECEIVERS: readonly string[] = Object.keys(SAMPLES).filter(
  name => !['Object', 'ActiveSupport::Duration'].includes(name) && !LABELLED.includes(name),
);

/** Objects that implement an interface. */
const INTERFACES: Readonly<Record<string, readonly string[]>> = {
  '%_ToF': ['1.5', '2'],
  '%_ToR': ['1', '0.5'],
  '%_ToI': ['1', '2.5'],
  '%_ToInt': ['1', '2'],
  '%_ToS': ['1', '+"ab"'],
  '%_ToStr': ['+"ab"'],
  '%_ToA': ['[1]'],
  '%_ToAry': ['[1]', '[]', '[2, 1]'],
  '%_ToHash': ['{ 1 => 2 }'],
  '%_Each': ['[1]', '[]', '[2, 1]'],
};

/** Classes whose singleton methods are tried, and which; null: all. The others access the outside world. */
export const CLASSES: readonly (readonly [string, readonly string[] | null])[] = [
  ['Integer', null],
  ['String', ['new', 'try_convert']],
  ['Symbol', null],
  ['Array', ['[]', 'new', 'try_convert']],
  ['Hash', ['[]', 'new', 'try_convert', 'ruby2_keywords_hash?', 'ruby2_keywords_hash']],
  ['Encoding', ['aliases', 'list', 'name_list', 'default_external', 'default_internal', 'compatible?']],
  ['Exception', ['exception', 'to_tty?']],
  ['SystemCallError', ['===']],
  ['GC', ['stat_heap', 'measure_total_time']],
  ['Process', ['last_status']],
  ['Thread', ['ignore_deadlock']],
  ['Warning', ['categories']],
  ['Set', ['[]', 'new']],
  ['Regexp', ['compile', 'escape', 'quote', 'union', 'new', 'try_convert', 'linear_time?', 'last_match', 'timeout']],
  ['Time', ['now', 'at', 'gm', 'utc', 'local', 'mktime']],
  [
    'Date',
    'leap? gregorian_leap? julian_leap? valid_civil? valid_date? valid_commercial? valid_jd? valid_ordinal? today parse civil commercial jd ordinal'.split(
      ' ',
    ),
  ],
  ['Math', null],
  ['Complex', ['rect', 'rectangular', 'polar']],
  [
    'Kernel',
    ['Integer', 'Float', 'String', 'Array', 'Hash', 'Rational', 'Complex', 'format', 'sprintf', 'rand', 'block_given?'],
  ],
  [
    'File',
    [
      'basename',
      'dirname',
      'extname',
      'join',
      'split',
      'expand_path',
      'absolute_path',
      'absolute_path?',
      'path',
    ].concat(['fnmatch', 'fnmatch?', 'exist?', 'file?', 'directory?', 'zero?', 'empty?', 'readable?', 'size?']),
  ],
  ['Random', ['rand', 'new_seed', 'seed', 'bytes', 'random_number']],
];

/** Receivers. */
export function samplesOf(name: string): readonly Sample[] {
  const texts = (name === 'Enumerable' ? ENUMERABLES : textsOf(name)).map(text => ({
    text,
    holds: HOLDS[name] ?? null,
    isOrdinary: true,
  }));
  const huge = name === 'Integer' ? [{ text: HUGE, holds: null, isOrdinary: true }] : [];
  return [...texts, ...huge, ...(SPECIAL[name] ?? [])];
}

export function textsOf(name: string): readonly string[] {
  return SAMPLES[name] ?? [];
}

/** Empty: no value is known. */
export function valuesOf(type: Type, scope: Scope): readonly string[] {
  switch (type.kind) {
    case 'any':
    case 'dynamic':
      return ['1', 'nil', '+"ab"'];
    case 'variable': {
      const held = scope.held.get(type.name);
      return held === undefined || held === INTEGER ? ['1', '2'] : valuesOf(held, scope);
    }
    case 'nil':
      return ['nil'];
    case 'bool':
      return ['true', 'false'];
    case 'literal':
      return [literalText(type.value)];
    case 'self':
      return textsOf(scope.self);
    case 'nonNull':
      return valuesOf(type.type, scope);
    case 'refined':
      return [];
    case 'alias':
      return listOf(type, scope) ?? INTERFACES[type.name] ?? [];
    case 'intersection':
      return valuesOf(type.members[0]!, scope);
    case 'union':
      return type.members.flatMap(member => valuesOf(member, scope).slice(0, 3));
    case 'tuple': {
      const items = type.elements.map(element => valuesOf(element, scope)[0]);
      return items.includes(undefined) ? [] : [`[${items.join(', ')}]`];
    }
    case 'nominal':
      return nominalValues(type.name, type.args, scope);
    default:
      return [];
  }
}

/** Interfaces of containers, by element type. */
function listOf(
  { name, args }: { readonly name: string; readonly args: readonly Type[] },
  scope: Scope,
): readonly string[] | null {
  const [value] = args.length === 1 ? valuesOf(args[0]!, scope) : [];
  return value === undefined || !['%_ToAry', '%_ToA', '%_Each'].includes(name)
    ? null
    : [`[${value}]`, '[]', `[${value}, ${value}]`];
}

function nominalValues(name: string, args: readonly Type[], scope: Scope): readonly string[] {
  const [first, second] = args.map(arg => valuesOf(arg, scope)[0]);
  if (name === 'Array' && first !== undefined) return ['[]', `[${first}]`, `[${first}, ${first}]`];
  if (name === 'Hash' && first !== undefined && second !== undefined) return ['{}', `{ ${first} => ${second} }`];
  if (name === 'Range' && args[0]?.kind === 'nominal' && args[0].name === 'Float') return ['(1.0..2.5)'];
  return name === 'Integer' && NUMBERS.has(scope.self) ? [...textsOf(name), HUGE] : textsOf(name);
}
