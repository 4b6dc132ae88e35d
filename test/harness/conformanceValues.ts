/** Types -> Ruby: literals that have the type, and a predicate that tells whether a value has it. */
import type { LiteralTypeValue, Type } from '../../server/src/types/type';

/** Fresh objects each time: this is source, evaluated anew for every call. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  Integer: ['0', '1', '-1', '3', '7'],
  Float: ['0.0', '1.5', '-2.5'],
  Rational: ['Rational(1, 2)', 'Rational(-3)'],
  Complex: ['Complex(1, 2)', 'Complex(3)', 'Complex(0.5, -1)'],
  Numeric: ['2', '1.5'],
  String: ['+""', '+"ab"', '+"a b"'],
  Symbol: [':a', ':upcase'],
  NilClass: ['nil'],
  TrueClass: ['true'],
  FalseClass: ['false'],
  Array: ['[]', '[3, 1, 2]', '[1]'],
  Hash: ['{}', '{ 1 => 2, 3 => 4 }'],
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

/** Made, or met where Ruby raises them. */
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

/** Of these only methods with a label are tried: the others change the program, or run what they are given. */
export const LABELLED: readonly string[] = 'BasicObject Class Kernel Method Module Numeric Proc UnboundMethod'.split(
  ' ',
);

export const RECEIVERS: readonly string[] = Object.keys(SAMPLES).filter(
  name => !['Object', 'Enumerable', 'ActiveSupport::Duration'].includes(name) && !LABELLED.includes(name),
);

/** Objects that have what an interface asks for. */
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

/** Classes whose own methods are tried, and which of them; null: all. Others speak with the outside. */
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

export function samplesOf(name: string): readonly string[] {
  return SAMPLES[name] ?? [];
}

/** Elements of the sample containers are Integers: so are the class's type parameters. Empty: no value is known. */
export function valuesOf(type: Type, self: string): readonly string[] {
  switch (type.kind) {
    case 'any':
    case 'dynamic':
      return ['1', 'nil', '+"ab"'];
    case 'variable':
      return ['1', '2'];
    case 'nil':
      return ['nil'];
    case 'bool':
      return ['true', 'false'];
    case 'literal':
      return [literalText(type.value)];
    case 'self':
      return samplesOf(self);
    case 'nonNull':
      return valuesOf(type.type, self);
    case 'refined':
      return [];
    case 'alias':
      return INTERFACES[type.name] ?? [];
    case 'intersection':
      return valuesOf(type.members[0]!, self);
    case 'union':
      return type.members.flatMap(member => valuesOf(member, self).slice(0, 3));
    case 'tuple': {
      const items = type.elements.map(element => valuesOf(element, self)[0]);
      return items.includes(undefined) ? [] : [`[${items.join(', ')}]`];
    }
    case 'nominal':
      return nominalValues(type.name, type.args, self);
    default:
      return [];
  }
}

function nominalValues(name: string, args: readonly Type[], self: string): readonly string[] {
  const [first, second] = args.map(arg => valuesOf(arg, self)[0]);
  if (name === 'Array' && first !== undefined) return ['[]', `[${first}]`, `[${first}, ${first}]`];
  if (name === 'Hash' && first !== undefined && second !== undefined) return ['{}', `{ ${first} => ${second} }`];
  if (name === 'Range' && args[0]?.kind === 'nominal' && args[0].name === 'Float') return ['(1.0..2.5)'];
  return samplesOf(name);
}

function literalText(value: LiteralTypeValue): string {
  switch (value.type) {
    case 'string':
      return JSON.stringify(value.value);
    case 'symbol':
      return `:${JSON.stringify(value.value)}`;
    case 'true':
    case 'false':
      return value.type;
    default:
      return value.value;
  }
}

/** Ruby over `v`; what cannot be told from a value (type parameters, procs, interfaces) holds, or is what `open` says. */
export function hasType(type: Type, value: string, self: string, open: (value: string) => string = holds): string {
  switch (type.kind) {
    case 'bottom':
      return 'false';
    case 'nil':
      return `${value}.nil?`;
    case 'bool':
      return `(true == ${value} || false == ${value})`;
    case 'literal':
      return `${literalText(type.value)}.eql?(${value})`;
    case 'self':
      return `${value}.is_a?(${self})`;
    case 'classOf':
      return `(${value}.is_a?(Module) && ${value} <= ${type.name})`;
    case 'union': {
      const members = type.members.map(member => hasType(member, value, self, open));
      return members.includes('true') ? 'true' : `(${members.join(' || ')})`;
    }
    case 'tuple': {
      const items = type.elements.map((element, i) => hasType(element, `${value}[${i}]`, self, open));
      return `(${[`${value}.is_a?(Array)`, `${value}.size == ${items.length}`, ...items].join(' && ')})`;
    }
    case 'nominal':
      return nominalHolds(type.name, type.args, value, self, open);
    case 'variable':
    case 'alias':
    case 'structural':
    case 'proc':
    case 'finiteHash':
    case 'nonNull':
      return open(value);
    default:
      return 'true';
  }
}

function holds(): string {
  return 'true';
}

function nominalHolds(
  name: string,
  args: readonly Type[],
  value: string,
  self: string,
  open: (value: string) => string,
): string {
  const plain = `${value}.is_a?(${name})`;
  const every = (list: string, element: Type): string => {
    const inner = `e${value.length}`;
    const told = hasType(element, inner, self, open);
    return told === 'true' ? '' : ` && ${list}.all? { |${inner}| ${told} }`;
  };
  const [first, second] = args;
  if (name === 'Hash' && first && second)
    return `(${plain}${every(`${value}.keys`, first)}${every(`${value}.values`, second)})`;
  return (name === 'Array' || name === 'Set') && first ? `(${plain}${every(value, first)})` : plain;
}
