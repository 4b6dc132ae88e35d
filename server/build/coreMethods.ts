/** Queries the embedded Ruby for every public method of its core classes, with its arity. */

import { rubyAssets } from '../src/host/assets';
import { createRubyHost } from '../src/host/rubyHost';

export interface CoreMethod {
  readonly owner: string;
  readonly name: string;
  readonly singleton: boolean;
  /** Null: not implemented on this platform. */
  readonly arity: number | null;
}

export async function coreMethods(): Promise<readonly CoreMethod[]> {
  return ask(CORE);
}

/** The same for the standard libraries with signatures, as far as the embedded Ruby can load them. */
export async function standardMethods(): Promise<readonly CoreMethod[]> {
  return ask(STANDARD);
}

async function ask(script: string): Promise<readonly CoreMethod[]> {
  const ruby = createRubyHost({
    ruby: 'embedded',
    ...rubyAssets(),
    root: null,
    timeoutMs: 120_000,
  });
  try {
    const reply = await ruby.evaluate(script, [], new AbortController().signal);
    if (reply.kind !== 'value') throw new Error(reply.why);
    return (JSON.parse(reply.text) as readonly [string, string, boolean, number | null][])
      .map(([owner, name, singleton, arity]) => ({ owner, name, singleton, arity }))
      .filter(method => !method.owner.startsWith('Loupe'));
  } finally {
    await ruby.close();
  }
}

/** Public methods of the modules in NAMES, except those defined in files that match OURS. */
const LIST = `
  ours = ->(method) { method.source_location&.first&.match?(OURS) }
  rows = NAMES.filter_map { |name| [name, Object.const_get(name)] rescue nil }.uniq { |_, one| one }.flat_map { |name, one|
    next [] unless one.is_a?(Module)
    own = one.public_instance_methods(false).map { |m| [one.instance_method(m), false] }
    own += one.singleton_class.public_instance_methods(false).map { |m| [one.singleton_class.instance_method(m), true] }
    own.reject { |method, _| ours.(method) }.map { |method, singleton| [one.name, method.name.to_s, singleton, singleton && !one.respond_to?(method.name) ? nil : method.arity] }
  }
  require "json"
  JSON.generate(rows)
`;

/** Classes that exist before anything is required, without platform-specific classes under RubyVM. */
const CORE = `
  CORE = %w[
    ARGF ArgumentError Array BasicObject Binding Class ClosedQueueError Comparable Complex ConditionVariable Data Dir
    Encoding EncodingError Enumerable Enumerator EOFError Errno Exception FalseClass Fiber FiberError File FileTest
    Float FloatDomainError FrozenError GC Hash IO IOError IndexError Integer Interrupt Kernel KeyError LoadError
    LocalJumpError Marshal MatchData Math Method Module Mutex NameError NilClass NoMatchingPatternError
    NoMatchingPatternKeyError NoMemoryError NoMethodError NotImplementedError Numeric Object ObjectSpace Proc Process
    Queue Random Range RangeError Rational Refinement Regexp RegexpError RuntimeError ScriptError SecurityError
    Set Signal SignalException SizedQueue StandardError StopIteration String Struct Symbol SyntaxError SystemCallError
    SystemExit SystemStackError Thread ThreadError ThreadGroup Time TracePoint TrueClass TypeError UnboundMethod
    UncaughtThrowError Warning ZeroDivisionError
  ]
  INNER = %w[
    Enumerator::Lazy Enumerator::Yielder Enumerator::Chain Enumerator::ArithmeticSequence Enumerator::Product
    Enumerator::Generator File::Stat Encoding::Converter Process::Status ObjectSpace::WeakMap ObjectSpace::WeakKeyMap
    Thread::Backtrace::Location Thread::Mutex Thread::Queue Thread::SizedQueue Thread::ConditionVariable
    Random::Formatter Process::Tms
  ]
  NAMES = CORE + INNER
  OURS = /loupe|rdl|json|\\/vendor\\//
${LIST}
`;

/**
 * The libraries to load, and the modules of them that programs use. Core classes that a library extends are not
 * included again.
 */
const STANDARD = `
  LIBRARIES = {
    "benchmark" => %w[Benchmark Benchmark::Tms], "coverage" => %w[Coverage], "date" => %w[Date DateTime],
    "delegate" => %w[Delegator SimpleDelegator], "digest" => %w[Digest::Base Digest::MD5 Digest::SHA256 Digest::Instance],
    "erb" => %w[ERB ERB::Util], "fileutils" => %w[FileUtils], "find" => %w[Find], "forwardable" => %w[Forwardable SingleForwardable],
    "ipaddr" => %w[IPAddr], "json" => %w[JSON], "logger" => %w[Logger Logger::Formatter], "monitor" => %w[Monitor MonitorMixin],
    "objspace" => %w[], "optparse" => %w[OptionParser], "pathname" => %w[Pathname], "pp" => %w[PP],
    "prettyprint" => %w[PrettyPrint], "pstore" => %w[PStore], "psych" => %w[Psych], "securerandom" => %w[SecureRandom],
    "shellwords" => %w[Shellwords], "singleton" => %w[Singleton], "stringio" => %w[StringIO], "strscan" => %w[StringScanner],
    "tempfile" => %w[Tempfile], "timeout" => %w[Timeout], "tmpdir" => %w[], "tsort" => %w[TSort],
    "uri" => %w[URI URI::Generic URI::HTTP URI::File URI::MailTo], "zlib" => %w[Zlib Zlib::Deflate Zlib::Inflate Zlib::GzipReader Zlib::GzipWriter],
  }
  NAMES = LIBRARIES.flat_map { |library, names| begin; require library; names; rescue LoadError; []; end }
  OURS = /loupe|rdl|\\/vendor\\//
${LIST}
`;
