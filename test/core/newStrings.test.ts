/**
 * Methods of Ruby that are labelled to return a new string do so: it is neither frozen nor the receiver or an argument. A string that
 * a method without the label `returns` returns may be frozen, as far as the verifier knows.
 */
import assert from 'node:assert/strict';
import type { MethodInfo } from '../../server/src/program/program';
import type { Type } from '../../server/src/types/type';
import { coreLibrary } from '../harness/prove';
import { hostForTests, NEVER } from '../harness/rubyForTests';

/** They read from a terminal or depend on the machine. */
const NOT_CALLED = new Set(['Kernel#gets', 'Kernel#readline', 'Dir.home']);

function makesString({ signature, facts }: MethodInfo): boolean {
  const isString = (type: Type): boolean =>
    type.kind === 'union' ? type.members.some(isString) : type.kind === 'nominal' && type.name === 'String';
  return facts?.returns === 'new' && (signature?.arms ?? []).some(({ type }) => isString(type.result));
}

const SCRIPT = `
  require "set"
  require "stringio"
  FILE = $LOADED_FEATURES.find { |path| path.end_with?(".rb") && File.file?(path) }
  MADE = {
    "Array" => [["a"], [1]], "Hash" => [{ a: 1 }], "Set" => [Set[1]], "Complex" => [1i], "Data" => [Data.define(:a).new(a: 1)], "Encoding" => [Encoding::UTF_8],
    "Enumerator" => [[1].each], "Enumerator::ArithmeticSequence" => [1.step(9, 2)], "Exception" => [RuntimeError.new("a")], "Float" => [1.5],
    "Integer" => [65, 0, -1], "MatchData" => [/(a)(?<b>b)/.match("xaby"), /(?<b>b)/.match("b")], "Proc" => [proc { 1 }], "Random" => [Random.new(1)],
    "Range" => [1..3, "a".."c"], "Rational" => [1r], "Regexp" => [/a/], "Struct" => [Struct.new(:a).new(1)], "Symbol" => [:abc, :+], "Time" => [Time.at(0)],
    "String" => [+"", +"a", "a".freeze, +" aAb\\n", "aA".freeze, +'"a"'], "Kernel" => [Object.new], "Object" => [Object.new], "Comparable" => [1], "Enumerable" => [[1]],
    "Numeric" => [1], "Method" => [1.method(:to_s)], "UnboundMethod" => [Integer.instance_method(:to_s)], "NilClass" => [nil],
  }
  OPENED = { "IO" => -> { File.open(FILE) }, "File" => -> { File.open(FILE) }, "StringIO" => -> { StringIO.new("abc\\nd") } }
  ARGS = [[], ["a"], ["b"], [1], [0, 1], [3], ["a", "b"], [/a/, "b"], [0], ["%d", 1], [FILE], [:a], [0..1], ["C*"], ["utf-8"], [:nfc], ["a", "a"], ["salt"]]
  WANTED.reject { |key|
    owner, separator, name = key.include?("#") ? key.partition("#") : key.rpartition(".")
    receivers = separator == "." ? [Object.const_get(owner)] : MADE[owner] || [OPENED.fetch(owner)]
    seen = 0
    fine = receivers.product(ARGS).all? do |receiver, args|
      made = receiver.is_a?(Proc) && OPENED.value?(receiver) ? receiver.call : receiver
      given = args.map { |arg| arg.frozen? ? arg : arg.dup }
      result = made.__send__(name, *given)
      next true unless result.is_a?(String)
      seen += 1
      !result.frozen? && !result.equal?(made) && given.none? { |arg| arg.equal?(result) }
    rescue StandardError, NotImplementedError
      true
    end
    fine && seen > 0
  }.join(" ")
`;

describe('labels of new strings', () => {
  it('hold in Ruby', async function () {
    this.timeout(0); // many methods
    const methods = [...coreLibrary()!.classes.values()].flatMap(info => [
      ...info.methods.values(),
      ...info.singletonMethods.values(),
    ]);
    const wanted = methods.filter(makesString).map(({ key }) => key);
    assert.ok(wanted.length > 100, `${wanted.length}`);
    const ruby = hostForTests();
    after(() => ruby.close());
    const asked = JSON.stringify(wanted.filter(key => !NOT_CALLED.has(key)));
    const reply = await ruby.evaluate(`WANTED = ${asked}\n${SCRIPT}`, [], NEVER);
    assert.equal(reply.kind === 'value' ? reply.text : JSON.stringify(reply), '');
  });
});
