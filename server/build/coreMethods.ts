/** Asks the embedded Ruby for every public method of its core classes, with its arity. */

import { assetPath } from '../src/host/assets';
import { createRubyHost } from '../src/host/rubyHost';

export interface CoreMethod {
  readonly owner: string;
  readonly name: string;
  readonly singleton: boolean;
  /** Null: not implemented on the platform that was asked. */
  readonly arity: number | null;
}

export async function coreMethods(): Promise<readonly CoreMethod[]> {
  const ruby = createRubyHost({
    ruby: 'embedded',
    workerFile: assetPath('rubyWorker.js'),
    wasmFile: assetPath('ruby+stdlib.wasm'),
    libraryFolder: assetPath('ruby'),
    root: null,
    timeoutMs: 120_000,
  });
  try {
    const reply = await ruby.evaluate(SCRIPT, [], new AbortController().signal);
    if (reply.kind !== 'value') throw new Error(reply.why);
    return (JSON.parse(reply.text) as readonly [string, string, boolean, number | null][])
      .map(([owner, name, singleton, arity]) => ({ owner, name, singleton, arity }))
      .filter(method => !method.owner.startsWith('Loupe'));
  } finally {
    await ruby.close();
  }
}

/** Classes that are there before anything is required. What a platform adds under RubyVM is no part of the language. */
const SCRIPT = `
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
  OURS = /loupe|rdl|json|\\/vendor\\//
  ours = ->(method) { method.source_location&.first&.match?(OURS) }
  rows = (CORE + INNER).filter_map { |name| [name, Object.const_get(name)] rescue nil }.uniq { |_, one| one }.flat_map { |name, one|
    next [] unless one.is_a?(Module)
    own = one.public_instance_methods(false).map { |m| [one.instance_method(m), false] }
    own += one.singleton_class.public_instance_methods(false).map { |m| [one.singleton_class.instance_method(m), true] }
    own.reject { |method, _| ours.(method) }.map { |method, singleton| [one.name, method.name.to_s, singleton, singleton && !one.respond_to?(method.name) ? nil : method.arity] }
  }
  require "json"
  JSON.generate(rows)
`;
