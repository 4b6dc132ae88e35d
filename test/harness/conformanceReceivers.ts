/**
 * Edge-case objects by class: empty, fresh, closed, at the end, anonymous. Ruby source, evaluated for every call.
 * Containers never contain nil, so a nil result was not an element.
 */

/** Libraries that the embedded Ruby loads first. */
export const LIBRARIES: readonly string[] = words(`
  json set benchmark date delegate digest erb logger monitor optparse pathname prettyprint pstore
  securerandom stringio strscan tempfile tmpdir uri zlib csv ostruct cgi random/formatter
`);

/** A class that defines only `each`. */
const OWN_EACH = 'Class.new { include Enumerable; def each = block_given? ? (yield 1; self) : to_enum }.new';

/** In addition to those of conformanceValues.ts. */
const CORE: Readonly<Record<string, readonly string[]>> = {
  Array: ['[]', '[7]', '[[1, 2], [3, 4]]', '[+"b", +"a"]'],
  Hash: ['{}', '{ 1 => 2 }', 'Hash.new { |hash, key| hash[key] = 1 }', '{ a: { b: 1 } }', '{}.compare_by_identity'],
  String: ['+""', '+"a"', '+"ab\\ncd"', '+"äß"', '"\\xff".b', '+"42"', '"\\xe9".dup.force_encoding("ISO-8859-1")'],
  Symbol: [':""', ':a', ':"a b"', ':[]='],
  Integer: ['0', '-7', '2**70'],
  Float: ['0.0', '-0.0', 'Float::INFINITY', 'Float::NAN', '1e300'],
  Rational: ['0r', '(-7/2r)'],
  Complex: ['Complex(0, 0)', 'Complex(0.5, -1)', 'Complex("1+2i")'],
  Range: ['(0...0)', '(1..3)', '(..1)', '(nil..nil)', '("a".."c")', '(1.0..2.5)', '(3..1)'],
  Regexp: ['//', '/(?<year>[0-9]+)(x)?/', '/a|(b)/i'],
  MatchData: ['/(b)(c)?/.match("abd")', '/(?<year>[0-9]+)?/.match("x")', '//.match("")'],
  Set: ['Set[]', 'Set[1]', 'Set[Set[1]]'],
  Struct: [
    'Struct.new(:p).new(1)',
    'Struct.new(:p, :q, keyword_init: true).new(p: 1, q: 2)',
    'Struct.new(:p).new(1).freeze',
  ],
  Data: ['Data.define.new', 'Data.define(:p).new(p: 1)'],
  Time: ['Time.at(0)', 'Time.new(2024, 2, 29, 23, 59, 59, "+05:30")', 'Time.now.utc', 'Time.at(0, in: "-00:00")'],
  Proc: [
    'proc {}',
    'lambda { |x, y = 1, *z, k:, **o, &b| x }',
    ':upcase.to_proc',
    '1.method(:+).to_proc',
    'proc { |x| x }.curry',
  ],
  Method: [
    '1.method(:+)',
    '[].method(:push)',
    'Object.new.tap { |o| def o.x = 1 }.method(:x)',
    'Class.new { attr_reader :a }.new.method(:a)',
  ],
  UnboundMethod: [
    'Integer.instance_method(:+)',
    'Class.new { def x = 1 }.instance_method(:x)',
    'Kernel.instance_method(:puts)',
  ],
  Enumerator: ['[].each', '[1].each_with_index', 'Enumerator.new { |y| y << 1 }', '{ 1 => 2 }.each'],
  'Enumerator::Lazy': ['[].lazy', '(1..3).lazy.map { |x| x }'],
  'Enumerator::Chain': ['([].each + [1])', '[].each.chain'],
  'Enumerator::Product': ['Enumerator::Product.new', 'Enumerator::Product.new([1], [2])'],
  'Enumerator::ArithmeticSequence': ['1.step(0, 3)', '1.step', '(1.0..2.0).step(0.5)', '((1..) % 2)'],
  Enumerable: [OWN_EACH, '[].each', '[1].each', 'Struct.new(:p).new(1)', 'StringIO.new("a\nb")'],
  Comparable: ['1', '+"a"', 'Time.at(0)'],
  Numeric: ['0', '1.5', '(1/2r)', 'Class.new(Numeric).new'],
  Module: ['Module.new', 'Class.new', 'Comparable', 'Integer', 'Class.new { attr_reader :a }'],
  Class: ['Class.new', 'BasicObject', 'Integer', 'Class.new.singleton_class'],
  Kernel: ['Object.new', 'nil', '1', '+"ab"', ':a', 'Object.new.freeze'],
  BasicObject: ['Object.new', '1'],
  Encoding: ['Encoding::UTF_8', 'Encoding::BINARY', 'Encoding::UTF_7'],
  'Encoding::Converter': [
    'Encoding::Converter.new("utf-8", "iso-8859-1")',
    'Encoding::Converter.new("", "", universal_newline: true)',
  ],
  Exception: [
    'Exception.new',
    'RuntimeError.new("no")',
    'StandardError.new(nil)',
    '(begin; 1 / 0; rescue => error; error; end)',
  ],
  FrozenError: ['FrozenError.new', 'FrozenError.new("x", receiver: 1)'],
  KeyError: ['KeyError.new', 'KeyError.new("x", receiver: {}, key: 1)'],
  LoadError: ['LoadError.new'],
  NameError: ['NameError.new', 'NameError.new("x", :y)', 'NameError.new("x", :y, receiver: 1)'],
  NoMethodError: ['NoMethodError.new', 'NoMethodError.new("x", :y, [1])'],
  NoMatchingPatternKeyError: [
    'NoMatchingPatternKeyError.new',
    'NoMatchingPatternKeyError.new("x", matchee: {}, key: :a)',
  ],
  SignalException: ['SignalException.new("INT")', 'SignalException.new(2)', 'Interrupt.new'],
  StopIteration: ['StopIteration.new', '(begin; [].each.next; rescue StopIteration => error; error; end)'],
  SyntaxError: ['SyntaxError.new'],
  SystemCallError: [
    'SystemCallError.new("x")',
    'SystemCallError.new(nil)',
    'SystemCallError.new("x", 99999)',
    'Errno::ENOENT.new',
  ],
  SystemExit: ['SystemExit.new', 'SystemExit.new(false, "x")'],
  Thread: ['Thread.current', 'Thread.main'],
  'Thread::Mutex': ['Thread::Mutex.new', 'Thread::Mutex.new.tap(&:lock)'],
  'Thread::Queue': ['Thread::Queue.new.close', 'Thread::Queue.new([1])', 'Thread::Queue.new([1]).close'],
  'Thread::SizedQueue': ['Thread::SizedQueue.new(1).close', 'Thread::SizedQueue.new(2).push(1)'],
  'Thread::ConditionVariable': ['Thread::ConditionVariable.new'],
  'Thread::Backtrace::Location': ['caller_locations(0).first', '[1].each { break caller_locations(0)[-1] }'],
  ThreadGroup: ['ThreadGroup.new', 'ThreadGroup::Default'],
  Fiber: ['Fiber.new { 1 }', 'Fiber.new { |x| x }.tap(&:resume)'],
  File: ['File.open(File.join(Dir.tmpdir, "a"), "w+")'],
  'File::Stat': ['File.stat(Dir.tmpdir)', 'File.open(File.join(Dir.tmpdir, "a"), "w+").stat'],
  Dir: ['Dir.new(Dir.tmpdir)'],
  Random: ['Random.new(1)', 'Random.new'],
  'Random::Formatter': ['Random.new(1)'],
  Binding: ['binding', 'TOPLEVEL_BINDING'],
  'ObjectSpace::WeakMap': ['ObjectSpace::WeakMap.new'],
  'ObjectSpace::WeakKeyMap': ['ObjectSpace::WeakKeyMap.new'],
  'RBS::Unnamed::ENVClass': ['ENV'],
  'Process::Tms': ['Process::Tms.new(1.0, 2.0, 3.0, 4.0)'],
};

const STANDARD: Readonly<Record<string, readonly string[]>> = {
  Date: ['Date.new', 'Date.new(2024, 2, 29)', 'Date.new(-4712, 1, 1)'],
  DateTime: ['DateTime.new', 'DateTime.new(2024, 2, 29, 23, 59, 59)'],
  StringIO: [
    'StringIO.new',
    'StringIO.new(+"a\\nb")',
    'StringIO.new(+"a").tap(&:read)',
    'StringIO.new("a").tap(&:close)',
  ],
  StringScanner: [
    'StringScanner.new("")',
    'StringScanner.new("ab 12")',
    'StringScanner.new("ab").tap { |s| s.scan(/(?<x>a)(q)?/) }',
  ],
  Pathname: [
    'Pathname.new("")',
    'Pathname.new("/")',
    'Pathname.new("a/../b.rb")',
    'Pathname.new("/nowhere/at/all")',
    'Pathname.new(Dir.tmpdir)',
  ],
  'URI::Generic': ['URI("")', 'URI("http://a.b/c?d#e")', 'URI("mailto:a@b.c")', 'URI("x:y")', 'URI("//h")'],
  'URI::HTTP': ['URI("http://a.b")', 'URI("http:")', 'URI("http://u:p@a.b:80/?q")'],
  'URI::File': ['URI("file:///a")', 'URI("file:")'],
  'URI::LDAP': ['URI("ldap://a.b")', 'URI("ldap://a.b/dc=x?y?sub?z")'],
  Logger: ['Logger.new(nil)', 'Logger.new(StringIO.new)'],
  'Logger::Formatter': ['Logger::Formatter.new'],
  'OptionParser::ParseError': ['OptionParser::ParseError.new', 'OptionParser::InvalidOption.new("x")'],
  'Benchmark::Tms': ['Benchmark::Tms.new', 'Benchmark::Tms.new(1.0, 2.0, 3.0, 4.0, 5.0, "x")'],
  Delegator: ['SimpleDelegator.new(1)', 'SimpleDelegator.new([])'],
  'Digest::Instance': ['Digest::SHA256.new', 'Digest::MD5.new.update("x")'],
  'Digest::Base': ['Digest::SHA256.new'],
  'Digest::Class': ['Digest::SHA256.new'],
  ERB: ['ERB.new("")', 'ERB.new("<%= 1 %>", trim_mode: "-")'],
  Monitor: ['Monitor.new'],
  MonitorMixin: ['Object.new.extend(MonitorMixin)'],
  PStore: ['PStore.new(File.join(Dir.tmpdir, "store"))'],
  Tempfile: ['Tempfile.new', 'Tempfile.new("a").tap(&:close)'],
  'Zlib::Deflate': ['Zlib::Deflate.new', 'Zlib::Deflate.new.tap { |z| z << "a"; z.finish }'],
  'Zlib::Inflate': ['Zlib::Inflate.new'],
  'Zlib::ZStream': ['Zlib::Deflate.new', 'Zlib::Inflate.new'],
  'Zlib::GzipReader': [
    'Zlib::GzipReader.new(StringIO.new(Zlib.gzip("")))',
    'Zlib::GzipReader.new(StringIO.new(Zlib.gzip("a\\nb")))',
  ],
  'Zlib::GzipWriter': ['Zlib::GzipWriter.new(StringIO.new)'],
  'Zlib::GzipFile': ['Zlib::GzipReader.new(StringIO.new(Zlib.gzip("")))', 'Zlib::GzipWriter.new(StringIO.new)'],
  CSV: ['CSV.new("")', 'CSV.new("a,b\\n1,2", headers: true)', 'CSV.new(+"")'],
  'CSV::Row': ['CSV::Row.new([], [])', 'CSV::Row.new(["a"], ["1"])', 'CSV::Row.new(["a"], ["a"], true)'],
  'CSV::Table': [
    'CSV::Table.new([])',
    'CSV.parse("a,b\\n1,2", headers: true)',
    'CSV.parse("a,b\\n1,2", headers: true).by_col',
  ],
  OpenStruct: ['OpenStruct.new', 'OpenStruct.new(a: 1)'],
  'CGI::Cookie': ['CGI::Cookie.new("a")', 'CGI::Cookie.new("a", "b")'],
  PrettyPrint: ['PrettyPrint.new', 'PrettyPrint.new(+"", 10)'],
  'Gem::Version': ['Gem::Version.new("1.2.b")', 'Gem::Version.new("")'],
  'Gem::Requirement': ['Gem::Requirement.new', 'Gem::Requirement.new("~> 1.2")'],
};

export const EDGES: Readonly<Record<string, readonly string[]>> = { ...CORE, ...STANDARD };

/** Values of standard library classes, for parameters. */
export function edgesOf(name: string): readonly string[] {
  return EDGES[name] ?? [];
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
